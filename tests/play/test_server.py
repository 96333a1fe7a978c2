"""The server through Starlette's test client: doors, tabs, hostile messages, whole matches."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tabs import DOOR, HOME, Tab, new_hall, opened, served, tab

from skat_gym.play.seat_view import seat_view
from skat_gym.play.server.app import make_app
from skat_gym.play.server.gate import MOST_BYTES, Gate, Pace
from skat_gym.play.server.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return new_hall(tmp_path)


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with served(hall) as client:
        yield client


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
        assert "random" not in offered and offered["rulebook"] == "Faustregeln"
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
            for said in answer["reason"].values():
                assert said[0] == said[0].upper() and said[-1] in ".!?", said
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
