"""Tabs of a page at a server in Starlette's test client."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from skat_gym.play import Archive
from skat_gym.play.minds import Minds
from skat_gym.play.server.app import make_app
from skat_gym.play.server.gate import Gate
from skat_gym.play.server.hall import Hall

HOME = "http://127.0.0.1:8000"
DOOR = "/ws?token=T"
FREE = 1e9
"""Messages at once: none is too fast."""


class Tab:
    """A page that keeps the newest state."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.hello = self.receive()

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.socket.receive_text())
        self.state = message.get("state", self.state)
        return message

    def send(self, **fields: Any) -> None:
        self.socket.send_text(json.dumps(fields))

    def ask(self, kind: str, answer: str | None = None, **fields: Any) -> dict[str, Any]:
        """Sends a message and returns its answer, leaving aside claims and other news."""
        self.send(type=kind, **fields)
        wanted = (answer or kind, "refused")
        while (message := self.receive())["type"] not in wanted:
            continue
        return message

    def new(self, **fields: Any) -> dict[str, Any]:
        return self.ask("new", "state", **{"deals": 1, "seed": "5", **fields})

    def here(self) -> dict[str, Any]:
        return {"match": self.state["match"], "n": self.state["n"]}

    def step(self, declare: bool = True) -> dict[str, Any]:
        """Does the next thing a person would do; returns the answer."""
        while not self.state["your_turn"] and not self.state["phase"].endswith("over"):
            self.receive()
        state = self.state
        if state["phase"] == "deal_over":
            return self.ask("next", "update", **self.here())
        ids = [entry["id"] for entry in state["legal"]]
        action = 33 if declare and 33 in ids else 32 if 32 in ids else ids[0]
        return self.ask("act", "update", **self.here(), action=action)

    def finish(self, declare: bool = True) -> dict[str, Any]:
        while self.state["phase"] != "match_over":
            self.step(declare)
        return self.state


def opened(hall: Hall) -> Callable[[], Awaitable[Hall]]:
    async def told() -> Hall:
        return hall

    return told


@contextmanager
def tab(client: TestClient, door: str = DOOR, origin: str = HOME) -> Iterator[Tab]:
    headers = {"origin": origin, "host": "127.0.0.1:8000"}
    with client.websocket_connect(door, headers=headers) as socket:
        yield Tab(socket)


def new_hall(folder: Path) -> Hall:
    """A hall with an empty archive and a day of its own."""
    return Hall(Archive(folder / "a"), Minds(), today=lambda: "2026-03-09")


@contextmanager
def served(hall: Hall) -> Iterator[TestClient]:
    """A client of a server that opens this hall, without a network."""
    app = make_app(opened(hall), Gate("T", ("127.0.0.1:8000",)), burst=FREE)
    with TestClient(app, base_url=HOME) as client:
        yield client
