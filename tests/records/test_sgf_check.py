"""Checking records: habits are explained, corruptions are reported, files go on."""

import gzip
import random
import re

import pytest
from record_games import OWN, SHARED, sgf, whole_record

from skat_gym.records import (
    RecordError,
    ResultLine,
    check,
    check_files,
    read,
    read_file,
    record_of,
    write,
)
from skat_gym.rules import Deal

CARDS = [suit + rank for suit in "CSHD" for rank in "789TJQKA"]
CORRUPTIONS = (
    "score",
    "sign",
    "matadors",
    "outcome",
    "overbid",
    "points",
    "tricks",
    "schneider",
    "schwarz",
    "card",
    "turn",
    "declarer",
)


def corrupted(text, kind, rng):
    """Returns a record's text with one thing in it changed."""

    def change(pattern, new):
        changed, count = re.subn(pattern, new, text, count=1)
        assert count == 1
        return changed

    def other(pattern, values):
        return change(
            pattern, lambda m: m[1] + str(rng.choice([v for v in values if str(v) != m[2]]))
        )

    if kind == "score":
        return other(r"( v:)(-?\d+)", range(-264, 265))
    if kind == "sign":
        return change(r" v:(-?)(\d+)", lambda m: " v:" + ("" if m[1] else "-") + m[2])
    if kind == "matadors":
        return other(r"( m:)(-?\d+)", range(-11, 12))
    if kind == "outcome":
        return change(r" (win|loss) ", lambda m: " loss " if m[1] == "win" else " win ")
    if kind == "overbid":
        return change("bidok|overbid", lambda m: "bidok" if m[0] == "overbid" else "overbid")
    if kind == "points":
        return other(r"( p:)(\d+)", range(121))
    if kind == "tricks":
        return other(r"( t:)(\d+)", range(11))
    if kind in ("schneider", "schwarz"):
        return change(
            f" {kind[0] if kind == 'schneider' else 'z'}:([01])",
            lambda m: f"{m[0][:-1]}{1 - int(m[1])}",
        )
    if kind == "declarer":
        return other(r"(R\[d:)(\d)", range(3))
    head, moves, tail = re.match(r"(.*MV\[)(.*)(\]R\[.*)", text).groups()
    words = moves.split()
    if kind == "card":
        plays = [i for i, word in enumerate(words) if word in CARDS]
        place = rng.choice(plays)
        words[place] = rng.choice([card for card in CARDS if card != words[place]])
    else:
        place = rng.choice([i for i in range(2, len(words), 2) if words[i] != "w"])
        words[place] = rng.choice([who for who in "012" if who != words[place]])
    return f"{head}{' '.join(words)} {tail}"


def reported(text):
    """Returns the mismatches of a record's text."""
    try:
        return [d.field for d in check(read(text)) if not d.explained]
    except RecordError as error:
        return [str(error)]


def test_a_thousand_corruptions_are_all_reported():
    rng = random.Random(2024)
    kinds = dict.fromkeys(CORRUPTIONS, 0)
    done = 0
    while done < 1000:
        kind = CORRUPTIONS[done % len(CORRUPTIONS)]
        record = whole_record(rng, done)
        if kind == "card" and len(record.deal.cards) < 30:
            continue  # in a null that ends early another card may be just as good a game
        text = write(record)
        assert reported(text) == []
        bad = corrupted(text, kind, rng)
        assert bad != text
        assert reported(bad), (kind, bad)
        kinds[kind] += 1
        done += 1
    assert min(kinds.values()) >= 83


def test_check_names_what_differs():
    record = whole_record(random.Random(1))
    text = write(record)
    (difference,) = check(read(re.sub(r" p:\d+", " p:7", text)))
    assert (difference.field, difference.stated, difference.explained) == ("points", "p:7", False)
    assert difference.rules == f"p:{record.result.points}"
    (difference,) = check(read(re.sub(r"R\[.*\]", "R[passed]", text)))
    assert difference.field == "result" and difference.stated == "passed"


def test_own_endings_agree_exactly():
    for name in ("endings", "spellings", "hidden"):
        for record in read_file(OWN / f"{name}.sgf"):
            assert check(record) == [], record.comment


@pytest.mark.parametrize(
    ("pattern", "new", "field"),
    [
        ("p0:1", "p0:0", "penalty 0"),
        ("to:0", "to:1", "timeout"),
        ("d:-1", "d:0", "declarer"),
        ("l:-1", "l:2", "left"),
        ("r:0", "r:1", "resigned"),
        ("penalty", "loss", "won or lost"),
    ],
)
def test_penalties_are_checked(pattern, new, field):
    text = write(next(read_file(OWN / "endings.sgf")))
    assert reported(text.replace(pattern, new)) == [field]


def test_a_result_of_a_game_that_breaks_off_is_a_mismatch():
    record = list(read_file(OWN / "endings.sgf"))[12]
    line = str(ResultLine("win", declarer=0, score=120, matadors=8))
    assert reported(write(record).replace("unknown", line)) == ["result"]


