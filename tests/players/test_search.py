"""The searching player: honest, the same on every run, and better than its base."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import skat_gym
from skat_gym.observation import View, new_views, view
from skat_gym.players import load_policy
from skat_gym.players.likelihood import SURPRISE, weights
from skat_gym.players.search import SearchPolicy
from skat_gym.rules import Deal
from skat_gym.rules.chance import deal_key
from skat_gym.rules.state import Phase
from skat_gym.solver import Worlds

RULEBOOK: Any = load_policy("rulebook")


def positions(n: int, least: int = 6) -> list[Deal]:
    """Deals the rulebook played on, with at least some cards laid, in their play."""
    found = []
    number = 0
    while len(found) < n:
        number += 1
        deal = Deal.shuffled(deal_key(12, number))
        while deal.phase is not Phase.OVER and len(deal.cards) < least + number % 12:
            one = View.of(deal, deal.seat)
            answer = RULEBOOK.act(one._array, np.array([deal.mask]), np.zeros(1, np.uint64))
            deal = deal.after(int(answer[0]))
        if deal.phase is Phase.PLAY:
            found.append(deal)
    return found


def asked(policy: Any, deals: list[Deal], keys: Any) -> list[int]:
    views = np.concatenate([View.of(deal, deal.seat)._array for deal in deals])
    masks = np.array([deal.mask for deal in deals])
    return [int(a) for a in policy.act(views, masks, np.asarray(keys, np.uint64))]


def test_answers_do_not_depend_on_batches_or_history() -> None:
    policy = SearchPolicy(RULEBOOK, worlds=4, nodes=100_000)
    deals = positions(8)
    keys = np.arange(8)
    together = asked(policy, deals, keys)
    assert all(action in deal.legal for action, deal in zip(together, deals, strict=True))
    alone = [asked(policy, [deals[k]], keys[k : k + 1])[0] for k in reversed(range(8))]
    assert together == alone[::-1]
    assert asked(SearchPolicy(RULEBOOK, worlds=4, nodes=100_000), deals, keys) == together


def test_sees_no_hidden_card() -> None:
    policy = SearchPolicy(RULEBOOK, worlds=4, nodes=100_000)
    views = new_views(1)
    for number, deal in enumerate(positions(6)):
        world = Worlds(View.of(deal, deal.seat)).deals(1, number)
        view(world, 0, deal.seat, views, 0)
        truth, other = asked(policy, [deal], [number]), asked(policy, [Deal(world[0])], [number])
        assert truth == other


def test_the_rest_is_the_base_policy() -> None:
    policy = load_policy("search:rulebook")
    deals = [Deal.shuffled(k) for k in range(20)]
    assert asked(policy, deals, np.arange(20)) == asked(RULEBOOK, deals, np.arange(20))
    assert policy.name == "search:rulebook" and policy.phases == RULEBOOK.phases


def test_finds_what_is_certain() -> None:
    """With the last cards known the search plays as the solver does."""
    hands = ["CJ SJ HJ CA CT CK SA ST HA DA", "DJ C7 C8 S7 S8 S9 H7 H8 D7 D8"]
    hands += ["C9 CQ SQ SK H9 HT HK D9 DT DK", "HQ DQ"]
    deal = Deal.of_cards(*(hand.split() for hand in hands))
    deal = deal.after("pass", "pass", "18", "grand hand", "CJ", "DJ", "H9")
    assert asked(SearchPolicy(RULEBOOK, worlds=8), [deal], [1])[0] in deal.legal


def test_weights_tell_likely_worlds() -> None:
    """The true deal explains what the rulebook did better than most worlds do."""
    ahead = []
    for number, deal in enumerate(positions(25, least=9)):
        worlds = Worlds(View.of(deal, deal.seat)).deals(60, number)
        worlds[0] = deal.record
        found = weights(worlds, deal.seat, RULEBOOK, number)
        assert found.shape == (60,) and found.mean() == pytest.approx(1)
        assert found.min() > 0
        ahead.append((found[0] > found).mean() + (found[0] == found).mean() / 2)
    assert np.mean(ahead) > 0.7
    assert (SURPRISE > 0).all() and (SURPRISE < 1).all()


def test_beats_its_base() -> None:
    policy = SearchPolicy(RULEBOOK, worlds=8, nodes=60_000)
    result = skat_gym.evaluate(policy, "rulebook", deals=24, seed=3, contracts="rulebook")
    assert result.edge["seeger-fabian"].mean > 0


def test_bad_settings() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        SearchPolicy(RULEBOOK, worlds=0)
    with pytest.raises(ValueError, match="nobody"):
        load_policy("search:nobody")
