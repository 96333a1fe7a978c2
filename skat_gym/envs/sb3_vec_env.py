"""The batch as a VecEnv of Stable-Baselines3."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from skat_gym.envs import vector_env
from skat_gym.envs.vector_info import Info
from skat_gym.players import PolicyLike

_CLASSES = {
    "Skat/Bidding-v0": vector_env.BiddingVectorEnv,
    "Skat/Discard-v0": vector_env.DiscardVectorEnv,
    "Skat/Play-v0": vector_env.PlayVectorEnv,
    "Skat/Deal-v0": vector_env.DealVectorEnv,
    "Skat/Match-v0": vector_env.MatchVectorEnv,
}

_SETTINGS = (
    "scoring",
    "reward",
    "reward_scale",
    "illegal_action",
    "illegal_reward",
    "obs_mode",
    "privileged",
    "match_deals",
)
"""The keywords, as they are agreed on, that `get_attr` tells."""


class SkatVecEnv(VecEnv):
    """Plays n tables for Stable-Baselines3, without Python for each table.

    `SkatVecEnv(id, n, ...)` takes the keywords of the environment `id` and `threads`. For
    MaskablePPO `env_method("action_masks")` is one (n, 64) bool array; for plain PPO and A2C make
    it with `obs_mode="dict"` and train a `skat_gym.sb3.MaskedPolicy`.

    Table i of an environment seeded s plays what the single one seeded s + i plays. Where an
    episode ends, its info holds all that the single environment's holds, "terminal_observation",
    and an "episode" as `Monitor` writes it ("r", "l", "t": no VecMonitor is needed) with the
    learner's games in it: "declared", "won" (counts, of those it declared) and "points" (what it
    booked by `scoring`; with `seat="all"` these are the declarer's). Other infos are empty.

    >>> env = SkatVecEnv("Skat/Play-v0", 4, opponents="random")
    >>> env.seed(1), env.reset().shape
    ([1, 2, 3, 4], (4, 784))
    >>> masks = env.env_method("action_masks")
    >>> observations, rewards, dones, infos = env.step(masks.argmax(axis=1))
    """

    def __init__(self, id: str = "Skat/Deal-v0", num_envs: int = 1, **keywords: Any) -> None:
        name = id.removeprefix("skat_gym:") if isinstance(id, str) else None
        if name not in _CLASSES:
            raise ValueError(f"id is one of {', '.join(_CLASSES)}; not {id!r}")
        if "autoreset_mode" in keywords:
            raise ValueError("Stable-Baselines3 resets within the step: drop autoreset_mode=")
        self.env = _CLASSES[name](num_envs, **keywords)
        self._own: dict[str, list[Any]] = {}
        self._start = time.time()
        num_envs = self.env.num_envs
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._ended: Any = ()
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def _begin(self, who: Any) -> None:
        self._returns[who] = 0.0
        self._lengths[who] = 0

    def set_opponents(
        self,
        policies: PolicyLike | Sequence[PolicyLike],
        weights: Sequence[float] | None = None,
    ) -> None:
        """Draws the opponents of coming deals from a pool (see `SkatVectorEnv`)."""
        self.env.set_opponents(policies, weights)

    def reset(self) -> Any:
        """Deals at every table; `reset_infos` gets the infos."""
        everybody = np.ones(self.num_envs, np.bool_)
        observations, info = self.env.reset_each(self._seeds, everybody, self._options)
        self.reset_infos = [_row(info, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        self._begin(everybody)
        return observations

    def step_async(self, actions: Any) -> None:
        """Takes note of the actions."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Steps; returns observations, float32 rewards, dones and infos."""
        observations, rewards, dones, _, info = self.env.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        for i in self._ended:
            self._infos[i] = {}
        self._ended = np.flatnonzero(dones).tolist()
        if self._ended:
            self._end(info)
            self._begin(dones)
        return observations, rewards.astype(np.float32), dones, list(self._infos)

    def _end(self, info: Info) -> None:
        tables = self.env.tables
        final, last = info["final_info"], info["final_obs"]
        seconds = round(time.time() - self._start, 6)
        for i in self._ended:
            end = tables.ends[tables.rows[i].slot]
            row = _row(final, i)
            row["terminal_observation"] = last[i]
            row["TimeLimit.truncated"] = False
            row["episode"] = {
                "r": float(self._returns[i]),
                "l": int(self._lengths[i]),
                "t": seconds,
                "declared": int(end.declared),
                "won": int(end.won),
                "points": int(end.points),
            }
            self._infos[i] = row

    def close(self) -> None:
        """Closes the record file, if there is one, and lets go of the threads."""
        self.env.close()

    def action_masks(self) -> Any:
        """Returns the legal actions as (n, 64) bool."""
        return self.env.action_masks()

    def has_attr(self, attr_name: str) -> bool:
        """Tells whether the tables have an attribute or a method."""
        known = attr_name in self._own or attr_name in (*_SETTINGS, "opponents")
        return known or hasattr(self.env, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute for some tables: what `set_attr` gave, or what all share.

        All share the environment's attributes and its settings, such as "reward_scale";
        "opponents" are policies, those of the next seat and the previous one, or of the pool.
        """
        rows = list(self._get_indices(indices))
        if attr_name == "opponents":
            return [self.env.setup.chairs.others] * len(rows)
        if attr_name in self._own:
            return [self._own[attr_name][i] for i in rows]
        holder: Any = self.env.setup if attr_name in _SETTINGS else self.env
        return [getattr(holder, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Changes "opponents", "reward" or "reward_scale" for all tables, or notes your own.

        An attribute of your own may differ from table to table. Raises ValueError for another
        of the environment's, and for some tables where all share one.
        """
        rows = list(self._get_indices(indices))
        if attr_name in vector_env.CHANGEABLE:
            if set(rows) != set(range(self.num_envs)):
                raise ValueError(f"all tables share {attr_name!r}: leave out indices")
            self.env.change(attr_name, value)
        elif attr_name in _SETTINGS or hasattr(self.env, attr_name):
            raise ValueError(
                f"{attr_name!r} is fixed when the environment is made; what may change is "
                f"{', '.join(vector_env.CHANGEABLE)}, and attributes of your own"
            )
        else:
            values = self._own.setdefault(attr_name, [None] * self.num_envs)
            for i in rows:
                values[i] = value

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> Any:
        """Calls a method once for all tables; "action_masks" is (n, 64) or the rows asked for."""
        if method_name == "action_masks":
            masks = self.env.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]
        result = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [result for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Tells whether tables are wrapped: only in what stands for a `Monitor`."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]


def _row(info: Info, i: int) -> dict[str, Any]:
    """Returns the info of table i alone, as the single environment says it."""
    row: dict[str, Any] = {}
    for key, value in info.items():
        whose = info.get(f"_{key}")
        if whose is None or not whose[i]:
            continue
        if isinstance(value, dict):
            row[key] = _row(value, i)
        else:
            row[key] = value[i] if value.dtype == object or value.ndim > 1 else value[i].item()
    return row
