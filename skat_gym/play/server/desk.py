"""What each message of a page does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from skat_gym.play.claim import rest
from skat_gym.play.event import Event
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.match_table import MatchTable
from skat_gym.play.minds import no_policy
from skat_gym.play.seat_actions import action_fields
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.message import Message
from skat_gym.play.server.room import Room
from skat_gym.play.server.wanted import wanted
from skat_gym.play.server.wire import message_text
from skat_gym.play.sheet import sheet, sheet_csv
from skat_gym.play.statistics import statistics
from skat_gym.play.summary import finished_deal, summary
from skat_gym.play.words import LANGUAGES, PLAYERS, PLAYERS_DE, TextError
from skat_gym.players import PolicyError
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import Card, card_set
from skat_gym.rules.state import Phase

if TYPE_CHECKING:
    from skat_gym.play.hint import Hint

_NAMES = {"de": PLAYERS_DE, "en": PLAYERS}
_MOST_SGF = 60_000
_WAYS = frozenset({"new", "open", "again", "close"})
_WAITING = 4
"""Questions of a tab that may wait while another is at work."""


class Desk:
    """Carries out the messages of one tab."""

    def __init__(self, hall: Hall, tell: Callable[[str], None]) -> None:
        self.hall = hall
        self.tell = tell
        self.room: Room | None = None
        self._turn = asyncio.Lock()
        self._asked = 0
        self._way: Message | None = None

    def heed(self, message: Message) -> None:
        """Notes, in their order, what leads to a match or away from one: only the last one counts.

        To be told of every message as it is read; some are carried out later.
        """
        if message.type in _WAYS:
            self._way = message

    async def carry_out(self, message: Message) -> None:
        """Does what a message says; raises TextError, and changes nothing, if that cannot be."""
        kind = message.type
        command = getattr(self, f"_do_{kind}", None) if kind.isidentifier() else None
        if command is None:
            raise TextError(
                "unknown-type", f"Unbekannte Nachricht {kind!r}.", f"unknown message {kind!r}"
            )
        await command(message)

    def _reply(self, message: Message, kind: str, **fields: Any) -> None:
        self.tell(message_text(kind, message.id, **fields))

    def leave(self) -> None:
        """Follows no match any more."""
        if self.room is not None:
            self.room.listeners.discard(self)
            self.room = None
        self.hall.sweep()

    def _enter(self, room: Room, message: Message) -> None:
        if self.room is not room:
            self.leave()
            self.hall.rooms.setdefault(room.id, room)
            self.room = room
        self.tell(room.state_text(message.id))
        room.listeners.add(self)
        room.wake()

    def _match(self, message: Message) -> Room:
        """Returns the match a message is about, at the state it was sent for."""
        room = self._room(message)
        n = message.number("n")
        if n != room.n:
            raise TextError(
                "stale",
                f"Das galt für Stand {n}, die Partie steht bei {room.n}.",
                f"that was meant for state {n}, the match is at {room.n}",
            )
        return room

    def _room(self, message: Message) -> Room:
        return self.hall.room(message.text("match", most=32))

    async def _busily(self, work: Callable[[], Any]) -> Any:
        """Does something long in a thread; one at a time for each tab, a few wait their turn."""
        if self._asked > _WAITING:
            raise TextError(
                "busy",
                "Die letzten Fragen sind noch in Arbeit.",
                "the last questions are still at work",
            )
        self._asked += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._asked -= 1

    async def _do_ping(self, message: Message) -> None:
        self._reply(message, "pong")

    async def _do_matches(self, message: Message) -> None:
        self._reply(message, "matches", matches=self.hall.matches())

    async def _do_delete(self, message: Message) -> None:
        match = message.text("match", most=32)
        self.hall.delete(match, self)
        if self.room is not None and self.room.id == match:
            self.leave()
        self._reply(message, "matches", matches=self.hall.matches())

    async def _do_statistics(self, message: Message) -> None:
        self._reply(message, "statistics", **statistics(self.hall.archive))

    async def _do_close(self, message: Message) -> None:
        self.leave()
        self._reply(message, "matches", matches=self.hall.matches())

    async def _do_new(self, message: Message) -> None:
        await self._begin(wanted(message, self.hall), message)

    async def _begin(self, options: MatchOptions, message: Message) -> None:
        await self._load(options, message)
        self._enter(self.hall.new(options), message)

    async def _load(self, options: MatchOptions, message: Message) -> None:
        """Loads policies that take a while, while other messages are answered.

        Raises TextError if one of them has led the tab elsewhere.
        """
        for policy in options.policies:
            if policy is not None and not options.imported:
                await self._check(policy)
        if self._way is not message:
            raise TextError(
                "elsewhere",
                "Inzwischen ging es anderswo weiter.",
                "the tab has gone elsewhere meanwhile",
            )

    async def _check(self, policy: str) -> None:
        try:
            await asyncio.to_thread(self.hall.minds.check, policy)
        except PolicyError as error:
            raise no_policy(policy, error) from None

    async def _do_open(self, message: Message) -> None:
        match = message.text("match", most=32)
        if match not in self.hall.rooms:
            await self._load(self.hall.archive.entry(match).options, message)
        self._enter(self._room(message), message)

    async def _do_again(self, message: Message) -> None:
        table = self._room(message).session.table
        number, player = message.number("deal") - 1, message.number("as")
        finished_deal(table, number)
        if player not in (0, 1, 2) or table.options.imported:
            raise TextError(
                "bad-field",
                "'as' ist 0, 1 oder 2, und die Partie nicht übernommen.",
                "'as' is 0, 1 or 2, and the match no import",
            )
        options = replace(
            table.options,
            deals=1,
            practice=True,
            known=False,
            daily=None,
            again=f"{message.text('match')}:{number + 1}",
            first_deal=table.options.first_deal + number,
            first_dealer=(table.match.lines[number].dealer - player) % 3,
        )
        await self._begin(options, message)

    async def _do_act(self, message: Message) -> None:
        room = self._match(message)
        action = message.number("action")
        if not 0 <= action < N_ACTIONS:
            raise TextError(
                "illegal", f"Es gibt keine Aktion {action}.", f"there is no action {action}"
            )
        room.do(lambda: room.session.act(action))

    async def _do_exchange(self, message: Message) -> None:
        room = self._match(message)
        named = message.texts("put_down", 2)
        try:
            cards = [int(Card(name)) for name in named]
            card_set(cards)
        except ValueError as error:
            raise TextError(
                "bad-field",
                f"Gedrückt werden zwei Karten wie H7 und D8, nicht {' und '.join(named)}.",
                str(error),
            ) from None
        _in_phase(room, Phase.PUT_DOWN)
        actions = cards + ([message.number("action")] if message.has("action") else [])
        room.do(lambda: room.session.act_all(actions))

    async def _do_bid_up_to(self, message: Message) -> None:
        room = self._match(message)
        value = message.number("value") if message.has("value") else None
        if value is not None and value not in BID_VALUES:
            raise TextError(
                "bad-field", f"{value} ist kein Reizwert.", f"{value} is no value that can be bid"
            )
        room.do(lambda: room.session.bid_up_to(value))

    async def _do_next(self, message: Message) -> None:
        room = self._match(message)
        room.do(room.session.begin)

    async def _do_undo(self, message: Message) -> None:
        room = self._match(message)
        room.do(room.session.take_back)

    async def _do_finish(self, message: Message) -> None:
        room = self._match(message)
        if room.claim is None or room.session.deal.phase is not Phase.PLAY:
            raise TextError(
                "not-now", "Hier ist noch nichts entschieden.", "nothing is decided here yet"
            )
        deal = room.session.deal
        cards = await self._busily(lambda: rest(deal))
        room = self._match(message)

        def command() -> list[Event]:
            return room.session.finish(cards)

        room.do(command)

    async def _do_hint(self, message: Message) -> None:
        room = self._match(message)
        session, n = room.session, room.n
        if not session.waits:
            raise TextError("not-your-turn", "Du bist nicht am Zug.", "it is not your turn")
        view, mask = session.view, session.deal.mask
        policies = tuple(p for p in session.options.policies if p is not None)

        def think() -> Hint:
            from skat_gym.play.hint import hint  # loads the solver

            return hint(view, mask, self.hall.minds, policies)

        told = await self._busily(think)
        actions = [
            action_fields(advice.action, view)
            | {"probability": advice.probability, "score": advice.score}
            for advice in told.actions
        ]
        said = {"actions": actions, "note": told.note, "plan": told.plan}
        self._reply(message, "hint", match=room.id, n=n, by=told.by, **said)

    async def _do_summary(self, message: Message) -> None:
        room = self._room(message)
        told = summary(room.session.table, message.number("deal") - 1)
        self._reply(message, "summary", match=room.id, **told)

    async def _do_replay(self, message: Message) -> None:
        room = self._room(message)
        table, number = room.session.table, message.number("deal") - 1
        finished_deal(table, number)
        minds = None if table.options.imported else self.hall.minds
        policy = self._policy(message, table)

        def look() -> dict[str, Any]:
            from skat_gym.play.replay import replay

            return replay(table, number, minds, policy)

        told = await self._busily(look)
        self._reply(message, "replay", match=room.id, deal=number + 1, **told)

    def _policy(self, message: Message, table: MatchTable) -> str:
        if message.has("policy"):
            return message.text("policy", most=300)
        return table.options.policies[1] or "rulebook"

    async def _do_lesson(self, message: Message) -> None:
        from skat_gym.play.lesson import lesson, totals

        room = self._room(message)
        table = room.session.table
        policy = self._policy(message, table)
        if message.has("policy"):
            await self._check(policy)
        rows: list[dict[str, Any]] = []
        steps = lesson(table, self.hall.minds, policy)
        while True:
            row = await self._busily(lambda: next(steps, None))
            if row is not None:
                rows.append(row)
            if row is None or len(rows) % 3 == 0:
                about = {"match": room.id, "policy": policy, "done": row is None}
                self._reply(message, "lesson", rows=rows, **about, **totals(rows))
            if row is None:
                return

    async def _do_sheet(self, message: Message) -> None:
        room = self._room(message)
        table = room.session.table
        told = {lang: sheet(table.match, _NAMES[lang], lang) for lang in LANGUAGES}
        csv = sheet_csv(table.match, table.options.scoring)
        self._reply(message, "sheet", match=room.id, text=told, csv=csv)

    async def _do_export(self, message: Message) -> None:
        from skat_gym.play.games import export

        match = message.text("match") if message.has("match") else None
        name = f"skat-{match or 'all'}.sgf"
        told = export(self.hall.archive, match)
        self._reply(message, "export", match=match, name=name, sgf=told)

    async def _do_import(self, message: Message) -> None:
        from skat_gym.play.games import import_games

        added = import_games(self.hall.archive, message.text("sgf", most=_MOST_SGF))
        self._reply(
            message,
            "imported",
            deals=sum(deals for _, deals in added),
            match=added[0][0] if added else None,
            matches=[match for match, _ in added],
        )


def _in_phase(room: Room, phase: Phase) -> None:
    if room.session.deal.phase is not phase:
        raise TextError("not-now", "Das geht jetzt nicht.", "that is not possible now")
