"""The server through Starlette's test client: doors, tabs, hostile messages, whole matches."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from skat_gym.play import Archive
from skat_gym.play.minds import Minds
from skat_gym.play.seat_view import seat_view
from skat_gym.play.server.app import make_app
from skat_gym.play.server.gate import MOST_BYTES, Gate, Pace
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.room import Room

HOME = "http://127.0.0.1:8000"
DOOR = "/ws?token=T"
FREE = 1e9
CARD = re.compile(r'"([CSHD][789TQKAJ])"')


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


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(Archive(tmp_path / "a"), Minds(), today=lambda: "2026-03-09")


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    app = make_app(opened(hall), Gate("T", ("127.0.0.1:8000",)), burst=FREE)
    with TestClient(app, base_url=HOME) as client:
        yield client


@contextmanager
def tab(client: TestClient, door: str = DOOR, origin: str = HOME) -> Iterator[Tab]:
    headers = {"origin": origin, "host": "127.0.0.1:8000"}
    with client.websocket_connect(door, headers=headers) as socket:
        yield Tab(socket)


def test_doors(client: TestClient) -> None:
    assert client.get("/").status_code == 403 and "token" in client.get("/").text
    assert client.get("/?token=wrong").status_code == 403
    assert client.get("/?token=T", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/export.sgf").status_code == 403
    assert client.get("/export.sgf?token=T").text == ""
    assert client.get("/export.sgf?token=T&match=none").status_code == 404
    assert client.get("/web/../app.py").status_code == 404
    assert client.get("/web/%2e%2e/server/app.py").status_code == 404
    for door, origin, code in (
        ("/ws", HOME, 4401),
        ("/ws?token=t", HOME, 4401),
        ("/ws?token=" + "x" * 5000, HOME, 4401),
        (DOOR, "http://evil.example", 4403),
        (DOOR, "null", 4403),
        (DOOR, "", 4403),
        (DOOR, "http://127.0.0.1:8001", 4403),
    ):
        headers = {"origin": origin, "host": "127.0.0.1:8000"}
        with client.websocket_connect(door, headers=headers) as socket:
            refused = json.loads(socket.receive_text())
            assert refused["type"] == "refused" and set(refused["reason"]) == {"de", "en"}
            with pytest.raises(WebSocketDisconnect) as gone:
                socket.receive_text()
            assert gone.value.code == code


def test_a_whole_match_and_everything_after_it(client: TestClient, hall: Hall) -> None:
    with tab(client) as page:
        assert page.hello["type"] == "hello" and page.hello["matches"] == []
        offered = {entry["name"]: entry["title"]["de"] for entry in page.hello["policies"]}
        assert offered["random"] == "Zufall" and offered["rulebook"] == "Faustregeln"
        page.new(deals=2, id="first")
        match = page.state["match"]
        hint = page.ask("hint", **page.here(), id=3)
        assert hint["re"] == 3 and hint["actions"][0]["id"] in (32, 33)
        assert page.ask("lesson", match=match)["code"] == "not-now"
        assert page.ask("replay", match=match, deal=1)["code"] == "hidden"
        end = page.finish()
        assert end["outcome"]["totals"] == end["sheet"]["totals"]
        table = hall.archive.load(match)
        assert seat_view(table, match) == end
        for deal in (1, 2):
            assert page.ask("summary", match=match, deal=deal)["deal"] == deal
            assert page.ask("replay", match=match, deal=deal)["summary"]["deal"] == deal
        lesson = page.ask("lesson", match=match)
        while not lesson["done"]:
            lesson = page.receive()
        assert len(lesson["rows"]) == 2
        assert lesson["you"] == end["outcome"]["totals"]
        sgf = page.ask("export", match=match)["sgf"]
        assert sgf.count("(;GM[Skat]") == 2
        assert client.get(f"/export.sgf?token=T&match={match}").text == sgf
        sheet = page.ask("sheet", match=match)
        assert len(sheet["csv"].splitlines()) == 3 and "Spielpunkte" in sheet["text"]["de"]
        assert page.ask("statistics")["deals"] == 2
        assert page.ask("import", "imported", sgf=sgf)["deals"] == 0
        assert page.ask("ping", "pong")["type"] == "pong"
        again = page.ask("again", "state", match=match, deal=1, **{"as": 1})["state"]
        assert again["options"]["practice"] and again["fairness"]["seed"] is None
        seat = table.match.lines[0].dealer
        left = sorted(map(str, table.deals[0].dealt[(1 - seat + 2) % 3]))
        assert sorted(again["hand"]) == left
        listed = page.ask("close", "matches")["matches"]
        assert {entry["match"] for entry in listed} == {match, again["match"]}


def test_daily_codes_and_the_seed(client: TestClient) -> None:
    with tab(client) as page:
        hidden = page.ask("new", "state", deals=1)["state"]["fairness"]
        assert hidden["seed"] is None and hidden["code"] is None and hidden["commitment"]
        daily = page.ask("new", "state", daily=True)["state"]
        assert daily["options"]["daily"] == "2026-03-09" and daily["deal"]["of"] == 12
        code = daily["fairness"]["code"]
        other = page.ask("new", "state", code=code)["state"]
        assert other["hand"] == daily["hand"] and other["match"] != daily["match"]
        assert other["fairness"]["seed"] == daily["fairness"]["seed"]
    with tab(client) as page:
        assert page.hello["daily"] == {"date": "2026-03-09", "match": daily["match"]}


def test_two_tabs_see_the_same_and_nothing_is_played_twice(client: TestClient) -> None:
    with tab(client) as one, tab(client) as two:
        one.new()
        two.ask("open", "state", match=one.state["match"])
        old = one.here()
        one.step()
        assert two.receive()["type"] == "update" and two.state == one.state
        refused = two.ask("act", **old, action=32)
        assert refused["code"] == "stale"
        assert two.receive()["type"] == "state" and two.state == one.state
        two.step()
        one.receive()
        assert one.state == two.state


def test_a_tab_that_comes_back_finds_everything(client: TestClient, hall: Hall) -> None:
    with tab(client) as page:
        page.new()
        while page.state["phase"] != "play":
            page.step()
        page.step()
        state = page.state
    with tab(client) as page:
        page.ask("open", "state", match=state["match"])
        assert page.state == state
        hall.rooms.clear()  # as after a restart
        page.ask("open", "state", match=state["match"])
        assert page.state == state
        page.finish()


def test_a_tab_that_comes_back_is_told_the_deal_so_far(client: TestClient, hall: Hall) -> None:
    """What it had been told before, without a card that it had not."""
    with tab(client) as page:
        opening = page.new(deals=2)["story"]
        told = [*opening]
        while page.state["phase"] != "play" or len(page.state["assist"]["tricks"]) < 4:
            answer = page.step(declare=False)
            assert "story" not in answer
            told += [
                {key: value for key, value in event.items() if key != "n"}
                for event in answer["events"]
            ]
        assert [event["kind"] for event in told].count("deal_begun") == 1
        match = page.state["match"]
    with tab(client) as page:
        assert page.ask("open", "state", match=match)["story"] == told
        hall.rooms.clear()  # as after a restart
        assert page.ask("open", "state", match=match)["story"] == told
        seen = {*opening[0]["hand"]}
        seen |= {event["card"] for event in told if event["kind"] == "card_played"}
        seen |= {*(page.state["open_hand"] or [])}
        assert {*CARD.findall(json.dumps(told))} <= seen
        page.finish(declare=False)
        over = page.ask("open", "state", match=match)["story"]
        assert over[0]["deal"] == 2 and over[-1]["kind"] == "match_over"


def test_a_match_is_deleted(client: TestClient, hall: Hall) -> None:
    with tab(client) as page:
        page.new()
        page.finish()
        done = page.state["match"]
        page.new()
        match = page.state["match"]
        assert page.ask("statistics")["deals"] == 1
        listed = page.ask("delete", "matches", match=done, id=4)
        assert listed["re"] == 4 and [one["match"] for one in listed["matches"]] == [match]
        assert page.ask("statistics")["deals"] == 0
        for name in (done, "nothing"):
            assert page.ask("delete", match=name)["code"] == "no-match"
        assert page.ask("delete", match=7)["code"] == "bad-field"
        page.step()  # the one on the table goes on
        assert page.ask("delete", "matches", match=match)["matches"] == []
        assert match not in hall.rooms and page.ask("act", **page.here(), action=32)["code"]
        assert page.ask("matches")["matches"] == []


def test_a_match_that_others_play_or_think_in_is_not_deleted(
    client: TestClient, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tab(client) as one, tab(client) as two:
        one.new()
        match = one.state["match"]
        refused = two.ask("delete", match=match)
        assert refused["code"] == "not-now" and "wird gerade gespielt" in refused["reason"]["de"]
        one.step()
        with monkeypatch.context() as patched:
            patched.setattr(Room, "busy", True)
            assert one.ask("delete", match=match)["code"] == "not-now"
        one.finish()
        assert two.ask("delete", "matches", match=match)["matches"] == []
        for kind in ("summary", "replay", "again"):
            assert one.ask(kind, match=match, deal=1, **{"as": 0})["code"] == "no-match"
        one.new()
        assert one.state["match"] != match and match not in hall.rooms


def test_who_asks_in_german_is_answered_in_german(client: TestClient) -> None:
    """Where a library knows English alone its message follows a German sentence."""
    with tab(client) as page:
        for policy, words in (
            ("nobody", "Einen Mitspieler 'nobody' gibt es nicht; es gibt: random, rulebook"),
            ("rulebook+play=nobody", "gibt es nicht; es gibt: random"),
            ("search:nobody", "gibt es nicht; es gibt: random"),
            ("search:rulebook,worlds=x", "geht es nicht; die Meldung auf Englisch: "),
        ):
            refused = page.ask("new", "state", opponents=[policy, "rulebook"])
            assert refused["code"] == "no-policy" and words in refused["reason"]["de"]
            assert "there is" not in refused["reason"]["de"]
        for sgf, words in (
            ("(;GM[Chess] ;)", "Aufzeichnung 1 lässt sich nicht lesen; gelesen werden"),
            ("", "Da ist keine Aufzeichnung."),
        ):
            assert words in page.ask("import", "imported", sgf=sgf)["reason"]["de"]
        page.new()
        refused = page.ask("exchange", **page.here(), put_down=["H7", "HX"])
        assert (
            refused["reason"]["de"] == "Gedrückt werden zwei Karten wie H7 und D8, nicht H7 und HX."
        )
        assert "erlaubt" in page.ask("act", **page.here(), action=0)["reason"]["de"]
    lines = client.get("/").text.splitlines()
    assert len(lines) == 2 and "Öffne" in lines[0] and "Open" in lines[1]


def test_practice_undo_and_limits(client: TestClient) -> None:
    with tab(client) as page:
        page.new(practice=True)
        first = page.state
        page.ask("bid_up_to", "update", **page.here(), value=18)
        assert page.state["phase"] != "auction" or not page.state["your_turn"]
        page.ask("undo", "update", **page.here())
        assert page.state["hand"] == first["hand"] and page.state["n"] > first["n"]
        assert page.ask("bid_up_to", **page.here(), value=19)["code"] == "bad-field"
    with tab(client) as page:
        page.new()
        assert page.ask("undo", **page.here())["code"] == "not-practice"


def hostile(chance: random.Random, page: Tab) -> str:
    """One message that nobody should send, as text."""
    state = page.state
    here = page.here()
    legal = {entry["id"] for entry in state["legal"]}
    junk = [None, True, -1, 1.5, 10**30, "", "x" * 300, [], {}, "NaN", "\ud800", ["a"] * 3]
    kinds = ["new", "open", "act", "exchange", "bid_up_to", "next", "finish", "undo", "hint"]
    kinds += ["summary", "replay", "lesson", "again", "sheet", "export", "import", "delete"]
    choice = chance.randrange(9)
    if choice == 0:
        return chance.choice(["", "{", "[]", "null", "1", '"act"', "{" * 2000, "\x00", "[" * 50000])
    if choice == 1:
        return json.dumps({"type": "act", "pad": "y" * (MOST_BYTES + chance.randrange(1000))})
    if choice == 2:
        return json.dumps({"type": chance.choice([*junk, "_match", "__class__", "carry_out"])})
    if choice == 3:
        wrong = chance.choice([a for a in range(-3, 130) if a not in legal])
        return json.dumps({"type": "act", **here, "action": wrong})
    if choice == 4:
        return json.dumps({"type": "act", **here, "n": here["n"] - chance.randrange(1, 9)})
    if choice == 5:
        fields = {"type": chance.choice(("act", "next", "undo")), **here, "action": 32}
        return json.dumps(
            {**fields, "match": chance.choice(["nothing", "", "../../x", "' OR 1=1"])}
        )
    if choice == 6:
        cards = [chance.choice(["CJ", "H7", "xx", "", "CJ "]) for _ in range(2)]
        return json.dumps({"type": "exchange", **here, "put_down": cards, "action": 200})
    if choice == 7:
        kind = chance.choice(["next", "finish", "undo", "replay", "lesson", "summary"])
        return json.dumps({"type": kind, **here, "deal": chance.choice([0, 1, -1, 10**9])})
    fields = {"type": chance.choice(kinds), **here}
    names = ("match", "n", "action", "put_down", "value", "deal", "as", "sgf", "opponents", "deals")
    for name in names:
        fields[name] = chance.choice([x for x in junk if x is not None])
    return json.dumps(fields)


def test_hostile_messages_change_nothing(client: TestClient, hall: Hall) -> None:
    """Each is refused with a reason, in both languages; match and archive stay as they are."""
    chance = random.Random(3)
    with tab(client) as page:
        page.new(seed="3")
        while page.state["phase"] != "play":
            page.step(declare=False)
        before = json.dumps(page.state)
        dump = list(hall.archive.connection.iterdump())
        codes = set()
        for k in range(int(os.environ.get("SKAT_GYM_HOSTILE", "600"))):
            text = hostile(chance, page)
            page.socket.send_text(text)
            answer = json.loads(page.socket.receive_text())
            assert answer["type"] == "refused", (text[:300], answer)
            assert answer["reason"]["de"] and answer["reason"]["en"]
            codes.add(answer["code"])
            if answer["code"] == "stale":
                assert json.dumps(json.loads(page.socket.receive_text())["state"]) == before
            if k % 50 == 0:
                page.ask("open", "state", match=page.state["match"])
                assert json.dumps(page.state) == before
        page.socket.send_bytes(b"\x00" * 100)
        assert json.loads(page.socket.receive_text())["code"] == "not-json"
        assert list(hall.archive.connection.iterdump()) == dump
        assert {"not-json", "too-large", "unknown-type", "bad-field", "illegal", "stale"} <= codes
        assert {"no-match", "not-now", "hidden"} <= codes
        page.finish()


def test_too_fast_and_too_large(hall: Hall) -> None:
    app = make_app(opened(hall), Gate("T", ("127.0.0.1:8000",)))
    with TestClient(app, base_url=HOME) as client:
        with tab(client) as page:
            for _ in range(400):
                page.send(type="ping")
            kinds = [page.receive() for _ in range(400)]
            refused = [m for m in kinds if m["type"] == "refused"]
            assert len(refused) > 50 and {m["code"] for m in refused} == {"too-fast"}
        with tab(client) as page:
            page.socket.send_text("x" * 300_000)
            with pytest.raises(WebSocketDisconnect) as gone:
                page.receive()
            assert gone.value.code == 1009


def test_pace_counts_by_the_clock() -> None:
    now = [0.0]
    pace = Pace(3, 2, clock=lambda: now[0])
    assert [pace.allows() for _ in range(5)] == [True, True, True, False, False]
    assert pace.refused == 2
    now[0] = 1.0
    assert [pace.allows() for _ in range(3)] == [True, True, False]


def test_a_server_open_to_the_network_still_wants_token_and_origin() -> None:
    gate = Gate.open("T")
    assert gate.admits({"host": "box:80", "origin": "http://box:80"}, origin=True)
    assert not gate.admits({"host": "box:80", "origin": "http://evil"}, origin=True)
    assert gate.knows("T") and not gate.knows("") and not gate.knows(None)
    assert len(Gate.local(1).token) >= 32
