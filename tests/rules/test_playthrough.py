"""Whole deals as text stay as they are; `playthrough.py` writes the files anew."""

import pytest
from playthrough import FOLDER, SCRIPTS, playthrough

from skat_gym.rules import Deal


@pytest.mark.parametrize("name", SCRIPTS)
def test_playthrough(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(name) == expected, "python tests/rules/playthrough.py writes it anew"


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_last_line_is_the_whole_deal(name: str) -> None:
    last = playthrough(name).splitlines()[-1]
    text = last.removeprefix("text").strip()
    deal = Deal.parse(text)
    assert str(deal) == text
    assert f"result         {deal.result}" in playthrough(name)


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCRIPTS)
