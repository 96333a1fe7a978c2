"""Running the server: a socket, an address with a token, a browser, and a clean end."""

from __future__ import annotations

import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

from skat_gym.play.archive import Archive, default_archive
from skat_gym.play.claim import find_claim
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.minds import Minds
from skat_gym.play.seat_view import seat_view
from skat_gym.play.server.app import make_app
from skat_gym.play.server.gate import CLOSED_BYTES, Gate
from skat_gym.play.server.hall import Hall
from skat_gym.play.session import Session
from skat_gym.players import PolicyError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_SECONDS_TO_END = 3
_LATE = 18
"""Cards after which few deals agree with a view."""


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
    opponents: tuple[str, str],
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    open_to_network: bool = False,
    browser: bool = True,
    token: str | None = None,
    save: Path | None = None,
    deals: int = 12,
    begin: MatchOptions | None = None,
    resume: str | None = None,
    show: Callable[[str], object] = print,
) -> int:
    """Serves the table until it is stopped by control-C; returns the exit code.

    Args:
        opponents: the players of a new match if the page names no others.
        host: the address to listen on; other than the own machine's only with open_to_network.
        port: 0 for any that is free.
        open_to_network: whether others may reach the server, who then need the token.
        browser: whether the page is opened.
        token: the word in the address; None draws one.
        save: the archive, None for the usual one.
        deals: the length of a new match if the page asks for no other.
        begin: the match that the page opens with, a new one.
        resume: the match that it opens with, "" for the one touched last.
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
    minds = Minds()
    archive = Archive(save or default_archive())
    _load_rules(minds)
    hall = Hall(archive, minds, opponents, deals=deals)
    gate = Gate.local(port, token) if host in LOOPBACK else Gate.open(token)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/?token={gate.token}"
    match = resume or (archive.unfinished() if resume is not None else None)
    if begin is not None:
        match = hall.new(begin).id
    if match is not None:
        address += f"&match={archive.entry(match).id}"

    def ready() -> None:
        if open_to_network:
            show(
                "Warning: anybody on the network who knows this address can play at your table, "
                "and nothing between you and them is encrypted."
            )
        show(f"The table is at {address}")
        show("Control-C ends it; every match is kept.")
        threading.Thread(target=_warm, args=(minds, opponents, show), daemon=True).start()
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        make_app(hall, gate),
        log_level="warning",
        ws_max_size=CLOSED_BYTES,
        ws_max_queue=64,
        ws_per_message_deflate=False,  # the way is short, and packing costs more than an answer
        timeout_graceful_shutdown=_SECONDS_TO_END,
        server_header=False,
    )
    logging.getLogger("skat_gym").addHandler(logging.StreamHandler(sys.stderr))
    try:
        _Server(config, ready).run(sockets=[listening])
    except KeyboardInterrupt:
        """Control-C is how it ends."""
    finally:
        minds.close()
    return 0


def _load_rules(minds: Minds) -> None:
    """Loads, or compiles, rules and solver before anybody waits for an answer."""
    session = Session([None, "rulebook", "random"], seed=1, deals=1, minds=minds)
    while not session.table.over:
        session.run()
        seat_view(session.table)
        if session.waits:
            if len(session.view.cards) > _LATE:
                find_claim(session.view)
            session.act(session.deal.legal[0])


def _warm(minds: Minds, opponents: tuple[str, str], show: Callable[[str], object]) -> None:
    """Loads the opponents while the person looks at the page."""
    for policy in dict.fromkeys(opponents):
        try:
            minds.check(policy)
            minds.hand_over(policy)
        except PolicyError as error:
            show(f"{policy}: {error}")
