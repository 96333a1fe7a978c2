"""Reading records: spellings, endings, hidden cards, clear errors."""

import gzip
import random
import re

import pytest
from record_games import OWN, PACK, random_deal, seen_by, sgf, whole_record

from skat_gym.records import (
    Ending,
    Move,
    RecordError,
    check,
    read,
    read_file,
    record_of,
    write,
)
from skat_gym.rules import Deal


def own(name):
    return list(read_file(OWN / name))


def test_old_spellings():
    null, split, ouvert, multiline = own("spellings.sgf")
    assert null.contract.name == "null ouvert hand" and null.result.score == -118
    assert null.moves[4].action == "NOH.H9.HQ.HK.HT.S9.SQ.SK.ST.C8.C9"
    assert null.stated.resigned is None
    assert Move("0", "G.D8.D7") in split.moves and split.result.score == 168
    assert ouvert.comment == "a ] and a [ and a (; in a comment"
    assert ouvert.contract.name == "clubs hand ouvert" and ouvert.result.score == 180
    assert multiline.contract.name == "null ouvert" and multiline.result.score == 46
    assert multiline.result.points == 21  # null gives the declarer no rest


@pytest.mark.parametrize(
    ("index", "ending", "ended_by", "score"),
    [
        (0, "timeout", (0,), None),
        (1, "left", (2,), None),
        (2, "timeout", (0,), None),
        (3, "left", (1,), None),
        (4, "resigned", (0,), -240),
        (5, "resigned", (0,), -264),
        (6, "timeout", (0,), -240),
        (7, "resigned", (1,), -180),
        (8, "resigned", (1, 2), 144),
        (9, "left", (2,), 192),
        (10, "resigned", (1, 2), 132),
        (11, "thrown in", (), 0),
        (12, "unfinished", (), None),
        (13, "resigned", (0, 1), 35),
        (14, "resigned", (2,), -70),
    ],
)
def test_endings(index, ending, ended_by, score):
    record = own("endings.sgf")[index]
    assert (record.ending.value, record.ended_by) == (ending, ended_by), record.comment
    assert (record.result and record.result.score) == score
    assert bool(record.reason) == (record.result is None)


def test_no_result_says_why():
    reasons = [record.reason for record in own("endings.sgf") if record.result is None]
    assert reasons == [
        "forehand ran out of time in the auction",
        "rearhand left in the auction",
        "forehand ran out of time before the game was declared",
        "middlehand left before the game was declared",
        "the record breaks off after 2 cards of play",
    ]


def test_stopped_at_a_missed_announcement():
    record = own("habits.sgf")[0]
    assert record.ending is Ending.MISSED
    assert (record.result.score, record.result.schneider, record.result.points) == (-220, False, 0)


def test_a_missed_announcement_played_on_and_broken_off_has_no_result():
    record = read(sgf("1 18 0 p 2 p 1 HHZ 0 CJ 1 H9 2 H7 0 SJ 1 HQ 2 H8", "unknown"))
    assert record.ending is Ending.UNFINISHED and record.result is None


def test_named_but_not_put_down():
    record = own("habits.sgf")[4]
    assert record.contract.name == "clubs" and record.deal.contract is None
    assert record.moves[-2] == Move("0", "C")
    assert (record.result.score, record.result.matadors) == (-216, 8)


def test_header():
    record = own("endings.sgf")[0]
    assert (record.place, record.series, record.id) == ("Made-up Skat Server", "1", "1")
    assert record.date == "2024-02-29/12:00:00/UTC" and record.comment == "auction timeout"
    assert record.players == ("first", "second", "third")
    assert record.ratings == ("1000.5", "", "null")
    assert record.view is None


def test_deal_stands_at_its_last_legal_moment():
    deal = own("endings.sgf")[12].deal
    assert [str(card) for card in deal.cards] == ["CJ", "C8"] and deal.seat == 2


