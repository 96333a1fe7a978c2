"""What a tab is answered: the deal so far, deleting, and refusals in the language asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from starlette.testclient import TestClient
from tabs import new_hall, served, tab

from skat_gym.play.server.hall import Hall
from skat_gym.play.server.room import Room

CARD = re.compile(r'"([CSHD][789TQKAJ])"')


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return new_hall(tmp_path)


@pytest.fixture
def client(hall: Hall) -> Iterator[TestClient]:
    with served(hall) as client:
        yield client


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


def test_only_the_last_of_what_leads_to_a_match_counts(
    client: TestClient, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose players take long to load does not come over a person who has gone on."""
    loaded = Event()
    monkeypatch.setattr(hall.minds, "check", lambda _: loaded.wait(30))
    with tab(client) as page:
        page.send(type="new", deals=1, id=1)
        page.send(type="new", deals=1, id=2)
        page.ask("close", "matches")
        loaded.set()
        told = [page.receive() for _ in range(2)]
        assert {(one["re"], one["code"]) for one in told} == {(1, "elsewhere"), (2, "elsewhere")}
        assert page.ask("matches")["matches"] == [] and not hall.rooms
        match = page.new(id=3)["match"]
        loaded.clear()
        page.send(type="new", deals=1, id=4)
        assert page.ask("open", "state", match=match, id=5)["re"] == 5
        loaded.set()
        assert page.receive()["code"] == "elsewhere"
        assert len(page.ask("matches")["matches"]) == 1
        page.step()  # the one that was opened is followed


def test_long_questions_are_answered_one_after_another(client: TestClient) -> None:
    """Who looks at a deal while the lesson is worked out need not ask again; a flood is refused."""
    with tab(client) as page:
        page.new(deals=2)
        page.finish()
        match = page.state["match"]
        page.send(type="lesson", match=match, id=1)
        for id in (2, 3):
            page.send(type="replay", match=match, deal=id - 1, id=id)
        told = [page.receive() for _ in range(3)]
        assert {(one["type"], one["re"]) for one in told} == {
            ("lesson", 1),
            ("replay", 2),
            ("replay", 3),
        }
        for id in range(12):
            page.send(type="replay", match=match, deal=1, id=id)
        kinds = [page.receive().get("code", "answered") for _ in range(12)]
        assert set(kinds) == {"answered", "busy"} and kinds.count("answered") >= 5
