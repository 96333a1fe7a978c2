"""skat-gym matches: what was played is listed, written down, read in and deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skat_gym.cli import main
from skat_gym.play import Archive
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.session import Session


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """An archive with a match of three policies that is over, and one that is not."""
    path = tmp_path / "matches.sqlite"
    with Archive(path) as archive:
        for seed, deals in ((1, 2), (2, 3)):
            options = MatchOptions(seed, ("random", "random", "random"), deals=deals)
            session = Session(options=options, archive=archive)
            if seed == 1:
                with session.minds:
                    session.run()
    return path


def told(capsys: Any, *words: Any) -> Any:
    assert main(["matches", *map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_matches_are_listed(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = told(capsys, "--save", save)
    assert sorted((row["done"], row["deals"], row["over"]) for row in rows) == [
        (0, 3, False),
        (2, 2, True),
    ]
    assert main(["matches", "--save", str(save)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all(row["match"] in "".join(lines) for row in rows)
    assert sum("(over)" in line for line in lines) == 1


def test_what_is_written_down_is_read_again(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "games.sgf", tmp_path / "other.sqlite"
    assert told(capsys, "--save", save, "--export", file)["deals"] == 2
    assert [row["deals"] for row in told(capsys, "--save", other, "--import", file)] == [2]
    (row,) = told(capsys, "--save", other)
    assert row["over"] and row["imported"] and row["done"] == 2
    assert main(["matches", "--save", str(other)]) == 0
    assert "(over, imported)" in capsys.readouterr().out
    assert told(capsys, "--save", save, "--import", file) == []  # it is there already


def test_one_deal_is_no_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, file = tmp_path / "one.sqlite", tmp_path / "one.sgf"
    with Archive(save) as archive:
        options = MatchOptions(1, ("random", "random", "random"), deals=1)
        session = Session(options=options, archive=archive)
        session.run()
    assert main(["matches", "--save", str(save), "--export", str(file)]) == 0
    assert capsys.readouterr().out.startswith("1 deal in ")
    assert main(["matches", "--save", str(tmp_path / "b.sqlite"), "--import", str(file)]) == 0
    assert capsys.readouterr().out.endswith(": 1 deal\n")


def test_a_match_is_deleted_after_a_question_alone(
    save: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = told(capsys, "--save", save)[0]["match"]
    words = ["matches", one, "--delete", "--save", str(save)]
    assert main(words) == 2 and "--yes" in capsys.readouterr().err  # a pipe cannot answer

    class Keyboard:
        def __init__(self, answer: str) -> None:
            self.answer = answer

        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return self.answer

    for answer, left in (("\n", 2), ("", 2), ("no\n", 2), ("yes\n", 1)):
        monkeypatch.setattr("sys.stdin", Keyboard(answer))
        assert main(words) == 0
        capsys.readouterr()
        assert len(told(capsys, "--save", save)) == left
    assert main([*words, "--yes"]) == 2
    assert "no match" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--delete"], "the matches you name"),
        (["--yes"], "goes with --delete"),
        (["zzz"], "no match 'zzz'"),
        (["--export", "nowhere/games.sgf"], "No such file"),
        (["--import", "{here}"], "no game record"),
        (["zzz", "--import", "{here}"], "leave the ids out"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(
    save: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str
) -> None:
    words = [str(save) if word == "{here}" else word for word in words]
    assert main(["matches", *words, "--save", str(save)]) == 2
    said = capsys.readouterr().err
    assert why in said and said.count("\n") == 1


def test_asking_makes_no_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, junk = tmp_path / "none.sqlite", tmp_path / "junk"
    junk.write_text("no records")
    assert main(["matches", "--save", str(missing)]) == 2
    assert main(["matches", "--save", str(missing), "--import", str(junk)]) == 2
    assert not missing.exists()
    capsys.readouterr()
