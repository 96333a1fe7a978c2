"""One match that tabs follow: commands one after the other, policies in between, news to all."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from skat_gym.play.claim import Claim, find_claim
from skat_gym.play.event import Event
from skat_gym.play.match_table import MatchTable
from skat_gym.play.seat_story import story, told_event
from skat_gym.play.seat_view import lasting, passing
from skat_gym.play.server.wire import json_text, message_text
from skat_gym.play.session import Question, Session
from skat_gym.play.words import TextError
from skat_gym.rules.state import Phase

log = logging.getLogger(__name__)

_CLAIM_AFTER = 9
"""Cards that lie before it is looked whether the rest is decided."""


class Listener(Protocol):
    """Is somebody who follows a match: a tab."""

    def tell(self, text: str) -> None:
        """Sends a JSON text, in its turn."""


class Room:
    """Holds the session of one match and the tabs that follow it."""

    def __init__(self, session: Session) -> None:
        assert session.id is not None
        self.id = session.id
        self.session = session
        self.listeners: set[Listener] = set()
        self._going: asyncio.Task[None] | None = None
        self._lasting: tuple[MatchTable, int, str] | None = None
        self._claim: tuple[int, Claim | None] = (-1, None)
        self._claiming: asyncio.Task[None] | None = None

    @property
    def n(self) -> int:
        """The state number."""
        return self.session.table.n

    @property
    def claim(self) -> Claim | None:
        """What can be offered at the present state, as far as it is known."""
        n, claim = self._claim
        return claim if n == self.n else None

    @property
    def busy(self) -> bool:
        """Whether a policy is at work."""
        return self._going is not None and not self._going.done()

    def _state(self) -> str:
        """Returns what the person may see, as JSON."""
        table = self.session.table
        number = len(table.match.lines)
        kept = self._lasting
        if kept is None or kept[0] is not table or kept[1] != number:
            kept = self._lasting = (table, number, json_text(lasting(table, self.id)))
        state = passing(table, _fields_of(self.claim))
        if self._slow is not None:
            state["thinking"] = self._slow.player
        return f"{kept[2][:-1]},{json_text(state)[1:]}"

    def state_text(self, re: Any = None) -> str:
        """Returns the `state` message, with what happened in the deal so far."""
        told = message_text("state", re, match=self.id, n=self.n, story=story(self.session.table))
        return f'{told[:-1]},"state":{self._state()}}}'

    def do(self, command: Callable[[], list[Event]]) -> None:
        """Carries out a command of the person, tells all tabs and lets the policies go on."""
        self._advance(command)
        self._go_on()

    def wake(self) -> None:
        """Lets the policies go on where a match was left, if it is their turn."""
        if not self.busy:
            self._advance(list)
            self._go_on()

    def _go_on(self) -> None:
        if self._slow is None:
            self._look_for_claim()
        elif not self.busy:
            self._going = asyncio.create_task(self._think())

    @property
    def _slow(self) -> Question | None:
        """The decision that a policy needs time for, None if there is none now."""
        question = self.session.question
        if question is None or self.session.minds.is_quick(question.policy):
            return None
        return question

    def _advance(self, command: Callable[[], list[Event]]) -> None:
        """Carries out a command and all decisions that take no time; tells what happened."""
        start = self.n
        with self.session.together():
            events = command()
            while self._slow is None:
                more = self.session.step()
                if not more:
                    break
                events += more
        if events:
            self._tell(start, events)

    async def _think(self) -> None:
        decide = self.session.minds.decide
        try:
            while (asked := self._slow) is not None:
                decision = await asyncio.to_thread(
                    decide, asked.policy, asked.view, asked.mask, asked.key
                )
                self._advance(partial(self.session.answer, asked, decision))
        except (TextError, sqlite3.Error) as error:
            log.warning("match %s: %s", self.id, error)
            self._send(self.state_text())
        self._going = None
        self._look_for_claim()

    def _tell(self, start: int, events: list[Event]) -> None:
        table = self.session.table
        told = [fields for event in events if (fields := told_event(event, table)) is not None]
        origin = {"from": start}
        text = message_text("update", None, match=self.id, n=self.n, **origin, events=told)
        self._send(f'{text[:-1]},"state":{self._state()}}}')

    def _send(self, text: str) -> None:
        for listener in tuple(self.listeners):
            listener.tell(text)

    def _look_for_claim(self) -> None:
        session = self.session
        n = self.n
        view = session.view
        looked = self._claim[0] == n or (self._claiming and not self._claiming.done())
        if looked or not session.waits or view.phase is not Phase.PLAY:
            return
        if len(view.cards) >= _CLAIM_AFTER:
            self._claiming = asyncio.create_task(self._prove(n))

    async def _prove(self, n: int) -> None:
        claim = await asyncio.to_thread(find_claim, self.session.view)
        self._claiming = None
        if n != self.n:
            self._look_for_claim()
            return
        self._claim = (n, claim)
        if claim is not None:
            self._send(message_text("claim", None, match=self.id, n=n, claim=_fields_of(claim)))

    async def close(self) -> None:
        """Stops what is at work."""
        for task in (self._going, self._claiming):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def _fields_of(claim: Claim | None) -> dict[str, Any] | None:
    if claim is None:
        return None
    return {
        "side": "yours" if claim.mine else "theirs",
        "settled": claim.settled,
        "tricks": claim.tricks,
        "points": claim.points,
        "text": claim.text,
    }
