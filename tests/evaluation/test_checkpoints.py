"""Blocks: the same records whoever plays them, kept in a file, and gone on from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from seated import Cheat, Copy

import skat_gym
from skat_gym.evaluation import blocks as blocks_module
from skat_gym.evaluation.blocks import Job, _play_apart, play_blocks
from skat_gym.players import CompositePolicy, PolicyError

SEATINGS = (((0, 1, 1), (1, 0, 0)),)


def records(job: Job, n: int, **keywords: Any) -> Any:
    return np.concatenate([r for _, r in play_blocks(job, n, **keywords)])


def test_results_do_not_depend_on_blocks() -> None:
    whole = records(Job((Copy("random"), "rulebook"), SEATINGS, seed=2), 40)
    for block in (1, 7, 40):
        job = Job((Copy("random"), "rulebook"), SEATINGS, seed=2, block=block)
        assert np.array_equal(whole, records(job, 40))


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    job = Job(("random", "rulebook"), SEATINGS, seed=2, block=8)
    assert np.array_equal(records(job, 44), records(job, 44, workers=2))


@pytest.mark.parametrize(("compiling", "alone"), [(120.0, 2), (0.0, 1)])
def test_takes_all_cores_where_that_pays(
    monkeypatch: pytest.MonkeyPatch, compiling: float, alone: int
) -> None:
    """After one block if that was no compiling, or else after two."""
    apart: list[range] = []

    def play_apart(job: Job, n: int, blocks: range, workers: int) -> Any:
        apart.append(blocks)
        return _play_apart(job, n, blocks, workers)

    monkeypatch.setattr(blocks_module, "WORTH_CORES", 0.0)
    monkeypatch.setattr(blocks_module, "COMPILING", compiling)
    monkeypatch.setattr(blocks_module, "cores", lambda: 2)
    monkeypatch.setattr(blocks_module, "_play_apart", play_apart)
    job = Job(("random", "rulebook"), SEATINGS, seed=2, block=8)
    assert np.array_equal(records(job, 44), records(job, 44, workers=None))
    assert apart == [range(alone, 6)]


def test_a_policy_that_fails_in_another_process_is_named() -> None:
    with pytest.raises(PolicyError, match="'cheat' chose"):
        skat_gym.evaluate(Cheat(), "rulebook", deals=600, workers=2)


def test_goes_on_from_what_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "run"
    whole = skat_gym.evaluate("rulebook", "random", deals=1000, seed=3)

    def stop(done: int, edge: Any) -> None:
        if done >= 512:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        skat_gym.evaluate(
            "rulebook", "random", deals=1000, seed=3, checkpoint=file, on_progress=stop
        )
    size = file.stat().st_size
    with file.open("ab") as half:
        half.write(b"half a block, cut off by a kill")
    told: list[int] = []
    again = skat_gym.evaluate(
        "rulebook",
        "random",
        deals=1000,
        seed=3,
        checkpoint=file,
        on_progress=lambda done, _: told.append(done),
    )
    assert np.array_equal(whole.outcomes, again.outcomes)
    assert told == [256, 512, 768, 1000]
    assert file.stat().st_size > size
    fewer = skat_gym.evaluate("rulebook", "random", deals=300, seed=3, checkpoint=file)
    assert np.array_equal(whole.outcomes[:300], fewer.outcomes)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seed": 4}, "begun with seed 3, not 4"),
        ({"b": "rulebook"}, "begun with policies"),
        ({"contracts": "rulebook"}, "begun with policies"),
        ({"keep_deals": True}, "keeps results without the deals"),
    ],
)
def test_refuses_what_was_begun_otherwise(
    tmp_path: Path, changed: dict[str, Any], words: str
) -> None:
    file = tmp_path / "run"
    setup: dict[str, Any] = {"a": "rulebook", "b": "random", "deals": 256, "seed": 3}
    skat_gym.evaluate(**setup, checkpoint=file)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=words):
        skat_gym.evaluate(**{**setup, **changed}, checkpoint=file)
    assert file.read_bytes() == before


def test_touches_no_file_of_another_kind(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir\n")
    with pytest.raises(ValueError, match="holds something else"):
        skat_gym.evaluate("rulebook", "random", deals=10, checkpoint=file)
    assert file.read_text() == "Dear Sir\n"
    with pytest.raises(ValueError, match="is a folder"):
        skat_gym.evaluate("rulebook", "random", deals=10, checkpoint=tmp_path)
    with pytest.raises(ValueError, match="no folder"):
        skat_gym.evaluate("rulebook", "random", deals=10, checkpoint=tmp_path / "no" / "run")


def test_keeps_no_checkpoint_of_a_policy_it_would_not_know_again(tmp_path: Path) -> None:
    file = tmp_path / "run"
    with pytest.raises(PolicyError, match=r"'copy of random'.*attribute fingerprint"):
        skat_gym.evaluate(Copy("random"), "rulebook", deals=256, checkpoint=file)
    assert not file.exists()

    class Known(Copy):
        def __init__(self, action: str) -> None:
            super().__init__(action)
            self.name = "known"
            self.fingerprint = action

    skat_gym.evaluate(Known("random"), "rulebook", deals=256, checkpoint=file)
    for other in (Known("rulebook"), CompositePolicy(Known("random"), {"play": Known("rulebook")})):
        other.name = "known"
        with pytest.raises(ValueError, match="begun with policies"):
            skat_gym.evaluate(other, "rulebook", deals=256, checkpoint=file)


def test_workers_need_policies_that_can_be_sent() -> None:
    class Local(Copy):
        """Cannot be pickled."""

    with pytest.raises(PolicyError, match="several workers need policies that can be pickled"):
        skat_gym.evaluate(Local("random"), "rulebook", deals=600, workers=2)
    with pytest.raises(ValueError, match="workers is a whole number of at least 1"):
        skat_gym.evaluate("random", "rulebook", deals=600, workers=0)


def test_any_number_of_deals_begins_at_once() -> None:
    job = Job(("random", "rulebook"), SEATINGS, seed=2, block=8)
    number, first = next(play_blocks(job, 10**15))
    assert number == 0 and len(first) == 8
