"""The levels that people are offered: those that exist, from easy to strong."""

from __future__ import annotations

import pytest

from skat_gym.play import Session
from skat_gym.play.match_options import LEVELS, default_opponent, levels
from skat_gym.play.spoken import Spoken
from skat_gym.play.voice import Voice
from skat_gym.players import policy_names

NATIVE = ["random", "rulebook", "search:POLICY"]
CASES = (
    (NATIVE, "random rulebook search:rulebook", "rulebook"),
    ([*NATIVE, "club"], "random rulebook club,memory=1 club search:rulebook", "rulebook"),
    ([*NATIVE, "expert"], "random rulebook expert search:expert", "expert"),
    (
        [*NATIVE, "club", "expert", "mine"],
        "random rulebook club,memory=1 club expert search:expert mine",
        "expert",
    ),
)


@pytest.mark.parametrize(("names", "offered", "default"), CASES)
def test_only_those_that_exist(names: list[str], offered: str, default: str) -> None:
    assert [level.policy for level in levels(names)] == offered.split()
    assert default_opponent(names) == default


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
