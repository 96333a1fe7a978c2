"""What an evaluation leaves behind: games, a page, JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from seated import passer

import skat_gym
from skat_gym.evaluation.games import save_games
from skat_gym.evaluation.report import report, save_report
from skat_gym.records import read_file
from skat_gym.rules.contract import FIRST_NULL


def test_games_are_written_and_replay_to_the_same_scores(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    result = skat_gym.evaluate("rulebook", "random", deals=12, seed=3, keep_deals=True)
    save_games(result, file)
    games = list(read_file(file))
    assert len(games) == 72 and [g.id for g in games[:7]] == [
        *(f"0.{table}" for table in range(6)),
        "1.0",
    ]
    assert games[1].players == ("random", "rulebook", "random")
    assert games[3].players == ("random", "rulebook", "rulebook")
    for game, outcome in zip(games, result.outcomes.reshape(-1), strict=True):
        settled = game.result
        assert settled is not None
        assert settled.declarer == outcome["declarer"] and settled.score == outcome["score"]
        if settled.declarer >= 0:
            assert settled.bid == outcome["bid"]
            if outcome["contract"] < FIRST_NULL:
                assert settled.points == outcome["points"]
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(ValueError, match="keep_deals"):
        save_games(skat_gym.evaluate("rulebook", "random", deals=2), file)


def test_the_page_is_whole_and_fetches_nothing(tmp_path: Path) -> None:
    result = skat_gym.evaluate("rulebook", "random", deals=60, seed=3)
    file = tmp_path / "page.html"
    save_report(result, file)
    page = file.read_text()
    assert page == report(result), "the same figures, the same bytes"
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(pictures) == 4
    for picture in pictures:
        ElementTree.fromstring(picture)
    edge = str(result.edge["seeger-fabian"]).replace("+-", "&plusmn;")
    assert edge in page and "Only 60 deals" in page
    assert not re.search(r"<(script|link|img)|src=|@import", page)


def test_names_are_escaped() -> None:
    class Odd:
        name = "<b>&"
        phases = frozenset({"play"})

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return [int(mask).bit_length() - 1 for mask in masks]

    page = report(skat_gym.evaluate(Odd(), "rulebook", deals=5, contracts="rulebook"))
    assert "<b>" not in page and "&lt;b&gt;&amp;" in page


@pytest.mark.parametrize("name", ["_hidden", r"$\foo$", "a$b$c", "[/x]"])
def test_any_name_is_drawn(name: str) -> None:
    result = skat_gym.evaluate("rulebook", "random", deals=20)
    standing = replace(result.standings[0], name=name)
    page = report(replace(result, standings=(standing, result.standings[1])))
    assert page.count("<svg") == 4 and escape(name) in page


def test_json_of_one_deal_and_of_who_never_declares() -> None:
    result = skat_gym.evaluate(passer(), "rulebook", deals=1)
    figures = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert figures["policies"]["passer"]["edge_ci"] is None
    assert figures["policies"]["passer"]["won"] is None
    assert figures["policies"]["rulebook"]["by_role"]["thrown in"]["won"] is None
    assert "+- ?" in str(result) and "inf" not in str(result) and "nan" not in str(result)
    report(result)


def test_json_has_the_promised_keys() -> None:
    result = skat_gym.evaluate("rulebook", "rulebook", deals=30)
    figures = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert figures["deals"] == 30 and 0 <= figures["passed_in"] <= 1
    assert list(figures["policies"]) == ["rulebook", "rulebook (2)"]
    for standing in figures["policies"].values():
        for key in ("edge", "seat_difference", "points_edge"):
            assert standing[key] == 0 and standing[f"{key}_ci"] >= 0
        for key in ("declared", "won", "hand", "suit", "grand", "null", "overbid", "schneider"):
            assert 0 <= standing[key] <= 1
