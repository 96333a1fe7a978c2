"""Plain Stable-Baselines3: masked policies stay legal, trained models sit down anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import PolicyError, load_policy
from skat_gym.rules import new_deals, shuffle
from skat_gym.sb3 import MaskedMlpPolicy, MaskedPolicy, Sb3Policy
from skat_gym.sb3 import load_policy as load_model

torch.set_num_threads(1)


def make(name: str = "Play", **keywords: Any) -> gymnasium.Env[Any, Any]:
    """An environment that raises on any illegal action, so that learning proves the masks."""
    keywords = {"obs_mode": "dict", "illegal_action": "raise", "opponents": "random", **keywords}
    return gymnasium.make(f"skat_gym:Skat/{name}-v0", **keywords)


def ppo(env: Any, **keywords: Any) -> PPO:
    settings: dict[str, Any] = {
        "n_steps": 64,
        "batch_size": 64,
        "n_epochs": 2,
        "device": "cpu",
        "seed": 1,
        "policy_kwargs": {"net_arch": [16]},
    }
    return PPO(MaskedPolicy, env, **{**settings, **keywords})


@pytest.mark.parametrize("name", ["Bidding", "Discard", "Play", "Deal", "Match"])
def test_ppo_and_evaluate_policy_never_leave_the_mask(name: str) -> None:
    model = ppo(make(name)).learn(192)
    returns, lengths = evaluate_policy(
        model, make(name), n_eval_episodes=4, return_episode_rewards=True, warn=False
    )
    assert len(returns) == len(lengths) == 4 and np.isfinite(returns).all()
    assert all(torch.isfinite(p).all() for p in model.policy.parameters())


def test_a2c_and_vectorised_environments() -> None:
    envs = make_vec_env(lambda: make(), n_envs=3)
    model = A2C(MaskedMlpPolicy, envs, n_steps=8, device="cpu", seed=1).learn(120)
    observations = envs.reset()
    actions, _ = model.predict(observations, deterministic=False)
    masks = observations["action_mask"]
    assert (masks[np.arange(3), actions] == 1).all()


def test_the_update_sees_the_probabilities_of_the_rollout() -> None:
    """Log-probabilities recomputed with the stored masks are those of the rollout (ratio 1)."""
    model = ppo(make())
    model.learn(64)
    buffer = model.rollout_buffer
    data = next(buffer.get(64))
    with torch.no_grad():
        before = model.policy.get_distribution(data.observations).log_prob(data.actions.flatten())
        _, after, entropy = model.policy.evaluate_actions(data.observations, data.actions.flatten())
    assert torch.allclose(before, after) and entropy is not None
    assert torch.isfinite(entropy).all()
    fresh = ppo(make(), n_epochs=1, learning_rate=0.0)
    fresh.learn(64)
    data = next(fresh.rollout_buffer.get(64))
    with torch.no_grad():
        _, again, _ = fresh.policy.evaluate_actions(data.observations, data.actions.flatten())
    assert torch.allclose(again, data.old_log_prob, atol=1e-5)


def test_same_seed_same_weights() -> None:
    one, two = (ppo(make(), seed=7).learn(128) for _ in range(2))
    for p, q in zip(one.policy.parameters(), two.policy.parameters(), strict=True):
        assert torch.equal(p, q)


def test_the_net_does_not_see_the_mask() -> None:
    model = ppo(make())
    first = next(m for m in model.policy.mlp_extractor.policy_net if hasattr(m, "in_features"))
    assert first.in_features == 784


def test_flat_observations_are_refused() -> None:
    with pytest.raises(ValueError, match='obs_mode="dict"'):
        ppo(make(obs_mode="flat"))


def test_maskable_ppo_and_a_model_of_it_at_the_table(tmp_path: Path) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = make(obs_mode="flat")
    model = contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, device="cpu", seed=1)
    model.skat_stages = ["play"]
    model.learn(128)
    file = tmp_path / "model.zip"
    model.save(file)
    policy = load_policy(f"sb3:{file}")
    assert policy.phases == {"play"}
    deal = gymnasium.make(
        "skat_gym:Skat/Deal-v0", opponents=f"rulebook+play=sb3:{file}", illegal_action="raise"
    )
    _, info = deal.reset(seed=2)
    over = False
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, over, _, info = deal.step(action)


def positions(n: int) -> tuple[Any, Any]:
    deals, views, masks = new_deals(n), new_views(n), np.zeros(n, np.int64)
    for i in range(n):
        shuffle(deals, i, i)
    view_seat_to_act(deals, views, masks)
    return views, masks


@pytest.mark.parametrize("sample", [False, True])
def test_a_model_answers_alike_in_any_batch(sample: bool) -> None:
    model = ppo(make("Deal"))
    policy = Sb3Policy(model.policy, sample=sample)
    views, masks = positions(64)
    keys = np.arange(64, dtype=np.uint64) << np.uint64(40)
    whole = policy.act(views, masks, keys)
    assert ((masks >> whole) & 1 == 1).all()
    order = np.random.default_rng(2).permutation(64)
    assert np.array_equal(policy.act(views[order], masks[order], keys[order]), whole[order])
    probabilities = policy.evaluate(views, masks).probabilities
    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-5)
    assert (probabilities[(masks[:, None] >> np.arange(64)) & 1 == 0] == 0).all()


def test_files_that_are_no_models(tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"nothing")
    for name, words in (
        (str(bad), "no Stable-Baselines3 model"),
        (str(tmp_path / "missing.zip"), "there is no file"),
        (f"{bad},dance", "stages are auction, skat and play"),
    ):
        with pytest.raises(PolicyError, match=words):
            load_model(name)
    cart = PPO("MlpPolicy", gymnasium.make("CartPole-v1"), n_steps=8, batch_size=8, device="cpu")
    cart.save(bad)
    with pytest.raises(PolicyError, match="was trained on observations"):
        load_model(str(bad))


def test_quickstart_recipe(tmp_path: Path) -> None:
    from training.quickstart import Args, main

    for maskable in (False, True):
        out = tmp_path / f"{maskable}.zip"
        args = Args(
            steps=256, lessons=500, out=out, eval_deals=20, envs=2, width=8, maskable=maskable
        )
        assert main(args) == 0
        assert load_policy(f"rulebook+play=sb3:{out}").phases == {"auction", "skat", "play"}
    assert main(Args(steps=0)) == 2
    assert main(Args(lessons=-1)) == 2


@pytest.mark.parametrize("name", ["Bidding", "Discard", "Play", "Deal", "Match"])
def test_stable_baselines3_makes_environments_by_their_ids(name: str) -> None:
    """It asks every id for pictures first, and goes on without them at a TypeError."""
    model = PPO("MlpPolicy", f"skat_gym:Skat/{name}-v0", n_steps=16, batch_size=16, device="cpu")
    model.learn(16)
    keywords = {"obs_mode": "dict", "opponents": "random"}
    envs = make_vec_env(f"skat_gym:Skat/{name}-v0", 2, env_kwargs=keywords)
    assert envs.reset()["action_mask"].shape == (2, 64)
    A2C(MaskedPolicy, envs, n_steps=8, device="cpu").learn(16)


def test_models_that_tell_no_probabilities(tmp_path: Path) -> None:
    """Whatever has values of actions or a memory: one sentence, however it sits down."""
    contrib = pytest.importorskip("sb3_contrib")
    env = make(obs_mode="flat")
    lstm = {"lstm_hidden_size": 8, "net_arch": [8]}
    models: list[Any] = [
        DQN("MlpPolicy", env, device="cpu", buffer_size=100, policy_kwargs={"net_arch": [8]}),
        contrib.QRDQN("MlpPolicy", env, device="cpu", buffer_size=100),
        contrib.RecurrentPPO(
            "MlpLstmPolicy", env, n_steps=8, batch_size=8, device="cpu", policy_kwargs=lstm
        ),
    ]
    file = tmp_path / "model.zip"
    for model in models:
        model.save(file)
        kind = type(model.policy).__name__
        sentence = f"is a {kind}, which .* models of PPO, A2C and MaskablePPO do"
        with pytest.raises(PolicyError, match=sentence):
            load_policy(f"sb3:{file}")
        with pytest.raises(PolicyError, match=sentence):
            Sb3Policy(model.policy)
