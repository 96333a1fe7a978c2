"""Every mix of the players at hand: no illegal move, no card lost, whole deals to their end.

SKAT_DEALS sets the number of deals for each mix.
"""

from __future__ import annotations

import itertools
import os
from typing import Any

import numba
import numpy as np
import pytest

from skat_gym.observation import new_views, view
from skat_gym.players.native import NATIVE_NAMES, native_action
from skat_gym.rules import new_deals, shuffle
from skat_gym.rules.bits import bit, count
from skat_gym.rules.card import ALL_CARDS, points_of
from skat_gym.rules.chance import deal_key, decision_key
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions

DEALS = int(os.environ.get("SKAT_DEALS", "2000"))
MIXES = list(itertools.product(range(len(NATIVE_NAMES)), repeat=3))


@numba.njit
def _whole(d: Any) -> bool:
    held = d.hands[0] | d.hands[1] | d.hands[2]
    lain = d.by[0] | d.by[1] | d.by[2]
    aside = d.put_down if d.picked_up == 1 else d.skat
    cards = count(held) + count(lain) + count(aside)
    on_table = d.played % 3
    taken = d.points[0] + d.points[1]
    for k in range(d.played - on_table, d.played):
        taken += points_of(bit(int(d.cards[k])))
    return bool(
        held | lain | aside == ALL_CARDS
        and cards == 32
        and d.played == count(lain)
        and taken == points_of(lain)
        and points_of(held) + taken + points_of(aside) == 120
    )


@numba.njit
def _play(deals: Any, codes: Any, root: int, views: Any) -> Any:
    """Returns (illegal moves, broken states, most actions in a deal, thrown in)."""
    illegal, broken, most, thrown_in = 0, 0, 0, 0
    for k in range(len(deals)):
        shuffle(deals, k, deal_key(root, k))
        while deals[k].phase != OVER:
            d = deals[k]
            mask = legal_actions(deals, k)
            view(deals, k, d.seat, views, 0)
            key = decision_key(root, k, d.seat, d.plies)
            action = native_action(codes[d.seat], views, 0, mask, key)
            if action < 0 or action > 63 or mask & bit(action) == 0:
                illegal += 1
                break
            apply(deals, k, action)
            if not _whole(deals[k]):
                broken += 1
                break
        most = max(most, deals[k].plies)
        if deals[k].declarer < 0:
            thrown_in += 1
    return illegal, broken, most, thrown_in


@pytest.mark.parametrize("mix", MIXES, ids=["-".join(NATIVE_NAMES[c] for c in m) for m in MIXES])
def test_mix(mix: tuple[int, int, int]) -> None:
    deals = new_deals(DEALS)
    illegal, broken, most, thrown_in = _play(deals, np.array(mix), 11, new_views(1))
    assert (illegal, broken) == (0, 0)
    assert most <= 162 and thrown_in < DEALS
    played = deals[deals["contract"] >= 0]
    score, value = played["score"], played["value"]
    assert ((score > 0) == (played["won"] == 1)).all() and (score[score > 0] > 0).all()
    assert (score[played["won"] == 1] == value[played["won"] == 1]).all()
    assert (-score[played["won"] == 0] >= 2 * value[played["won"] == 0]).all()
