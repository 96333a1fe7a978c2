"""Trains a policy from nothing, ships and measures it: the whole chain in one command.

Rounds of improvement (see `training.rounds`) begin with the rulebook player; the nets of the last
round that was better are exported, with test vectors, and measured against two rulebooks. A run
that was stopped goes on where it was if its labels are still there.

Example: python -m training.all --budget 30m --to runs/mine
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import tyro

from training import beliefs, export, measure, rounds

ROUNDS = {"30m": (1, 25.0, 2000), "3h": (4, 40.0, 4000), "12h": (10, 65.0, 8000)}
"""By budget: rounds, minutes of one, deals in every comparison."""

BELIEFS = 15_000
"""Deals that beliefs are learned from, for each round."""
SEARCH = "judge=playouts,worlds=64,trust=0,lean=0.3,doubt=1.5,guests=0.5,from_trick=2,auction=skat"
"""How `search:` searches on top of it."""


@dataclass
class Args:
    """Trains a policy from nothing, ships and measures it."""

    budget: Literal["30m", "3h", "12h"] = "30m"
    """time of one core"""
    to: Path = Path("runs/mine")
    """the policy's folder; its name is the policy's"""
    work: Path = Path("runs/all")
    """where nets, positions and logs are kept"""
    about: str = "Trained from nothing."
    """one line about it"""
    hidden: int = 512
    """neurons in each hidden layer of the nets that play cards"""
    seed: int = 100
    """of the training"""


def train_all(args: Args) -> None:
    """Runs the chain."""
    began = time.perf_counter()
    number, minutes, deals = ROUNDS[args.budget]
    nets = args.work / "nets"
    rounds.improve(
        rounds.Args(
            nets=nets,
            work=args.work,
            rounds=number,
            minutes=minutes,
            deals=deals,
            hidden=args.hidden,
            seed=args.seed,
        )
    )
    beliefs.train(
        beliefs.Args(
            policy=str(nets),
            out=nets / "beliefs.pt",
            deals=BELIEFS * number,
            minutes=0.08 * minutes,
            seed=args.seed,
        )
    )
    export.export(export.Args(nets=nets, to=args.to, about=args.about, search=SEARCH))
    cost = {
        "command": f"python -m training.all --budget {args.budget}",
        "minutes": round((time.perf_counter() - began) / 60, 1),
    }
    file = args.work / "cost.json"
    file.write_text(json.dumps(cost))
    measure.main(measure.Args(args.to, deals=deals, training=file, kept=args.work / "measure"))


if __name__ == "__main__":
    train_all(tyro.cli(Args, description=__doc__))
