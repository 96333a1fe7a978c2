"""Duplicate tables: the same deals played in every seating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.players import Policy, Seating, play_out
from skat_gym.players.composite import covers
from skat_gym.rules.chance import deal_key
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import seeger_fabian
from skat_gym.rules.state import DEAL, new_deals
from skat_gym.rules.transition import shuffle

CHUNK = 1024
"""Deals played in lockstep."""


@kernel
def _shuffle_rows(deals: Any, root: int, first: int, tables: int) -> None:
    for i in range(len(deals)):
        shuffle(deals, i, deal_key(root, first + i // tables))


@kernel
def _scores(deals: Any, plain: Any, sf: Any) -> None:
    for i in range(len(deals)):
        d = deals[i]
        for seat in range(3):
            plain[i, seat] = d.score if seat == d.declarer else 0
            sf[i, seat] = seeger_fabian(d.declarer, d.score, seat)


@dataclass(frozen=True)
class Tables:
    """Holds deals played to the end: (n deals, m tables) of the same cards."""

    deals: Any
    """(n, m) DEAL records."""
    points: Any
    """(n, m, 3) plain points by seat."""
    seeger_fabian: Any
    """(n, m, 3) Seeger-Fabian points by seat."""

    def scores(self, scoring: str) -> Any:
        """Returns (n, m, 3) scores, "points" or "seeger-fabian"."""
        return self.points if scoring == "points" else self.seeger_fabian


def play_tables(
    seatings: Sequence[Sequence[Policy]],
    n_deals: int,
    seed: int,
    on_progress: Callable[[int], None] | None = None,
) -> Tables:
    """Plays deals 0 .. n-1 of a seed, each at one table for every seating.

    A seating is the policies of forehand, middlehand, rearhand. Randomness is keyed by (seed,
    deal, seat, ply): the same policies on the same deal play the same game at any table.
    """
    for policy in {id(p): p for seating in seatings for p in seating}.values():
        covers(policy)
    if n_deals < 1:
        raise ValueError(f"an evaluation needs at least one deal, not {n_deals}")
    joined = Seating()
    codes = []
    for seating in seatings:
        for seat, policy in enumerate(seating):
            joined.seat(seat, policy)
        codes.append(joined.codes.copy())
    m = len(seatings)
    done = np.zeros((n_deals, m), DEAL)
    for first in range(0, n_deals, CHUNK):
        n = min(CHUNK, n_deals - first)
        deals = new_deals(n * m)
        _shuffle_rows(deals, seed, first, m)
        numbers = np.repeat(np.arange(first, first + n), m)
        play_out(deals, np.tile(np.stack(codes), (n, 1, 1)), joined.policies, seed, numbers)
        done[first : first + n] = deals.reshape(n, m)
        if on_progress is not None:
            on_progress(n)
    plain = np.zeros((n_deals * m, 3), np.int64)
    sf = np.zeros((n_deals * m, 3), np.int64)
    _scores(done.reshape(-1), plain, sf)
    shape = (n_deals, m, 3)
    return Tables(done, plain.reshape(shape), sf.reshape(shape))
