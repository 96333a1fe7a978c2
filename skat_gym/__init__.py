"""Skat as an environment for reinforcement learning.

Importing registers the environments `Skat/Bidding-v0`, `Skat/Discard-v0`, `Skat/Play-v0`,
`Skat/Deal-v0` and `Skat/Match-v0` with Gymnasium. The rules are in `skat_gym.rules`, what a seat
may know in `skat_gym.observation`, features in `skat_gym.encoding`, the players in
`skat_gym.players`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from skat_gym.version import __version__

if TYPE_CHECKING:
    from skat_gym.evaluation import evaluate
    from skat_gym.players import load_policy

_ENVIRONMENTS = {
    "Skat/Bidding-v0": "skat_gym.envs:Bidding",
    "Skat/Discard-v0": "skat_gym.envs:Discard",
    "Skat/Play-v0": "skat_gym.envs:Play",
    "Skat/Deal-v0": "skat_gym.envs:Deal",
    "Skat/Match-v0": "skat_gym.envs:Match",
}
"""Where the classes of each id are, without the ending Env (one table) or VectorEnv (many)."""
_LAZY = {"evaluate": "skat_gym.evaluation", "load_policy": "skat_gym.players"}

__all__ = ["__version__", "evaluate", "load_policy"]


def _register() -> None:
    for name, where in _ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point=f"{where}Env", vector_entry_point=f"{where}VectorEnv"
            )


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'skat_gym' has no attribute {name!r}")


_register()
