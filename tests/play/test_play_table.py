"""A person at the table: every input answered, nothing lost, nothing shown too early."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from skat_gym.play import HumanPlay, SaveError, Session, play_auto, play_terminal
from skat_gym.play.sheet import sheet
from skat_gym.players import ALL_STAGES, PolicyError, load_policy
from skat_gym.rules import Card, Match, Result
from skat_gym.rules.state import Phase


class Person:
    """Answers each question from a script of tries, and keeps all that is shown."""

    def __init__(self, stop_after: int | None = None, bids: str = "pass") -> None:
        self.lines: list[str] = []
        self.asked = 0
        self.stop_after = stop_after
        self.bids = bids
        self._tries: Iterator[str] = iter(())
        self._question = ""

    def ask(self, question: str) -> str:
        self.asked += 1
        if self.stop_after is not None and self.asked > self.stop_after:
            raise EOFError
        if question == self._question and self.lines and self.lines[-1].startswith("  "):
            answer = next(self._tries)
        else:
            self._question = question
            self._tries = iter([str(k) for k in range(1, 12)])
            answer = next(self._tries)
        if "Only pass" in question:
            answer = "pass"
        elif "pass" in question:
            answer = self.bids
        elif "Pick up" in question:
            answer = "skat"
        elif "Put down" in question:
            answer = "1 2"
        elif "Name" in question:
            answer = "grand"
        self.lines.append(f"{question}{answer}")
        return answer

    def show(self, line: str) -> None:
        self.lines.extend(line.split("\n"))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def play(person: Person, save: Path, **keywords: Any) -> int:
    keywords = {"seed": 3, "deals": 2, **keywords}
    return play_terminal(
        ["rulebook", "rulebook"], save=save, ask=person.ask, show=person.show, **keywords
    )


@pytest.mark.parametrize("bids", ["pass", "yes"])
def test_a_whole_match(tmp_path: Path, bids: str) -> None:
    person = Person(bids=bids)
    record = tmp_path / "match.sgf"
    assert play(person, tmp_path / "match.json", record=record) == 0
    assert "Deal 2 of 2" in person.text and "The match is over." in person.text
    assert len(record.read_text().splitlines()) == 2
    assert not (tmp_path / "match.json").exists()
    sheets = [k for k, line in enumerate(person.lines) if line.startswith("no.")]
    assert len(sheets) == 2
    assert "total (Seeger-Fabian)" in person.text


def test_quit_and_resume_gives_the_same_match(tmp_path: Path) -> None:
    whole = Person()
    play(whole, tmp_path / "whole.json")
    for stop in (1, 4, 9, 15):
        save = tmp_path / f"{stop}.json"
        first = Person(stop_after=stop)
        assert play(first, save) == 0
        assert "--resume" in first.lines[-1] and save.exists()
        second = Person()
        assert play(second, save, resume=str(save)) == 0
        end = whole.lines.index("The match is over.")
        assert second.lines[-14:] == whole.lines[end - 13 :]


def test_words_of_the_table(tmp_path: Path) -> None:
    answers = iter(["help", "", "bids", "sheet", "cards", "last", "19", "264", "quit"])
    lines: list[str] = []
    code = play_terminal(
        ["random", "random"],
        seed=1,
        deals=1,
        save=tmp_path / "m.json",
        ask=lambda _: next(answers),
        show=lines.append,
    )
    text = "\n".join(lines)
    assert code == 0
    for words in ("At any time", "no.", "Your cards", "There is no trick yet", "is no answer here"):
        assert words in text
    assert Session.load(tmp_path / "m.json").actions == []


def test_no_hidden_card_is_shown_before_the_end(tmp_path: Path) -> None:
    """Until a deal ends only own cards and cards played appear."""
    for seed in range(6):
        person = Person(bids="pass")
        play(person, tmp_path / f"{seed}.json", seed=seed, deals=1)
        session = Session([None, "rulebook", "rulebook"], seed=seed, deals=1)
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
    assert "is no answer here" in run.stdout and "--resume m" in run.stdout
    assert (tmp_path / "m").exists()


def test_saves_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    save = tmp_path / "match.json"
    with pytest.raises(SaveError, match="no match to go on with"):
        Session.load(save)
    for text, words in (
        ("{", "not whole"),
        ("{}", "cannot be gone on with"),
        ('{"format": 99}', "another version"),
        (
            '{"format": 1, "policies": [null, "nobody", "random"], "seed": 1, "deals": 2, '
            '"actions": []}',
            "there is no policy 'nobody'",
        ),
        (
            '{"format": 1, "policies": [null, "random", "random"], "seed": 1, "deals": 2, '
            '"actions": [3]}',
            "not legal",
        ),
    ):
        save.write_text(text)
        with pytest.raises(SaveError, match=words):
            Session.load(save)
        assert save.read_text() == text


def test_a_kept_match_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKAT_HOME", str(tmp_path))
    person = Person(stop_after=2)
    play_terminal(["random"] * 2, seed=1, ask=person.ask, show=person.show)
    kept = (tmp_path / "match.json").read_text()
    with pytest.raises(SaveError, match="--resume"):
        play_terminal(["random"] * 2, seed=2, ask=person.ask, show=person.show)
    assert (tmp_path / "match.json").read_text() == kept


def test_acting_twice_or_out_of_turn_changes_nothing() -> None:
    session = Session([None, "rulebook", "rulebook"], seed=3, deals=1)
    session.run()
    while session.deal.phase is not Phase.PLAY:
        session.act(32)
        session.run()
    card = session.deal.legal[0]
    session.act(card)
    before = session.deal
    if session.waits:
        with pytest.raises(ValueError, match="not legal"):
            session.act(card)
    else:
        with pytest.raises(ValueError, match="not your turn"):
            session.act(card)
    assert session.deal == before and session.actions[-1] == card


class Hostile:
    """Bids and plays as the rulebook until it misbehaves in card play."""

    name = "hostile"
    phases = ALL_STAGES

    def __init__(self, answer: Callable[[int], Any]) -> None:
        self.answer = answer
        self.policy = load_policy("rulebook")

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        if int(views[0].phase) == Phase.PLAY:
            return self.answer(int(masks[0]))
        return self.policy.act(views, masks, keys)


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
def test_hostile_policies_lose_nothing(answer: Any, words: str) -> None:
    session = Session([Hostile(answer)] * 3, seed=3, deals=2)
    with pytest.raises(PolicyError, match=words):
        session.run()
    assert session.match.number == 0 and session.deal.phase is Phase.PLAY
    assert "passed" not in sheet(session.match, ["a", "b", "c"])
    before = session.deal
    with pytest.raises(PolicyError, match=words):
        session.run()
    assert session.deal == before


def test_a_policy_that_takes_for_ever_is_given_up() -> None:
    stop = threading.Event()

    def wait(mask: int) -> Any:
        stop.wait(60)
        return np.array([min(c for c in range(32) if mask >> c & 1)])

    session = Session([Hostile(wait)] * 3, seed=3, deals=1, patience=0.2)
    with pytest.raises(PolicyError, match=r"'hostile' failed as .*no decision within 0.2 seconds"):
        session.run()
    before = session.deal
    assert before.phase is Phase.PLAY and not before.cards and session.match.number == 0
    stop.set()
    session.patience = 60.0
    session.run()
    assert session.match.over


def test_the_sheet_agrees_with_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    lines: list[str] = []
    assert play_auto(["rulebook", "random", "rulebook"], seed=6, deals=6, show=lines.append) == 0
    session = Session(["rulebook", "random", "rulebook"], seed=6, deals=6)
    session.run()
    total = next(x for x in lines[-1].split("\n") if "Seeger-Fabian" in x)
    assert tuple(map(int, total.split()[2:])) == session.match.scores("seeger-fabian")
    points = next(x for x in lines[-1].split("\n") if x.split()[:1] == ["points"])
    assert tuple(map(int, points.split()[1:])) == session.match.scores("points")
    assert max(len(x) for x in lines[-1].split("\n")) <= 80


def test_a_match_ends_after_its_deals_even_if_the_last_is_passed_in() -> None:
    match = Match(deals=3)
    for result in (
        Result.settled(0, _contract("spades"), bid=18, matadors=1, points=70, tricks=6),
        Result.settled(1, _contract("grand"), bid=18, matadors=1, points=50, tricks=6),
        Result.thrown_in(),
    ):
        match.book(result)
    assert match.over
    with pytest.raises(ValueError, match="over"):
        match.book(Result.thrown_in())
    text = sheet(match, ["a", "b", "c"])
    assert "passed by all" in text and "place" in text


def _contract(name: str) -> Any:
    from skat_gym.rules import Contract

    return Contract.parse(name)


def test_human_play() -> None:
    env = gymnasium.make("skat_gym:Skat/Match-v0", opponents="rulebook", match_deals=3)
    person = Person()
    totals = HumanPlay(env, ask=person.ask, show=person.show).run(seed=5)
    assert totals == env.unwrapped.match.scores()
    assert "Totals" in person.lines[-1] and "Deal 3" in person.text
    with pytest.raises(ValueError, match="Match-v0"):
        HumanPlay(gymnasium.make("skat_gym:Skat/Deal-v0"))


def test_cards_are_read_in_every_spelling() -> None:
    from skat_gym.play.answer import read_card

    shown = [Card("CJ"), Card("HT")]
    for text in ("cj", "CJ", "♣J", "1", "♣ j"):
        assert read_card(text.lower(), shown) == Card("CJ")
    for text in ("h10", "ht", "♥10", "2", "H10"):
        assert read_card(text.lower(), shown) == Card("HT")
    for text in ("", "x", "3", "0", "1h"):
        with pytest.raises(ValueError, match=r"no card|numbers go"):
            read_card(text, shown)
