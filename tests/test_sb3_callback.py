"""Evaluation while training: logged, the best kept, the learner left as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch
from stable_baselines3 import PPO
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

import skat_gym
from skat_gym.players import ALL_STAGES, PolicyError, load_policy
from skat_gym.sb3 import MaskedPolicy
from skat_gym.sb3_callback import DuplicateEvaluation


def model(name: str = "Play", **keywords: Any) -> Any:
    env = gymnasium.make(f"skat_gym:Skat/{name}-v0", obs_mode="dict")
    return PPO(MaskedPolicy, env, n_steps=64, batch_size=64, seed=3, device="cpu", **keywords)


def test_logs_and_keeps_the_best(tmp_path: Path) -> None:
    best = tmp_path / "kept" / "best.zip"
    watch = DuplicateEvaluation(deals=20, every=100, stages={"play"}, best=best)
    learner = model(tensorboard_log=str(tmp_path / "log"))
    learner.learn(256, callback=watch)
    assert [decisions for decisions, _ in watch.history] == [0, 128, 256]
    events = EventAccumulator(str(next((tmp_path / "log").iterdir())))
    events.Reload()
    logged = [(e.step, e.value) for e in events.Scalars("skat/edge")]
    measured = [(n, c.edge["seeger-fabian"].mean) for n, c in watch.history]
    assert [step for step, _ in logged] == [0, 128, 256]
    assert [v for _, v in logged] == pytest.approx([v for _, v in measured])
    assert events.Scalars("skat/best_edge")[-1].value == pytest.approx(max(v for _, v in measured))
    again = skat_gym.evaluate(f"sb3:{best}", "rulebook", 20, watch.seed, contracts="rulebook")
    assert again.edge["seeger-fabian"].mean == pytest.approx(watch.best_edge)


def test_training_is_the_same_with_and_without(tmp_path: Path) -> None:
    plain = model("Deal").learn(128)
    watched = model("Deal").learn(128, callback=DuplicateEvaluation(deals=4, every=1))
    for one, other in zip(plain.policy.parameters(), watched.policy.parameters(), strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"deals": 1}, "deals is a whole number of at least 2"),
        ({"every": 0}, "every is a whole number of at least 1"),
        ({"opponent": None}, "None is no policy"),
        ({"stages": {"dance"}}, "auction, skat, play"),
        ({"opponent": "nobody"}, "nobody"),
    ],
)
def test_bad_input(keywords: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        DuplicateEvaluation(**keywords)


@pytest.mark.parametrize("stages", [{"play"}, {"auction", "skat"}, {"auction", "skat", "play"}])
def test_what_is_saved_decides_what_it_learned(stages: set[str], tmp_path: Path) -> None:
    best, last = tmp_path / "best.zip", tmp_path / "last.zip"
    learner = model("Deal")
    learner.learn(64, callback=DuplicateEvaluation(deals=2, every=64, stages=stages, best=best))
    learner.save(last)
    for file in (best, last):
        assert load_policy(f"sb3:{file}").phases == stages
        assert load_policy(f"sb3:{file},play").phases == {"play"}
    if stages != ALL_STAGES:
        with pytest.raises(PolicyError, match="does not decide"):
            skat_gym.evaluate(f"sb3:{best}", "random", deals=2)
