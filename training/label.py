"""Labels card play: what every legal card leads to, in deals played with a share of random cards.

Two judges may say what a card leads to. `--judge solver`: the double dummy solver, which sees all
hands and plays them perfectly; its labels cost most for early cards, which are labelled in fewer
deals. `--judge playouts`: the policy itself plays on in all seats, so that what it learns from
them is better than it. Shards already there are kept, so a run that was stopped goes on where it
was, and workers may share the shards. A folder holds labels of one player and one judge alone.

Example: python -m training.label --out runs/labels --games 80000 --worker 0 --workers 2
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import Policy
from skat_gym.solver.labels import label_levels
from training.chain import policy_of
from training.console import run
from training.log import Log
from training.noisy_play import NOISE, guests, play_noisily, shuffled
from training.null_seeker import NullSeeker
from training.origin import claim, stamp
from training.playouts import label_by_playouts
from training.time_limit import limited_bar

FROM = np.array([7, 3, 0])
SHARES = np.array([0.7, 0.2, 0.1])
"""From which card on the solver labels a deal, and in which share of the deals: what is searched
for a position helps with all that follow, and the first cards cost most."""


@dataclass
class Args:
    """Labels card play: what every legal card leads to, in deals played with random cards."""

    out: Path = Path("runs/labels")
    """where shards are written"""
    games: int = 80_000
    """deals to play"""
    policy: str = "rulebook"
    """who plays them: a name, or a folder of nets in training"""
    judge: Literal["solver", "playouts"] = "solver"
    """who says what a card leads to"""
    guests: bool = True
    """let the rulebook take seats in two deals of three"""
    null: bool = False
    """look for null games: only those are kept"""
    share: float = 1.0
    """share of the positions labelled"""
    seed: int = 11
    """of the deals and the random cards"""
    shard: int = 2000
    """deals in a file"""
    worker: int = 0
    """which worker this is"""
    workers: int = 1
    """how many share the shards"""
    minutes: float = 1e9
    """stop after so long, at the end of a shard"""


def label_shard(args: Args, number: int, policy: Policy) -> dict[str, Any]:
    """Plays and labels one shard: views, masks, levels of the labelled positions."""
    rng = np.random.default_rng([args.seed, number])
    deals = shuffled(args.shard, args.seed, number * args.shard)
    player = NullSeeker(policy) if args.null else policy
    noise = np.array(NOISE)[rng.integers(len(NOISE), size=args.shard)]
    guest_seats = guests(args.shard, rng) if args.guests else None
    met = play_noisily(deals, player, rng, noise, 0.03, guest_seats)
    wanted = (met["phase"] != 0) & (rng.random(met.shape) < args.share)
    if args.null:
        wanted &= met["contract"] >= 25
    elif args.judge == "solver":
        since = FROM[rng.choice(len(FROM), size=args.shard, p=SHARES)]
        wanted &= met["played"] >= since[:, None]
    rows = np.ascontiguousarray(met[wanted])
    deal_of = np.nonzero(wanted)[0]
    views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
    view_seat_to_act(rows, views, masks)
    choice = masks & (masks - 1) != 0
    rows, views, masks, deal_of = rows[choice], views[choice], masks[choice], deal_of[choice]
    if args.judge == "solver":
        levels = label_levels(rows, np.r_[True, deal_of[1:] != deal_of[:-1]])
    else:
        seats = None if guest_seats is None else guest_seats[deal_of]
        levels, _ = label_by_playouts(rows, masks, policy, number, guest_seats=seats)
    deal = number * args.shard + deal_of
    return {"views": views, "masks": masks, "levels": levels, "deal": deal}


def main(args: Args) -> None:
    """Labels all shards of this worker that are missing."""
    policy = policy_of(args.policy)
    claim(
        args.out,
        player=stamp(policy),
        judge=args.judge,
        guests=args.guests,
        null=args.null,
        share=args.share,
        seed=args.seed,
        shard=args.shard,
    )
    log = Log(args.out / f"label-{args.worker}.jsonl")
    began, positions = time.perf_counter(), 0
    shards = range(args.worker, -(-args.games // args.shard), args.workers)
    with limited_bar("labelling", len(shards), args.minutes) as show:
        for done, number in enumerate(shards):
            path = args.out / f"{number:05d}.npz"
            if not path.exists():
                if time.perf_counter() - began > 60 * args.minutes:
                    break
                since = time.perf_counter()
                shard = label_shard(args, number, policy)
                half = path.with_suffix(".part.npz")
                np.savez(half, **shard)
                half.replace(path)
                positions += len(shard["masks"])
                log.write(
                    shard=number,
                    positions=positions,
                    seconds=round(time.perf_counter() - began, 1),
                    took=round(time.perf_counter() - since, 3),
                )
            show(done + 1)


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
