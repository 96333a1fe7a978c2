"""The command line: bad input is one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from skat_gym.cli import main
from skat_gym.extras import EXTRAS, installation


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    lines = [x for x in captured.err.splitlines(True) if not x.startswith("skat_gym: compiling")]
    return code, captured.out, "".join(lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "COMMAND"),
        (("dance",), "dance"),
        (("evaluate", "rulebook"), "B"),
        (("evaluate", "rulebook", "nobody"), "nobody"),
        (("evaluate", "rulebook", "random", "--deals", "0"), "at least 1"),
        (("evaluate", "rulebook", "random", "--seed", "-3"), "2**63"),
        (("evaluate", "rulebook", "sb3:missing.zip"), "missing.zip"),
        (("evaluate", "rulebook+dance=random", "random"), "dance"),
        (("evaluate", "rulebook", "random", "--until", "0"), "above 0"),
        (("evaluate", "rulebook", "random", "--fixed-contracts", "nobody"), "nobody"),
        (("evaluate", "rulebook", "random", "--save", "no/such/folder.sgf"), "no folder"),
        (("evaluate", "rulebook", "random", "--report", "tests"), "--report"),
        (("evaluate", "rulebook", "random", "--checkpoint", "README.md"), "something else"),
        (("evaluate", "rulebook", "random", "--workers", "0"), "at least 1"),
        (("tournament", "rulebook", "random"), "at least three"),
        (("tournament", "rulebook", "random", "nobody"), "nobody"),
        (("replay", "missing.sgf"), "missing.sgf"),
        (("replay", "README.md"), "README.md holds no game record"),
        (("replay", os.devnull), "holds no game record"),
        (("evaluate", "rulebook", "search:search:rulebook"), "would not end"),
        (("policies", "search:nobody"), "nobody"),
        (("play", "--host", "0.0.0.0"), "--open-to-network"),
        (("play", "--port", "99999"), "65535"),
        (("play", "--record", "x.sgf"), "--record"),
        (("play", "--code", "nonsense"), "match code"),
        (("play", "--daily", "--seed", "3"), "--seed"),
        (("play", "--daily", "yesterday"), "2026-03-09"),
        (("play", "--resume", "nothing"), "no match"),
        (("play", "--terminal", "--port", "80"), "--port"),
        (("play", "--terminal", "--deals", "500"), "120"),
        (("deals",), "--seed"),
        (("deals", "--seed", "1", "--daily", "2026-03-09"), "--seed"),
        (("play", "--auto", "--players", "rulebook"), "3 arguments"),
        (("play", "--auto", "--players", "rulebook", "random", "nobody"), "nobody"),
        (("play", "--terminal", "--opponents", "nobody"), "nobody"),
        (("play", "--terminal", "--opponents", "random", "random", "random"), "two"),
        (("play", "--terminal", "--players", "random", "random", "random"), "--players"),
        (("play", "--auto", "--opponents", "random"), "--opponents"),
        (("play", "--terminal", "--resume", "--seed", "3"), "--seed"),
        (("policies", "nobody"), "nobody"),
        (("policies", "tests"), "no file config.json"),
        (("bench", "--seconds", "0"), "positive"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert words in err and err.count("\n") == 1 and "Traceback" not in err


@pytest.mark.parametrize(
    "command",
    ["play", "deals", "evaluate", "tournament", "replay", "solve", "analyse", "policies", "bench"],
)
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0 and f"example: skat-gym {command}" in out


def test_deals_are_those_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    from skat_gym.play import Session
    from skat_gym.play.match_options import commitment

    arguments = ("deals", "--seed", "5", "--salt", "ab", "--deals", "3")
    code, out, _ = run(capsys, *arguments, "--json")
    told = json.loads(out)
    session = Session(["rulebook"] * 3, seed=5, deals=3)
    session.run()
    assert code == 0 and told["commitment"] == commitment(5, "ab")
    for row, deal, line in zip(
        told["deals"], session.table.deals, session.match.lines, strict=True
    ):
        assert sorted(row["skat"]) == sorted(map(str, deal.skat)) and row["dealer"] == line.dealer
        assert sorted(row["rearhand"]) == sorted(map(str, deal.dealt[2]))
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and commitment(5, "ab") in out and out.count("forehand") == 3


def test_the_page_says_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("skat_gym.play.server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, out, err = run(capsys, "play", "--no-browser")
    assert code == 2 and out == "" and err.count("\n") == 1
    assert "pip install 'skat-gym[play]'" in err and "--terminal" in err


def test_evaluate_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "evaluate", "rulebook", "random", "--deals", "30", "--json")
    result = json.loads(out)
    assert code == 0 and err == "" and result["tables"] == 180
    assert result["policies"]["rulebook"]["edge"] > 0 > result["policies"]["random"]["edge"]


def test_evaluate_writes_games_and_a_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games, page, kept = (tmp_path / name for name in ("g.sgf", "r.html", "run"))
    arguments = ["evaluate", "rulebook", "random", "--deals", "20", "--fixed-contracts", "rulebook"]
    arguments += ["--save", str(games), "--report", str(page), "--checkpoint", str(kept)]
    code, out, _ = run(capsys, *arguments)
    assert code == 0 and "contracts by rulebook" in out and "Card play alone" in out
    assert max(map(len, out.splitlines())) <= 100
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.sgf", "r.html", "run"]
    assert page.read_text().startswith("<!doctype html>")
    code, out, _ = run(capsys, "replay", str(games), "--check")
    assert code == 0 and out.splitlines()[-1].startswith("120 games, ")


def test_figures_are_out_before_files_fail(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path / "g.sgf"))

    monkeypatch.setattr("skat_gym.evaluation.console.save_games", full)
    arguments = ["rulebook", "random", "--deals", "5", "--save", str(tmp_path / "g.sgf"), "--json"]
    code, out, err = run(capsys, "evaluate", *arguments)
    assert code == 2 and json.loads(out)["deals"] == 5
    assert err == f"skat-gym evaluate: {tmp_path / 'g.sgf'}: No space left on device\n"
    assert not list(tmp_path.iterdir())


def test_evaluate_until(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "evaluate", "rulebook", "random", "--until", "5", "--json")
    result = json.loads(out)
    assert code == 0 and result["policies"]["rulebook"]["edge_ci"] <= 5
    assert result["deals"] < 5000


def test_tournament_json(capsys: pytest.CaptureFixture[str]) -> None:
    field = ["rulebook", "random", "rulebook+play=random"]
    code, out, err = run(capsys, "tournament", *field, "--deals", "32", "--json")
    assert code == 0 and err == ""
    assert sorted(json.loads(out)["policies"]) == sorted(field)
    code, out, _ = run(capsys, "tournament", *field, "--deals", "32")
    assert code == 0 and out.splitlines()[3].split()[:2] == ["1", "rulebook"]


def test_policies_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "policies", "--json")
    assert code == 0
    assert [row["name"] for row in json.loads(out)][:2] == ["random", "rulebook"]


def test_auto_match_is_written_and_checks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.sgf"
    code, out, _ = run(
        capsys, "play", "--auto", "--deals", "3", "--seed", "4", "--record", str(file)
    )
    assert code == 0 and out
    code, out, _ = run(capsys, "replay", str(file), "--check")
    assert code == 0
    assert out.splitlines()[-1].startswith("3 games, ") and "0 mismatches, 0 explained" in out


def test_the_length_of_a_match_is_the_rules_own() -> None:
    from skat_gym import cli_play
    from skat_gym.rules import match

    assert cli_play.N_DEALS == match.N_DEALS


def test_replay_reports_a_wrong_score(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.sgf"
    run(capsys, "play", "--auto", "--deals", "1", "--seed", "4", "--record", str(file))
    file.write_text(file.read_text().replace(" v:", " v:1"))
    code, out, _ = run(capsys, "replay", str(file), "--check")
    assert code == 1 and "1 mismatches" in out


def test_every_module_of_an_extra_is_named_with_it() -> None:
    """What brings a module that is missing is what pyproject.toml says brings it."""
    root = Path(__file__).parents[1]
    stated = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for extra, modules in EXTRAS.items():
        lines = stated["optional-dependencies"][extra]
        packages = {re.split("[<>=]", line)[0].replace("-", "_") for line in lines}
        shared = {"matplotlib"} if extra == "train" else set()
        assert packages - shared == set(modules), extra
        for module in modules:
            assert installation(f"{module}.part") == f'pip install "skat-gym[{extra}]"'
    assert installation("numpy") == "pip install numpy"


def test_what_is_missing_is_said_with_its_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("choix", "openskill", "matplotlib"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in [name for name in sys.modules if name.startswith("skat_gym.evaluation")]:
        monkeypatch.delitem(sys.modules, name)
    code, out, err = run(capsys, "tournament", "rulebook", "random", "random", "--deals", "1")
    assert (code, out) == (2, "") and 'pip install "skat-gym[evaluate]"' in err


@pytest.mark.parametrize("option", ["--save", "--report", "--checkpoint"])
def test_a_place_that_cannot_be_written_is_named_itself(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if not Path("/proc").is_dir():
        pytest.skip("there is no folder here in which nothing can be made")
    code, _, err = run(capsys, "evaluate", "rulebook", "random", option, "/proc/x.sgf")
    assert code == 2 and "/proc/x.sgf: " in err and ".part" not in err


def test_a_tournament_says_that_it_rounds_up(capsys: pytest.CaptureFixture[str]) -> None:
    field = ("rulebook", "random", "random+play=rulebook")
    code, out, err = run(capsys, "tournament", *field, "--deals", "3", "--json")
    assert code == 0 and json.loads(out)["deals"] == 16
    assert "played 16 deals, not 3" in err
    code, _, err = run(capsys, "tournament", *field, "--deals", "16")
    assert code == 0 and err == ""


def test_a_value_based_model_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import gymnasium
    from stable_baselines3 import DQN

    file = tmp_path / "dqn.zip"
    env = gymnasium.make("skat_gym:Skat/Play-v0", opponents="random")
    DQN("MlpPolicy", env, device="cpu", buffer_size=10).save(file)
    code, out, err = run(capsys, "evaluate", f"sb3:{file}", "rulebook")
    assert (code, out, err.count("\n")) == (2, "", 1) and "DQNPolicy" in err
