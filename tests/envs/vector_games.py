"""What the tests of the batches share: batches beside single environments, step by step."""

import os
import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

DEALS = int(os.environ.get("SKAT_DEALS", "300"))
"""Deals for each comparison; the full size is 10,000."""


def many(name: str, n: int, **keywords: Any) -> Any:
    """Makes our own batch of an environment."""
    return gymnasium.make_vec(name, num_envs=n, **keywords)


def singles(name: str, n: int, mode: AutoresetMode, **keywords: Any) -> Any:
    """Makes Gymnasium's batch of single environments."""

    def make() -> Any:
        return gymnasium.make(name, disable_env_checker=True, **keywords)

    return SyncVectorEnv([make] * n, autoreset_mode=mode)


def same(ours: Any, theirs: Any, where: str = "") -> None:
    """Checks that two observations or infos are equal to the type of every number."""
    assert type(ours) is type(theirs), (where, ours, theirs)
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), (where, sorted(ours), sorted(theirs))
        for key in theirs:
            same(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(theirs, tuple):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for k, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            same(one, other, f"{where}[{k}]")
    elif isinstance(theirs, np.ndarray):
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape, (where, ours, theirs)
        if theirs.dtype == object:
            for k, (one, other) in enumerate(zip(ours, theirs, strict=True)):
                same(one, other, f"{where}[{k}]")
        else:
            assert np.array_equal(ours, theirs), (where, ours, theirs)
    else:
        assert ours == theirs, (where, ours, theirs)


def drawn(masks: Any, rng: random.Random, illegal: float = 0.0) -> Any:
    """Draws an action for each table, legal or, with some probability, any number at all."""
    return np.array(
        [
            rng.randrange(-1, 66)
            if rng.random() < illegal
            else int(rng.choice(np.flatnonzero(mask).tolist()))
            for mask in masks
        ],
        np.int64,
    )


def side_by_side(
    ours: Any, theirs: Any, mode: AutoresetMode, episodes: int, seed: int, illegal: float = 0.0
) -> Iterator[tuple[Any, Any]]:
    """Plays both with the same actions, comparing everything; yields infos and flags."""
    rng = random.Random(seed)
    results = [env.reset(seed=seed) for env in (ours, theirs)]
    same(results[0], results[1], "reset")
    observations, info = results[0]
    masks = info["action_mask"]
    finished = 0
    while finished < episodes:
        actions = drawn(masks, rng, illegal)
        step = ours.step(actions)
        same(step, theirs.step(actions), "step")
        observations, _, over, truncated, info = step
        masks = info["action_mask"]
        assert not truncated.any() and masks.any(axis=1).all()
        if isinstance(observations, dict):
            assert np.array_equal(observations["action_mask"], masks)
        finished += int(over.sum())
        yield info, over
        if mode is AutoresetMode.DISABLED and over.any():
            mask = over if rng.random() < 0.5 else over | (np.arange(len(over)) == 0)
            results = [env.reset(options={"reset_mask": mask.copy()}) for env in (ours, theirs)]
            same(results[0], results[1], "reset some")
            masks = np.where(mask[:, None], results[0][1]["action_mask"], masks)
