"""The page of all shipped policies, and their cards, written from eval.json files alone.

Example: python -m training.page policies
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tyro

from skat_gym.players import PolicyError
from skat_gym.players.catalogue import searching
from skat_gym.players.network.folder import CARD, EVALUATION
from training.card import Figures, plus_minus, table, write_card
from training.console import run

_HEAD = """\
# Policies

Trained policies live here, one folder each. This page and the cards are written from the
`eval.json` files by `python -m training.page policies`, and those by
`python -m training.measure policies/NAME` with the options that are told at the end of its card.
"""
_NONE = """\
None is shipped yet; train a first one with `python training/quickstart.py`.
"""
_USE = """\
Seeger-Fabian points a deal, full game, 95 % intervals clustered by deal. `skat-gym policies` lists
the same, `skat-gym policies NAME` shows a card, and `load_policy(NAME)` loads one; the name sits
down wherever a policy is asked for.
"""
LEVELS_FILE = "levels.json"
_LEVELS = """\
## Levels for people

From easy to strong, each where it sits alone among two of the level before it. Weaker ones know or
remember less; none plays at random. `memory=N` forgets all but the last N tricks. Measured by
`python -m training.levels policies`.
"""
_FILES = """\
## A policy's folder

- `config.json`: format, name, version, inputs, nets (sizes, shifts, unit), the policy's settings.
- `weights.safetensors`: `NET.K.weight` (in, out) int16 and `NET.K.bias` (out,) int32 of layer K. A
  layer computes z = a W + b; a hidden one hands on clip(floor(z / 2^shift), 0, 255), the last one
  gives z, in steps of `unit`. Inputs are 0 or 1. No sum can reach 2^24, so int32 and float32
  hold all of it exactly, in any order.
- `test_vectors.json`: deals up to a moment and the action decided there, which every machine and
  every size of batch repeats. Vector k is asked with the key k x 0x9E3779B97F4A7C15 mod 2^64.
- `eval.json`: what was measured, with the commands; `card.md`: the same to read.

The SHA-256 is that of the configuration (JSON with sorted keys, without blanks), a line feed and
the weights' file. A folder whose `eval.json` states another one is refused.
"""


def page(evaluations: Sequence[Figures], levels: Figures | None = None) -> str:
    """Returns the page of policies, strongest first, from what their eval.json files hold.

    `levels` is what levels.json holds.
    """
    ranked = sorted(evaluations, key=lambda e: -e["strength"]["edge"])
    rows = [row for e in ranked for row in (_row(e), *_with_search(e))]
    head = ("policy", "", "decides", "edge over two rulebooks", "seat difference", "deals", "size")
    shown = [f"{table((*head, 'ms a decision: alone; in batches'), rows)}\n", _USE]
    if levels is not None:
        shown += [_LEVELS, f"{_steps(levels)}\n"]
    return "\n".join([_HEAD, *(shown if rows else [_NONE]), _FILES])


def _steps(levels: Figures) -> str:
    head = ("level", "edge over two of", "", "deals")
    rows = [
        (f"`{step['a']}`", f"`{step['b']}`", plus_minus(step, "edge"), str(step["deals"]))
        for step in levels["steps"]
    ]
    return table(head, rows)


def _row(e: Figures) -> tuple[str, ...]:
    return (
        f"[{e['policy']}]({e['policy']}/{CARD})",
        e["about"],
        ", ".join(e["phases"]),
        plus_minus(e["strength"], "edge"),
        plus_minus(e["strength"], "seat_difference"),
        str(e["strength"]["deals"]),
        f"{e['size']['bytes'] / 1e6:.1f} MB",
        _slowest(e["latency"]),
    )


def _with_search(e: Figures) -> list[tuple[str, ...]]:
    """The row of the policy with search; only its edge is measured, where it sits alone."""
    found = searching(e)
    if found is None:
        return []
    about = f"{e['policy']}, trying its cards in sampled deals"
    edge, deals = plus_minus(found, "edge"), str(found["deals"])
    return [
        (found["policy"], about, ", ".join(e["phases"]), edge, "-", deals, "", "up to a second")
    ]


def read_evaluations(folder: Path) -> list[Any]:
    """Reads every eval.json of the folders in a folder, by name; raises PolicyError."""
    found = []
    for file in sorted(folder.glob(f"*/{EVALUATION}")):
        try:
            found.append(json.loads(file.read_text(encoding="utf-8")))
        except ValueError as error:
            raise PolicyError(f"{str(file)!r} is broken: it is no JSON ({error})") from error
    return found


def write_page(folder: Path) -> None:
    """Writes the page of the policies in a folder from their eval.json files."""
    file = folder / LEVELS_FILE
    levels = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
    text = page(read_evaluations(folder), levels)
    (folder / "README.md").write_text(text, encoding="utf-8")


def _slowest(timing: Figures | None) -> str:
    stages = [v for v in (timing or {}).values() if isinstance(v, Mapping)]
    if not stages:
        return "-"
    return "; ".join(f"{max(v[name] for v in stages):.2f}" for name in ("alone", "batch"))


@dataclass
class Args:
    """Writes the cards and the page of the policies in a folder from their eval.json files."""

    folder: tyro.conf.Positional[Path] = Path("policies")
    """the folder that holds the policies' folders"""


def main(args: Args) -> int:
    """Writes a card for each policy that has been measured, and the page."""
    evaluations = read_evaluations(args.folder)
    for file in sorted(args.folder.glob(f"*/{EVALUATION}")):
        write_card(file.parent)
    write_page(args.folder)
    print(f"{len(evaluations)} cards and {args.folder / 'README.md'}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
