"""Features: from a VIEW record to a row of 0 and 1.

Encodings are named and coexist; a policy names its own. A permutation of the suits may be applied
on the way, with the matching map of actions, for symmetric training and play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.encoding.layout import V1, V1_WIDTH, Block
from skat_gym.encoding.symmetry import IDENTITY, action_map, checked
from skat_gym.encoding.v1 import encode_row, encode_rows, write_cards, write_mask
from skat_gym.observation import writable

__all__ = [
    "ENCODINGS",
    "IDENTITY",
    "V1",
    "V1_WIDTH",
    "Block",
    "Encoding",
    "action_map",
    "encode_row",
    "encode_rows",
    "encoding",
    "layout_table",
    "write_cards",
    "write_mask",
]


@dataclass(frozen=True)
class Encoding:
    """Is a named encoding: its layout, its width, and `encode`.

    >>> from skat_gym.observation import View
    >>> from skat_gym.rules import Deal
    >>> v1 = encoding("v1")
    >>> features = v1.features(View.of(Deal.shuffled(7), 1))
    >>> features.shape == (v1.width,), int(features[v1.layout["hand"].slice].sum())
    (True, 10)
    """

    name: str
    layout: dict[str, Block]
    width: int

    def encode(self, views: Any, out: Any | None = None, suits: Any | None = None) -> Any:
        """Writes the features of (n,) VIEW records to `out`, (n, width) uint8, and returns it.

        `suits` is a permutation (4,) for all rows, or (n, 4) for each its own.
        """
        if out is None:
            out = np.empty((len(views), self.width), np.uint8)
        elif out.shape != (len(views), self.width) or out.dtype != np.uint8:
            raise ValueError(
                f"out is a uint8 array of shape ({len(views)}, {self.width}), "
                f"not {out.dtype} of shape {out.shape}"
            )
        if suits is None:
            suits = IDENTITY
        elif np.ndim(suits) == 1:
            suits = checked(suits)
        else:
            suits = np.asarray(suits, np.int64)
            if suits.shape != (len(views), 4):
                raise ValueError(f"suits is (4,) or ({len(views)}, 4), not {suits.shape}")
            if np.any(np.sort(suits, axis=1) != IDENTITY):
                raise ValueError("suits holds a row that is no permutation of 0, 1, 2, 3")
        encode_rows(writable(views), out.view(np.int64), np.atleast_2d(suits))
        return out

    def features(self, view: Any) -> Any:
        """Returns the features of one `View`, (width,) uint8."""
        return self.encode(view._array)[0]


ENCODINGS = {"v1": Encoding("v1", V1, V1_WIDTH)}


def encoding(name: str) -> Encoding:
    """Returns an encoding by name; raises ValueError for an unknown one."""
    if not isinstance(name, str) or name not in ENCODINGS:
        raise ValueError(f"there is no encoding {name!r}; there are: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def layout_table(name: str = "v1") -> str:
    """Returns the layout of an encoding as a Markdown table."""
    lines = ["| columns | block | meaning |", "|---|---|---|"]
    for block in encoding(name).layout.values():
        last = block.start + block.width - 1
        columns = f"{block.start}" if block.width == 1 else f"{block.start}-{last}"
        lines.append(f"| {columns} | `{block.name}` | {block.meaning} |")
    return "\n".join(lines)
