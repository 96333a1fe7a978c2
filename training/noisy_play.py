"""Deals played with a share of random cards, and the positions met on the way."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import Policy, load_policy
from skat_gym.players.rollout import apply_rows
from skat_gym.rules.state import OVER, PLAY, new_deals
from skat_gym.rules.transition import shuffle_all

NOISE = (0.0, 0.2, 0.45)
"""Shares of random cards; a third of the deals gets each."""
GUEST = "rulebook"
"""Who sits at the tables of a policy in training, so that it learns to play with others, too."""
GUESTS = (0.0, 0.5, 1.0)
"""Shares of the seats that guests take; a third of the deals gets each."""


def shuffled(n: int, root: int, first: int = 0) -> Any:
    """Returns deals first, first + 1, ... of a root, (n,) DEAL records."""
    deals = new_deals(n)
    shuffle_all(deals, root, first, 1)
    return deals


def guests(n: int, rng: np.random.Generator) -> Any:
    """Draws which seats of n deals guests take, (n, 3) bool."""
    share = np.array(GUESTS)[rng.integers(len(GUESTS), size=n)]
    return rng.random((n, 3)) < share[:, None]


def random_legal(masks: Any, rng: np.random.Generator) -> Any:
    """Draws a legal action for each of (n,) masks."""
    bits = np.unpackbits(masks.astype("<i8").view(np.uint8).reshape(-1, 8), axis=1)
    order = np.array([8 * (k // 8) + 7 - k % 8 for k in range(64)])
    return (rng.random((len(masks), 64), np.float32) * bits[:, order]).argmax(axis=1)


def play_noisily(
    deals: Any,
    policy: Policy,
    rng: np.random.Generator,
    noise: Any,
    other: float = 0.0,
    guest_seats: Any = None,
) -> Any:
    """Plays (n,) deals to their end, in place, and returns every position of their play.

    `noise` (n,) is the share of random cards, `other` that of random actions before the play;
    guests take `guest_seats` (n, 3) bool.
    Returns (n, 30) DEAL records; those of plies never reached have phase 0.
    """
    n = len(deals)
    guest = load_policy(GUEST)
    met = new_deals(30 * n).reshape(n, 30)
    views, masks = new_views(n), np.zeros(n, np.int64)
    while True:
        rows = np.flatnonzero(deals["phase"] != OVER)
        if not len(rows):
            return met
        view_seat_to_act(deals, views, masks)
        phase = deals["phase"][rows]
        playing = rows[phase == PLAY]
        met[playing, deals["played"][playing]] = deals[playing]
        keys = rng.integers(1 << 62, size=len(rows)).astype(np.uint64)
        actions = np.empty(len(rows), np.int64)
        theirs = np.zeros(len(rows), bool)
        if guest_seats is not None:
            theirs = guest_seats[rows, deals["seat"][rows]]
        for player, some in ((policy, ~theirs), (guest, theirs)):
            if some.any():
                who = rows[some]
                actions[some] = player.act(views.take(who), masks[who], keys[some])
        rate = np.where(phase == PLAY, noise[rows], other)
        wild = np.flatnonzero(rng.random(len(rows)) < rate)
        actions[wild] = random_legal(masks[rows[wild]], rng)
        apply_rows(deals, rows, actions)
