"""Measures the levels that people are offered, each over the one before it.

What a policy's own eval.json holds of such a match is taken from there. The page of policies shows
what is written, and a test holds the order of the levels to it.

Example: python -m training.levels policies --deals 3000
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import tyro

from skat_gym.play.match_options import LEVELS, UNTRAINED
from skat_gym.players.network.folder import EVALUATION, find_policies, read_folder
from skat_gym.progress import bar
from training.alone import play_alone
from training.console import run
from training.page import LEVELS_FILE, write_page

KEPT = ("a", "b", "deals", "command", "edge", "edge_ci")


@dataclass
class Args:
    """Measures the levels that people are offered, each over the one before it."""

    folder: tyro.conf.Positional[Path] = Path("policies")
    """the folder of the policies: levels.json and the page are written there"""
    deals: int = 3000
    """of each match"""
    seed: int = 5
    """which deals"""
    workers: int | None = None
    """processes (default: all cores where that pays)"""
    kept: Path = Path("runs/levels")
    """folder of what was played; the same command goes on from it"""


def pairs() -> Iterator[tuple[str, str]]:
    """Yields each level with the one before it, the first with random."""
    names = ["random", *(level.policy for level in LEVELS if level.policy != UNTRAINED)]
    for before, name in pairwise(names):
        yield name, before


def measure(args: Args) -> list[dict[str, Any]]:
    """Plays the matches that no eval.json holds; returns a row for each pair."""
    if args.deals < 2:
        raise ValueError(f"--deals is at least 2, not {args.deals}")
    known = {(row["a"], row["b"]): row for row in _evaluated(args.folder)}
    args.kept.mkdir(parents=True, exist_ok=True)
    weights = "".join(read_folder(path).sha256[:8] for path in find_policies().values())
    rows = []
    for a, b in pairs():
        row = known.get((a, b))
        if row is None:
            file = "".join(c if c.isalnum() else "-" for c in f"{a} {b} {args.seed} {weights}")
            with bar(f"{a} alone among {b}", args.deals) as show:
                row = play_alone(
                    a,
                    b,
                    args.deals,
                    args.seed,
                    workers=args.workers,
                    checkpoint=args.kept / file,
                    on_progress=show,
                ).as_dict()
        rows.append({key: row[key] for key in KEPT})
        print(f"{a} over {b}: {row['edge']:+.2f} +- {row['edge_ci']:.2f}", flush=True)
    return rows


def _evaluated(folder: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(folder.glob(f"*/{EVALUATION}")):
        yield from json.loads(file.read_text(encoding="utf-8"))["alone"]


def main(args: Args) -> int:
    """Measures, and writes the file and the page."""
    shipped = {name: read_folder(path).sha256 for name, path in find_policies().items()}
    told = {"sha256": shipped, "steps": measure(args)}
    text = json.dumps(told, indent=1) + "\n"
    (args.folder / LEVELS_FILE).write_text(text, encoding="utf-8")
    write_page(args.folder)
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
