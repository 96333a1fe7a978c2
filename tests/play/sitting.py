"""Persons for tests of the table: scripted, hostile, and plain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skat_gym.play import Session, play_terminal
from skat_gym.players import ALL_STAGES, load_policy
from skat_gym.rules import BID, PASS, PICK_UP, action_text
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


def choice(session: Session, declare: bool = True) -> int:
    """What a person does who bids (or passes) and else does the first thing legal."""
    legal = session.deal.legal
    if declare and BID in legal and session.deal.phase is Phase.AUCTION:
        return BID
    return PASS if PASS in legal else legal[0]


def first_legal(session: Session, declare: bool) -> list[str]:
    """The lines that such a person types in a whole match."""
    lines = []
    while True:
        session.run()
        if session.match.over:
            return lines
        action = choice(session, declare)
        lines.append("yes" if action == BID else action_text(action))
        session.act(action)


def script(lines: list[str]) -> Any:
    """Asks a person who types these lines and leaves."""
    answers = iter(lines)

    def ask(_: str) -> str:
        line = next(answers, None)
        if line is None:
            raise EOFError
        return line

    return ask


def at_the_skat() -> Session:
    """A session whose person has picked up the skat."""
    for seed in range(50):
        session = Session([None, "random", "random"], seed=seed, deals=1)
        session.run()
        while session.waits and session.deal.phase is Phase.AUCTION:
            session.act(BID if BID in session.deal.legal else PASS)
            session.run()
        if session.waits and session.deal.phase is Phase.CHOICE:
            session.act(PICK_UP)
            return session
    raise AssertionError("no seed lets the person declare")


class Hostile:
    """Plays as the rulebook until card play, then answers what it is told to."""

    name = "hostile"
    phases = ALL_STAGES

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.policy = load_policy("rulebook")

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        if int(views[0].phase) != Phase.PLAY:
            return self.policy.act(views, masks, keys)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(int(masks[0])) if callable(self.answer) else self.answer
