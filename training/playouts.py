"""Labels by playing on: what becomes of a position after each legal card, with given players."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players import Policy, Seating, load_policy, play_out
from skat_gym.players.playouts import branches
from skat_gym.players.rollout import apply_rows
from skat_gym.rules.contract import GAME
from skat_gym.rules.outcome import outcomes_of
from skat_gym.rules.trick import NULL
from skat_gym.solver.labels import LEVELS
from training.noisy_play import GUEST


def play_on(deals: Any, policy: Policy, root: int = 0, guest_seats: Any = None) -> Any:
    """Plays (n,) deals to their end, in place; returns OUTCOMEs (n,).

    The policy has all seats but those that guests take, `guest_seats` (n, 3) bool.
    """
    seating = Seating()
    for seat in range(3):
        seating.seat(seat, policy)
    codes = np.tile(seating.codes, (len(deals), 1, 1))
    if guest_seats is not None:
        seating.seat(0, load_policy(GUEST))
        codes[guest_seats] = seating.codes[0]
    play_out(deals, codes, seating.policies, root, np.arange(len(deals)))
    return outcomes_of(deals)


def levels_of(outcomes: Any) -> Any:
    """Returns which levels the declarer reached as bits, (n,) uint8; in null all or none."""
    reached = outcomes["points"][:, None] >= LEVELS
    null = GAME[outcomes["contract"]] == NULL
    reached = np.where(null[:, None], outcomes["won"][:, None] != 0, reached)
    return (reached << np.arange(5)).sum(axis=1).astype(np.uint8)


def label_by_playouts(
    deals: Any,
    masks: Any,
    policy: Policy,
    root: int = 0,
    chunk: int = 8192,
    guest_seats: Any = None,
) -> tuple[Any, Any]:
    """Plays every legal card of (n,) positions to the end, once each.

    The policy plays on in the seat to act, and in the others unless guests take them.

    Returns the levels reached, (n, 32) uint8 as of `label_levels`, and the declarer's list scores,
    (n, 32) int16.
    """
    levels, scores = np.zeros((len(deals), 32), np.uint8), np.zeros((len(deals), 32), np.int16)
    for start in range(0, len(deals), chunk):
        rows, actions = branches(masks[start : start + chunk])
        after = deals[start + rows]
        apply_rows(after, np.arange(len(after)), actions)
        seats = None
        if guest_seats is not None:
            seats = guest_seats[start + rows]
            seats[np.arange(len(rows)), deals["seat"][start + rows]] = False
        outcomes = play_on(after, policy, root + start, seats)
        levels[start + rows, actions] = levels_of(outcomes)
        scores[start + rows, actions] = outcomes["score"]
    return levels, scores