def test_hidden_cards():
    whole, declarers, public, unseen, unknown, deduced, auction = own("hidden.sgf")
    assert whole.result.score == 168 and whole.view == 1
    assert whole.deal is None  # whether D8, D7 were dealt or picked up nobody knows
    assert declarers.result.score == -240 and declarers.deal is None
    assert public.result is None and public.reason == "cards that count are hidden"
    assert unseen.result.score == 168 and unseen.ending is Ending.LEFT
    assert unknown.result is None and unknown.reason == "card 1 of the play is unknown"
    assert len(unknown.deal.cards) == 0
    assert deduced.result.score == 168 and len(deduced.deal.cards) == 30
    assert auction.result is None and auction.deal is None


@pytest.mark.parametrize("view", [0, 1, 2, 3])
def test_views_give_the_true_result_or_none(view):
    rng = random.Random(view)
    found = 0
    for _ in range(60):
        record = whole_record(rng)
        seen = read(seen_by(record, view))
        assert seen.view == view and seen.ending is Ending.FINISHED
        assert seen.contract == record.contract and seen.declarer == record.declarer
        if seen.result is not None:
            found += 1
            assert seen.result == record.result
        knows_skat = record.declarer == view and not record.contract.hand
        if len(record.deal.cards) == 30 or knows_skat:
            assert seen.result is not None
        if seen.deal is not None:
            assert seen.deal == record.deal
    assert found > 30


def test_a_view_that_no_deal_fits():
    moves = "1 p 2 p 0 18 0 CH 0 CJ 1 C8 2 C7 0 SJ 1 C9 2 D9 0 CA 1 SQ 2 {}"
    hidden = "|".join([".".join(["??"] * 10)] * 3 + ["??.??"])
    assert read(sgf(moves.format("D7"), "unknown", deal=hidden)).ending is Ending.UNFINISHED
    with pytest.raises(RecordError, match="D9 is not legal for rearhand"):
        read(sgf(moves.format("D9"), "unknown", deal=hidden))
    with pytest.raises(RecordError, match="C9 is played by seat 2, which contradicts"):
        read(sgf(moves.format("C9"), "unknown", deal=hidden))
    with pytest.raises(RecordError, match="not legal"):  # diamonds on clubs, then a club
        read(sgf(moves.format("CT"), "unknown", deal=hidden))


def test_view_with_a_wrong_number_of_cards():  # PZ32
    three_in_the_skat = PACK.split(".")
    parts = (three_in_the_skat[:10], three_in_the_skat[10:19], three_in_the_skat[20:30])
    deal = "|".join(".".join(p) for p in (*parts, [*three_in_the_skat[30:], "H9"]))
    with pytest.raises(RecordError, match=r"10 \+ 10 \+ 10 cards and 2 .* 10 \+ 9 \+ 10 \+ 3"):
        read(sgf("1 p", "unknown", deal=deal))


def test_unknown_cards_in_a_null_that_may_be_over():
    record = read(sgf("1 p 2 18 0 p 2 NH 0 CA 1 C9 2 C7 0 CT 1 ?? 2 ??", "unknown"))
    assert record.result is None and "unknown" in record.reason


def test_a_card_that_nobody_can_have_played():
    with pytest.raises(RecordError, match="no card of middlehand can have been played"):
        read(sgf("1 p 2 p 0 18 0 CH 0 CJ 1 ?? 2 C7 0 SJ 1 C8 2 D9 0 HJ 1 C9 2 DQ", "unknown"))


def test_anything_else_is_a_record_error_and_never_a_crash():
    rng = random.Random(9)
    words = "?? p y 18 33 264 s RE SC SC.CJ TI.0 LE.1 C G NO GH GHS NHO G.?? G.??.?? ??.?? w 0 2 CJ"
    for _ in range(300):
        text = write(whole_record(rng))
        head, moves, tail = re.match(r"(.*MV\[)(.*)(\]R\[.*)", text).groups()
        moves = moves.split()
        for _ in range(rng.randrange(1, 4)):
            moves[rng.randrange(len(moves))] = rng.choice(words.split())
        start, end = sorted((rng.randrange(len(text)), rng.randrange(len(text))))
        for bad in (f"{head}{' '.join(moves)} {tail}", text[:start] + text[end:]):
            try:
                record = read(bad)
            except RecordError:
                continue
            assert str(record) and isinstance(check(record), list)
            assert read(write(record)) == record