def test_hidden_cards_leave_only_what_is_certain_to_check():
    public = list(read_file(OWN / "hidden.sgf"))[2]
    text = write(public)
    assert reported(text.replace("v:-240", "v:-264")) == []  # nobody can tell
    assert reported(text.replace("d:0", "d:1")) == ["declarer"]
    assert reported(text.replace("r:1", "r:0")) == ["resigned"]
    assert reported(re.sub(r"R\[d.*\] ;", "R[unknown] ;", text)) == []


def test_habits_are_explained():
    found = [[(d.field, d.explained) for d in check(r)] for r in read_file(OWN / "habits.sgf")]
    assert found == [
        [],
        [("score", True)],
        [],
        [("schneider", True), ("schwarz", True)],
        [("score", True), ("matadors", True)],
    ]


def test_a_habit_explains_nothing_else():
    text = write(list(read_file(OWN / "habits.sgf"))[1])
    assert reported(text.replace("v:-180", "v:-200")) == ["score"]
    assert reported(text.replace("p:0 ", "p:9 ")) == ["points"]
    assert reported(text.replace("m:-5", "m:5")) == ["matadors"]


def test_a_habit_explains_nothing_in_records_made_here():
    deal = list(read_file(OWN / "habits.sgf"))[1].deal
    text = write(record_of(deal))
    assert reported(text) == []
    assert reported(text.replace("v:-220", "v:-180")) == ["score"]


def test_a_declarer_who_resigns_loses_whatever_he_has():
    moves = (
        "1 p 2 p 0 18 0 s w D8.D7 0 G.D8.D7 0 CJ 1 S9 2 S7 0 SA 1 ST 2 S8 0 HA 1 HT 2 H7 "
        "0 CA 1 C8 2 C7 0 SJ 1 HK 2 DA 0 RE"
    )
    line = "d:0 loss v:-240 m:4 bidok p:72 t:5 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:1"
    assert reported(sgf(moves, line)) == []
    won = line.replace("loss v:-240", "win v:120")
    assert reported(sgf(moves, won)) == ["won or lost", "score"]


def test_bad_records_are_named_and_reading_goes_on():
    lines = []
    summary = check_files([OWN / "bad.sgf"], show=lines.append)
    assert not summary.ok
    assert lines[-1] == str(summary) == "21 games, 6 moves, 20 mismatches, 0 explained"
    assert len(lines) == 21
    for line in lines[:-1]:
        number = int(re.search(r"game (\d+)", line)[1])
        assert number == 9 or f"(ID {number})" in line


def test_damaged_records_on_one_line_do_not_hide_the_next(tmp_path):
    good = sgf("1 p 2 p 0 p", "passed")
    path = tmp_path / "games.sgf"
    path.write_text(f"{good.replace(';)', '')} {good}\n{good} and {good}\n{good[:40]}")
    lines = []
    summary = check_files([path], show=lines.append)
    assert (summary.games, summary.mismatches) == (6, 3)


def test_summary_without_check_lists_the_games():
    lines = []
    summary = check_files([OWN / "endings.sgf"], show=lines.append, check=False)
    assert len(lines) == 16
    assert lines[0] == "1: first, second, third: no result: forehand ran out of time in the auction"
    assert lines[4] == (
        "5: first, second, third: forehand plays clubs hand: clubs, with 8, game 9, hand "
        "10 x 12 = 120; bid 18; lost with 0; counted double: -240; forehand resigned"
    )
    assert lines[-1] == "15 games, 92 moves, 0 mismatches, 0 explained" and summary.ok


def test_files_that_cannot_be_read(tmp_path):
    damaged = tmp_path / "damaged.sgf.gz"
    damaged.write_bytes(gzip.compress(b"(;GM[Skat]" * 1000)[:30])
    empty = tmp_path / "empty.sgf"
    empty.write_text("")
    lines = []
    summary = check_files([tmp_path / "none.sgf", damaged, empty], show=lines.append)
    assert summary.mismatches >= 2 and len(lines) >= 3
    assert lines[0].endswith("none.sgf: No such file or directory")
    assert lines[-1].startswith("0 games, 0 moves, ")


@pytest.mark.parametrize(("name", "games"), [("real_games.sgf", 33), ("engine_games.sgf.gz", 1024)])
def test_shared_files_have_no_mismatch(name, games):
    path = SHARED / "records" / name
    if not path.exists():
        pytest.skip(f"{path} is not there: the shared records are not part of the repository")
    lines = []
    summary = check_files([path], show=lines.append)
    assert summary.games == games and summary.mismatches == 0, lines


def test_a_timeout_in_the_auction_is_no_result():  # BC28
    deal = Deal.shuffled(28).after("18")
    record = record_of(deal, timeout=0)
    assert (record.declarer, record.result) == (None, None)
    assert read(write(record)) == record


def test_a_player_who_is_gone_never_makes_up_a_score():  # BC17
    deal = Deal.shuffled(17).after("pass", "pass", "18", "pick up")
    deal = deal.after(deal.legal[0])
    grand = deal.after(deal.legal[0]).after("grand")
    record = record_of(grand, timeout=1)
    assert record.result.won and record.result.score % 24 == 0
