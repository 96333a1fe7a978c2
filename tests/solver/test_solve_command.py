"""skat-gym solve: a position from text, from a record, or many from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skat_gym.cli import main
from skat_gym.records import read_file
from skat_gym.rules import Deal
from skat_gym.solver import Solver

DATA = Path(__file__).parents[1] / "data"
GAMES = DATA / "records" / "analysis.sgf"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["solve", *map(str, arguments)])
    captured = capsys.readouterr()
    lines = [x for x in captured.err.splitlines(True) if not x.startswith("skat_gym: compiling")]
    return code, captured.out, "".join(lines)


@pytest.mark.parametrize(
    ("file", "answer", "options"),
    [
        ("solver_positions.jsonl", "value", []),
        ("solver_list_scores.jsonl", "list_score", ["--score"]),
    ],
)
def test_json_is_what_is_stored(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    file: str,
    answer: str,
    options: list[str],
) -> None:
    written = [json.loads(line) for line in (DATA / file).read_text().splitlines()][::3]
    sample = tmp_path / "sample.jsonl"
    wrong = [{**position, answer: {"CJ": 1}} for position in written]  # answers are not read
    sample.write_text("".join(json.dumps(position) + "\n\n" for position in wrong))
    code, out, err = run(capsys, sample, "--json", *options)
    assert code == 0 and err == ""
    found = [json.loads(line) for line in out.splitlines()]
    assert found == [position[answer] for position in written]
    for one, position in zip(found, written, strict=True):
        assert {type(v) for v in one.values()} == {type(v) for v in position[answer].values()}


def test_three_ways_to_the_same_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    records = list(read_file(GAMES))
    deal = records[2].deal
    assert deal is not None
    text = " ".join(str(deal).split()[: -len(deal.cards)])
    positions = Deal.parse(text).after(*map(int, deal.cards[:7]))
    _, from_text, _ = run(capsys, "--deal", str(positions), "--json")
    _, from_record, _ = run(capsys, GAMES, "--game", 3, "--move", 8, "--json")
    aside = [str(c) for c in positions.put_down]
    start = Deal.parse(text)
    object_ = {
        "hands": [[str(c) for c in hand] for hand in start.hands],
        "putdown": aside,
        "game": "C",
        "declarer": 1,
        "plays": [str(c) for c in positions.cards],
    }
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(object_))
    _, from_file, _ = run(capsys, file, "--json")
    values = {str(c): v for c, v in Solver().card_values(positions).items()}
    assert json.loads(from_text) == json.loads(from_record) == json.loads(from_file) == values


def test_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, GAMES, "--game", 3, "--move", 5)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "clubs by middlehand, bid 18"
    assert any(line.split() == ["♣7", "82", "+48", "best"] for line in lines)
    assert any(line.startswith("best line: rearhand ♣") for line in lines)
    assert max(map(len, lines)) <= 100
    code, out, _ = run(capsys, GAMES, "--game", 2)
    assert code == 0 and "a trick" in out and "yes" in out


def test_many_sheets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    file.write_text("\n".join((DATA / "solver_positions.jsonl").read_text().splitlines()[:2]))
    code, out, _ = run(capsys, file)
    assert code == 0 and out.count("best line: ") == 2


DEAL = str(Deal.shuffled(7))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give a FILE"),
        ((GAMES, "--deal", DEAL), "give a FILE"),
        (("missing.sgf",), "missing.sgf"),
        ((DATA / "records",), "directory"),
        ((GAMES, "--game", 9), "there is no game 9"),
        ((GAMES, "--game", 3, "--move", 31), "there is no move 31, the last is 30"),
        ((GAMES, "--game", 7, "--move", 12), "the last is 11"),
        ((GAMES, "--game", 5), "no game was named"),
        (("--deal", DEAL), "not in play"),
        (("--deal", "CJ.SJ"), "a deal is"),
        (("--deal", DEAL, "--move", 3), "--move"),
        ((GAMES, "--score"), "--json"),
        ((DATA / "records" / "hidden.sgf",), "game 1"),
        ((DATA / "cases_rules.json",), "line 1"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...], words: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert words in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_bad_position_is_named_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = (DATA / "solver_positions.jsonl").read_text().splitlines()[0]
    file = tmp_path / "bad.jsonl"
    file.write_text(good + "\n" + good.replace("declarer", "nobody"))
    code, out, err = run(capsys, file, "--json")
    assert code == 2 and out == "" and "line 2: a position needs 'declarer'" in err
    over = json.loads(good)
    deal = Deal.of_cards(*over["hands"], over["putdown"])
    assert deal.phase.name == "AUCTION"
    records = list(read_file(GAMES))
    assert records[2].deal is not None
    code, out, err = run(capsys, "--deal", str(records[2].deal))
    assert code == 2 and out == "" and "the deal is over" in err
