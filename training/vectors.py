"""Test vectors of a policy, chosen from every phase and every contract, and written down.

Example: python -m training.vectors policies/club
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tyro

from skat_gym.players import CompositePolicy, Policy, load_policy
from skat_gym.players.network.folder import read_folder, write_vectors
from skat_gym.players.network.vectors import Vector, answers
from skat_gym.players.policy import STAGE, STAGES
from skat_gym.rules import Contract, Deal, Phase
from skat_gym.rules.contract import N_CONTRACTS
from training.console import run

VECTORS = 1024
_AT_RANDOM = 0.3
_OTHERS = 6
"""Vectors of each other phase for one of each contract in play."""


def moments(policy: Policy, games: int, seed: int = 0) -> list[Deal]:
    """Plays deals with a policy in every seat; returns all moments that leave it a choice.

    A third of the deals is self-play, a third has random actions in between, a third begins with
    one contract after the other, so that all are there. Stages the policy does not decide are the
    rulebook's, and left out.
    """
    everything = CompositePolicy(
        load_policy("rulebook"), {stage: policy for stage in STAGES if stage in policy.phases}
    )
    draw = np.random.default_rng(seed)
    playing = [_start(number, draw) for number in range(games)]
    styles = [number % 3 for number in range(games)]
    found: list[Deal] = []
    while playing:
        found += [d for d in playing if len(d.legal) > 1 and _stage(d) in policy.phases]
        following = []
        for deal, style, action in zip(playing, styles, answers(everything, playing), strict=True):
            at_random = style > 0 and draw.random() < _AT_RANDOM
            legal = deal.legal
            number = legal[draw.integers(len(legal))] if at_random else int(action)
            following.append((deal.after(number), style))
        following = [(deal, style) for deal, style in following if deal.seat >= 0]
        playing, styles = [d for d, _ in following], [s for _, s in following]
    return found


def choose(policy: Policy, n: int = VECTORS, seed: int = 0) -> list[str]:
    """Returns n lines of test vectors, every phase and contract among them."""
    kinds: dict[tuple[Phase, Contract | None], list[Deal]] = {}
    for deal in moments(policy, max(n // 3, 3 * N_CONTRACTS), seed):
        kinds.setdefault((deal.phase, deal.contract), []).append(deal)
    draw = np.random.default_rng(seed)
    for kind, deals in kinds.items():
        kinds[kind] = [deals[k] for k in draw.permutation(len(deals))]
    chosen: list[Deal] = []
    while len(chosen) < n and any(kinds.values()):
        for (phase, _), deals in kinds.items():
            take = 1 if phase is Phase.PLAY else _OTHERS
            chosen += deals[:take]
            del deals[:take]
    chosen = chosen[:n]
    actions = answers(policy, chosen)
    return [str(Vector(d, int(a))) for d, a in zip(chosen, actions, strict=True)]


def _stage(deal: Deal) -> str:
    return STAGES[int(STAGE[deal.phase])]


def _start(number: int, draw: np.random.Generator) -> Deal:
    deal = Deal.shuffled(1_000_003 * number + 29)
    if number % 3 < 2:
        return deal
    contract = Contract(number // 3 % N_CONTRACTS)
    deal = deal.after("18", "pass", "pass")
    if not contract.hand:
        deal = deal.after("pick up")
        for _ in range(2):
            deal = deal.after(int(draw.choice(deal.legal)))
    return deal.after(contract.name)


@dataclass
class Args:
    """Chooses a policy's test vectors and writes them into its folder."""

    folder: tyro.conf.Positional[Path]
    """the policy's folder"""
    n: int = VECTORS
    """how many"""
    seed: int = 0
    """of the deals"""


def main(args: Args) -> int:
    """Writes the file and says so."""
    policy = load_policy(str(args.folder))
    lines = choose(policy, args.n, args.seed)
    write_vectors(read_folder(args.folder).path, lines)
    print(f"{len(lines)} test vectors in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
