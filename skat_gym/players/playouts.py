"""Worlds played on to their end: what every card leads to between players who see their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.native import RULEBOOK, NativePolicy
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


def guest_seats(numbers: Any, share: float, seats: Any) -> Any:
    """Returns which seats guests take, (n, 3) bool: in a share of the worlds all but (n,) `seats`.

    The (n,) `numbers` of the worlds are counted through, so that any run of them has its share.
    """
    numbers = np.asarray(numbers)
    invited = np.floor((numbers + 1) * share) > np.floor(numbers * share)
    others = np.arange(3) != np.asarray(seats)[:, None]
    return invited[:, None] & others


def play_on(deals: Any, policy: Policy, roots: Any, numbers: Any, guests: Any) -> None:
    """Plays (n,) deals in their play to the end, in place.

    The policy sits everywhere but in the seats `guests`, (n, 3) bool, where the rulebook player
    does. It need not decide anything but the play; for the rest see `play_out`.
    """
    seating = Seating()
    codes = []
    for player in (policy, NativePolicy(RULEBOOK)):
        for seat in range(3):
            seating.seat(seat, player, frozenset({"play"}))
        codes.append(seating.codes.copy())
    each = np.where(np.asarray(guests)[:, :, None], codes[1], codes[0])
    play_out(deals, each, seating.policies, roots, numbers)


@kernel
def _enter(deals: Any, rows: Any, actions: Any, booked: Any) -> None:
    for k in range(len(rows)):
        score = int(deals[k].score)
        gained = seeger_fabian(0, score, 0) - seeger_fabian(0, score, 1)
        booked[rows[k], actions[k]] = gained


def booked_after(
    deals: Any, masks: Any, policy: Policy, roots: Any, numbers: Any, guests: float = 0.0
) -> Any:
    """Returns what the declarer's side books after each legal card, (n, 32) float32.

    Takes (n,) DEAL records in their play and (n,) masks; `policy` plays on in all seats, its
    chance by (n,) `roots` and `numbers`, but for a share `guests` of the worlds, in which the
    rulebook player has the seats that are not to act. What the defenders book for a lost game
    counts (Seeger-Fabian); cards that are not legal get 0.
    """
    booked = np.zeros((len(deals), 32), np.float32)
    rows, actions = branches(masks)
    after = deals.take(rows)
    apply_rows(after, np.arange(len(after)), actions)
    numbers = np.asarray(numbers)[rows]
    seats = guest_seats(numbers, guests, np.asarray(deals["seat"])[rows])
    play_on(after, policy, np.asarray(roots)[rows], numbers, seats)
    _enter(after, rows, actions, booked)
    return booked
