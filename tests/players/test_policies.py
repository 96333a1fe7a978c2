"""Policies: found by name, put together, answering alike whatever the batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import (
    CompositePolicy,
    NativePolicy,
    Policy,
    PolicyError,
    Seating,
    load_policy,
    play_out,
    policy_names,
)
from skat_gym.rules import apply, new_deals, shuffle
from skat_gym.rules.chance import mix
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import legal_actions

NAMES = ["random", "rulebook", "rulebook+play=random", "random+auction=rulebook"]


def positions(n: int) -> tuple[Any, Any]:
    """Views and masks of the seat to act in n random deals stopped at a random moment."""
    deals, views, masks = new_deals(n), new_views(n), np.zeros(n, np.int64)
    for i in range(n):
        shuffle(deals, i, i)
        for ply in range(i % 41):
            mask = legal_actions(deals, i)
            before = deals[i : i + 1].copy()
            apply(deals, i, random_action(mask, mix(i, ply)))
            if deals[i]["phase"] == OVER:
                deals[i] = before[0]
                break
    view_seat_to_act(deals, views, masks)
    return views, masks


@pytest.mark.parametrize("name", NAMES)
def test_shuffled_split_and_rebatched_rows_get_the_same_actions(name: str) -> None:
    policy = load_policy(name)
    views, masks = positions(400)
    keys = np.arange(400, dtype=np.uint64) * 977
    whole = policy.act(views, masks, keys)
    order = np.random.default_rng(1).permutation(400)
    assert np.array_equal(policy.act(views[order], masks[order], keys[order]), whole[order])
    single = [policy.act(views[i : i + 1], masks[i : i + 1], keys[i : i + 1])[0] for i in range(99)]
    assert np.array_equal(single, whole[:99])
    assert ((masks >> whole) & 1 == 1).all()


def test_names() -> None:
    assert policy_names()[:2] == ["random", "rulebook"]
    assert isinstance(load_policy("random"), Policy)
    assert load_policy("rulebook+play=random").name == "rulebook+play=random"
    own = NativePolicy(0)
    assert load_policy(own) is own


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "there are: random, rulebook"),
        ("rulebook+play", "STAGE=POLICY"),
        ("rulebook+dance=random", "stages are auction, skat and play"),
        ("model.zip", "did you mean 'sb3:model.zip'"),
        ("sb3:model.zip", "no file 'model.zip'"),
        ("", "there is no policy"),
    ],
)
def test_unknown_names_are_one_sentence(name: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        load_policy(name)


def test_not_a_policy() -> None:
    with pytest.raises(PolicyError, match="name, phases and act"):
        load_policy(3)


class OnlyPlays:
    name = "only plays"
    phases = frozenset({"play"})

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return np.array([int(mask).bit_length() - 1 for mask in masks])


def test_a_stage_that_nobody_covers() -> None:
    with pytest.raises(PolicyError, match="does not decide auction"):
        Seating().seat(0, OnlyPlays())
    with pytest.raises(PolicyError, match="does not decide skat"):
        CompositePolicy(load_policy("random"), {"skat": OnlyPlays()})
    composite = CompositePolicy(load_policy("random"), {"play": OnlyPlays()})
    assert composite.phases == {"auction", "skat", "play"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n: np.zeros(n + 1, np.int64), "shape"),
        (lambda n: np.zeros(n), "float64"),
        (lambda n: [None] * n, "object"),
        (lambda n: np.full(n, 99), "action 99"),
        (lambda n: np.full(n, -1), "action -1"),
        (lambda n: np.full(n, 34), "pick up.*legal are: pass, bid"),
    ],
)
def test_hostile_answers_are_named(answer: Any, words: str) -> None:
    class Hostile(OnlyPlays):
        phases = frozenset({"auction", "skat", "play"})

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return answer(len(views))

    seating = Seating()
    for seat in range(3):
        seating.seat(seat, Hostile())
    deals = new_deals(1)
    shuffle(deals, 0, 5)
    before = deals.tobytes()
    with pytest.raises(PolicyError, match=words):
        play_out(deals, [seating.codes], seating.policies, 1, 0)
    assert deals.tobytes() == before
