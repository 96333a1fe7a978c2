"""Writing records: round trips, the canonical spelling, records of deals."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_games import OWN, random_action, random_deal, seen_by, whole_record

from skat_gym.records import PLACE, Ending, RecordError, check, read, read_file, record_of, write
from skat_gym.rules import Deal, Phase


def test_round_trip_of_random_games_of_every_contract():
    rng = random.Random(1)
    contracts = set()
    jumps = 0
    for number in range(500):
        deal = random_deal(rng, passes=0.1 if number % 2 else 0.3)
        record = record_of(deal, id=str(number))
        assert read(write(record)) == record
        assert record.deal == deal and record.result == deal.result
        assert check(record) == []
        contracts.add(deal.contract)
        jumps += any(action >= 64 for action in deal.actions)
    assert len(contracts) == 30  # 29 and none
    assert jumps > 100


def test_round_trip_of_unfinished_deals():
    rng = random.Random(2)
    for _ in range(150):
        deal = Deal.shuffled(rng.getrandbits(62))
        for _ in range(rng.randrange(60)):
            if deal.phase is not Phase.OVER:
                deal = deal.after(random_action(rng, deal))
        record = record_of(deal)
        assert read(write(record)) == record
        assert check(record) == []
        if deal.phase is not Phase.DECLARE and len(deal.put_down) != 1:
            assert record.deal == deal


@pytest.mark.parametrize("name", ["endings", "habits", "spellings", "hidden"])
def test_round_trip_of_the_fixtures(name):
    for record in read_file(OWN / f"{name}.sgf"):
        assert read(write(record)) == record


def test_round_trip_of_views():
    rng = random.Random(3)
    for view in (0, 1, 2, 3):
        record = read(seen_by(whole_record(rng), view))
        assert read(write(record)) == record


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.tuples(st.text(), st.text(), st.text()))
def test_round_trip_of_any_text_in_the_header(text, names):
    deal = Deal.shuffled(1).after("pass", "pass", "pass")
    record = record_of(deal, comment=text, place=text, id=text, players=names, ratings=names)
    assert read(write(record)) == record


def test_a_comment_cannot_look_like_the_next_record(tmp_path):
    deal = Deal.shuffled(1).after("pass", "pass", "pass")
    record = record_of(deal, comment="one\n(;GM[Skat] ;)\ntwo")
    path = tmp_path / "games.sgf"
    path.write_text(write(record) + "\n" + write(record) + "\n")
    assert list(read_file(path)) == [record, record]


def test_canonical_spelling():
    cards = (
        "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.SA.HA C9.C8.ST.SK.SQ.S9.HT.HK.HQ.H9 "
        "C7.S8.S7.H8.H7.DA.DT.DK.DQ.D9 D8.D7"
    )
    deal = Deal.of_cards(*(part.split(".") for part in cards.split()))
    ouvert = deal.after("pass", "18", "pass", "pick up", "D8", "D7", "null ouvert")
    assert [str(move) for move in record_of(ouvert).moves[1:]] == [
        "1 p",
        "2 18",
        "0 p",
        "2 s",
        "w D7.D8",
        "2 NO.D7.D8.D9.DQ.DK.DT.DA.H7.H8.S7.S8.C7",
    ]
    hand = deal.after("24", "pass", "pass", "null ouvert hand")
    assert record_of(hand).moves[-1].action == "NOH.H9.HQ.HK.HT.S9.SQ.SK.ST.C8.C9"
    grand = deal.after("pass", "pass", "18", "grand hand ouvert")
    assert record_of(grand).moves[-1].action.startswith("GO.")
    assert write(record_of(deal)).startswith(f"(;GM[Skat]PC[{PLACE}]CO[]SE[]ID[]DT[]P0[]P1[]P2[]")
    assert write(record_of(deal)).endswith(" ]R[unknown] ;)")


def test_result_line():
    deal = Deal.shuffled(11)
    for action in ("pass", "pass", "18", "grand hand"):
        deal = deal.after(action)
    while deal.phase is not Phase.OVER:
        deal = deal.after(deal.legal[0])
    result = deal.result
    line = write(record_of(deal)).split("R[")[-1]
    assert line == (
        f"d:0 {'win' if result.won else 'loss'} v:{result.score} m:{result.matadors} "
        f"{'overbid' if result.overbid else 'bidok'} p:{result.points} t:{result.tricks} "
        f"s:{result.schneider:d} z:{result.schwarz:d} p0:0 p1:0 p2:0 l:-1 to:-1 r:0] ;)"
    )


def test_endings_of_a_table():
    playing = Deal.shuffled(4).after("18", "pass", "pass", "grand hand")
    given_up = record_of(playing, resigned=[1])
    assert given_up.ending is Ending.RESIGNED and not given_up.result.won
    conceded = record_of(playing, resigned=[0, 2])
    assert conceded.result.won and conceded.result.points == 120
    assert conceded.stated.resigned is True
    gone = record_of(Deal.shuffled(4).after("18"), left=0)
    assert gone.ending is Ending.LEFT and gone.result is None
    assert str(gone.stated).startswith("d:-1 penalty v:0") and "p0:1" in str(gone.stated)
    late = record_of(playing, timeout=2)
    assert late.result.won and late.stated.timeout == 2
    for record in (given_up, conceded, gone, late):
        assert read(write(record)) == record and check(record) == []
    with pytest.raises(RecordError, match="the game is over"):
        record_of(Deal.shuffled(1).after("pass", "pass", "pass"), timeout=1)
    with pytest.raises(RecordError, match="during play only"):
        record_of(Deal.shuffled(1), resigned=[1])
