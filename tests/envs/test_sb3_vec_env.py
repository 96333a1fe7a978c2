"""SkatVecEnv: the batch in Stable-Baselines3, beside DummyVecEnv of the single environments."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from env_games import IDS
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    SubprocVecEnv,
    VecMonitor,
    VecNormalize,
)
from vector_games import DEALS, drawn

from skat_gym.envs import SkatVecEnv
from skat_gym.sb3 import MaskedPolicy

torch.set_num_threads(1)


def make(name: str, **keywords: Any) -> Any:
    return lambda: gymnasium.make(f"skat_gym:{name}", disable_env_checker=True, **keywords)


@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_the_same_as_dummy_vec_env(name: str, obs_mode: str) -> None:
    keywords = {"opponents": ["random", "rulebook"], "obs_mode": obs_mode}
    ours = SkatVecEnv(name, 5, **keywords)
    theirs = DummyVecEnv([make(name, **keywords)] * 5)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.seed(8) == theirs.seed(8)
    observations = [ours.reset(), theirs.reset()]
    assert [sorted(info) for info in ours.reset_infos] == [sorted(i) for i in theirs.reset_infos]
    rng = random.Random(1)
    finished = 0
    goal = max(DEALS // 120, 6) if "Match" in name else DEALS // 4
    totals, lengths = np.zeros(5), np.zeros(5, int)
    while finished < goal:
        equal(*observations)
        masks = ours.env_method("action_masks")
        assert np.array_equal(np.stack(masks), np.stack(theirs.env_method("action_masks")))
        actions = drawn(masks, rng)
        mine, other = ours.step(actions), theirs.step(actions)
        observations = [mine[0], other[0]]
        assert np.array_equal(mine[1], other[1]) and mine[1].dtype == other[1].dtype
        assert np.array_equal(mine[2], other[2]) and mine[2].dtype == other[2].dtype
        totals += mine[1]
        lengths += 1
        for i in range(5):
            if not mine[2][i]:
                assert mine[3][i] == {}
                continue
            finished += 1
            episode = mine[3][i].pop("episode")
            assert episode["l"] == lengths[i] and episode["r"] == pytest.approx(totals[i])
            totals[i], lengths[i] = 0, 0
            equal(mine[3][i], other[3][i])
    ours.close()


def equal(ours: Any, theirs: Any) -> None:
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs)
        for key in theirs:
            equal(ours[key], theirs[key])
    elif isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype and np.array_equal(ours, theirs)
    else:
        assert type(ours) is type(theirs) and ours == theirs


def test_the_episode_tells_what_the_learner_declared() -> None:
    for name, most in (("Skat/Deal-v0", 1), ("Skat/Match-v0", 12)):
        env = SkatVecEnv(name, 8, scoring="points", reward="own", reward_scale=1)
        env.seed(3)
        env.reset()
        rng = random.Random(2)
        seen = []
        while len(seen) < 40:
            _, _, dones, infos = env.step(drawn(env.env_method("action_masks"), rng))
            seen += [infos[i] for i in np.flatnonzero(dones)]
        for info in seen:
            episode = info["episode"]
            assert 0 <= episode["won"] <= episode["declared"] <= most
            assert episode["points"] == episode["r"]
            if name == "Skat/Deal-v0":
                assert episode["declared"] == (info["declarer"] == info["seat"])
                assert episode["won"] == (episode["declared"] and info["won"])
            else:
                assert episode["points"] == info["match"]["totals"][0]


@pytest.mark.parametrize("name", IDS)
def test_ppo_and_a2c_train_and_evaluate(name: str) -> None:
    keywords: dict[str, Any] = {"obs_mode": "dict", "illegal_action": "raise"}
    env = SkatVecEnv(name, 4, **keywords)
    model = PPO(MaskedPolicy, env, n_steps=16, batch_size=64, device="cpu", seed=1)
    model.learn(128)
    assert all(torch.isfinite(p).all() for p in model.policy.parameters())
    returns, lengths = evaluate_policy(
        model, SkatVecEnv(name, 3, **keywords), n_eval_episodes=4, return_episode_rewards=True
    )
    assert len(returns) == len(lengths) == 4
    A2C(MaskedPolicy, env, n_steps=4, device="cpu").learn(32)


def test_maskable_ppo_learns_and_never_leaves_the_mask() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.evaluation import evaluate_policy as masked

    env = SkatVecEnv("Skat/Play-v0", 8, illegal_action="raise")
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=256, device="cpu", seed=1)
    model.learn(512)
    assert len(model.ep_info_buffer) > 0
    mean, _ = masked(model, SkatVecEnv("Skat/Play-v0", 4), n_eval_episodes=8)
    assert -10 < mean < 10


def test_wrappers_callbacks_and_monitor() -> None:
    env = SkatVecEnv("Skat/Play-v0", 2, obs_mode="dict")
    assert env.env_is_wrapped(Monitor) == [True, True]
    wrapped = VecNormalize(env, norm_obs=False)
    model = PPO(MaskedPolicy, wrapped, n_steps=16, batch_size=32, device="cpu")
    evaluation = VecNormalize(SkatVecEnv("Skat/Play-v0", 2, obs_mode="dict"), norm_obs=False)
    model.learn(64, callback=EvalCallback(evaluation, eval_freq=16, verbose=0))
    with pytest.warns(UserWarning, match="already wrapped"):
        monitored = VecMonitor(env)
    assert monitored.reset()["observation"].shape == (2, 784)


def test_attributes() -> None:
    env = SkatVecEnv("Skat/Deal-v0", 3)
    assert env.get_attr("render_mode") == [None] * 3 and env.has_attr("action_masks")
    assert not env.has_attr("level")
    with pytest.raises(AttributeError):
        env.get_attr("level")
    env.set_attr("level", 4, [0, 2])
    assert env.get_attr("level") == [4, None, 4] and env.get_attr("level", 2) == [4]
    for name in ("setup", "scoring"):
        with pytest.raises(ValueError, match="is fixed when the environment is made; what may"):
            env.set_attr(name, 1)
    env.reset()
    assert env.env_method("action_masks", indices=[1]).shape == (1, 64)
    env.env_method("set_opponents", ["random", "rulebook"], weights=[1, 2])
    env.set_options({"seat": 1})
    env.seed(4)
    env.reset()
    assert env.env.tables.rows["seat"].tolist() == [1, 1, 1]
    for wrong in ("Skat/Poker-v0", "Deal"):
        with pytest.raises(ValueError, match=r"id is one of"):
            SkatVecEnv(wrong, 2)
    with pytest.raises(ValueError, match="drop autoreset_mode"):
        SkatVecEnv("Skat/Deal-v0", 2, autoreset_mode="NextStep")


def test_settings_that_may_change() -> None:
    env, twin = (SkatVecEnv("Skat/Play-v0", 3, opponents="random") for _ in range(2))
    assert env.get_attr("reward_scale") == [0.01] * 3 and env.has_attr("scoring")
    env.set_attr("reward_scale", 0.02)
    env.set_attr("reward", "own")
    env.set_attr("reward", "relative", [2, 0, 1])
    for each in (env, twin):
        each.seed(3)
        each.reset()
    paid = 0
    for step in range(30):
        actions = drawn(env.env_method("action_masks"), random.Random(step))
        rewards, expected = env.step(actions)[1], twin.step(actions)[1]
        assert np.allclose(rewards, 2 * expected)
        paid += np.count_nonzero(rewards)
    assert paid > 3
    other = SkatVecEnv("Skat/Play-v0", 3, opponents=["rulebook", "random"])
    env.set_attr("opponents", ["rulebook", "random"])
    assert env.has_attr("opponents")
    assert [[p.name for p in pair] for pair in env.get_attr("opponents", [0, 2])] == [
        ["rulebook", "random"]
    ] * 2
    for each in (env, other):
        each.seed(4)
    equal(env.reset(), other.reset())
    with pytest.raises(ValueError, match="all tables share 'opponents': leave out indices"):
        env.set_attr("opponents", "random", [1])
    with pytest.raises(ValueError, match="opponents is one policy for both, or two"):
        env.set_attr("opponents", ["random"])
    with pytest.raises(ValueError, match="reward_scale"):
        env.set_attr("reward_scale", -1)
    with pytest.raises(ValueError, match="there are no opponents"):
        SkatVecEnv("Skat/Play-v0", 1, seat="all").set_attr("opponents", "random")
    assert env.get_attr("reward_scale") == [0.02] * 3


def test_subproc_vec_env_of_single_environments() -> None:
    env = SubprocVecEnv([make("Skat/Play-v0", opponents="random")] * 2, start_method="spawn")
    env.seed(5)
    ours = SkatVecEnv("Skat/Play-v0", 2, opponents="random")
    ours.seed(5)
    equal(ours.reset(), env.reset())
    actions = drawn(ours.env_method("action_masks"), random.Random(1))
    equal(ours.step(actions)[0], env.step(actions)[0])
    env.close()


@pytest.mark.parametrize("name", [5, None, "Skat/Chess-v0", ["Skat/Deal-v0"]])
def test_wrong_ids(name: Any) -> None:
    with pytest.raises(ValueError, match=r"id is one of Skat/Bidding-v0, .*; not "):
        SkatVecEnv(name, 2)
    assert SkatVecEnv("skat_gym:Skat/Deal-v0", np.int64(2)).num_envs == 2
