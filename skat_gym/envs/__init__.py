"""The environments: Gymnasium's for one learner, one table or many; PettingZoo's; SB3's VecEnv."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from skat_gym.envs.bidding_env import BiddingEnv
from skat_gym.envs.deal_env import DealEnv
from skat_gym.envs.discard_env import DiscardEnv
from skat_gym.envs.match_env import MatchEnv
from skat_gym.envs.play_env import PlayEnv

if TYPE_CHECKING:
    from skat_gym.envs import skat_v0
    from skat_gym.envs.sb3_vec_env import SkatVecEnv
    from skat_gym.envs.vector_env import (
        BiddingVectorEnv,
        DealVectorEnv,
        DiscardVectorEnv,
        MatchVectorEnv,
        PlayVectorEnv,
        SkatVectorEnv,
    )

_LAZY = {
    "BiddingVectorEnv": "skat_gym.envs.vector_env",
    "DealVectorEnv": "skat_gym.envs.vector_env",
    "DiscardVectorEnv": "skat_gym.envs.vector_env",
    "MatchVectorEnv": "skat_gym.envs.vector_env",
    "PlayVectorEnv": "skat_gym.envs.vector_env",
    "SkatVecEnv": "skat_gym.envs.sb3_vec_env",
    "SkatVectorEnv": "skat_gym.envs.vector_env",
}
"""Loaded when first asked for: one table needs no batches, and those no Stable-Baselines3."""

__all__ = [
    "BiddingEnv",
    "BiddingVectorEnv",
    "DealEnv",
    "DealVectorEnv",
    "DiscardEnv",
    "DiscardVectorEnv",
    "MatchEnv",
    "MatchVectorEnv",
    "PlayEnv",
    "PlayVectorEnv",
    "SkatVecEnv",
    "SkatVectorEnv",
    "skat_v0",
]


def __getattr__(name: str) -> Any:
    if name == "skat_v0":  # a module, for those who have PettingZoo
        return import_module("skat_gym.envs.skat_v0")
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'skat_gym.envs' has no attribute {name!r}")
