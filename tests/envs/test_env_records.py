"""record=FILE: what was played, as ISS SGF that agrees with the rules."""

import random
from pathlib import Path
from typing import Any

import pytest
from env_games import IDS, made, played

from skat_gym.records import check, check_files, read_file


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
@pytest.mark.parametrize("name", IDS)
def test_records_agree_with_the_rules(name: str, opponents: str, tmp_path: Path) -> None:
    file = tmp_path / "played.sgf"
    env = made(name, record=str(file), opponents=opponents)
    rng = random.Random(1)
    results: list[Any] = []
    for episode in range(2 if name == "Skat/Match-v0" else 25):
        list(played(env, rng, seed=None if episode else 1))
        results += (
            [line.result for line in env.match.lines]
            if name == "Skat/Match-v0"
            else [env.deal.result]
        )
    env.close()
    records = list(read_file(file))
    assert len(records) == len(results) == (24 if name == "Skat/Match-v0" else 25)
    for record, result in zip(records, results, strict=True):
        assert check(record) == []
        assert record.stated is not None
        assert record.deal.result == result
    shown: list[str] = []
    summary = check_files([file], show=shown.append)
    assert summary.ok and summary.explained == 0 and summary.games == len(records)


def test_a_file_is_added_to(tmp_path: Path) -> None:
    file = tmp_path / "played.sgf"
    for _ in range(2):
        env = made("Skat/Deal-v0", record=str(file))
        assert not file.exists() or len(list(read_file(file))) == 1
        list(played(env, random.Random(1), seed=1))
    assert len(list(read_file(file))) == 2


def test_deals_that_are_broken_off_are_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "played.sgf"
    env = made("Skat/Deal-v0", record=str(file))
    env.reset(seed=1)
    env.reset()
    env.step(0)
    env.close()
    assert not file.exists()
