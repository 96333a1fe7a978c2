"""Rounds of improvement: a policy plays on from its own positions, and learns from what came of it.

This is policy iteration with every action tried. In positions of its own games (with a share of
random cards) every legal card is played, and the policy itself plays on in all seats; nets regress
the differences. What makes a card better is then what really follows from it between players who
do not see each other's cards, which a solver's verdict is not. Compared with policy gradients (PPO
on the batched environments) no card's worth has to be told apart from the luck of a whole deal:
all cards of a position share the hidden cards. A round is kept if it beats the one before on the
same deals.

Example: python -m training.rounds --nets runs/nets --rounds 4 --minutes 20
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import tyro

from skat_gym.evaluation import evaluate
from skat_gym.players.network.card_play import KINDS
from training import bids, games, label, play_net
from training.chain import is_chain, policy_of
from training.log import Log

SEED = 52_000
"""Of the deals that rounds are judged on."""
NAMINGS = 2
"""Names of the suits under which cards are looked at when a round is judged."""
_TRAINING = {"declarer": 0.13, "defender": 0.2, "null_declarer": 0.02, "null_defender": 0.03}
"""Shares of a round's time."""


@dataclass
class Args:
    """Improves the nets of a folder by rounds of self-play; from nothing if it is empty."""

    nets: Path = Path("runs/nets")
    """the folder of nets: the rulebook takes their place until there are any"""
    work: Path = Path("runs/rounds")
    """where positions, tried games and candidates are kept"""
    rounds: int = 2
    """how many"""
    minutes: float = 20.0
    """of one round, judging aside"""
    deals: int = 3000
    """each round is judged on"""
    hidden: int = 512
    """neurons in each hidden layer of the nets that play cards"""
    keep: int = 3
    """rounds whose positions are learned from"""
    seed: int = 100
    """of the first round"""


def player(nets: Path) -> str:
    """Returns who plays: the nets of a folder, the rulebook if there are none."""
    return str(nets) if is_chain(str(nets)) else "rulebook"


def _start(nets: Path, name: str) -> Path | None:
    path = nets / f"{name}.pt"
    return path if path.exists() else None


def learn_cards(args: Args, number: int, candidate: Path) -> None:
    """Labels positions of the player's own games and trains the four nets that play cards."""
    seed = args.seed + 10 * number
    for null, share in ((True, 0.03), (False, 0.36)):
        label.main(
            label.Args(
                out=args.work / f"{'null' if null else 'cards'}-{number}",
                policy=player(args.nets),
                judge="playouts",
                null=null,
                share=1.0 if null else 0.4,
                games=10**7,
                shard=8000 if null else 1000,
                seed=seed + null,
                minutes=share * args.minutes,
            )
        )
    past = range(max(0, number - args.keep + 1), number + 1)
    for kind in KINDS:
        null = kind.startswith("null")
        play_net.train(
            play_net.Args(
                data=[args.work / f"{'null' if null else 'cards'}-{k}" for k in past],
                kind=kind,
                out=candidate / f"{kind}.pt",
                start=_start(args.nets, kind),
                hidden=(256, 256) if null else (args.hidden, args.hidden),
                minutes=_TRAINING[kind] * args.minutes,
                seed=seed,
            )
        )


def learn_games(args: Args, number: int, candidate: Path, first: bool) -> None:
    """Tries games and trains the nets of games and bids.

    In the first round the rulebook plays them, much faster than nets: many rough groups teach more
    than few exact ones. Later the candidate plays.
    """
    seed = args.seed + 10 * number
    who = "rulebook" if first else str(candidate)
    tried = games.Args(
        policy=who,
        data=[args.work / f"games-{number}"],
        out=candidate / "games.pt",
        groups=10**7,
        start=_start(args.nets, "games"),
        minutes=0.14 * args.minutes,
        shard=1000,
        seed=seed,
    )
    games.gather(tried)
    games.train(tried)
    bids.train(
        bids.Args(
            policy=who,
            nets=candidate,
            out=candidate / "bids.pt",
            deals=10**7,
            minutes=0.08 * args.minutes,
            seed=seed,
        )
    )


def improve(args: Args) -> None:
    """Runs the rounds; the folder of nets holds the best at any time.

    Card play is judged first, at the rulebook's contracts; then the whole game, against the player
    with the new card play and the old auction and games.
    """
    log = Log(args.work / "rounds.jsonl")
    args.nets.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()

    def keep(number: int, what: str, names: Sequence[str], fixed: str | None) -> None:
        candidate = args.work / f"candidate-{number}"
        against = player(args.nets)
        result = evaluate(
            policy_of(str(candidate), NAMINGS),
            policy_of(against, NAMINGS),
            args.deals,
            SEED,
            contracts=fixed,
        )
        apart = result.seat_difference["seeger-fabian"]
        kept = apart.mean > 0
        for name in names if kept else ():
            shutil.copy(candidate / f"{name}.pt", args.nets)
        log.write(
            round=number,
            what=what,
            kept=kept,
            against="rulebook" if against == "rulebook" else "nets before",
            edge=round(result.edge["seeger-fabian"].mean, 2),
            edge_half=round(result.edge["seeger-fabian"].half, 2),
            seat_difference=round(apart.mean, 2),
            seat_difference_half=round(apart.half, 2),
            deals=args.deals,
            minutes=round((time.perf_counter() - began) / 60, 1),
        )

    for number in range(args.rounds):
        candidate = args.work / f"candidate-{number}"
        candidate.mkdir(parents=True, exist_ok=True)
        learn_cards(args, number, candidate)
        keep(number, "card play", KINDS, "rulebook")
        first = _start(args.nets, "games") is None
        for name in ("games", "bids"):
            start = _start(args.nets, name)
            if start is not None:
                shutil.copy(start, candidate)
        learn_games(args, number, candidate, first)
        keep(number, "whole game", ("games", "bids"), None)


if __name__ == "__main__":
    improve(tyro.cli(Args, description=__doc__))
