"""Rounds of improvement: a policy plays on from its own positions, and learns from what came of it.

This is policy iteration with every action tried. In positions of its own games (with a share of
random cards) every legal card is played, and the policy itself plays on in all seats; nets regress
the differences. What makes a card better is then what really follows from it between players who
do not see each other's cards, which a solver's verdict is not. Compared with policy gradients (PPO
on the batched environments) no card's worth has to be told apart from the luck of a whole deal:
all cards of a position share the hidden cards. A round is kept if it beats the one before on the
same deals. Started again, the same command goes on where it was stopped.

Example: python -m training.rounds --nets runs/nets --rounds 4 --minutes 20
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skat_gym.players.network.card_play import KINDS
from skat_gym.players.policy import ALL_STAGES
from training import bids, games, label, play_net
from training.chain import DECIDING, check_nets, is_chain, is_shipped, policy_of
from training.console import run
from training.log import Log, spent
from training.mlp import load_net
from training.stages import Stages
from training.verdict import Judge, replacing, take_over

STAGES = "stages.json"
"""The file that says what is done."""
RULEBOOK = "rulebook"
_TRAINING = {"declarer": 0.13, "defender": 0.2, "null_declarer": 0.02, "null_defender": 0.03}
"""Shares of a round's time."""
_LABELS, _NULLS, _GAMES, _BIDS = 0.36, 0.03, 0.14, 0.08
_NULL_LAYERS = (256, 256)


@dataclass
class Args:
    """Improves the nets of a folder by rounds of self-play; from nothing if it is empty."""

    nets: Path = Path("runs/nets")
    """the folder of nets in training: the first player takes their place until there are any"""
    first: str = RULEBOOK
    """the first player, a name or folder: it plays and judges until the nets beat it"""
    work: Path = Path("runs/rounds")
    """where positions, tried games, candidates and what is done are kept"""
    rounds: int = 2
    """how many in all: those done already count"""
    minutes: float = 20.0
    """of one round, judging aside"""
    deals: int = 3000
    """each round is judged on"""
    hidden: tuple[int, ...] = (512,)
    """neurons in each hidden layer of the nets that play cards; one number: of two equal layers"""
    keep: int = 3
    """rounds whose positions are learned from"""
    seed: int = 100
    """of the first round"""


def layers(hidden: Sequence[int]) -> tuple[int, ...]:
    """Returns the widths of hidden layers; one number stands for two equal layers.

    >>> layers([512]), layers([768, 512])
    ((512, 512), (768, 512))
    """
    return (*hidden, *hidden) if len(hidden) == 1 else tuple(hidden)


def check(args: Args) -> None:
    """Raises ValueError, before anything is written, if the rounds could not be run."""
    if args.rounds < 1 or args.deals < 2 or args.keep < 1 or not args.minutes > 0:
        raise ValueError("--rounds and --keep are at least 1, --deals 2, --minutes above 0")
    if not args.hidden or min(args.hidden) < 1:
        raise ValueError("--hidden is one number of neurons or several, each at least 1")
    if args.nets.exists() and not args.nets.is_dir():
        raise ValueError(f"{str(args.nets)!r} is no folder")
    if is_shipped(args.nets):
        raise ValueError(
            f"{str(args.nets)!r} is a policy that ships, whose nets hold integers and are not "
            f"trained on: name a new folder with --nets, and --first {args.nets} to learn from it"
        )
    if not policy_of(args.first).phases >= ALL_STAGES:
        raise ValueError(
            f"{args.first!r} does not decide every stage: --first takes a whole player, such as "
            f"{RULEBOOK}+play={args.first}"
        )


def check_start(args: Args) -> None:
    """Raises ValueError if the nets that are there are no player, or of other widths than asked."""
    if not is_chain(str(args.nets)):
        return
    check_nets(args.nets, KINDS)
    for kind in KINDS:
        wanted = _NULL_LAYERS if kind.startswith("null") else layers(args.hidden)
        found = tuple(load_net(args.nets / f"{kind}.pt")[0].sizes[1:-1])
        if found != wanted:
            raise ValueError(
                f"{args.nets / kind}.pt has hidden layers of {' '.join(map(str, found))}, not "
                f"of {' '.join(map(str, wanted))}: nets are gone on from as wide as they are"
            )


def player(args: Args, stages: Stages) -> str:
    """Returns who plays and judges: the nets once they have beaten the first player, or else it.

    Nets are kept if they beat the rulebook; against another first player they are tried apart.
    """
    beaten = args.first == RULEBOOK or stages.noted(_beaten(args), False)
    return str(args.nets) if beaten and is_chain(str(args.nets)) else args.first


def _beaten(args: Args) -> str:
    return f"{args.first} is beaten"


def _start(nets: Path, name: str) -> Path | None:
    path = nets / f"{name}.pt"
    return path if path.exists() else None


