"""Worlds played on to their end: what every card leads to between players who see their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.policy import Policy
from skat_gym.players.rollout import Seating, apply_rows, play_out
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import seeger_fabian


def legal_among(masks: Any, actions: int = 64) -> Any:
    """Tells which of the first actions (n,) masks allow, (n, actions) bool."""
    return (np.asarray(masks)[:, None] >> np.arange(actions) & 1).astype(bool)


def branches(masks: Any) -> tuple[Any, Any]:
    """Returns row and action of every legal action of (n,) masks."""
    rows, actions = np.nonzero(legal_among(masks))
    return rows, actions


def play_on(deals: Any, policy: Policy, roots: Any, numbers: Any) -> None:
    """Plays (n,) deals in their play to the end, in place, one policy in all seats.

    It need not decide anything but the play; for the rest see `play_out`.
    """
    seating = Seating()
    for seat in range(3):
        seating.seat(seat, policy, frozenset({"play"}))
    codes = np.broadcast_to(seating.codes, (len(deals), 3, 3))
    play_out(deals, codes, seating.policies, roots, numbers)


@kernel
def _enter(deals: Any, rows: Any, actions: Any, booked: Any) -> None:
    for k in range(len(rows)):
        score = int(deals[k].score)
        gained = seeger_fabian(0, score, 0) - seeger_fabian(0, score, 1)
        booked[rows[k], actions[k]] = gained


def booked_after(deals: Any, masks: Any, policy: Policy, roots: Any, numbers: Any) -> Any:
    """Returns what the declarer's side books after each legal card, (n, 32) float32.

    Takes (n,) DEAL records in their play and (n,) masks; `policy` plays on in all seats, its
    chance by (n,) `roots` and `numbers`. What the defenders book for a lost game counts
    (Seeger-Fabian); cards that are not legal get 0.
    """
    booked = np.zeros((len(deals), 32), np.float32)
    rows, actions = branches(masks)
    after = deals.take(rows)
    apply_rows(after, np.arange(len(after)), actions)
    play_on(after, policy, np.asarray(roots)[rows], np.asarray(numbers)[rows])
    _enter(after, rows, actions, booked)
    return booked
