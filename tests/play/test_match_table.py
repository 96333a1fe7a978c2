"""The match at a table without any input or output: commands in, events out."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from sitting import choice

from skat_gym.play import MatchOptions, MatchTable, Session
from skat_gym.play.claim import rest
from skat_gym.play.match_options import commitment, daily_seed
from skat_gym.play.seat_story import event_fields, story
from skat_gym.play.seat_view import seat_view
from skat_gym.play.words import TextError
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.contract import BASE, NULL_VALUES
from skat_gym.rules.match import Match
from skat_gym.rules.state import Phase

OPTIONS = MatchOptions(seed=5, deals=3, policies=(None, "rulebook", "random"))


def played(
    options: MatchOptions = OPTIONS, watch: Any = lambda event: None, declare: bool = True
) -> Session:
    session = Session(options=options, watch=watch)
    while True:
        session.run()
        if session.table.over:
            return session
        session.act(choice(session, declare))


def test_a_match_by_hand_alone_books_what_the_rules_say() -> None:
    table = MatchTable(MatchOptions(seed=9, deals=6))
    chance = random.Random(1)
    dealers = []
    while not table.over:
        table.begin()
        dealers.append(table.dealer)
        assert table.deal == table.options.deal(table.number)
        while table.player is not None:
            assert table.seat_of(table.player) == table.deal.seat
            table.act(table.player, chance.choice(table.deal.legal))
    first = table.options.dealer
    assert dealers == [(first + k) % 3 for k in range(6)]
    match = Match(6, first)
    for deal in table.deals:
        match.book(deal.result)
    assert match.scores() == table.match.scores()


def test_every_event_grows_the_state_number_by_one() -> None:
    numbers: list[int] = []
    session = played(watch=lambda event: numbers.append(event.n))
    assert numbers == list(range(1, session.table.n + 1))


def test_refused_commands_change_nothing() -> None:
    table = MatchTable(MatchOptions(seed=9, deals=1))
    with pytest.raises(TextError, match="nothing has been dealt"):
        table.view(0)
    table.begin()
    before = (table.deal, table.n, [list(m) for m in table.moves])
    player = table.player
    assert player is not None
    other = (player + 1) % 3
    for command, code in (
        (lambda: table.act(other, 32), "not-your-turn"),
        (lambda: table.act(player, 5), "illegal"),
        (lambda: table.act(player, -1), "illegal"),
        (lambda: table.act(player, 10**9), "illegal"),
        (lambda: table.act_all(player, [33, 33], "person"), "not-your-turn"),
        (lambda: table.begin(), "not-now"),
        (lambda: table.take_back(), "not-practice"),
    ):
        with pytest.raises(TextError) as told:
            command()
        assert told.value.code == code and set(told.value.text) == {"de", "en"}
        assert (table.deal, table.n, table.moves) == before


def test_both_put_downs_and_the_game_at_once_or_not_at_all() -> None:
    for seed in range(60):
        session = Session(options=MatchOptions(seed=seed, deals=1, policies=OPTIONS.policies))
        session.run()
        while session.waits and session.deal.phase in (Phase.AUCTION, Phase.CHOICE):
            pick = 34 if session.deal.phase is Phase.CHOICE else choice(session)
            session.act(pick)
            session.run()
        if session.waits and session.deal.phase is Phase.PUT_DOWN:
            break
    state = seat_view(session.table)
    declare = state["declarations"][0]["id"]
    first, second = (entry["id"] for entry in state["legal"][:2])
    n, deal = session.table.n, session.deal
    for wrong in ([first, second, 32], [first, first], [first, second, 59, 40]):
        with pytest.raises(TextError):
            session.act_all(wrong)
        assert session.table.n == n and session.deal == deal
    events = session.act_all([first, second, declare])
    assert [event.kind for event in events] == ["put_down", "put_down", "declared"]


def test_a_limit_bids_and_passes_for_the_person() -> None:
    kinds: list[tuple[str, int | None]] = []

    def watch(event: Any) -> None:
        if event.player == 0 and event.kind in ("bid", "hold", "pass"):
            kinds.append((event.kind, event.data["value"]))

    for seed in range(12):
        options = MatchOptions(seed=seed, deals=1, policies=OPTIONS.policies)
        session = Session(options=options, watch=watch)
        session.begin()
        session.bid_up_to(20)
        session.run()
        assert session.table.over or session.deal.phase is not Phase.AUCTION
    assert any(kind == "pass" for kind, _ in kinds)
    assert {value for _, value in kinds} <= {18, 20, None}


def test_practice_goes_back_to_the_last_decision() -> None:
    options = MatchOptions(seed=5, deals=1, policies=OPTIONS.policies, practice=True)
    session = Session(options=options)
    session.run()
    stack = []
    while session.waits:
        stack.append(session.deal)
        session.act(choice(session))
        session.run()
    session = Session(options=options)
    session.run()
    for k in range(len(stack) - 1):
        assert session.deal == stack[k]
        session.act(choice(session))
        session.run()
        n = session.table.n
        session.take_back()
        assert session.deal == stack[k] and session.table.n > n
        session.act(choice(session))
        session.run()


def test_the_seat_view_tells_of_hidden_cards_nothing() -> None:
    """Other cards in the hands that are not seen give the same state, to the last byte."""
    session = Session(options=OPTIONS)
    seen = 0
    while True:
        session.run()
        if session.table.over:
            break
        table, deal = session.table, session.deal
        worlds = _other_worlds(session)
        state = json.dumps(seat_view(table))
        for world in worlds:
            table.deal = world
            assert json.dumps(seat_view(table)) == state
            seen += 1
        table.deal = deal
        session.act(choice(session))
    assert seen > 40


def _other_worlds(session: Session) -> list[Any]:
    from skat_gym.rules import Deal
    from skat_gym.solver import Worlds

    return [Deal(record) for record in Worlds(session.view).deals(3, session.table.n)]


def test_states_say_what_the_rules_say() -> None:
    session = Session(options=OPTIONS)
    phases = set()
    while True:
        session.run()
        if session.table.over:
            break
        state = json.loads(json.dumps(seat_view(session.table, "m")))
        phases.add(state["phase"])
        view = session.view
        assert state["your_turn"] and state["turn"] == 0
        assert [entry["id"] for entry in state["legal"]] == list(session.deal.legal)
        assert sorted(state["hand"]) == sorted(map(str, view.hand))
        for order in state["orders"].values():
            assert sorted(order["plain"]) == sorted(order["alternating"]) == sorted(state["hand"])
        if view.phase is Phase.PLAY:
            legal = {entry["card"] for entry in state["legal"]}
            assert legal | set(state["illegal"]) == set(state["hand"])
            assert not legal & set(state["illegal"])
            assert sum(state["tricks"]) == len(view.cards) // 3
            assert len(state["trick"]["cards"]) == len(view.cards) % 3
        if view.phase is Phase.AUCTION:
            value = state["auction"]["value"]
            assert value in BID_VALUES and state["auction"]["role"] in ("bid", "hold")
            for told in state["auction"]["meaning"]:
                if told["levels"] is None:
                    assert value in NULL_VALUES
                else:
                    game = ("diamonds", "hearts", "spades", "clubs", "grand").index(told["game"])
                    assert int(BASE[game]) * told["levels"] == value
        session.act(choice(session))
    end = seat_view(session.table, "m")
    assert end["phase"] == "match_over" and end["fairness"]["seed"] == "5"
    assert end["outcome"]["totals"] == list(session.match.scores())
    assert end["sheet"]["rows"][-1]["totals"] == end["sheet"]["totals"]
    assert {"auction", "play"} <= phases


def test_the_declared_value_is_the_value_of_the_preview() -> None:
    """What a declaration is said to be worth is what it counts, announcements and hand included."""
    checked = 0
    for seed in range(30):
        session = Session(options=MatchOptions(seed=seed, deals=1, policies=OPTIONS.policies))
        told = None
        while not session.table.over:
            session.run()
            if not session.waits:
                continue
            state = seat_view(session.table)
            declares = [entry for entry in state["legal"] if entry["kind"] == "declare"]
            picks = 34 in session.deal.legal and seed % 3
            if declares and not picks:
                told = declares[seed % len(declares)]
                session.act(told["id"])
            else:
                session.act(34 if 34 in session.deal.legal else choice(session))
        result = session.match.lines[0].result
        if told is None or result.contract is None or result.contract.is_null:
            continue
        extra = result.schneider and not result.contract.schneider
        more = result.schwarz and not result.contract.schwarz
        base = int(BASE[result.contract.game])
        if told["value"]["certain"]:
            assert result.value == told["value"]["value"] + base * (extra + more)
            checked += 1
    assert checked > 5


def test_events_hide_the_skat_and_the_put_downs_of_others() -> None:
    told: list[Any] = []

    def watch(event: Any) -> None:
        told.append(event_fields(event))

    played(MatchOptions(seed=1, deals=6), watch, declare=False)
    others = [e for e in told if e and e["kind"] in ("picked_up", "put_down") and e["player"] != 0]
    assert others and all(e.get("cards") is None and e.get("card") is None for e in others)


def test_found_and_put_down_stay_with_the_declarer_alone() -> None:
    """Through the whole play, in the state as in the story; no defender is told of them."""
    seen = {True: 0, False: 0}
    for seed in range(40):
        session = Session(options=MatchOptions(seed=seed, deals=1, policies=OPTIONS.policies))
        while True:
            session.run()
            if session.table.over:
                break
            if session.deal.phase is Phase.PLAY and session.deal.record.picked_up:
                table, deal = session.table, session.deal
                assert deal.declarer is not None
                declarer = table.player_at(deal.declarer)
                found = sorted(map(str, deal.skat)) if declarer == 0 else None
                put = sorted(map(str, deal.put_down)) if declarer == 0 else None
                skat = seat_view(table)["skat"]
                assert (skat["found"] and sorted(skat["found"])) == found
                assert (skat["put_down"] and sorted(skat["put_down"])) == put
                kinds = ("picked_up", "put_down")
                up, *down = (event for event in story(table) if event["kind"] in kinds)
                assert [event["player"] for event in (up, *down)] == [declarer] * 3
                assert (up["cards"] and sorted(up["cards"])) == found
                assert sorted(event["card"] or "" for event in down) == (put or ["", ""])
                symbols = [card.symbol in up["text"]["en"] for card in deal.skat]
                assert symbols == [declarer == 0] * 2
                seen[declarer == 0] += 1
            session.act(choice(session, declare=bool(seed % 2)))
    assert min(seen.values()) > 30


def test_the_story_is_what_was_told_and_holds_no_hidden_card() -> None:
    told: list[Any] = []

    def watch(event: Any) -> None:
        if event.kind == "deal_begun":
            told.clear()
        fields = event_fields(event)
        if fields is not None:
            told.append({key: value for key, value in fields.items() if key != "n"})

    session = Session(options=OPTIONS, watch=watch)
    looked = 0
    while True:
        session.run()
        tale = story(session.table)
        more = ("hand", "booked")  # what the table adds
        assert told == [{k: v for k, v in event.items() if k not in more} for event in tale]
        if session.table.over:
            break
        for world in _other_worlds(session):
            assert _story_in(session.table, world) == json.dumps(tale)
            looked += 1
        session.act(choice(session))
    assert tale[0]["kind"] == "deal_begun" and tale[-1]["kind"] == "match_over"
    assert tale[-2]["booked"] == seat_view(session.table)["summary"]["booked"]
    assert looked > 40


def _story_in(table: MatchTable, world: Any) -> str:
    """The story if the cards that the person does not see lay as in another deal."""
    deal, table.deal = table.deal, world
    told = json.dumps(story(table))
    table.deal = deal
    return told


def test_the_story_leaves_out_what_was_taken_back_and_tells_who_failed() -> None:
    options = MatchOptions(seed=5, deals=1, policies=OPTIONS.policies, practice=True)
    session = Session(options=options)
    session.run()
    before = story(session.table)
    session.act(choice(session))
    session.run()
    assert len(story(session.table)) > len(before)
    session.take_back()
    assert story(session.table) == before
    session.act(choice(session))
    player = session.table.player
    assert player is not None and player != 0
    session.table.replace(player, session.deal.legal[0], "policy 'x' failed: gone")
    [failed] = [event for event in story(session.table) if event["kind"] == "replaced"]
    assert failed["player"] == player and "gone" in failed["why"]["en"]
    session.run()
    while not session.table.over and len(session.deal.cards) < 24:
        session.act(choice(session))
        session.run()
    session.finish(rest(session.deal))
    kinds = [event["kind"] for event in story(session.table)]
    assert kinds.count("finished") == 1 and kinds.count("card_played") == 30


def test_codes_commitments_and_days() -> None:
    for options in (
        MatchOptions(seed=0),
        MatchOptions(seed=2**63 - 1, deals=36, scoring="points"),
        MatchOptions(seed=77, policies=(None, "search:rulebook", "rulebook+play=random")),
    ):
        again = MatchOptions.of_code(options.code)
        assert (again.seed, again.deals, again.scoring) == (
            options.seed,
            options.deals,
            options.scoring,
        )
        assert again.policies == options.policies and again.known
    for wrong in (
        "",
        "skat1",
        "skat1-0s-1",
        "skat1-12x-1",
        f"skat1-12s-{'z' * 13}",
        "skat1-12s-é",
    ):
        with pytest.raises(TextError):
            MatchOptions.of_code(wrong)
    assert daily_seed("2026-03-09") == daily_seed("2026-03-09") != daily_seed("2026-03-10")
    fresh = MatchOptions.fresh()
    assert fresh.commitment == commitment(fresh.seed, fresh.salt) and len(fresh.salt) == 32
    for wrong_options in ({"seed": -1}, {"seed": 1, "deals": 0}, {"seed": 1, "scoring": "x"}):
        with pytest.raises(ValueError):
            MatchOptions(**wrong_options)
