"""Writes the page of the encodings: python -m skat_gym.encoding > skat_gym/encoding/README.md."""

from __future__ import annotations

from skat_gym.encoding import ENCODINGS, layout_table


def page() -> str:
    """Returns the page as Markdown."""
    parts = ["# Encodings", "", "Written by `python -m skat_gym.encoding`; features are 0 or 1."]
    for name, known in ENCODINGS.items():
        parts += ["", f"## {name}: {known.width} features", "", layout_table(name)]
    return "\n".join(parts)


if __name__ == "__main__":
    print(page())
