"""Matches: twelve deals, the deal passes on, everything is booked."""

import random
from typing import Any

import numpy as np
import pytest
from env_games import any_legal, made, played

from skat_gym.players import ALL_STAGES
from skat_gym.rules import PASS, Deal


class Passer:
    """Passes while it can, then plays its lowest legal action."""

    name = "passer"
    phases = ALL_STAGES

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return np.array([(int(m) & -int(m)).bit_length() - 1 for m in masks], np.int64)


@pytest.mark.parametrize("scoring", ["points", "seeger-fabian"])
@pytest.mark.parametrize("reward", ["own", "relative"])
def test_totals_are_the_sum_of_the_results(reward: str, scoring: str) -> None:
    env = made("Skat/Match-v0", opponents="random", reward=reward, scoring=scoring)
    rng = random.Random(3)
    for match in range(12):
        dealers, totals, paid = [], [0, 0, 0], 0.0
        before: Any = None
        for _, earned, over, info in played(env, rng, seed=None if match else 1):
            told = info["match"]
            paid += earned
            if before is None or told["deal"] != before["deal"]:
                dealers.append(told["dealer"])
                booked = env.match.lines[-1].result if before else None
                if booked is not None:
                    assert told["deal"] == before["deal"] + 1
                    assert told["last"] == str(booked)
                    scores = booked.scores() if scoring == "points" else booked.seeger_fabian()
                    for seat in range(3):
                        totals[(before["dealer"] + 1 + seat) % 3] += scores[seat]
                before = told
            else:
                assert earned == 0
            assert told["totals"] == tuple(totals)
            assert told["seat"] == info["seat"] == (0 - told["dealer"] - 1) % 3 or over
            if not over:
                assert env.deal.seat == told["seat"]
            assert ("returns" in info) == over
        assert len(env.match.lines) == 12 and env.match.over
        assert dealers[:12] == [(dealers[0] + k) % 3 for k in range(12)]
        returns = [
            total if reward == "own" else total - (sum(totals) - total) / 2 for total in totals
        ]
        assert paid == pytest.approx(0.01 * returns[0])
        assert info["returns"] == pytest.approx([0.01 * value for value in returns])
        assert info["action_mask"].all()


def test_the_deal_passes_on_after_deals_thrown_in() -> None:
    """BC80, BC84: deals thrown in count, and the dealer moves on all the same."""
    env = made("Skat/Match-v0", opponents=Passer())
    _, info = env.reset(seed=4, options={"dealer": 1})
    dealers, over = [info["match"]["dealer"]], False
    while not over:
        assert info["phase"] == "auction"
        _, reward, over, _, info = env.step(PASS)
        assert reward == 0 and info["match"]["totals"] == (0, 0, 0)
        assert info["match"]["last"] == "passed by all: nobody scores"
        if not over:
            dealers.append(info["match"]["dealer"])
    assert dealers == [1, 2, 0] * 4
    assert info["match"]["deal"] == 12 and info["returns"].tolist() == [0, 0, 0]


def test_first_dealer() -> None:
    env = made("Skat/Match-v0")
    first = [env.reset(seed=seed)[1]["match"]["dealer"] for seed in range(300)]
    assert [env.reset(seed=seed)[1]["match"]["dealer"] for seed in range(300)] == first
    assert min(first.count(dealer) for dealer in range(3)) > 70
    for dealer in range(3):
        _, info = env.reset(seed=1, options={"dealer": dealer})
        assert info["match"] == {
            "deal": 0,
            "dealer": dealer,
            "seat": (2 - dealer) % 3,
            "totals": (0, 0, 0),
            "last": "",
        }
    env.reset(seed=1)
    follow = [env.reset()[1]["match"]["dealer"] for _ in range(60)]
    assert len(set(follow)) == 3, "the next match draws its dealer anew"


def test_opponents_sit_clockwise() -> None:
    """The first opponent is player 1, who sits after player 0 whoever deals."""

    class Named(Passer):
        def __init__(self) -> None:
            self.seats: set[int] = set()

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            self.seats |= {int(view.me) for view in views}
            return super().act(views, masks, keys)

    for dealer in range(3):
        second, third = Named(), Named()
        env = made("Skat/Match-v0", opponents=[second, third], match_deals=1)
        _, info = env.reset(seed=1, options={"dealer": dealer})
        over = False
        while not over:
            *_, over, _, info = env.step(any_legal(info["action_mask"], random.Random(1)))
        assert second.seats <= {(info["seat"] + 1) % 3}
        assert third.seats <= {(info["seat"] + 2) % 3}
        assert second.seats or third.seats


def test_a_shorter_match() -> None:
    env = made("Skat/Match-v0", match_deals=3, opponents="random")
    last = list(played(env, random.Random(1), seed=1))[-1][3]
    assert last["match"]["deal"] == 3
    for wrong in (0, -1, "3", None, 2.5):
        with pytest.raises(ValueError, match=r"match_deals|at least one deal"):
            made("Skat/Match-v0", match_deals=wrong)


def test_an_illegal_action_ends_the_match_and_books_nothing() -> None:
    env = made("Skat/Match-v0", opponents=Passer())
    _, info = env.reset(seed=1)
    env.step(PASS)
    lines = len(env.match.lines)
    _, reward, over, truncated, info = env.step(0)
    assert (reward, over, truncated) == (-10.0, True, False)
    assert len(env.match.lines) == lines and "returns" not in info
    assert "illegal_action" in info and info["action_mask"].all()
    assert env.reset()[1]["match"]["deal"] == 0


def test_deals_without_a_decision_are_booked_all_the_same() -> None:
    done = Deal.shuffled(3).after("pass", "pass", "pass")
    other = Deal.shuffled(4)
    env = made("Skat/Match-v0", deals=[str(done), str(other)], opponents=Passer())
    _, info = env.reset(seed=2)
    over, steps = False, 0
    while not over:
        _, _, over, _, info = env.step(PASS)
        steps += 1
    assert info["match"]["deal"] == 12 and 0 < steps < 12
    none = made("Skat/Match-v0", deals=[done])
    with pytest.raises(RuntimeError, match="no deal of the match"):
        none.reset(seed=1)


def test_a_whole_match_against_the_rulebook() -> None:
    env = made("Skat/Match-v0")
    last = list(played(env, random.Random(2), seed=5))[-1][3]
    assert last["match"]["deal"] == 12
    assert any(last["match"]["totals"])


def test_render_tells_the_deal_and_the_totals() -> None:
    env = made("Skat/Match-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("deal 1 of 12, 0 : 0 : 0\n")
