"""Batches: the vector environments and Stable-Baselines3's, with a learner that draws at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from skat_gym.bench.kernels import BATCH
from skat_gym.bench.net import Net, seated
from skat_gym.rules.bits import count, nth, wrap
from skat_gym.rules.chance import below, mix
from skat_gym.rules.kernel import kernel

_GATHER = 0x0102040810204080
"""Times this, the lowest bits of a word's eight bytes come together in its highest byte."""
SIZES = (1, 4, 16, 64, 256, 1024, 4096, 8192)


@kernel
def draw_all(words: Any, key: int, actions: Any) -> None:
    """Draws a legal action for each row of masks, (n, 64) bytes of 0 and 1 seen as (n, 8) int64."""
    for i in range(len(words)):
        legal = 0
        for k in range(8):
            legal |= ((wrap(int(words[i, k]) * _GATHER) >> 56) & 0xFF) << (8 * k)
        actions[i] = nth(legal, below(mix(key, i), count(legal)))


def vector(name: str, opponents: Any, n: int = BATCH) -> Callable[[], int]:
    """Makes what steps a batch of an environment once."""
    import gymnasium

    env = gymnasium.make_vec(f"skat_gym:Skat/{name}-v0", num_envs=n, opponents=opponents)
    _, info = env.reset(seed=1)
    masks = info["action_mask"]
    actions = np.zeros(n, np.int64)
    step = 0

    def run() -> int:
        nonlocal masks, step
        step += 1
        draw_all(masks.view(np.int64), step, actions)
        masks = env.step(actions)[4]["action_mask"]
        return n

    return run


def vector_net(name: str) -> Callable[[], int]:
    """Makes what steps a batch once against the net in both other seats."""
    return vector(name, seated(Net()))


def sb3_deal() -> Callable[[], int]:
    """Makes what steps Stable-Baselines3's batch of Skat/Deal-v0 once, masks included."""
    from skat_gym.envs import SkatVecEnv

    env = SkatVecEnv("Skat/Deal-v0", BATCH, opponents="random")
    env.seed(1)
    env.reset()
    actions = np.zeros(BATCH, np.int64)
    step = 0

    def run() -> int:
        nonlocal step
        step += 1
        masks = env.env_method("action_masks")
        draw_all(masks.view(np.int64), step, actions)
        env.step(actions)
        return BATCH

    return run


def net_share(steps: int = 4) -> float:
    """Returns the share of the net's matrix products where it plays both opponents."""
    net = Net()
    run = vector("Deal", seated(net))
    run()
    net.products_s, start = 0.0, time.perf_counter()
    for _ in range(steps):
        run()
    return net.products_s / (time.perf_counter() - start)


def training_shares() -> dict[str, float]:
    """Returns the share of the environment where PPO and MaskablePPO (2 x 256) are trained."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import PPO

    from skat_gym.envs import SkatVecEnv
    from skat_gym.sb3 import MaskedPolicy

    class Timed(SkatVecEnv):
        seconds = 0.0

        def step_wait(self) -> Any:
            start = time.perf_counter()
            result = super().step_wait()
            Timed.seconds += time.perf_counter() - start
            return result

        def env_method(self, *args: Any, **keywords: Any) -> Any:
            start = time.perf_counter()
            result = super().env_method(*args, **keywords)
            Timed.seconds += time.perf_counter() - start
            return result

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    shares = {}
    for name, algorithm, policy, mode in (
        ("PPO", PPO, MaskedPolicy, "dict"),
        ("MaskablePPO", MaskablePPO, "MlpPolicy", "flat"),
    ):
        model = algorithm(
            policy,
            Timed("Skat/Deal-v0", 256, obs_mode=mode, opponents="rulebook"),
            n_steps=32,
            batch_size=2048,
            n_epochs=4,
            policy_kwargs={"net_arch": [256, 256]},
            device="cpu",
        )
        model.learn(1)  # everything is compiled and allocated
        Timed.seconds, start = 0.0, time.perf_counter()
        model.learn(2 * 32 * 256)
        shares[name] = Timed.seconds / (time.perf_counter() - start)
    torch.set_num_threads(threads)
    return shares
