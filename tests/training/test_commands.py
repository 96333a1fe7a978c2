"""The commands of the training: bad input is one sentence, exit code 2, and nothing is written."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import training
from training.console import answered, run
from training.mlp import Mlp, save_net

BAD = [
    ("all", "train_all", "--first nope", "there is no policy 'nope'"),
    ("all", "train_all", "--to file", "'file' is something else than a policy"),
    ("all", "train_all", "--hidden 768 0", "--hidden is"),
    ("alone", "main", "nope", "there is no policy 'nope'"),
    ("beliefs", "train", "--policy nope", "there is no policy 'nope'"),
    ("beliefs", "train", "--policy half", "'half' lacks nets in training: it has no file dec"),
    ("bids", "train", "--nets nofolder", "nofolder/games.pt: No such file or directory"),
    ("bids", "train", "--policy nope", "there is no policy 'nope'"),
    ("curve", "main", "nofile curve.svg", "nofile: No such file or directory"),
    ("export", "export", "--nets nofolder --to new", "there is no folder 'nofolder'"),
    ("export", "export", "--nets half --to new", "'half' lacks nets in training"),
    ("export", "export", "--nets shipped --to new", "'shipped' is a policy that ships"),
    ("games", "main", "--policy nope", "there is no policy 'nope'"),
    ("label", "main", "--policy nope", "there is no policy 'nope'"),
    ("label", "main", "--policy half", "'half' lacks nets in training"),
    ("levels", "main", "nofolder --deals 1", "--deals is at least 2"),
    ("measure", "main", "nofolder", "'nofolder' is no policy"),
    ("page", "main", "nofolder", "nofolder/README.md: No such file or directory"),
    ("play_net", "train", "--data nofolder", "no labelled positions in nofolder"),
    ("play_net", "train", "--kind dealer", "kind is one of declarer, defender"),
    ("rounds", "main", "--nets shipped", "'shipped' is a policy that ships"),
    ("rounds", "main", "--nets half", "'half' lacks nets in training"),
    ("rounds", "main", "--nets file", "'file' is no folder"),
    ("rounds", "main", "--first nope", "there is no policy 'nope'"),
    ("rounds", "main", "--minutes 0", "--minutes above 0"),
    ("vectors", "main", "nofolder", "there is no policy 'nofolder'"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with half a set of nets, with what looks like a policy that ships, and a file."""
    monkeypatch.chdir(tmp_path)
    save_net(tmp_path / "half" / "games.pt", Mlp([4, 2]))
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped" / "config.json").write_text("{}")
    (tmp_path / "file").write_text("")
    return tmp_path


@pytest.mark.parametrize(("name", "main", "words", "told"), BAD)
def test_bad_input_is_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], name: str, main: str, words: str, told: str
) -> None:
    module, before = import_module(f"training.{name}"), sorted(place.rglob("*"))
    assert run(getattr(module, main), module.Args, module.__doc__, words.split()) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{name}: ") and told in err and err.count("\n") == 1
    assert sorted(place.rglob("*")) == before


def test_every_command_is_among_them() -> None:
    """Commands that are run as modules; quickstart is a script of its own."""
    folder = Path(training.__file__).parent
    commands = {file.stem for file in folder.glob("*.py") if "__main__" in file.read_text()}
    assert commands - {"console", "quickstart"} == {name for name, *_ in BAD}


def test_a_command_says_who_it_is_and_ends_with_2(place: Path) -> None:
    root = str(Path(training.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "training.label", "--policy", "nope"],
        env=os.environ | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("label: there is no policy 'nope'") and done.stderr[-1] == "\n"


def test_what_a_command_returns_is_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(_: object) -> None:
        raise KeyboardInterrupt

    assert [answered(lambda _: 3, 0), answered(lambda _: Mlp([2, 1]), 0)] == [3, 0]
    assert answered(stopped, 0) == 130
    assert capsys.readouterr().err == ""


def test_a_net_that_is_none_is_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "half" / "games.pt").write_text("nothing of the kind")
    module = import_module("training.bids")
    assert answered(module.train, module.Args(nets=place / "half")) == 2
    assert "games.pt is broken: it holds no net in training" in capsys.readouterr().err
