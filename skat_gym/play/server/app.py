"""The server's addresses, and a connection from its first word to its last."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from skat_gym.play.server.desk import Desk
from skat_gym.play.server.gate import CLOSED_BYTES, FLOOD, Gate, Pace
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.message import Message, parse
from skat_gym.play.server.room import message_text
from skat_gym.play.words import TextError

log = logging.getLogger(__name__)
BAD_TOKEN, BAD_ORIGIN, TOO_MANY, TOO_LARGE, GOING = 4401, 4403, 4429, 1009, 1001
_WAITING = 512
"""Messages that may wait for a tab that does not read; more, and it is let go."""
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_SCRIPT = '<script type="module"'
_NO_TOKEN = "Open the address that skat-gym play has printed: it ends with ?token=...\n"


def web_folder() -> Path:
    """Returns the folder of the page's files."""
    return Path(str(files("skat_gym.play"))) / "web"


def _index(folder: Path) -> str | None:
    """Returns the page, with all its modules named so that they are fetched at once."""
    index = folder / "index.html"
    if not index.is_file():
        return None
    modules = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.js"))
    links = "".join(f'<link rel="modulepreload" href="/web/{name}" />\n    ' for name in modules)
    return index.read_text(encoding="utf-8").replace(_SCRIPT, links + _SCRIPT)


class _Files(StaticFiles):
    """Serves the page's files, never kept by the browser without asking."""

    def file_response(self, *args: Any, **keywords: Any) -> Response:
        """Returns a file with our headers."""
        response = super().file_response(*args, **keywords)
        response.headers.update(_HEADERS)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Returns a file, or an error."""
        return await super().get_response(path, scope)


def make_app(hall: Hall, gate: Gate, *, burst: float | None = None) -> Starlette:
    """Returns the application; it closes the hall when it goes down.

    `burst` is how many messages a tab may send at once (see `gate.Pace`).
    """
    connections: set[Connection] = set()

    async def page(request: Request) -> Response:
        if not gate.admits(request.headers):
            return PlainTextResponse("This server does not answer to that name.\n", 403)
        if not gate.knows(request.query_params.get("token")):
            return PlainTextResponse(_NO_TOKEN, 403)
        text = _index(web_folder())
        if text is None:
            return PlainTextResponse("This installation has no page: install it anew.\n", 500)
        return HTMLResponse(text, headers=_HEADERS)

    async def download(request: Request) -> Response:
        from skat_gym.play.games import export

        query = request.query_params
        if not gate.admits(request.headers) or not gate.knows(query.get("token")):
            return PlainTextResponse(_NO_TOKEN, 403)
        match = query.get("match")
        try:
            text = export(hall.archive, match)
        except TextError as error:
            return PlainTextResponse(f"{error}\n", 404)
        name = f"skat-{match or 'all'}.sgf"
        disposition = f'attachment; filename="{name}"'
        return PlainTextResponse(text, headers={**_HEADERS, "Content-Disposition": disposition})

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        if not gate.admits(websocket.headers, origin=True):
            await _turn_away(websocket, BAD_ORIGIN, "origin", "a page of another origin")
            return
        if not gate.knows(websocket.query_params.get("token")):
            await _turn_away(websocket, BAD_TOKEN, "token", "the token is missing or wrong")
            return
        pace = Pace() if burst is None else Pace(burst, burst)
        connection = Connection(websocket, hall, pace)
        connections.add(connection)
        try:
            await connection.run()
        finally:
            connections.discard(connection)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for connection in tuple(connections):
            await connection.close(GOING)
        await hall.close()

    routes: list[BaseRoute] = [
        Route("/", page),
        Route("/export.sgf", download),
        WebSocketRoute("/ws", socket),
    ]
    if web_folder().is_dir():
        routes.append(Mount("/web", _Files(directory=web_folder())))
    return Starlette(routes=routes, lifespan=lifespan)


async def _turn_away(websocket: WebSocket, code: int, word: str, why: str) -> None:
    reason = {"de": f"Abgewiesen: {why}.", "en": f"Refused: {why}."}
    await websocket.send_text(message_text("refused", None, code=word, reason=reason))
    await websocket.close(code, why)


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
            self._refuse(message, TextError("failed", str(error), str(error)))

    def _refuse(self, message: Message | None, error: TextError) -> None:
        told = {"code": error.code, "reason": error.text}
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
