"""Whoever asks a policy: it can change nothing by writing into what it was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import skat_gym
from skat_gym.encoding import encoding
from skat_gym.envs import SkatVecEnv
from skat_gym.evaluation import play_tables
from skat_gym.evaluation.tournament import tournament
from skat_gym.observation import View, new_views, view_seat_to_act
from skat_gym.play.minds import Minds
from skat_gym.players import (
    ALL_STAGES,
    CompositePolicy,
    PolicyError,
    Seating,
    load_policy,
    play_out,
)
from skat_gym.players.network.vectors import answers
from skat_gym.players.policy import ask
from skat_gym.players.search import SearchPolicy
from skat_gym.rules import Deal, new_deals, shuffle
from skat_gym.rules.bits import lowest

WAYS: dict[str, Callable[[Any, Any, Any], object]] = {
    "all is allowed": lambda views, masks, keys: masks.__setitem__(slice(None), -1),
    "nothing is": lambda views, masks, keys: masks.fill(0),
    "in place": lambda views, masks, keys: np.bitwise_or(masks, 1, out=masks),
    "sorted": lambda views, masks, keys: masks.sort(),
    "memory": lambda views, masks, keys: memoryview(masks).__setitem__(0, -1),
    "a record": lambda views, masks, keys: setattr(views[0], "hand", 3),
    "a field": lambda views, masks, keys: views["hand"].fill(3),
    "a part": lambda views, masks, keys: views[0]["cards"].__setitem__(0, 5),
    "all views": lambda views, masks, keys: views.__setitem__(slice(None), new_views(1)),
    "keys": lambda views, masks, keys: keys.fill(0),
}
"""How a policy may write into views, masks or keys."""


class Writer:
    """Writes into its arrays, then takes a card it may not take."""

    phases = ALL_STAGES
    fingerprint = "writer"

    def __init__(self, write: Callable[[Any, Any, Any], object]) -> None:
        self.name = "writer"
        self.write = write

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        self.write(views, masks, keys)
        return np.full(len(views), 31)


def in_an_environment(policy: Any) -> None:
    env = gymnasium.make("skat_gym:Skat/Deal-v0", opponents=policy, seat=1)
    env.reset(seed=1)
    env.step(32)


def in_a_batch(policy: Any) -> None:
    env = gymnasium.make_vec("skat_gym:Skat/Deal-v0", num_envs=3, opponents=policy, seat=0)
    env.reset(seed=1)


def in_sb3s_batch(policy: Any) -> None:
    SkatVecEnv("Skat/Deal-v0", 2, opponents=policy, seat=0).reset()


def by_advice(policy: Any) -> None:
    env: Any = gymnasium.make_vec("skat_gym:Skat/Deal-v0", num_envs=3, opponents="random")
    env.reset(seed=1)
    env.advice(policy)


def by_playing_out(policy: Any) -> None:
    seating, deals = Seating(), new_deals(2)
    for i in range(2):
        shuffle(deals, i, i)
    for seat in range(3):
        seating.seat(seat, policy)
    play_out(deals, [seating.codes] * 2, seating.policies, 1, 0)


def as_a_base(policy: Any) -> None:
    views, masks, keys = questions()
    SearchPolicy(policy, worlds=2).act(views, masks, keys)


def as_a_part(policy: Any) -> None:
    CompositePolicy(load_policy("random"), {"auction": policy}).act(*questions())


CALLERS: dict[str, Callable[[Any], object]] = {
    "ask": lambda policy: ask(policy, *questions()),
    "environment": in_an_environment,
    "batch": in_a_batch,
    "SB3's batch": in_sb3s_batch,
    "advice": by_advice,
    "play_out": by_playing_out,
    "search": as_a_base,
    "part": as_a_part,
    "vectors": lambda policy: answers(policy, [Deal.shuffled(k) for k in range(3)]),
    "evaluate": lambda policy: skat_gym.evaluate(policy, "random", deals=2),
    "contracts": lambda policy: skat_gym.evaluate("random", "random", 2, contracts=policy),
    "tables": lambda policy: play_tables([[policy] * 3], 2, 1),
    "tournament": lambda policy: tournament([policy, "random", "rulebook"], deals=1),
}
"""Everybody who asks policies."""


def questions(n: int = 3) -> tuple[Any, Any, Any]:
    deals, views, masks = new_deals(n), new_views(n), np.zeros(n, np.int64)
    for i in range(n):
        shuffle(deals, i, i)
    view_seat_to_act(deals, views, masks)
    return views, masks, np.arange(n, dtype=np.uint64)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("way", WAYS)
def test_a_policy_that_writes_is_named(caller: str, way: str) -> None:
    with pytest.raises(PolicyError, match="policy 'writer' writes into what it was given") as told:
        CALLERS[caller](Writer(WAYS[way]))
    assert "\n" not in str(told.value)


def unlocked(views: Any, masks: Any, keys: Any) -> None:
    """Allows itself to write, as the owner of an array may, and does so."""
    for array in (views, masks, keys):
        for owner in (array.base, array):
            if owner is not None:
                owner.flags.writeable = True
    masks[:] = -1


@pytest.mark.parametrize("caller", CALLERS)
def test_what_a_policy_is_given_is_not_what_its_answer_is_held_against(caller: str) -> None:
    with pytest.raises(PolicyError, match="policy 'writer' chose "):
        CALLERS[caller](Writer(unlocked))


@pytest.mark.parametrize("way", WAYS)
def test_at_the_table_it_costs_one_decision(way: str) -> None:
    deal = Deal.shuffled(7)
    view = View.of(deal, 1)
    with Minds() as minds:
        decision = minds.decide(Writer(WAYS[way]), view, deal.mask, key=3)
        plain = minds.decide("rulebook", View.of(deal, 1), deal.mask, key=3)
    assert "policy 'writer' writes into what it was given" in decision.failure
    assert decision.action == plain.action and view == View.of(deal, 1)


def test_the_callers_arrays_stay_as_they_were() -> None:
    views, masks, keys = questions()
    before = [array.tobytes() for array in (views, masks, keys)]
    for way in WAYS.values():
        with pytest.raises(PolicyError):
            ask(Writer(way), views, masks, keys)
    assert [array.tobytes() for array in (views, masks, keys)] == before
    assert all(array.flags.writeable for array in (views, masks, keys))


def test_errors_of_its_own_are_left_as_they_are() -> None:
    def trip(views: Any, masks: Any, keys: Any) -> None:
        raise ValueError("no idea")

    with pytest.raises(ValueError, match=r"^no idea$") as told:
        ask(Writer(trip), *questions())
    assert not isinstance(told.value, PolicyError)


class Keeper:
    """Keeps every array it was ever given."""

    name = "keeper"
    phases = ALL_STAGES

    def __init__(self) -> None:
        self.kept: list[tuple[Any, bytes]] = []

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        self.kept += [(array, array.tobytes()) for array in (views, masks, keys)]
        return np.array([lowest(int(mask)) for mask in masks], np.int64)


@pytest.mark.parametrize("caller", CALLERS)
def test_what_is_kept_stays_what_it_was(caller: str) -> None:
    """Nothing of another seat's view turns up in the arrays of an earlier question."""
    keeper = Keeper()
    CALLERS[caller](keeper)
    assert keeper.kept
    for array, before in keeper.kept:
        assert array.tobytes() == before


def test_read_only_views_are_encoded_and_played_as_others() -> None:
    views, masks, keys = questions(8)
    for policy in ("random", "rulebook", "club"):
        expected = load_policy(policy).act(views, masks, keys)
        assert np.array_equal(ask(load_policy(policy), views, masks, keys), expected)
    expected = encoding("v1").encode(views)
    views.flags.writeable = False
    assert np.array_equal(encoding("v1").encode(views), expected)
    assert np.array_equal(encoding("v1").encode(views[::2]), expected[::2])
