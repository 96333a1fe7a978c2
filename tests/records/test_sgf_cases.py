"""Published failures of other programs with the right outcome, read from ../shared."""

import json

import pytest
from record_games import SHARED, sgf

from skat_gym.records import check, read
from skat_gym.rules import Deal, Phase

SEATS = "FMR"


@pytest.fixture(scope="module")
def cases():
    path = SHARED / "cases" / "cases.json"
    if not path.exists():
        pytest.skip(f"{path} is not there: the shared cases are not part of the repository")
    return {case["id"]: case for case in json.loads(path.read_text())["cases"]}


def moves_of(given):
    """Spells a case's auction, declaration and cards as the moves of a record."""
    deal = given["deal"]
    words = []
    for seat, said in given["auction"]:
        call = {"pass": "p", "hold": "y"}.get(said, str(said))
        words.append(f"{SEATS.index(seat)} {call}")
    who = SEATS.index(given["declarer"])
    words.append(f"{who} s w {'.'.join(deal['skat'])}")
    words.append(f"{who} {given['contract']}.{'.'.join(given['discards'])}")
    replay = Deal.of_cards(deal["F"], deal["M"], deal["R"], deal["skat"])
    for word in " ".join(words).split()[1::2]:
        if word == ".".join(deal["skat"]):
            continue
        name, *aside = word.split(".")
        actions = [*aside, name] if aside else [name]
        replay = replay.after(*actions)
    for card in given["plays"]:
        words.append(f"{replay.seat} {card}")
        replay = replay.after(card)
    return " ".join(words), who, replay


@pytest.mark.parametrize("case", ["PZ21", "PZ23"])
def test_whole_games(cases, case):
    given, expected = cases[case]["input"], cases[case]["expected"]
    moves, _, replay = moves_of(given)
    assert replay.phase is Phase.OVER
    line = cases[case]["published_answer"].split("  (")[0]
    line += " p0:0 p1:0 p2:0 l:-1 to:-1 r:0"
    pack = ".".join(card for part in ("F", "M", "R", "skat") for card in given["deal"][part])
    record = read(sgf(moves, line, deal=pack))
    assert check(record) == []
    assert record.result.score == expected["score"]
    assert record.result.points == expected["declarer_points"]
    assert record.result.tricks == expected["declarer_tricks"]
    assert record.result.matadors == expected["matadors"]


def test_a_conceded_grand(cases):  # PZ26
    given, expected = cases["PZ26"]["input"], cases["PZ26"]["expected"]["published"]
    moves, who, _ = moves_of(given)
    pack = ".".join(card for part in ("F", "M", "R", "skat") for card in given["deal"][part])
    record = read(sgf(f"{moves} {who} SC 2 RE 0 RE", "unknown", deal=pack))
    assert record.result.score == expected["score"] and record.result.won
    assert record.result.points == expected["declarer_points"]
    assert record.result.matadors == expected["matadors"]


def test_a_timeout_in_the_auction(cases):  # BC28
    (bidder, value), (gone, what) = cases["BC28"]["input"]["moves"]
    assert what == "timeout"
    moves = f"{SEATS.index(bidder)} {value} w TI.{SEATS.index(gone)}"
    record = read(sgf(moves, "unknown"))
    assert record.declarer is None and record.result is None and record.ending == "timeout"


def test_a_deal_with_three_cards_in_the_skat(cases):  # PZ32
    given = cases["PZ32"]["input"]
    pack = [s + r for s in "CSHD" for r in "789TJQKA"]
    sizes = [*given["hands"], given["skat"]]
    parts, start = [], 0
    for size in sizes:
        parts.append(".".join(pack[start : start + size]))
        start += size
    with pytest.raises(ValueError, match="a deal is 10"):
        read(sgf("1 p", "unknown", deal="|".join(parts)))
