"""Duplicate evaluation: exact for copies, paired, independent of batches."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from seated import Careless, Cheat, Copy, bidder, passer

import skat_gym
from skat_gym.evaluation import Interval, play_tables
from skat_gym.evaluation.tournament import tournament
from skat_gym.players import ALL_STAGES, CompositePolicy, PolicyError, load_policy
from skat_gym.players.network.folder import find_policies
from skat_gym.rules.match import SCORINGS


@pytest.mark.parametrize("name", ["random", "rulebook"])
def test_a_policy_against_its_copy_is_exactly_zero(name: str) -> None:
    result = skat_gym.evaluate(Copy(name), name, deals=60, seed=3)
    for scoring in SCORINGS:
        assert result.edge[scoring].mean == 0 and result.seat_difference[scoring].mean == 0
        assert result.edge[scoring].half == 0


def test_swapping_the_policies_swaps_the_figures() -> None:
    one = skat_gym.evaluate("rulebook", "random", deals=80, seed=5)
    other = skat_gym.evaluate("random", "rulebook", deals=80, seed=5)
    assert one.standings[0].as_dict() == other.standings[1].as_dict()
    assert one.standings[1].as_dict() == other.standings[0].as_dict()
    for scoring in SCORINGS:
        assert one.seat_difference[scoring].mean == pytest.approx(
            -other.seat_difference[scoring].mean
        )
    assert one.edge["seeger-fabian"].low > 20 and other.edge["seeger-fabian"].high < -20


@pytest.mark.parametrize("contracts", [None, "rulebook"])
def test_figures_by_hand(contracts: str | None) -> None:
    a, b = load_policy("rulebook"), load_policy("random")
    fixed = None if contracts is None else load_policy(contracts)
    result = skat_gym.evaluate(a, b, deals=25, seed=8, contracts=contracts)

    def play(*seating: Any) -> Any:
        return play_tables([seating], 25, 8, contracts=fixed).seeger_fabian[:, 0].astype(float)

    edges = np.zeros((2, 25))
    differences = np.zeros(25)
    for seat in range(3):
        others = [k for k in range(3) if k != seat]
        for who, (one, two) in enumerate(((a, b), (b, a))):
            played = play(*(one if k == seat else two for k in range(3)))
            edges[who] += (played[:, seat] - played[:, others].mean(axis=1)) / 3
            sign = 1 - 2 * who
            differences += sign * (played[:, seat] - played[:, others].sum(axis=1)) / 9
    for who in range(2):
        standing = result.standings[who]
        assert standing.edge["seeger-fabian"].mean == pytest.approx(edges[who].mean())
        half = 1.959964 * edges[who].std(ddof=1) / 5
        assert standing.edge["seeger-fabian"].half == pytest.approx(half)
    assert result.seat_difference["seeger-fabian"].mean == pytest.approx(differences.mean())
    assert np.allclose(result.edges, edges[0])


def test_the_parts_add_up_to_the_edge() -> None:
    for standing in skat_gym.evaluate("rulebook", "random", deals=60, seed=5).standings:
        edge = standing.edge["seeger-fabian"].mean
        roles = standing.by_role
        assert sum(part.share for part in roles.values()) == pytest.approx(1)
        assert sum(part.edge.mean for part in roles.values()) == pytest.approx(edge)
        for role, parts in standing.by_contract.items():
            assert sum(p.edge.mean for p in parts.values()) == pytest.approx(roles[role].edge.mean)
            assert sum(p.share for p in parts.values()) == pytest.approx(roles[role].share)
        apart = standing.seat_difference["seeger-fabian"].mean
        assert sum(p.seat_difference.mean for p in roles.values()) == pytest.approx(apart)
        for role, parts in standing.by_contract.items():
            whole = roles[role].seat_difference.mean
            assert sum(p.seat_difference.mean for p in parts.values()) == pytest.approx(whole)
        assert np.mean([x.mean for x in standing.by_seat.values()]) == pytest.approx(edge)
        shares = standing.shares
        assert shares.declared == pytest.approx(roles["declarer"].share)
        assert shares.won == pytest.approx(roles["declarer"].won)
        assert shares.suit + shares.grand + shares.null == pytest.approx(1)


def test_fixed_contracts_leave_card_play_alone() -> None:
    result = skat_gym.evaluate("random", "rulebook", deals=40, seed=2, contracts="rulebook")
    played = result.outcomes
    for name in ("declarer", "contract", "bid", "picked_up"):
        assert (played[name] == played[name][:, :1]).all()
    assert result.edge["seeger-fabian"].high < 0
    for role in ("declarer", "defender"):
        assert result.standings[0].by_role[role].seat_difference.high < 0, "worse in both roles"

    class HighestCard:
        name = "highest card"
        phases = frozenset({"play"})

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            assert (views["phase"] == 4).all() and (views["bid"] >= 0).all()
            return np.array([int(mask).bit_length() - 1 for mask in masks])

    alone = skat_gym.evaluate(HighestCard(), "rulebook", deals=20, contracts="rulebook")
    base = CompositePolicy(load_policy("rulebook"), {"play": HighestCard()})
    assert np.array_equal(alone.edges, skat_gym.evaluate(base, "rulebook", deals=20).edges)
    with pytest.raises(PolicyError, match="does not decide auction"):
        skat_gym.evaluate("rulebook", "random", deals=5, contracts=HighestCard())


def test_waits_for_a_narrow_interval() -> None:
    result = skat_gym.evaluate("rulebook", "random", until=3.0)
    assert result.edge["seeger-fabian"].half <= 3.0
    assert 512 <= result.deals < 5000
    assert result.reached and result.until == 3.0
    short = skat_gym.evaluate("rulebook", "random", deals=30, until=0.1)
    assert short.deals == 30 and not short.reached
    assert any("not the 0.1 asked for" in text for text in short.cautions)
    with pytest.raises(ValueError, match=r"is a positive number, not 0\.0"):
        skat_gym.evaluate("rulebook", "random", until=0.0)


def test_whoever_passes_always_is_seen() -> None:
    result = skat_gym.evaluate(passer(), "rulebook", deals=300, seed=1)
    own, other = result.standings
    assert own.shares.declared == 0 and own.edge["seeger-fabian"].high < 0
    assert own.score["seeger-fabian"] > 0 == own.score["points"], "it lives on losses"
    assert other.shares.declared > 0.4 and result.passed_in > 0.2
    assert any("passer declares 0.0%" in text for text in result.cautions)


def test_whoever_bids_always_is_seen() -> None:
    result = skat_gym.evaluate(bidder(), "rulebook", deals=300, seed=1)
    own = result.standings[0]
    assert own.shares.declared == 1 and own.shares.won < 0.6 and own.shares.overbid > 0.1
    assert own.edge["seeger-fabian"].high < -20
    assert any("bidder declares 100.0%" in text for text in result.cautions)


def test_whoever_plays_a_card_it_does_not_hold_is_named() -> None:
    with pytest.raises(PolicyError, match=r"'cheat' chose .. as \w+ in phase play; legal are"):
        skat_gym.evaluate(Cheat(), "rulebook", deals=50)


def test_one_careless_card_in_twenty_shows() -> None:
    result = skat_gym.evaluate(Careless(), "rulebook", deals=2000, seed=1, contracts="rulebook")
    assert result.edge["seeger-fabian"].high < 0
    assert result.seat_difference["seeger-fabian"].high < 0


@pytest.mark.parametrize(
    ("a", "b", "deals", "words"),
    [
        ("rulebook", "rulebook", 50, ("by construction", "Only 50 deals")),
        (Copy("rulebook"), "rulebook", 250, ("holds 0",)),
        ("rulebook", passer(), 250, ("One match of 12 deals proves nothing",)),
    ],
)
def test_cautions(a: Any, b: Any, deals: int, words: tuple[str, ...]) -> None:
    result = skat_gym.evaluate(a, b, deals=deals, seed=1)
    for word in words:
        assert sum(word in caution for caution in result.cautions) == 1
        assert word in " ".join(str(result).split())


def test_thrown_in_deals_pay_nobody() -> None:
    class Passer:
        name = "passer"
        phases = ALL_STAGES

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return np.full(len(views), 32)

    played = play_tables([[Passer()] * 3], 20, 0)
    assert not played.seeger_fabian.any() and not played.points.any()


def test_bad_answers_are_named() -> None:
    class Wrong(Copy):
        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return np.full(len(views), 40)

    with pytest.raises(PolicyError, match=r"copy of random.*legal are: pass, bid"):
        skat_gym.evaluate(Wrong("random"), "random", deals=2)
    with pytest.raises(ValueError, match="deals is a whole number of at least 1, not 0"):
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


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"until": "x"}, "until, .* is a positive number, not 'x'"),
        ({"until": float("nan")}, "not nan"),
        ({"until": True}, "not True"),
        ({"deals": 2.0}, "deals is a whole number of at least 1, not 2.0"),
        ({"deals": True}, "not True"),
        ({"deals": "5"}, "not '5'"),
        ({"seed": -1}, "seed is a whole number from 0 to 9223372036854775807, not -1"),
        ({"seed": 2**63}, "not 9223372036854775808"),
        ({"seed": 1.5}, "not 1.5"),
        ({"workers": 0.5}, "workers is a whole number of at least 1, not 0.5"),
    ],
)
def test_wrong_numbers_are_one_sentence(keywords: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as told:
        skat_gym.evaluate("random", "random", **{"deals": 2, **keywords})
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint64])
def test_numbers_of_numpy_are_numbers(kind: Any) -> None:
    plain = skat_gym.evaluate("rulebook", "random", deals=3, seed=4, until=0.5)
    result = skat_gym.evaluate("rulebook", "random", kind(3), kind(4), until=np.float32(0.5))
    assert json.dumps(result.as_dict()) == json.dumps(plain.as_dict())


def test_policies_by_path_are_told_from_those_by_name(tmp_path: Path) -> None:
    """Every label is what was asked for, so that it says which of two is which."""
    club = find_policies()["club"]
    for folder in ("one", "two"):
        shutil.copytree(club, tmp_path / folder / "club")
    one, two = (tmp_path / folder / "club" for folder in ("one", "two"))
    for a, b in ((str(one), "club"), ("club", one), (one, two)):
        result = skat_gym.evaluate(a, b, deals=1)
        assert [s.name for s in result.standings] == [str(a), str(b)]
        assert not result.itself
    result = skat_gym.evaluate(one, str(one), deals=1)
    assert [s.name for s in result.standings] == [str(one), f"{one} (2)"] and result.itself
    field = tournament([one, two, "club"], deals=1)
    assert {place.name for place in field.places} == {str(one), str(two), "club"}


def test_a_policy_object_has_its_own_name() -> None:
    result = skat_gym.evaluate(Copy("rulebook"), load_policy("random"), deals=1)
    assert [s.name for s in result.standings] == ["copy of rulebook", "random"]
