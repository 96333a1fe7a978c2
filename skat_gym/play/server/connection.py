"""A connection of a tab, from its first word to its last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from skat_gym.play.server.desk import Desk
from skat_gym.play.server.gate import CLOSED_BYTES, FLOOD, Pace
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.message import Message, parse
from skat_gym.play.server.wire import message_text
from skat_gym.play.words import TextError, sentence

log = logging.getLogger(__name__)
TOO_MANY, TOO_LARGE = 4429, 1009
_WAITING = 512
"""Messages that may wait for a tab that does not read; more, and it is let go."""


class Connection:
    """Is one tab: reads its messages one by one, and sends it the news in their order."""

    def __init__(self, websocket: WebSocket, hall: Hall, pace: Pace) -> None:
        self.websocket = websocket
        self.hall = hall
        self.pace = pace
        self._news: asyncio.Queue[str | None] = asyncio.Queue(_WAITING)
        self.desk = Desk(hall, self.tell)
        self._tasks: set[asyncio.Task[None]] = set()

    def tell(self, text: str) -> None:
        """Puts a message in the line; a tab that has not read for long is let go."""
        try:
            self._news.put_nowait(text)
        except asyncio.QueueFull:
            self._spawn(self.close(TOO_MANY))

    async def run(self) -> None:
        """Serves the tab until it goes."""
        writer = asyncio.create_task(self._write())
        self.tell(message_text("hello", None, **self.hall.hello()))
        try:
            await self._read()
        finally:
            self.desk.leave()
            for task in (*self._tasks, writer):
                task.cancel()
            await asyncio.gather(writer, *self._tasks, return_exceptions=True)

    async def close(self, code: int) -> None:
        """Ends the connection."""
        with contextlib.suppress(RuntimeError):
            await self.websocket.close(code)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._news.get()) is not None:
                await self.websocket.send_text(text)

    async def _read(self) -> None:
        while True:
            received = await self.websocket.receive()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text")
            if text is not None and len(text) > CLOSED_BYTES:
                await self.close(TOO_LARGE)
                return
            if not self.pace.allows():
                if self.pace.refused > FLOOD:
                    await self.close(TOO_MANY)
                    return
                slower = TextError("too-fast", "Bitte langsamer.", "slower, please")
                self._refuse(None, slower)
                continue
            await self._answer(text if text is not None else received.get("bytes"))

    async def _answer(self, text: str | bytes | None) -> None:
        message: Message | None = None
        try:
            message = Message(parse(text))
            self.desk.heed(message)
            if message.type in _LONG:
                self._spawn(self._carry_out(message))
            else:
                await self._carry_out(message)
        except TextError as error:
            self._refuse(message, error)

    async def _carry_out(self, message: Message) -> None:
        try:
            await self.desk.carry_out(message)
        except TextError as error:
            self._refuse(message, error)
        except (ValueError, sqlite3.Error) as error:
            log.exception("a message failed")
            failed = f"Das hat nicht geklappt; die Meldung auf Englisch: {error}"
            self._refuse(message, TextError("failed", failed, str(error)))

    def _refuse(self, message: Message | None, error: TextError) -> None:
        reason = {language: sentence(said) for language, said in error.text.items()}
        told = {"code": error.code, "reason": reason}
        if message is not None and isinstance(message.fields.get("match"), str):
            told["match"] = message.fields["match"][:32]
        self.tell(message_text("refused", None if message is None else message.id, **told))
        room = self.desk.room
        if error.code == "stale" and room is not None:
            self.tell(room.state_text())

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


_LONG = frozenset({"hint", "replay", "lesson", "finish", "new", "again", "import", "export"})
"""Messages that take long: the tab's other messages are answered meanwhile."""
