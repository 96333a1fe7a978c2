"""Tournaments: every three alike, duplicate boards, strengths with intervals."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from seated import Copy

from skat_gym.evaluation import play_tables
from skat_gym.evaluation.plackett_luce import ELO, strengths
from skat_gym.evaluation.tournament import tournament
from skat_gym.players import load_policy

FIELD = ("random", "rulebook", "rulebook+play=random", "random+play=rulebook")


def test_ranks_a_field() -> None:
    result = tournament(FIELD, deals=300, seed=1)
    assert result.deals == 320, "rounded up to 16 deals for each of four threes"
    assert result.places[0].name == "rulebook" and result.places[-1].name == "random"
    assert result.places[0].strength.low > result.places[1].strength.high
    assert sum(p.strength.mean for p in result.places) == pytest.approx(0, abs=1e-6)
    assert all(p.deals == 240 for p in result.places)
    by_rung = sorted(result.places, key=lambda p: -p.rung.mu)
    assert by_rung[0].name == "rulebook"
    figures = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert figures["policies"]["rulebook"]["place"] == 1
    assert "rulebook+play=random" in str(result)


def test_figures_by_hand() -> None:
    three = [load_policy(name) for name in FIELD[:3]]
    result = tournament(three, deals=16, seed=4)
    seatings = list(permutations(range(3)))
    played = play_tables([[three[k] for k in row] for row in seatings], 16, 4).seeger_fabian
    own: Any = np.zeros((16, 3))
    for table, row in enumerate(seatings):
        for seat, policy in enumerate(row):
            own[:, policy] += played[:, table, seat] / 6
    for place in result.places:
        k = [p.name for p in three].index(place.name)
        edges = own[:, k] - np.delete(own, k, axis=1).mean(axis=1)
        assert place.edge["seeger-fabian"].mean == pytest.approx(edges.mean())


def test_copies_are_equal() -> None:
    result = tournament(["rulebook", Copy("rulebook"), "rulebook"], deals=200, seed=2)
    assert {p.name for p in result.places} == {"rulebook", "copy of rulebook", "rulebook (2)"}
    for place in result.places:
        assert place.edge["seeger-fabian"].mean == 0 and place.edge["points"].mean == 0
        assert abs(place.strength.mean) < 3 * place.strength.half
        assert place.rung.mu == pytest.approx(25)


def test_names_are_told_apart() -> None:
    field = [Copy("random") for _ in range(4)]
    for policy, name in zip(field, ("a", "a", "a (2)", "a"), strict=True):
        policy.name = name
    result = tournament(field, deals=64)
    assert sorted(p.name for p in result.places) == ["a", "a (2)", "a (2) (2)", "a (3)"]


def test_strengths_are_found_again() -> None:
    rng = np.random.default_rng(3)
    true = np.array([1.0, 0.3, -0.4, -0.9])
    rankings = []
    for _ in range(4000):
        three = rng.choice(4, 3, replace=False)
        rankings.append(three[np.argsort(-(true[three] + rng.gumbel(size=3)))])
    fitted = strengths(np.array(rankings), 4)
    for strength, value in zip(fitted, ELO * true, strict=True):
        assert strength.low - 10 < value < strength.high + 10
        assert 5 < strength.half < 20


def test_goes_on_and_does_not_depend_on_processes(tmp_path: Path) -> None:
    whole = tournament(FIELD, deals=128, seed=5)
    file = tmp_path / "run"
    tournament(FIELD, deals=64, seed=5, checkpoint=file)
    assert tournament(FIELD, deals=128, seed=5, checkpoint=file, workers=2) == whole


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="at least three policies, not 2"):
        tournament(["random", "rulebook"])
    with pytest.raises(ValueError, match="deals is a whole number of at least 1, not 0"):
        tournament(FIELD, deals=0)
