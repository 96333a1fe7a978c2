"""What the tests of the environments share: making them, and playing them at random."""

import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

import skat_gym
from skat_gym.rules import PICK_UP

IDS = ("Skat/Bidding-v0", "Skat/Discard-v0", "Skat/Play-v0", "Skat/Deal-v0", "Skat/Match-v0")
ONE_DEAL = IDS[:4]
assert skat_gym.__version__, "importing skat_gym registers the environments"


def made(name: str, **keywords: Any) -> Any:
    """Makes an environment without wrappers."""
    return gymnasium.make(name, **keywords).unwrapped


def any_legal(mask: Any, rng: random.Random) -> int:
    """Draws a legal action; in the auction it passes half the time, later it picks up."""
    legal = np.flatnonzero(mask).tolist()
    if len(legal) > 2 and legal[0] == PICK_UP and rng.random() < 0.5:
        return PICK_UP
    return int(rng.choice(legal))


def played(env: Any, rng: random.Random, **reset: Any) -> Iterator[tuple[Any, float, bool, Any]]:
    """Plays one episode at random: (observation, reward, terminated, info) from reset on."""
    observation, info = env.reset(**reset)
    over = False
    yield observation, 0.0, over, info
    while not over:
        observation, reward, over, truncated, info = env.step(any_legal(info["action_mask"], rng))
        assert truncated is False
        yield observation, reward, over, info