def learn_cards(args: Args, number: int, candidate: Path, stages: Stages) -> None:
    """Labels positions of the player's own games and trains the four nets that play cards."""
    seed = args.seed + 10 * number
    for null, share in ((True, _NULLS), (False, _LABELS)):
        out = args.work / f"{'null' if null else 'cards'}-{number}"
        before = spent(out / "label-0.jsonl")
        task = label.Args(
            out=out,
            policy=player(args, stages),
            judge="playouts",
            null=null,
            share=1.0 if null else 0.4,
            games=10**7,
            shard=8000 if null else 1000,
            seed=seed + null,
            minutes=share * args.minutes - before / 60,
        )
        _once(stages, f"{number}: labels{' of null' if null else ''}", label.main, task, before)
    past = range(max(0, number - args.keep + 1), number + 1)
    for kind in KINDS:
        null = kind.startswith("null")
        course = play_net.Args(
            data=[args.work / f"{'null' if null else 'cards'}-{k}" for k in past],
            kind=kind,
            out=candidate / f"{kind}.pt",
            start=_start(args.nets, kind),
            hidden=_NULL_LAYERS if null else layers(args.hidden),
            minutes=_TRAINING[kind] * args.minutes,
            seed=seed,
        )
        _once(stages, f"{number}: {kind}", play_net.train, course)


def learn_games(args: Args, number: int, whole: Path, stages: Stages) -> None:
    """Tries games and trains the nets of games and bids in a folder whose cards are decided.

    In the first round the first player plays them. The rulebook is much faster than nets: many
    rough groups teach more than few exact ones. Later the folder's own nets play; a first player
    that they have not beaten plays on, and what they would play themselves is among what is tried.
    """
    seed = args.seed + 10 * number
    new = _start(args.nets, "games") is None
    taught = args.first != RULEBOOK and player(args, stages) == args.first
    who = args.first if new or taught else str(whole)
    before = spent(args.work / f"games-{number}" / "games.jsonl")
    tried = games.Args(
        policy=who,
        favourites=None if new else str(whole),
        data=[args.work / f"games-{number}"],
        out=whole / "games.pt",
        groups=10**7,
        start=_start(args.nets, "games"),
        minutes=_GAMES * args.minutes - before / 60,
        shard=1000,
        seed=seed,
    )
    _once(stages, f"{number}: tried games", games.gather, tried, before)
    _once(stages, f"{number}: games", games.train, tried)
    auctions = bids.Args(
        policy=who,
        nets=whole,
        out=whole / "bids.pt",
        deals=10**7,
        minutes=_BIDS * args.minutes,
        seed=seed,
    )
    _once(stages, f"{number}: bids", bids.train, auctions)


def _once(stages: Stages, name: str, work: Any, task: Any, before: float = 0.0) -> None:
    def do() -> None:
        work(task)

    stages.once(name, do, before)


def improve(args: Args) -> None:
    """Runs the rounds that are not done yet; the folder of nets holds the best at any time.

    Card play is judged first, at the rulebook's contracts. Then the whole game is, with the card
    nets that are kept, those of the round or those before, so that what is judged is what would be
    kept. Where none are kept yet the round's own come along: games alone are no player.
    """
    check(args)
    stages = Stages(args.work / STAGES)
    if not replacing(stages):
        check_start(args)
    judge = Judge(args.nets, args.deals, stages, Log(args.work / "rounds.jsonl"))
    judge.begin()
    args.nets.mkdir(parents=True, exist_ok=True)
    for number in range(args.rounds):
        _round(args, number, stages, judge)


def _round(args: Args, number: int, stages: Stages, judge: Judge) -> None:
    candidate, whole = (args.work / f"{name}-{number}" for name in ("candidate", "whole"))
    learn_cards(args, number, candidate, stages)
    judge.keep(number, "card play", candidate, KINDS, RULEBOOK)

    def join() -> None:
        take_over(candidate, whole, KINDS)
        take_over(args.nets, whole)

    stages.once(f"{number}: cards and games joined", join)
    learn_games(args, number, whole, stages)
    kept = judge.keep(number, "whole game", whole, DECIDING)
    if kept and player(args, stages) != str(args.nets):
        nets, first = str(args.nets), args.first
        beaten = stages.once(
            f"{number}: against {first}",
            lambda: judge.better(number, "first player", nets, first, first),
        )
        stages.note(_beaten(args), beaten)


def main(args: Args) -> None:
    """Runs the rounds and says what came of them."""
    improve(args)
    print(standing(args))


def standing(args: Args) -> str:
    """Returns a sentence that says how far the rounds came."""
    if not is_chain(str(args.nets)):
        return f"no round was better than the rulebook: there are no nets in {args.nets}"
    if player(args, Stages(args.work / STAGES)) != str(args.nets):
        return f"the nets in {args.nets} have beaten the rulebook, {args.first} not yet"
    return f"the best nets are in {args.nets}"


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
