"""What a new evaluation takes over from the one before, of the same weights."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skat_gym.players.network.folder import EVALUATION

Figures = Mapping[str, Any]


def read_before(folder: Path) -> Any:
    """Returns what a folder's eval.json holds, None if there is none that can be read."""
    try:
        return json.loads((folder / EVALUATION).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def remembering(new: Figures, old: Figures | None) -> tuple[dict[str, Any], list[str]]:
    """Returns an evaluation with what only the one before holds, and what that is.

    Matches that were not played again stay, with the commands that played them, and so does what
    training says of its cost. Of other weights nothing is taken over.
    """
    told = dict(new)
    if old is None or old.get("sha256") != new["sha256"]:
        return told, []
    kept: list[str] = []
    again = {(one["a"], one["b"]) for one in new["alone"]}
    alone = [one for one in old.get("alone", []) if (one["a"], one["b"]) not in again]
    matches = {key: one for key, one in old["matches"].items() if key not in new["matches"]}
    kept += [f"{one['a']} against {one['b']}" for one in [*matches.values(), *alone]]
    told["matches"] = {**new["matches"], **matches}
    told["alone"] = [*new["alone"], *alone]
    steps = {step["key"] for step in new["steps"]}
    told["steps"] = [*new["steps"], *(s for s in old["steps"] if s["key"] not in steps)]
    before = list(old.get("commands", [])) if kept else []
    told["commands"] = [one for one in before if one not in new["commands"]]
    told["commands"] += new["commands"]  # last, as what is played again replaces what was
    if new["training"] is None and old.get("training") is not None:
        told["training"] = old["training"]
        kept.append("training")
    return told, kept
