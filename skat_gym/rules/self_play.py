"""Random games at the speed of the kernels: for timing and for checks."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import count, nth
from skat_gym.rules.chance import below, mix
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions, shuffle


@kernel
def random_action(mask: int, key: int) -> int:
    """Draws one element of a set, uniformly, with a key."""
    return nth(mask, below(key, count(mask)))


@kernel
def self_play(deals: Any, keys: Any) -> int:
    """Shuffles and plays every deal with random legal actions; returns how many were taken.

    `deals` is an (n,) array of DEAL, overwritten; `keys` are (n,) integers, one for each deal.
    """
    decisions = 0
    for i in range(len(deals)):
        key = mix(int(keys[i]), 0)
        shuffle(deals, i, key)
        while deals[i].phase != OVER:
            key = mix(key, 1)
            apply(deals, i, random_action(legal_actions(deals, i), key))
            decisions += 1
    return decisions
