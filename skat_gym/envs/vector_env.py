"""The vector environments: n tables of one id, stepped together inside kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from skat_gym.arguments import whole
from skat_gym.envs.chairs import EVERYBODY, Chairs
from skat_gym.envs.options import RENDER_MODES, action_number, one_of, seed_of
from skat_gym.envs.row import DONE, READY
from skat_gym.envs.setup import (
    BiddingSetup,
    DiscardSetup,
    MatchSetup,
    PlaySetup,
    Setup,
)
from skat_gym.envs.skat_env import illegal_sentence
from skat_gym.envs.tables import Tables
from skat_gym.envs.vector_info import Ended, Info, MatchLists, ending, final, standing
from skat_gym.observation import View
from skat_gym.players import PolicyLike, load_policy
from skat_gym.players.composite import covers
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.deal import Deal

CHANGEABLE = ("opponents", "reward", "reward_scale")
"""The keywords that may be given another value while the tables play."""


class SkatVectorEnv(VectorEnv[Any, Any, Any]):
    """Plays n tables of an environment side by side, without Python for each table.

    Made by `gymnasium.make_vec(id, num_envs=n, ...)` with the keywords of the environment (see
    its page) and these:

    | name | meaning |
    |---|---|
    | `num_envs=1` | n, the number of tables |
    | `autoreset_mode="SameStep"` | or "NextStep", "Disabled", or an `AutoresetMode` |
    | `threads=1` | threads that share the rows; results do not depend on it |

    Table i of a batch that is reset with seed s plays, for the same actions, exactly what the
    single environment plays that is reset with seed s + i: observations, masks, rewards, infos.
    Infos are in Gymnasium's convention, `info["action_mask"]` is (n, 64) int8. Every array
    returned is new and yours to keep.

    Episodes that end: in "SameStep" `step` returns the first observation of the next episode,
    and the last one in `info["final_obs"]` with `info["final_info"]`; in "NextStep" it returns
    the last one, and the next `step` leaves out that table's action and begins anew; in
    "Disabled" such tables wait for `reset(options={"reset_mask": ...})`. Other options set up
    the same position at every table that is reset.

    A second thread is for many tables, opponents that think, and a free core. Counted in processor
    time along the slower thread, Skat/Deal-v0 against the rulebook steps 1.2 times as fast with two
    threads for 256 tables, 1.7 times for 1024, 1.9 times for 4096; against random opponents 1.4
    times for 4096 and no faster for fewer. With every core busy the clock shows none of it.

    Policies other than "random" and "rulebook" are asked in groups, once for all tables that
    wait for them; `illegal_action="raise"` is checked before any table moves.

    >>> env = gymnasium.make_vec("skat_gym:Skat/Deal-v0", num_envs=4, opponents="random")
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((4, 784), (4, 64))
    >>> actions = info["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminations, truncations, info = env.step(actions)
    """

    setup_class: ClassVar[type[Setup]] = Setup
    """What the environment may be asked for."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
        **keywords: Any,
    ) -> None:
        super().__init__()
        num_envs, threads = whole("num_envs", num_envs, 1), whole("threads", threads, 1)
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.setup = self.setup_class(**keywords)
        self.num_envs = num_envs
        self.render_mode = self.setup.render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = self.setup.observation_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = self.setup.action_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.tables = Tables(self.setup, num_envs, same_step, threads)
        self._lists = MatchLists(self.tables) if self.setup.match_deals else None
        self._seeded = np.zeros(num_envs, np.bool_)

    def set_opponents(
        self,
        policies: PolicyLike | Sequence[PolicyLike],
        weights: Sequence[float] | None = None,
    ) -> None:
        """Draws both opponents of every coming deal from a pool, by `weights` (default equal).

        Each chair of each table is drawn alone, by a key of seed, deal and chair; deals at hand
        are played on by those who began them. Raises ValueError.
        """
        self._chairs().draw_from(policies, weights, self.tables.codes)

    def _chairs(self) -> Chairs:
        if self.setup.seat == EVERYBODY:
            raise ValueError("with seat='all' there are no opponents to set")
        return self.setup.chairs

    def change(self, name: str, value: Any) -> None:
        """Changes one of CHANGEABLE for all tables, with the meaning of the keyword.

        "opponents" sit down at each table's next deal; "reward" and "reward_scale" hold for
        what is paid from now on. Raises ValueError.
        """
        one_of("what may change", name, CHANGEABLE)
        setup = self.setup
        if name == "opponents":
            self._chairs().take(value, self.tables.codes)
        elif name == "reward":
            setup.pay(value, setup.reward_scale)
        else:
            setup.pay(setup.reward, value)
        self.tables.agree()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, Info]:
        """Deals at every table, or those of the option "reset_mask" ((n,) bool).

        A seed s gives table i the seed s + i, a sequence each its own; without one every table
        goes on with its next deal. The other options are those of the single environment.
        """
        n = self.num_envs
        options = dict(options or {})
        who = self._reset_mask(options.pop("reset_mask")) if "reset_mask" in options else None
        if isinstance(seed, (Sequence, np.ndarray)) and not isinstance(seed, str):
            seeds = [seed_of(s) for s in np.atleast_1d(np.asarray(seed, object))]
        else:
            first = seed_of(seed)
            seeds = [None if first is None else first + i for i in range(n)]
            super().reset(seed=first)
        if len(seeds) != n:
            raise ValueError(f"seed is one integer or {n}, one for each table; not {len(seeds)}")
        return self.reset_each(seeds, np.ones(n, np.bool_) if who is None else who, [options] * n)

    def _reset_mask(self, mask: Any) -> Any:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"option 'reset_mask' is a bool array, not {mask!r}")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"option 'reset_mask' is of shape ({self.num_envs},), not {mask.shape}"
            )
        if not mask.any():
            raise ValueError("option 'reset_mask' names no table: at least one is True")
        return mask

    def reset_each(self, seeds: Sequence[int | None], who: Any, options: Any) -> tuple[Any, Info]:
        """Deals at the tables of `who` (n,) bool, each with a seed (or None) and options."""
        roots: list[int | None] = [None] * self.num_envs
        for i in np.flatnonzero(who).tolist():
            if seeds[i] is not None or not self._seeded[i]:
                generator, _ = seeding.np_random(seeds[i])
                roots[i] = int(generator.integers(2**63))
                self._seeded[i] = True
        sheet = self.tables.reset(roots, who, options)
        if self._lists is not None:
            self._lists.renew()
        info = standing(self.tables, None if who.all() else np.flatnonzero(who), self._lists)
        return self._observations(*sheet), info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Takes one action for each table, (n,) integers, and plays up to the next decisions."""
        tables = self.tables
        numbers = self._numbers(actions)
        again = None
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            over = tables.rows["state"] == DONE
            again = over if self.autoreset_mode is AutoresetMode.NEXT_STEP else None
        self._check(numbers, again)
        sheet = tables.step(numbers, again)
        lists = self._lists
        done = tables.done
        rows = done.nonzero()[0]
        ended = Ended(rows, tables.rows["slot"][rows])
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            last = final(tables, ended, lists) if len(rows) else None
        if lists is not None:
            lists.renew()
        info = standing(tables, None, lists)
        if len(rows):
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                info["final_obs"], info["_final_obs"] = self._final_observations(ended), done.copy()
                info["final_info"], info["_final_info"] = last, done.copy()
            else:
                info |= ending(tables, ended, lists)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(*sheet), tables.rewards, done, truncated, info

    def _numbers(self, actions: Any) -> Any:
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,):
            raise ValueError(
                f"actions is an array of {self.num_envs} integers, one for each table, "
                f"not of shape {numbers.shape}"
            )
        if numbers.dtype.kind not in "iu":
            numbers = np.array([action_number(action) for action in numbers.tolist()], np.int64)
        elif numbers.dtype == np.uint64:  # what is beyond 63 bits stays beyond what is legal
            numbers = np.minimum(numbers, np.uint64(2**63 - 1))
        return numbers.astype(np.int64, copy=False)

    def _check(self, numbers: Any, again: Any) -> None:
        """Raises unless every table can take its action."""
        tables = self.tables
        if not tables.intact:
            raise gymnasium.error.ResetNeeded("call reset() first: all tables wait for it")
        if self.autoreset_mode is AutoresetMode.DISABLED:
            over = np.flatnonzero(tables.rows["state"] != READY).tolist()
            if over:
                raise gymnasium.error.ResetNeeded(f"call reset() first: tables {over} wait for it")
        if self.setup.illegal_action != "raise":
            return
        legal = tables.rows["legal"]
        inside = (numbers >= 0) & (numbers < N_ACTIONS)
        wrong = ~inside | (legal >> np.where(inside, numbers, 0) & 1 == 0)
        if again is not None:
            wrong &= ~again
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            row = tables.rows[i]
            mask = int(row.legal)
            sentence = illegal_sentence(int(numbers[i]), int(row.acting), int(row.phase), mask)
            raise ValueError(f"table {i}: {sentence}")

    def _observations(self, features: Any, hidden: Any) -> Any:
        if self.setup.obs_mode == "flat":
            return features
        observations = {"observation": features, "action_mask": self.tables.mask.copy()}
        if self.setup.privileged:
            observations["hidden"] = hidden
        return observations

    def _final_observations(self, ended: Ended) -> Any:
        tables = self.tables
        last = np.empty(self.num_envs, object)
        features = tables.last_features[ended.slots]
        if self.setup.obs_mode == "flat":
            last[ended.rows] = np.fromiter(features, object, len(features))
            return last
        hidden = tables.last_hidden[ended.slots] if self.setup.privileged else None
        for k, i in enumerate(ended.rows.tolist()):
            last[i] = {"observation": features[k], "action_mask": np.ones(N_ACTIONS, np.int8)}
            if hidden is not None:
                last[i]["hidden"] = hidden[k]
        return last

    def action_masks(self) -> Any:
        """Returns the legal actions as (n, 64) bool, for sb3-contrib; all true after the end."""
        return self.tables.mask.astype(np.bool_)

    def advice(self, policy: PolicyLike) -> Any:
        """Returns what a policy would do where the learner is to act, (n,) int64.

        For imitation: the policy sees the learner's view alone, and its chance is that of the
        decision. Tables that are over get -1. Raises ResetNeeded, PolicyError.
        """
        if not self.tables.intact:
            raise gymnasium.error.ResetNeeded("call reset() first: all tables wait for it")
        known = load_policy(policy)
        covers(known, self.setup.stages)
        return self.tables.advice(known)

    def deal(self, i: int) -> Deal:
        """Returns the deal at table i, every card open: for tests and records, not for policies."""
        return Deal(self.tables.deals[i])

    def render(self) -> tuple[str, ...] | None:
        """Draws what each learner sees: as strings ("ansi") or printed ("human")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi' or 'human' in make_vec()")
            return None
        if not self.tables.intact:
            raise gymnasium.error.ResetNeeded("there is nothing to draw: call reset() first")
        rows = self.tables.rows
        seats = np.where(rows["seat"] < 0, np.maximum(rows["acting"], 0), rows["seat"]).tolist()
        texts = tuple(str(View.of(self.deal(i), seat)) for i, seat in enumerate(seats))
        if self.render_mode == "ansi":
            return texts
        print("\n\n".join(texts))
        return None

    def close_extras(self, **keywords: Any) -> None:
        """Closes the record file, if there is one, and lets go of the threads."""
        self.tables.close()
        if self.setup.recorder is not None:
            self.setup.recorder.close()


class BiddingVectorEnv(SkatVectorEnv):
    """Is Skat/Bidding-v0 at n tables (see `SkatVectorEnv` and `BiddingEnv`)."""

    setup_class = BiddingSetup


class DiscardVectorEnv(SkatVectorEnv):
    """Is Skat/Discard-v0 at n tables (see `SkatVectorEnv` and `DiscardEnv`)."""

    setup_class = DiscardSetup


class PlayVectorEnv(SkatVectorEnv):
    """Is Skat/Play-v0 at n tables (see `SkatVectorEnv` and `PlayEnv`)."""

    setup_class = PlaySetup


class DealVectorEnv(SkatVectorEnv):
    """Is Skat/Deal-v0 at n tables (see `SkatVectorEnv` and `DealEnv`)."""


class MatchVectorEnv(SkatVectorEnv):
    """Is Skat/Match-v0 at n tables (see `SkatVectorEnv` and `MatchEnv`)."""

    setup_class = MatchSetup
