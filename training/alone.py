"""Plays the tables at which one policy sits alone among two of another, in each seat once.

A third of a comparison's work where that policy thinks long: its edge can be read off them, but not
the seat difference, for which the other one would have to sit alone, too. The deals of a seed are
those of `skat-gym evaluate`. Blocks already there are kept, so a run that was stopped goes on where
it was, and workers may share the blocks.

Example: python -m training.alone search:expert rulebook --deals 8000 --kept runs/alone
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from skat_gym.evaluation import Interval
from skat_gym.evaluation.standing import edges_of
from skat_gym.evaluation.tables import BLOCK, Tables
from skat_gym.players import load_policy
from skat_gym.players.policy import fingerprint
from skat_gym.progress import bar
from training.shape import without_null

ABOUT = "about.json"


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
    kept: Path = Path("runs/alone")
    """folder of what was played"""
    worker: int = 0
    """which worker this is"""
    workers: int = 1
    """how many share the blocks"""


@dataclass(frozen=True)
class Alone:
    """Holds what was played: OUTCOME records (deals, 3), the policy in seat 0, 1, 2."""

    about: dict[str, Any]
    outcomes: Any

    @classmethod
    def read(cls, folder: Path) -> Alone:
        """Reads the blocks from the first on to the first that is missing.

        Raises ValueError if there is none.
        """
        about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        blocks: list[Any] = []
        while (path := folder / f"{len(blocks):05d}.npy").exists():
            blocks.append(np.load(path))
        if not blocks:
            raise ValueError(f"{folder} holds no block of deals yet")
        return cls(about, np.concatenate(blocks))

    @property
    def edges(self) -> Any:
        """The edge in each deal, (deals,)."""
        return edges_of(self.outcomes)

    def as_dict(self) -> dict[str, Any]:
        """Returns the figures for an eval.json."""
        edge = Interval.of(self.edges)
        others = Interval.of(edges_of(without_null(self.outcomes)))
        deals = len(self.outcomes)
        a, b, seed = self.about["a"], self.about["b"], self.about["seed"]
        return {
            "a": a,
            "b": b,
            "deals": deals,
            "seed": seed,
            "command": f"python -m training.alone {a} {b} --deals {deals} --seed {seed}",
            "edge": edge.mean,
            "edge_ci": edge.json,
            "without_null": {"edge": others.mean, "edge_ci": others.json},
        }


def play(args: Args) -> None:
    """Plays this worker's blocks that are missing."""
    a, b = load_policy(args.a), load_policy(args.b)
    about = {"a": args.a, "b": args.b, "seed": args.seed, "who": [fingerprint(a), fingerprint(b)]}
    args.kept.mkdir(parents=True, exist_ok=True)
    file = args.kept / ABOUT
    if file.exists() and json.loads(file.read_text(encoding="utf-8")) != about:
        raise ValueError(f"{args.kept} holds deals of other policies: name another folder")
    file.write_text(json.dumps(about), encoding="utf-8")
    tables = Tables([[a, b, b], [b, a, b], [b, b, a]], seed=args.seed)
    blocks = range(args.worker, -(-args.deals // BLOCK), args.workers)
    with bar(f"{args.a} alone among {args.b}", len(blocks)) as show:
        for done, block in enumerate(blocks):
            path = args.kept / f"{block:05d}.npy"
            if not path.exists():
                n = min(BLOCK, args.deals - block * BLOCK)
                half = path.with_suffix(".part.npy")
                np.save(half, tables.outcomes(block * BLOCK, n))
                half.replace(path)
            show(done + 1)


def main(args: Args) -> int:
    """Plays, and says what all the blocks give."""
    try:
        if args.deals < 2:
            raise ValueError(f"--deals is at least 2, not {args.deals}")
        play(args)
        found = Alone.read(args.kept)
    except (ValueError, OSError) as error:
        print(f"alone: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    edge = Interval.of(found.edges)
    print(f"{args.a}: edge {edge} over two {args.b}, {len(found.outcomes)} deals")
    return 0


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Args, description=__doc__)))
