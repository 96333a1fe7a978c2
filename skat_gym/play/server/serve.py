"""Running the server: a socket, an address with a token, a browser, and a clean end."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from skat_gym.play.match_id import new_id
from skat_gym.play.server.app import make_app
from skat_gym.play.server.gate import CLOSED_BYTES, Gate

if TYPE_CHECKING:
    from skat_gym.play.match_options import MatchOptions
    from skat_gym.play.server.hall import Hall

LOADING = "loading"
"""The name of threads that load, or compile, what tables need."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SECONDS_TO_END = 3


class _Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Ends in good order, however often control-C is pressed."""
        self._captured_signals.append(sig)
        self.should_exit = True


def serve(
    opponents: tuple[str, str] | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_to_network: bool = False,
    browser: bool = True,
    token: str | None = None,
    save: Path | None = None,
    deals: int = 12,
    begin: Callable[[], MatchOptions] | None = None,
    resume: str | None = None,
    early: bool = False,
    show: Callable[[str], object] = print,
) -> int:
    """Serves the table until it is stopped by control-C; returns the exit code.

    Args:
        opponents: the players of a new match if the page names no others, None for the usual ones.
        host: the address to listen on; other than the own machine's only with open_to_network.
        port: 0 for any that is free.
        open_to_network: whether others may reach the server, who then need the token.
        browser: whether the page is opened.
        token: the word in the address; None draws one.
        save: the archive, None for the usual one.
        deals: the length of a new match if the page asks for no other.
        begin: says what a new match is like that the page opens with.
        resume: the match that it opens with, "" for the one touched last.
        early: whether the page is shown while rules and policies are still loaded, which is only
            right where nothing can be wrong with opponents and match.
        show: shows lines.

    Raises:
        ValueError: if the host is not allowed, or an opponent is no policy.
        OSError: if the port is taken.
    """
    if host not in LOOPBACK and not open_to_network:
        raise ValueError(
            f"--host {host} would let others on the network reach your table: say so by "
            "--open-to-network, or leave --host out"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        why = f"{error.strerror}; choose another --port"
        raise OSError(error.errno, why, f"port {port}") from None
    port = listening.getsockname()[1]
    match = new_id() if begin is not None else None
    opening: Future[tuple[Hall, str | None]] = Future()
    early = early and resume is None
    wanted = (opponents, save, deals, begin, match, resume, early, show)
    if early:
        load = threading.Thread(target=_open, args=(opening, wanted), name=LOADING, daemon=True)
        load.start()
    else:
        _open(opening, wanted)
        match = opening.result()[1]
    gate = Gate.local(port, token) if host in LOOPBACK else Gate.open(token)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/?token={gate.token}"
    if match is not None:
        address += f"&match={match}"

    def ready() -> None:
        if open_to_network:
            show(
                "Warning: anybody on the network who knows this address can play at your table, "
                "and nothing between you and them is encrypted."
            )
        show(f"The table is at {address}")
        show("Control-C ends it; every match is kept.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    async def opened() -> Hall:
        return (await asyncio.wrap_future(opening))[0]

    config = uvicorn.Config(
        make_app(opened, gate),
        log_level="warning",
        ws_max_size=CLOSED_BYTES,
        ws_max_queue=64,
        ws_per_message_deflate=False,  # the way is short, and packing costs more than an answer
        timeout_graceful_shutdown=_SECONDS_TO_END,
        server_header=False,
    )
    logging.getLogger("skat_gym").addHandler(logging.StreamHandler(sys.stderr))
    server = _Server(config, ready)

    def end_if_failed(opening: Future[Any]) -> None:
        server.should_exit = server.should_exit or opening.exception() is not None

    opening.add_done_callback(end_if_failed)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        """Control-C is how it ends."""
    finally:
        if opening.done() and opening.exception() is None:
            opening.result()[0].minds.close()
    if opening.done():
        opening.result()
    return 0


def leave(code: int) -> int:
    """Returns the exit code, or ends the process with it where a thread is still loading.

    LLVM aborts a process that comes to its end in the middle of compiling.
    """
    if any(thread.name == LOADING for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _open(opening: Future[tuple[Hall, str | None]], wanted: Any) -> None:
    """Opens the hall, or tells whoever waits why not."""
    opening.set_running_or_notify_cancel()  # whoever no longer waits does not call it off
    try:
        from skat_gym.play.server.opening import open_hall

        opening.set_result(open_hall(*wanted))
    except Exception as error:
        opening.set_exception(error)