def test_errors_name_file_game_move_and_what_is_accepted(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(sgf("1 p 2 p 0 p", "passed") + "\n" + sgf("1 18 0 y 1 19", "passed"))
    with pytest.raises(RecordError) as caught:
        list(read_file(path))
    text = str(caught.value)
    assert text.startswith(f'{path}, game 2 (ID 1): move 3 "1 19": ')
    assert text.endswith("p or a bid is accepted: 20 or a higher value of a game")


@pytest.mark.parametrize(
    ("moves", "accepted"),
    [
        ("1 18 0 18", "y or p is accepted"),
        ("1 y", "p or a bid is accepted"),
        ("1 18 0 y 1 18", "bid 18 is not legal for middlehand"),
        ("1 p 2 p 0 20", "bid 20 is not legal for forehand"),
        ("1 18 0 p 2 p 1 GX", "is not a contract"),
        ("1 18 0 p 2 p 1 s w SA.CA", "the skat is D7.D8"),
        ("1 18 0 p 2 p 1 s w D8.D7 1 HH.D8.D7", "not legal"),
        ("1 18 0 p 2 p 1 s w D8.D7 1 HH", "not legal"),
        ("1 18 0 p 2 p 1 s w D8.D7 1 H.D8", "two cards are put down"),
        ("1 18 0 p 2 p 1 s w D8.D7 1 H.D8.CA", "CA is not legal"),
        ("1 18 0 p 2 p 1 s w D8.D7 1 H.D8.D7.HT", "no cards lie open in hearts"),
        ("1 264 0 y 1 p 2 p 0 N", "not legal"),
        ("1 18 w XX.0", "TI.k or LE.k"),
        ("1 18 w TI.0 0 y", "the game is over"),
        ("1 18 0 p 2 p 1 HH 0 SC", "from the declarer"),
        ("1 18 0 p 2 p 1 HH 1 SC.CA", "cards shown are not the declarer's"),
        ("1 18 0 p 2 p 1 HH 0 XX", "is not a card"),
    ],
)
def test_illegal_moves(moves, accepted):
    with pytest.raises(RecordError, match=re.escape(accepted)):
        read(sgf(moves, "unknown"))


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("", "a record begins with (;"),
        ("(;GM[Skat]MV[]R[passed];)", "the first move is the deal"),
        ("(;GM[Skat]R[passed];)", "the moves are needed"),
        ("(;GM[Skat]GM[Skat];)", "comes twice"),
        ("(;GM[Chess]MV[];)", "GM[Skat] is accepted"),
        ("(;GM[Skat]OW[7]MV[];)", "OW[7] is not a view"),
        ("(;GM[Skat]MV[w a", "is accepted at"),
        (sgf("1 p 2 p 0 p", "passed") * 2, "one record is accepted"),
        (sgf("1 p 2 p 0 p", "d:3 win"), "is not a result"),
    ],
)
def test_unreadable_texts(text, accepted):
    with pytest.raises(RecordError, match=re.escape(accepted)):
        read(text)


def test_files_gzip_and_several_records_on_a_line(tmp_path):
    text = sgf("1 p 2 p 0 p", "passed")
    content = (
        f"# a note\n\n{text} {text}\n{text.replace('MV[', 'MV[ ').replace(' 2', chr(10) + '2')}"
    )
    plain, packed = tmp_path / "games.sgf", tmp_path / "packed_whatever_its_name"
    plain.write_text(content)
    packed.write_bytes(gzip.compress(content.encode()))
    assert len(list(read_file(plain))) == 3
    assert list(read_file(packed)) == list(read_file(plain))


def test_missing_stated_result_and_unknown_properties_are_no_error():
    text = sgf("1 p 2 p 0 p", "passed")
    record = read(text.replace("R[passed]", "XX[whatever]"))
    assert record.stated is None and record.ending is Ending.THROWN_IN


def test_reading_is_as_long_as_the_deal():
    deal = random_deal(random.Random(3))
    assert read(text := sgf("1 p", "unknown")).deal == Deal.parse(
        " ".join([text.split("MV[w ")[1].split()[0], "p"])
    )
    assert record_of(deal).deal == deal
