"""The levels that people are offered: those that exist, from easy to strong."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from skat_gym.play import Session
from skat_gym.play.match_options import LEVELS, UNTRAINED, default_opponent, levels
from skat_gym.play.spoken import Spoken
from skat_gym.play.voice import Voice
from skat_gym.players import policy_names
from skat_gym.players.network.folder import find_policies, read_folder

NATIVE = ["random", "rulebook", "search:POLICY"]
CASES = (
    (NATIVE, "rulebook search:rulebook", "rulebook"),
    ([*NATIVE, "club"], "club,memory=1 rulebook club", "rulebook"),
    ([*NATIVE, "expert"], "rulebook expert,memory=4 expert search:expert", "expert"),
    (
        [*NATIVE, "club", "expert", "mine"],
        "club,memory=1 rulebook club expert,memory=4 expert search:expert mine",
        "expert",
    ),
)


@pytest.mark.parametrize(("names", "offered", "default"), CASES)
def test_only_those_that_exist(names: list[str], offered: str, default: str) -> None:
    assert [level.policy for level in levels(names)] == offered.split()
    assert default_opponent(names) == default


def test_the_order_is_that_of_strength_as_measured() -> None:
    """Each level beats the one before it, with the weights that ship."""
    folders = find_policies()
    told = json.loads((folders["club"].parent / "levels.json").read_text())
    names = ["random", *(level.policy for level in LEVELS if level.policy != UNTRAINED)]
    assert names[1:] == [level.policy for level in levels()]
    assert [(step["b"], step["a"]) for step in told["steps"]] == list(pairwise(names))
    assert all(step["edge"] - step["edge_ci"] > 0 for step in told["steps"])
    assert told["sha256"] == {name: read_folder(path).sha256 for name, path in folders.items()}


def test_every_level_has_a_short_name_in_both_languages() -> None:
    for language in ("de", "en"):
        titles = [level.title[language] for level in LEVELS]
        assert len({*titles}) == len(titles)
        assert all(0 < len(title) <= 28 for title in titles)
        assert all(level.about[language] for level in LEVELS)


def test_those_offered_sit_down_and_the_terminal_lists_them() -> None:
    there = levels()
    session = Session([None, "rulebook", "rulebook"], seed=1, deals=1)
    assert {*policy_names()} >= {"random", "rulebook"}
    for language in ("de", "en"):
        page = Spoken(session, Voice(language), print).help()
        for level in there:
            assert f"  {level.policy} " in page and level.title[language] in page
    with session.minds as minds:
        for level in there:
            assert minds.check(level.policy) == level.policy
