"""A person at the table in plain lines: every input answered, nothing lost or shown too early."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sitting import Hostile, Person, play

from skat_gym.play import Archive, HumanPlay, Session, play_auto, play_terminal
from skat_gym.play.answer import read_card
from skat_gym.play.sheet import sheet
from skat_gym.rules import Card, Contract, Match, Result
from skat_gym.rules.state import Phase


@pytest.mark.parametrize("bids", ["pass", "yes"])
def test_a_whole_match(tmp_path: Path, bids: str) -> None:
    person = Person(bids=bids)
    record = tmp_path / "match.sgf"
    assert play(person, tmp_path / "m.sqlite", record=record) == 0
    assert "Deal 2 of 2" in person.text and "The match is over." in person.text
    assert len(record.read_text().splitlines()) == 2
    sheets = [k for k, line in enumerate(person.lines) if line.startswith("no.")]
    assert len(sheets) == 2
    assert "total (Seeger-Fabian)" in person.text and "Seed 3" in person.text
    with Archive(tmp_path / "m.sqlite") as archive:
        assert [entry.over for entry in archive.entries()] == [True]


def test_quit_and_resume_gives_the_same_match(tmp_path: Path) -> None:
    whole = Person()
    play(whole, tmp_path / "whole.sqlite")
    end = whole.lines.index("The match is over.")
    for stop in (1, 4, 9, 15):
        save = tmp_path / f"{stop}.sqlite"
        first = Person(stop_after=stop)
        assert play(first, save) == 0
        assert f"--save {save} --resume" in first.lines[-1]
        second = Person()
        assert play(second, save, resume="") == 0
        stopped = second.lines.index("The match is over.")
        assert second.lines[stopped - 12 : stopped] == whole.lines[end - 12 : end]


def test_words_of_the_table(tmp_path: Path) -> None:
    words = ["help", "", "bids", "sheet", "cards", "last", "seed", "hint", "19", "264", "undo"]
    answers = iter([*words, "finish", "statistics", "analysis 1", "quit"])
    lines: list[str] = []
    code = play_terminal(
        ["random", "random"],
        seed=1,
        deals=1,
        save=tmp_path / "m.sqlite",
        ask=lambda _: next(answers),
        show=lines.append,
    )
    text = "\n".join(lines)
    assert code == 0
    for told in ("At any time", "no.", "Your cards", "There is no trick yet", "is no answer here"):
        assert told in text
    for told in ("Checksum of the cards", "in practice only", "Nothing is decided", "not over yet"):
        assert told in text
    assert "Mean list score" in text and "Seeger-Fabian per 36 deals" in text
    with Archive(tmp_path / "m.sqlite") as archive:
        table = archive.load(archive.entries()[0].id)
    assert all(player != 0 for player, _, _ in table.moves[-1])


def test_the_same_in_german(tmp_path: Path) -> None:
    answers = iter(["hilfe", "karten", "stich", "reizen", "liste", "tipp", "19", "schluss"])
    lines: list[str] = []
    play_terminal(
        ["random", "random"],
        seed=1,
        deals=1,
        save=tmp_path / "m.sqlite",
        language="de",
        ask=lambda _: next(answers),
        show=lines.append,
    )
    text = "\n".join(lines)
    for told in ("Deine Karten", "noch keinen Stich", "ist hier keine Antwort", "Spielpunkte"):
        assert told in text
    assert "Jederzeit" in text and "Weiter mit" in text and "Mittlere Listenpunkte" in text


def test_no_hidden_card_is_shown_before_the_end(tmp_path: Path) -> None:
    """Until a deal ends only own cards and cards played appear."""
    for seed in range(6):
        person = Person(bids="pass")
        play(person, tmp_path / f"{seed}.sqlite", seed=seed, deals=1)
        session = Session([None, "rulebook", "rulebook"], seed=seed, deals=1)
        session.begin()
        own = {c.symbol for c in session.view.hand}
        played: set[str] = set()
        for line in person.lines:
            if line.lstrip().startswith("forehand  "):
                break
            match = re.match(r"  (left|right): (\S+)$", line)
            if match:
                played.add(match.group(2))
            if "open cards" in line:
                break
            shown = set(re.findall(r"[♦♥♠♣](?:10|[789JQKA])", line))
            assert shown <= own | played, line


def test_pipe(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "skat_gym.cli", "play", "--terminal", "--seed", "2", "--save", "m"],
        input="hello\n99\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=200,
    )
    assert run.returncode == 0
    assert "is no answer here" in run.stdout and "--save m --resume" in run.stdout
    assert (tmp_path / "m").exists()


def test_matches_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKAT_GYM_HOME", str(tmp_path))
    with pytest.raises(ValueError, match="no match to go on with"):
        play_terminal(["random"] * 2, resume="")
    for seed in (1, 2):
        person = Person(stop_after=2)
        play_terminal(["random"] * 2, seed=seed, ask=person.ask, show=person.show)
    with Archive(tmp_path / "table.sqlite") as archive:
        assert [entry.options.seed for entry in archive.entries()] in ([1, 2], [2, 1])
        first = next(entry.id for entry in archive.entries() if entry.options.seed == 1)
    person = Person(stop_after=0)
    play_terminal(["random"] * 2, resume=first, ask=person.ask, show=person.show)
    assert f"--resume {first}" in person.lines[-1]
    with pytest.raises(ValueError, match="no match 'zzz'"):
        play_terminal(["random"] * 2, resume="zzz", ask=person.ask, show=person.show)


def test_acting_twice_or_out_of_turn_changes_nothing() -> None:
    session = Session([None, "rulebook", "rulebook"], seed=3, deals=1)
    session.run()
    while session.deal.phase is not Phase.PLAY:
        session.act(32)
        session.run()
    card = session.deal.legal[0]
    session.act(card)
    before, n = session.deal, session.table.n
    with pytest.raises(ValueError, match="not legal" if session.waits else "not your turn"):
        session.act(card)
    assert session.deal == before and session.table.n == n


def _raise(mask: int) -> Any:
    raise IndexError("lost count")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (_raise, "IndexError: lost count"),
        (lambda mask: np.array([-1]), "action -1"),
        (lambda mask: np.array([0, 1]), "shape"),
        (lambda mask: None, "object"),
        (lambda mask: np.array([next(c for c in range(32) if not mask >> c & 1)]), "legal are"),
    ],
)
def test_hostile_policies_are_named_and_replaced(answer: Any, words: str) -> None:
    session = Session([Hostile(answer)] * 3, seed=3, deals=2)
    seen: list[str] = []
    session.watch = lambda event: seen.append(event.kind)
    session.run()
    assert session.match.over and "replaced" in seen
    plain = Session(["rulebook"] * 3, seed=3, deals=2)
    plain.run()
    assert session.table.deals == plain.table.deals
    for player, why in session.table.marks[0]:
        assert player in (0, 1, 2) and "hostile" in why and words in why
    by = {how for _, _, how in session.table.moves[0]}
    assert by == {"policy", "rulebook"}


def test_a_policy_that_takes_for_ever_is_given_up() -> None:
    stop = threading.Event()
    calls: list[int] = []

    def wait(mask: int) -> Any:
        calls.append(mask)
        if len(calls) == 1:
            stop.wait(60)
        return np.array([min(c for c in range(32) if mask >> c & 1)])

    session = Session([Hostile(wait), "rulebook", "rulebook"], seed=3, deals=1, patience=0.2)
    session.run()
    stop.set()
    assert session.match.over and len(session.table.marks[0]) == 1
    assert "no decision within 0.2 seconds" in session.table.marks[0][0][1]


def test_the_sheet_agrees_with_the_match() -> None:
    lines: list[str] = []
    assert play_auto(["rulebook", "random", "rulebook"], seed=6, deals=6, show=lines.append) == 0
    session = Session(["rulebook", "random", "rulebook"], seed=6, deals=6)
    session.run()
    total = next(x for x in lines[-1].split("\n") if "Seeger-Fabian" in x)
    assert tuple(map(int, total.split()[2:])) == session.match.scores("seeger-fabian")
    points = next(x for x in lines[-1].split("\n") if x.split()[:1] == ["points"])
    assert tuple(map(int, points.split()[1:])) == session.match.scores("points")
    assert max(len(x) for x in lines[-1].split("\n")) <= 80


@pytest.mark.parametrize(("language", "word"), [("de", "überreizt"), ("en", "overbid")])
def test_the_sheet_marks_what_was_overbid(language: str, word: str) -> None:
    """In every game, however long its name, and in no wider line."""
    for number in range(29):
        contract = Contract(number)
        match = Match(deals=2)
        for bid in (18, 264):
            matadors = 0 if contract.is_null else -1
            result = Result.settled(0, contract, bid=bid, matadors=matadors, points=75, tricks=10)
            match.book(result)
        assert [line.result.overbid for line in match.lines] == [False, True]
        _, plain, marked, *_ = sheet(match, ["rulebook number 1", "b", "c"], language).split("\n")
        assert word not in plain and word in marked and len(plain) == len(marked) == 80
        assert str(match.lines[1].result.score) in marked


def test_a_match_ends_after_its_deals_even_if_the_last_is_passed_in() -> None:
    match = Match(deals=3)
    for result in (
        Result.settled(0, Contract.parse("spades"), bid=18, matadors=1, points=70, tricks=6),
        Result.settled(1, Contract.parse("grand"), bid=18, matadors=1, points=50, tricks=6),
        Result.thrown_in(),
    ):
        match.book(result)
    assert match.over
    with pytest.raises(ValueError, match="over"):
        match.book(Result.thrown_in())
    text = sheet(match, ["a", "b", "c"])
    assert "passed by all" in text and "place" in text


def test_human_play() -> None:
    env = gymnasium.make("skat_gym:Skat/Match-v0", opponents="rulebook", match_deals=3)
    person = Person()
    totals = HumanPlay(env, ask=person.ask, show=person.show).run(seed=5)
    assert totals == env.unwrapped.match.scores()
    assert "Totals" in person.lines[-1] and "Deal 3" in person.text
    with pytest.raises(ValueError, match="Match-v0"):
        HumanPlay(gymnasium.make("skat_gym:Skat/Deal-v0"))


def test_cards_are_read_in_every_spelling() -> None:
    shown = [Card("CJ"), Card("HT")]
    for text in ("cj", "CJ", "♣J", "1", "♣ j", "kreuz bube", "krb", "cb", "♣B", "clubs jack"):
        assert read_card(text.lower(), shown) == Card("CJ"), text
    for text in ("h10", "ht", "♥10", "2", "H10", "Herz 10", "herz zehn", "he10"):
        assert read_card(text.lower(), shown) == Card("HT"), text
    for text, card in (("pik dame", "SQ"), ("♠D", "SQ"), ("kad", "DQ"), ("karo könig", "DK")):
        assert read_card(text.lower(), []) == Card(card)
    for text in ("", "x", "3", "0", "1h", "herz", "herz 6"):
        with pytest.raises(ValueError, match=r"no card|numbers go"):
            read_card(text, shown)
    with pytest.raises(ValueError, match="there is only number 1"):
        read_card("2", shown[:1])
