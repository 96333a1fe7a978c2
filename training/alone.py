"""Plays the tables at which one policy sits alone among two of another, in each seat once.

A third of a comparison's work where that policy thinks long: its edge can be read off them, but not
the seat difference, for which the other one would have to sit alone, too. The deals of a seed are
those of `skat-gym evaluate`.

Example: python -m training.alone search:expert rulebook --deals 8000 --kept runs/alone
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from skat_gym.evaluation import Interval
from skat_gym.evaluation.blocks import Job
from skat_gym.evaluation.checkpoint import kept_blocks
from skat_gym.evaluation.standing import edges_of
from skat_gym.progress import bar
from training.console import run
from training.shape import without_null

SEATINGS = ((0, 1, 1), (1, 0, 1), (1, 1, 0))
"""Where the policy, 0, sits at each table; these are the first three of a comparison."""


@dataclass
class Args:
    """Plays the tables at which one policy sits alone among two of another."""

    a: tyro.conf.Positional[str]
    """the policy"""
    b: tyro.conf.Positional[str] = "rulebook"
    """the two others"""
    deals: int = 8000
    """how many, each at three tables"""
    seed: int = 31_000
    """which deals"""
    kept: Path | None = None
    """file that keeps what was played: the same command goes on from there"""
    workers: int | None = None
    """processes (default: all cores where that pays)"""
    json: bool = False
    """print the figures as JSON"""


@dataclass(frozen=True)
class Alone:
    """Holds what was played: OUTCOME records (deals, 3), policy `a` in seat 0, 1, 2."""

    a: str
    b: str
    seed: int
    outcomes: Any

    @property
    def edges(self) -> Any:
        """The edge in each deal, (deals,)."""
        return edges_of(self.outcomes)

    def as_dict(self) -> dict[str, Any]:
        """Returns the figures for an eval.json."""
        edge = Interval.of(self.edges)
        others = Interval.of(edges_of(without_null(self.outcomes)))
        deals = len(self.outcomes)
        asked = f"{self.a} {self.b} --deals {deals} --seed {self.seed}"
        return {
            "a": self.a,
            "b": self.b,
            "deals": deals,
            "seed": self.seed,
            "command": f"python -m training.alone {asked}",
            "edge": edge.mean,
            "edge_ci": edge.json,
            "without_null": {"edge": others.mean, "edge_ci": others.json},
        }


def play_alone(
    a: str,
    b: str,
    deals: int,
    seed: int,
    *,
    workers: int | None = 1,
    checkpoint: Path | None = None,
    on_progress: Callable[[int], object] = lambda _: None,
) -> Alone:
    """Plays deals at the tables where `a` sits alone; see `skat_gym.evaluate` for the rest."""
    if deals < 2:
        raise ValueError(f"deals are at least 2, not {deals}")
    blocks: list[Any] = []
    with closing(kept_blocks(Job((a, b), (SEATINGS,), seed), deals, workers, checkpoint)) as source:
        for _, records in source:
            blocks.append(records)
            on_progress(sum(map(len, blocks)))
    return Alone(a, b, seed, np.concatenate(blocks))


def main(args: Args) -> int:
    """Plays and prints the figures."""
    with bar(f"{args.a} alone among {args.b}", args.deals) as show:
        found = play_alone(
            args.a,
            args.b,
            args.deals,
            args.seed,
            workers=args.workers,
            checkpoint=args.kept,
            on_progress=show,
        )
    figures = json.dumps(found.as_dict())
    edge = Interval.of(found.edges)
    print(figures if args.json else f"{args.a}: edge {edge} over two {args.b}, {args.deals} deals")
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
