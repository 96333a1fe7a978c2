"""Duplicate evaluation: exact for copies, paired, independent of batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import skat_gym
from skat_gym.evaluation import Interval, play_tables, tables
from skat_gym.players import ALL_STAGES, PolicyError, load_policy
from skat_gym.rules.match import SCORINGS


class Copy:
    """Plays as another policy, but is another object outside kernels."""

    phases = ALL_STAGES

    def __init__(self, name: str) -> None:
        self.name = f"copy of {name}"
        self.policy = load_policy(name)

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return self.policy.act(views, masks, keys)


@pytest.mark.parametrize("name", ["random", "rulebook"])
def test_a_policy_against_its_copy_is_exactly_zero(name: str) -> None:
    result = skat_gym.evaluate(Copy(name), name, deals=60, seed=3)
    for scoring in SCORINGS:
        assert result.edge[scoring].mean == 0 and result.seat_difference[scoring].mean == 0
        assert result.edge[scoring].half == 0


def test_edge_and_seat_difference_change_sign() -> None:
    one = skat_gym.evaluate("rulebook", "random", deals=80, seed=5)
    other = skat_gym.evaluate("random", "rulebook", deals=80, seed=5)
    for scoring in SCORINGS:
        assert one.edge[scoring].mean == pytest.approx(-other.edge[scoring].mean)
        assert one.seat_difference[scoring].mean == pytest.approx(
            -other.seat_difference[scoring].mean
        )
    assert one.edge["seeger-fabian"].low > 20


def test_figures_by_hand() -> None:
    a, b = load_policy("rulebook"), load_policy("random")
    result = skat_gym.evaluate(a, b, deals=25, seed=8)
    edges, differences = [], []
    for deal in range(25):
        edge = difference = 0.0
        for seat in range(3):
            seatings = [
                [a if k == seat else b for k in range(3)],
                [b if k == seat else a for k in range(3)],
            ]
            played = play_tables(seatings, 25, 8).seeger_fabian[deal].astype(float)
            alone, against = played
            others = [k for k in range(3) if k != seat]
            edge += alone[seat] - alone[others].mean() + against[others].mean() - against[seat]
            difference += (alone[seat] - alone[others].sum()) / 9
            difference += (against[others].sum() - against[seat]) / 9
        edges.append(edge / 6)
        differences.append(difference)
    assert result.edge["seeger-fabian"].mean == pytest.approx(np.mean(edges))
    assert result.seat_difference["seeger-fabian"].mean == pytest.approx(np.mean(differences))


def test_results_do_not_depend_on_the_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = skat_gym.evaluate(Copy("random"), "rulebook", deals=40, seed=2)
    monkeypatch.setattr(tables, "CHUNK", 7)
    chunked = skat_gym.evaluate(Copy("random"), "rulebook", deals=40, seed=2)
    assert np.array_equal(whole.edges, chunked.edges)


def test_thrown_in_deals_pay_nobody() -> None:
    class Passer:
        name = "passer"
        phases = ALL_STAGES

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return np.full(len(views), 32)

    played = play_tables([[Passer()] * 3], 20, 0)
    assert not played.seeger_fabian.any() and not played.points.any()


def test_bad_answers_are_named() -> None:
    class Cheat(Copy):
        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return np.full(len(views), 40)

    with pytest.raises(PolicyError, match=r"copy of random.*legal are: pass, bid"):
        skat_gym.evaluate(Cheat("random"), "random", deals=2)
    with pytest.raises(ValueError, match="at least one deal"):
        skat_gym.evaluate("random", "random", deals=0)


def test_interval_of_a_ratio() -> None:
    rng = np.random.default_rng(1)
    below = rng.normal(10, 3, 20_000)
    above = 0.5 * below + rng.normal(0, 1, 20_000)
    ratio = Interval.of_ratio(above, below)
    assert ratio.low < 0.5 < ratio.high
    assert ratio.half == pytest.approx(1.96 / 10 / np.sqrt(20_000), rel=0.05)
    with pytest.raises(ValueError, match="denominator"):
        Interval.of_ratio(np.ones(3), np.zeros(3))
