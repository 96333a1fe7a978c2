"""The server's addresses: the page at once, the tables as soon as they are open.

Nothing here needs the rules, so that a browser fetches the page while they are loaded.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from skat_gym.play.server.gate import Gate, Pace
from skat_gym.play.server.wire import message_text

if TYPE_CHECKING:
    from skat_gym.play.server.connection import Connection
    from skat_gym.play.server.hall import Hall

BAD_TOKEN, BAD_ORIGIN, FAILED, GOING = 4401, 4403, 1011, 1001
_SECONDS_TO_OPEN = 0.5
"""For which the end waits where the tables are still being opened."""
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
_NO_TOKEN = (
    "Öffne die Adresse, die skat-gym play ausgegeben hat: Sie endet mit ?token=...\n"
    "Open the address that skat-gym play has printed: it ends with ?token=...\n"
)
_TOKEN = {
    "de": "Das Wort hinter token= in der Adresse fehlt oder ist falsch",
    "en": "the token is missing or wrong",
}
_ORIGIN = {"de": "eine Seite anderer Herkunft", "en": "a page of another origin"}
_NO_NAME = (
    "Unter diesem Namen antwortet dieser Server nicht.\nThis server does not answer to that name.\n"
)
_NO_PAGE = (
    "In dieser Installation fehlt die Seite: Installiere sie neu.\n"
    "This installation has no page: install it anew.\n"
)


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


def make_app(
    opened: Callable[[], Awaitable[Hall]], gate: Gate, *, burst: float | None = None
) -> Starlette:
    """Returns the application; it closes the hall when it goes down.

    `opened` waits for the hall and returns it; `burst` is how many messages a tab may send at once
    (see `gate.Pace`).
    """
    connections: set[Connection] = set()

    async def page(request: Request) -> Response:
        if not gate.admits(request.headers):
            return PlainTextResponse(_NO_NAME, 403)
        if not gate.knows(request.query_params.get("token")):
            return PlainTextResponse(_NO_TOKEN, 403)
        text = _index(web_folder())
        if text is None:
            return PlainTextResponse(_NO_PAGE, 500)
        return HTMLResponse(text, headers=_HEADERS)

    async def download(request: Request) -> Response:
        query = request.query_params
        if not gate.admits(request.headers) or not gate.knows(query.get("token")):
            return PlainTextResponse(_NO_TOKEN, 403)
        hall = await opened()
        from skat_gym.play.games import export
        from skat_gym.play.words import TextError

        match = query.get("match")
        try:
            text = export(hall.archive, match)
        except TextError as error:
            return PlainTextResponse("".join(f"{told}\n" for told in error.text.values()), 404)
        name = f"skat-{match or 'all'}.sgf"
        disposition = f'attachment; filename="{name}"'
        return PlainTextResponse(text, headers={**_HEADERS, "Content-Disposition": disposition})

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        if not gate.admits(websocket.headers, origin=True):
            await _turn_away(websocket, BAD_ORIGIN, "origin", _ORIGIN)
            return
        if not gate.knows(websocket.query_params.get("token")):
            await _turn_away(websocket, BAD_TOKEN, "token", _TOKEN)
            return
        try:
            hall = await opened()
        except Exception:  # whoever opens it tells why
            await websocket.close(FAILED)
            return
        from skat_gym.play.server.connection import Connection

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
        try:
            hall = await asyncio.wait_for(asyncio.shield(opened()), _SECONDS_TO_OPEN)
        except Exception:  # whoever opens it tells why, or compiles for half a minute to come
            return
        await hall.close()

    routes: list[BaseRoute] = [
        Route("/", page),
        Route("/export.sgf", download),
        WebSocketRoute("/ws", socket),
    ]
    if web_folder().is_dir():
        routes.append(Mount("/web", _Files(directory=web_folder())))
    return Starlette(routes=routes, lifespan=lifespan)


async def _turn_away(websocket: WebSocket, code: int, word: str, why: dict[str, str]) -> None:
    reason = {"de": f"Abgewiesen: {why['de']}.", "en": f"Refused: {why['en']}."}
    await websocket.send_text(message_text("refused", None, code=word, reason=reason))
    await websocket.close(code, why["en"])
