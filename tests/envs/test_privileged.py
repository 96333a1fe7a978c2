"""The privileged critic: what is hidden reaches the value net, and nothing else."""

import random
from typing import Any

import numpy as np
import pytest
from env_games import made, played
from vector_games import drawn, many

from skat_gym.encoding import encoding
from skat_gym.rules import Phase

V1 = encoding("v1")
DICT: dict[str, Any] = {"obs_mode": "dict", "privileged": True}


@pytest.mark.parametrize("name", ["Skat/Deal-v0", "Skat/Play-v0"])
def test_hidden_cards_are_those_that_are_not_seen(name: str) -> None:
    env = made(name, opponents="random", **DICT)
    rng = random.Random(1)
    for episode in range(60):
        for observation, _, over, info in played(env, rng, seed=None if episode else 1):
            assert env.observation_space.contains(observation)
            me, deal = info["seat"], env.deal
            blocks = observation["hidden"].reshape(3, 32)
            unseen = observation["observation"][V1.layout["unseen"].slice]
            opened = observation["observation"][V1.layout["open_hand"].slice]
            if deal.phase is not Phase.PUT_DOWN:
                assert (blocks.sum(axis=0) == (unseen if not over else blocks.sum(axis=0))).all()
            for k in (1, 2):
                held = set(np.flatnonzero(blocks[k - 1] | opened).tolist())
                assert set(map(int, deal.hands[(me + k) % 3])) <= held | set()
            aside = deal.put_down if deal.record.picked_up else deal.skat
            known = deal.declarer == me and deal.record.picked_up
            assert set(np.flatnonzero(blocks[2]).tolist()) == (set() if known else set(aside))


def test_without_the_flag_nothing_hidden_can_be_reached() -> None:
    """No key, no buffer, and no returned array is a window on a larger one."""
    env = many("Skat/Deal-v0", 4, obs_mode="dict", opponents="random")
    assert set(env.single_observation_space.spaces) == {"observation", "action_mask"}
    assert env.tables.last_hidden.size == 0
    assert made("Skat/Deal-v0", obs_mode="dict")._table.hidden.size == 0
    observations, info = env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(60):
        assert set(observations) == {"observation", "action_mask"}
        for array in (*observations.values(), info["action_mask"]):
            assert array.base is None or array.base.size == array.size
        observations, _, _, _, info = env.step(drawn(info["action_mask"], rng))
        for last in info.get("final_obs", ()):
            if last is not None:
                assert set(last) == {"observation", "action_mask"}
                assert last["observation"].base is None or (
                    last["observation"].base.shape[1] == V1.width
                )


def test_privileged_needs_dict_observations() -> None:
    with pytest.raises(ValueError, match='needs obs_mode="dict"'):
        made("Skat/Deal-v0", privileged=True)
    with pytest.raises(ValueError, match="privileged is True or False, not 1"):
        made("Skat/Deal-v0", privileged=1, obs_mode="dict")


def test_the_actor_does_not_depend_on_hidden_cards(tmp_path: Any) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("stable_baselines3")
    from stable_baselines3 import PPO

    from skat_gym.envs import SkatVecEnv
    from skat_gym.players import load_policy
    from skat_gym.sb3 import PrivilegedPolicy

    torch.set_num_threads(1)
    env = SkatVecEnv("Skat/Play-v0", 8, illegal_action="raise", **DICT)
    model = PPO(
        PrivilegedPolicy,
        env,
        n_steps=32,
        batch_size=128,
        device="cpu",
        seed=1,
        policy_kwargs={"net_arch": [32]},
    )
    model.learn(512)
    rows = {k: torch.as_tensor(v) for k, v in env.reset().items()}
    other = {**rows, "hidden": 1 - rows["hidden"]}
    policy = model.policy
    with torch.no_grad():
        logits = [policy.get_distribution(o).distribution.logits for o in (rows, other)]
        values = [policy.predict_values(o) for o in (rows, other)]
    assert torch.equal(*logits), "not one bit of the actor's output"
    assert (values[0] != values[1]).all(), "and the critic does see it"
    rows["hidden"] = rows["hidden"].float().requires_grad_()
    policy.get_distribution(rows).distribution.logits.sum().backward()
    assert rows["hidden"].grad is None or not rows["hidden"].grad.any()
    model.skat_stages = ["play"]
    model.save(tmp_path / "model.zip")
    seated = load_policy(f"rulebook+play=sb3:{tmp_path / 'model.zip'}")
    deal = made("Skat/Deal-v0", opponents=seated)
    list(played(deal, random.Random(1), seed=1))
    with pytest.raises(ValueError, match="privileged=True"):
        PPO(PrivilegedPolicy, SkatVecEnv("Skat/Play-v0", 2, obs_mode="dict"), device="cpu")
