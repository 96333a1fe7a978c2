"""The list of policies: what they are, how strong, how large."""

from __future__ import annotations

import json as _json
from collections.abc import Mapping
from typing import Any

from skat_gym.players.network.folder import CARD, EVALUATION, folder_named, read_folder
from skat_gym.players.policy import STAGES, PolicyError
from skat_gym.players.registry import load_policy, policy_names

ABOUT = {
    "random": "any legal action, each as likely",
    "rulebook": "rules of the card table, the last four cards played out; frozen",
    "search:POLICY": "cards tried in sampled deals, the rest by POLICY",
    "sb3:...": "a Stable-Baselines3 model, sb3:FILE.zip",
}
"""A line on each name that is no folder's."""


def entries() -> list[dict[str, Any]]:
    """Returns a row for each policy, for JSON.

    Each has `name` and `about`; shipped ones have `phases`, `size` in bytes, `sha256` and
    `strength`, too: edge and seat difference with half their 95 % intervals, over how many deals,
    against whom; None where nothing is measured. `searching` is the edge with `search:` before the
    name, the same way.
    """
    return [entry(name) for name in policy_names()]


def entry(name: str) -> dict[str, Any]:
    """Returns the row of one policy; a broken folder says so in `about`."""
    path = None if name in ABOUT else folder_named(name)
    if path is None:
        return {"name": name, "about": ABOUT.get(name, "")}
    try:
        folder = read_folder(path)
        evaluation = folder.read_json(EVALUATION) or {}
    except PolicyError as error:
        return {"name": name, "about": f"broken: {error}"}
    return {
        "name": name,
        "about": folder.config.get("about", ""),
        "phases": evaluation.get("phases"),
        "size": folder.size,
        "sha256": folder.sha256,
        "strength": evaluation.get("strength"),
        "searching": searching(evaluation),
    }


def searching(evaluation: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns what an eval.json says of the policy with search over two rulebooks."""
    for one in evaluation.get("alone", ()):
        if one["b"] == "rulebook":
            told = {key: one[key] for key in ("edge", "edge_ci", "deals", "seed")}
            return {"policy": one["a"], "against": one["b"], **told}
    return None


def table(rows: list[dict[str, Any]]) -> str:
    """Returns the rows as text, further lines for what has been measured."""
    width = max(13, *(len(row["name"]) for row in rows)) + 2
    lines = []
    for row in rows:
        lines.append(f"{row['name']:<{width}}{row['about']}".rstrip())
        if row.get("size"):
            lines.append(f"{'':<{width}}{_figures(row)}")
        if row.get("searching"):
            more = row["searching"]
            lines.append(f"{'':<{width}}as {more['policy']}: {_edge(more)}")
    lines.append("A+play=B puts two together: A, but B for a stage (auction, skat, play).")
    return "\n".join(lines)


def card_of(name: str, *, json: bool = False) -> str:
    """Returns a policy's card, or as JSON its evaluation; of one without a card its row.

    Raises PolicyError if there is no such policy.
    """
    path = None if name in ABOUT else folder_named(name)
    if path is None:
        row = entry(name) if name in policy_names() else _made_up(name)
        return _json.dumps(row, indent=2) if json else f"{name}: {row['about']}"
    folder = read_folder(path)
    file = folder.path / (EVALUATION if json else CARD)
    if not file.is_file():
        raise PolicyError(
            f"policy {name!r} has no {file.name} yet: python -m training.measure {path} writes it"
        )
    return file.read_text(encoding="utf-8")


def _made_up(name: str) -> dict[str, Any]:
    """Returns the row of a policy that a name puts together; PolicyError if it stands for none."""
    policy = load_policy(name)
    stages = [stage for stage in STAGES if stage in policy.phases]
    about = f"decides {', '.join(stages)}; made of what its name says, with no card of its own"
    return {"name": name, "about": about, "phases": stages}


def _figures(row: dict[str, Any]) -> str:
    strength = row["strength"]
    words = [f"{row['size'] / 1e6:.1f} MB"]
    if row["phases"]:
        words.insert(0, ", ".join(row["phases"]))
    if strength is None:
        return "; ".join([*words, "not measured"])
    return "; ".join([_edge(strength), *words])


def _edge(strength: Mapping[str, Any]) -> str:
    half = strength["edge_ci"]
    edge = f"{strength['edge']:+.2f} +- {'?' if half is None else f'{half:.2f}'}"
    return f"edge {edge} a deal over two {strength['against']} ({strength['deals']} deals)"
