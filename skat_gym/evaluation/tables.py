"""Duplicate tables: the same deals played in every seating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from skat_gym.players import Policy, Seating, play_out
from skat_gym.players.composite import covers
from skat_gym.players.policy import ALL_STAGES
from skat_gym.rules.outcome import outcomes_of, scores
from skat_gym.rules.state import DEAL, new_deals
from skat_gym.rules.transition import shuffle_all

BLOCK = 256
"""Deals played in lockstep: always this many, so that nets see the same batches anywhere."""
CONTRACTS = frozenset({"auction", "skat"})
"""The stages decided by another policy when contracts are fixed."""


@dataclass
class Tables:
    """Plays deals at tables: one table for each seating, the same cards at all of them.

    A seating is the policies of forehand, middlehand, rearhand. With `contracts`, that policy
    decides auction and skat in every seat, and the others the cards alone. Randomness is keyed by
    (seed, deal, seat, ply): the same policies on the same deal play the same game at any table.

    >>> from skat_gym.players import load_policy
    >>> rulebook = load_policy("rulebook")
    >>> Tables([[rulebook] * 3], seed=1).outcomes(0, 10).shape
    (10, 1)
    """

    seatings: Sequence[Sequence[Policy]]
    seed: int = 0
    contracts: Policy | None = None
    _codes: Any = field(init=False, repr=False)
    _policies: list[Policy] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        stages = ALL_STAGES if self.contracts is None else ALL_STAGES - CONTRACTS
        for policy in {id(p): p for seating in self.seatings for p in seating}.values():
            covers(policy, stages)
        if self.contracts is not None:
            covers(self.contracts, CONTRACTS)
        joined = Seating()
        codes = []
        for seating in self.seatings:
            for seat, policy in enumerate(seating):
                joined.seat(seat, policy, stages)
                if self.contracts is not None:
                    joined.seat(seat, self.contracts, CONTRACTS)
            codes.append(joined.codes.copy())
        self._codes = np.stack(codes)
        self._policies = joined.policies

    def deals(self, first: int, n: int) -> Any:
        """Plays deals first .. first + n - 1 of the seed; returns (n, tables) DEAL records."""
        m = len(self._codes)
        deals = new_deals(n * m)
        shuffle_all(deals, self.seed, first, m)
        numbers = np.repeat(np.arange(first, first + n), m)
        play_out(deals, np.tile(self._codes, (n, 1, 1)), self._policies, self.seed, numbers)
        return deals.reshape(n, m)

    def outcomes(self, first: int, n: int) -> Any:
        """Plays the same deals; returns (n, tables) OUTCOME records."""
        return outcomes_of(self.deals(first, n))


@dataclass(frozen=True)
class Played:
    """Holds deals played to the end: (n deals, m tables) of the same cards."""

    deals: Any
    """(n, m) DEAL records."""
    points: Any
    """(n, m, 3) plain points by seat."""
    seeger_fabian: Any
    """(n, m, 3) Seeger-Fabian points by seat."""


def play_tables(
    seatings: Sequence[Sequence[Policy]],
    n_deals: int,
    seed: int,
    on_progress: Callable[[int], None] | None = None,
    contracts: Policy | None = None,
) -> Played:
    """Plays deals 0 .. n-1 of a seed at a table for each seating (see `Tables`).

    Raises ValueError without deals, PolicyError if a policy cannot decide or answers illegally.
    """
    if n_deals < 1:
        raise ValueError(f"an evaluation needs at least one deal, not {n_deals}")
    tables = Tables(seatings, seed, contracts)
    done = np.zeros((n_deals, len(seatings)), DEAL)
    for first in range(0, n_deals, BLOCK):
        n = min(BLOCK, n_deals - first)
        done[first : first + n] = tables.deals(first, n)
        if on_progress is not None:
            on_progress(n)
    booked = scores(outcomes_of(done))
    return Played(done, booked["points"], booked["seeger-fabian"])
