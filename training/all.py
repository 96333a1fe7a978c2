"""Trains a policy from nothing, ships and measures it: the whole chain in one command.

Rounds of improvement (see `training.rounds`) begin with the rulebook player; the nets of the last
round that was better are exported, with test vectors, and measured against two rulebooks. Started
again, the same command goes on where it was stopped; a longer budget goes on from a shorter one.

Example: python -m training.all --budget 30m --to runs/mine
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import json
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from training import beliefs, export, measure, rounds
from training.chain import nets_stamp
from training.console import run
from training.stages import Stages

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
    first: str = rounds.RULEBOOK
    """who plays and judges until the nets beat it: a name, such as expert, or a folder"""
    about: str = "Trained from nothing."
    """one line about it"""
    hidden: tuple[int, ...] = (512,)
    """neurons in each hidden layer of the nets that play cards; one number: of two equal layers"""
    seed: int = 100
    """of the training"""


def train_all(args: Args) -> int:
    """Runs the chain; raises ValueError if no round brought a policy that decides everything."""
    export.check_place(args.to)
    number, minutes, deals = ROUNDS[args.budget]
    nets = args.work / "nets"
    plan = rounds.Args(
        nets=nets,
        first=args.first,
        work=args.work,
        rounds=number,
        minutes=minutes,
        deals=deals,
        hidden=args.hidden,
        seed=args.seed,
    )
    rounds.improve(plan)
    check_kept(nets)
    print(rounds.standing(plan))
    stages = Stages(args.work / rounds.STAGES)

    def believe() -> None:
        beliefs.train(
            beliefs.Args(
                policy=str(nets),
                out=nets / "beliefs.pt",
                deals=BELIEFS * number,
                minutes=0.08 * minutes,
                seed=args.seed,
            )
        )

    stages.once(f"beliefs of {nets_stamp(nets)}", believe)
    began = time.perf_counter()
    export.export(export.Args(nets=nets, to=args.to, about=args.about, search=SEARCH))
    seconds = stages.seconds + time.perf_counter() - began
    file = args.work / "cost.json"
    file.write_text(json.dumps({"command": _command(args), "minutes": round(seconds / 60, 1)}))
    return measure.main(
        measure.Args(args.to, deals=deals, training=file, kept=args.work / "measure")
    )


def check_kept(nets: Path) -> None:
    """Raises ValueError if the nets that were kept cannot be shipped."""
    if not (nets / "declarer.pt").exists():
        raise ValueError(
            "no round was better than the rulebook, so there is nothing to ship: "
            "a longer --budget goes on with the positions that are there"
        )
    if not (nets / "games.pt").exists():
        raise ValueError(
            f"better than the rulebook was the card play alone, and what ships decides games and "
            f"bids, too: the nets are in {nets}, a longer --budget goes on from them"
        )


def _command(args: Args) -> str:
    words = ["python", "-m", "training.all", "--budget", args.budget]
    if args.first != rounds.RULEBOOK:
        words += ["--first", args.first]
    if args.hidden != Args.hidden:
        words += ["--hidden", *map(str, args.hidden)]
    return shlex.join(words)


if __name__ == "__main__":
    sys.exit(run(train_all, Args, __doc__))
