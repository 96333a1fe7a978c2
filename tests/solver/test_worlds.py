"""Worlds: consistent with what was seen, all of them, each as likely as it should be."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from skat_gym.observation import View, new_views, view
from skat_gym.players import load_policy
from skat_gym.rules import Deal
from skat_gym.rules.card import elements
from skat_gym.rules.chance import deal_key
from skat_gym.rules.state import Phase
from skat_gym.solver import Worlds, count_worlds

FULL = (1 << 32) - 1


def walk(number: int, until: int, policy: str = "rulebook") -> Deal:
    """Play a deal on by a policy for some plies, or to just before its end."""
    player: Any = load_policy(policy)
    deal = Deal.shuffled(deal_key(3, number))
    for ply in range(until):
        one = View.of(deal, deal.seat)
        action = player.act(one._array, np.array([deal.mask]), np.array([ply], np.uint64))
        after = deal.after(int(action[0]))
        if after.phase is Phase.OVER:
            break
        deal = after
    return deal


def all_worlds(deal: Deal, seat: int) -> set[tuple[int, int, int]]:
    """List the worlds one by one, from the rules for what a seat may know."""
    r, v = deal.record, View.of(deal, seat).record
    others = [(seat + 1) % 3, (seat + 2) % 3]
    known_open = int(v.open_hand)
    pool = FULL & ~int(v.hand | v.put_down | known_open | v.by[0] | v.by[1] | v.by[2])
    sizes = [0 if int(r.hands[s]) == known_open else int(r.hands[s]).bit_count() for s in others]
    found = set()
    cards = list(elements(pool))
    for first in combinations(cards, sizes[0]):
        one = sum(1 << c for c in first)
        if one & int(v.void[others[0]]):
            continue
        for second in combinations([c for c in cards if not one >> c & 1], sizes[1]):
            two = sum(1 << c for c in second)
            if not two & int(v.void[others[1]]):
                found.add((one, two, pool & ~one & ~two))
    return found


def test_counts_and_samples_equal_the_list_of_all() -> None:
    seen = 0
    for number in range(40):
        for plies in (24, 28, 31, 34):
            deal = walk(number, plies, "random" if number % 2 else "rulebook")
            for seat in range(3):
                worlds = Worlds(View.of(deal, seat))
                if worlds.count > 3000:
                    continue
                every = all_worlds(deal, seat)
                assert worlds.count == len(every) > 0
                drawn = {tuple(map(int, w)) for w in worlds.sample(200, key=number)}
                assert drawn <= every
                truth = [int(deal.record.hands[(seat + k) % 3]) for k in (1, 2)]
                assert any(w[0] in (truth[0], 0) and w[1] in (truth[1], 0) for w in every)
                seen += 1
    assert seen > 60


def small(most: int) -> list[tuple[Deal, int]]:
    """Deals and seats that leave some worlds open, but not many."""
    found = []
    for number in range(60):
        for plies in range(22, 38):
            deal = walk(number, plies)
            for seat in range(3):
                if 10 <= count_worlds(View.of(deal, seat)) <= most:
                    found.append((deal, seat))
    return found


def test_uniform_by_chi_square() -> None:
    tested = 0
    for deal, seat in small(400)[::7]:
        worlds = Worlds(View.of(deal, seat))
        n = 40 * worlds.count
        _, counts = np.unique(worlds.sample(n, key=77), axis=0, return_counts=True)
        assert len(counts) == worlds.count
        freedom = worlds.count - 1
        chi = float(((counts - 40) ** 2 / 40).sum())
        assert abs(chi - freedom) < 4.5 * np.sqrt(2 * freedom)
        tested += 1
    assert tested >= 5


def test_weights() -> None:
    deal, seat = small(200)[0]
    rng = np.random.default_rng(1)
    weights = rng.uniform(0.2, 2.0, (3, 32))
    worlds = Worlds(View.of(deal, seat), weights)
    every = sorted(all_worlds(deal, seat))
    weight = np.array(
        [np.prod([weights[k, c] for k in range(3) for c in elements(w[k])]) for w in every]
    )
    assert worlds.weight == pytest.approx(weight.sum())
    n = 60_000
    drawn, counts = np.unique(worlds.sample(n, key=5), axis=0, return_counts=True)
    seen = {tuple(map(int, w)): c for w, c in zip(drawn, counts, strict=True)}
    expected = n * weight / weight.sum()
    found = np.array([seen.get(w, 0) for w in every])
    assert ((found - expected) ** 2 / expected).sum() < len(every) + 4.5 * np.sqrt(2 * len(every))


def test_a_world_gives_the_same_view_and_plays_on() -> None:
    views = new_views(1)
    for number in range(30):
        for plies in range(0, 44, 3):
            deal = walk(number, plies, "random" if number % 2 else "rulebook")
            for seat in range(3):
                mine = View.of(deal, seat)
                for world in Worlds(mine).deals(3, key=plies):
                    array = np.array([world], Deal.shuffled(1)._array.dtype)
                    view(array, 0, seat, views, 0)
                    assert View(views[0]) == mine
                    again = Deal(array[0])
                    cards = [c for hand in again.hands for c in hand]
                    assert len(set(cards)) == len(cards) == sum(map(len, deal.hands))
                    if again.seat == seat:
                        assert again.legal == deal.legal


def test_the_same_key_the_same_worlds() -> None:
    worlds = Worlds(View.of(walk(3, 12), 1))
    assert np.array_equal(worlds.sample(50, 9), worlds.sample(50, 9))
    assert np.array_equal(worlds.sample(50, 9)[:10], worlds.sample(10, 9))
    assert not np.array_equal(worlds.sample(50, 9), worlds.sample(50, 10))


def test_bad_weights() -> None:
    one = View.of(Deal.shuffled(1), 0)
    with pytest.raises(ValueError, match="3 x 32"):
        Worlds(one, np.ones((2, 32)))
    with pytest.raises(ValueError, match="none below 0"):
        Worlds(one, -np.ones((3, 32)))
    with pytest.raises(ValueError, match="no world is left"):
        Worlds(one, np.zeros((3, 32)))
