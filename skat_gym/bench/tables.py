"""One table at a time, as an environment of Gymnasium and of PettingZoo."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any


def legal(mask: Any, draw: random.Random) -> int:
    """Draws a legal action."""
    actions = mask.nonzero()[0]
    return int(actions[int(draw.random() * len(actions))])


def gym_deal() -> Callable[[], int]:
    """Plays Skat/Deal-v0 without wrappers."""
    import gymnasium

    env = gymnasium.make("skat_gym:Skat/Deal-v0", opponents="random").unwrapped
    draw = random.Random(1)
    env.reset(seed=1)

    def run() -> int:
        decisions = 0
        for _ in range(200):
            _, info = env.reset()
            over = False
            while not over:
                _, _, over, _, info = env.step(legal(info["action_mask"], draw))
                decisions += 1
        return decisions

    return run


def aec() -> Callable[[], int]:
    """Plays PettingZoo's skat_v0 without wrappers."""
    from skat_gym.envs import skat_v0

    env = skat_v0.raw_env()
    draw = random.Random(1)
    env.reset(seed=1)

    def run() -> int:
        decisions = 0
        for _ in range(100):
            env.reset()
            while not env.terminations[env.agent_selection]:
                observation = env.last()[0]
                env.step(legal(observation["action_mask"], draw))
                decisions += 1
        return decisions

    return run
