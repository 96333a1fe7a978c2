"""Worlds played on to their end: what every card leads to between players who see their own."""

from __future__ import annotations

from collections.abc import Mapping
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


def seated(parts: Mapping[str, Policy], guests: Any) -> tuple[Any, list[Policy]]:
    """Returns codes (n, 3 seats, 3 stages) and policies for `play_out`.

    Everywhere sit the policies of `parts`, by stage; but in the seats `guests`, (n, 3) bool, the
    rulebook player lays the cards.
    """
    seating = Seating()
    for seat in range(3):
        for stage, policy in parts.items():
            seating.seat(seat, policy, frozenset({stage}))
    own = seating.codes.copy()
    for seat in range(3):
        seating.seat(seat, NativePolicy(RULEBOOK), frozenset({"play"}))
    codes = np.where(np.asarray(guests)[:, :, None], seating.codes, own)
    return codes, seating.policies


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
    codes, policies = seated({"play": policy}, seats)
    play_out(after, codes, policies, np.asarray(roots)[rows], numbers)
    _enter(after, rows, actions, booked)
    return booked
