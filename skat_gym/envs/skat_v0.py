"""PettingZoo's Skat: one deal, three seats, each deciding all its own.

| | |
|---|---|
| import | `from skat_gym.envs import skat_v0` |
| agents | `player_0` forehand, `player_1` middlehand, `player_2` rearhand |
| actions | `Discrete(64)`, as in `Skat/Deal-v0` |
| observations | `{"observation": (784,) uint8, "action_mask": (64,) int8}` |
| rewards | at the end: 0.01 x (own Seeger-Fabian points minus the mean of the others') |

`env()` is wrapped as PettingZoo's games are (an illegal action ends the deal with -1000 x
`reward_scale` for who took it); `raw_env()` is the same without wrappers, for speed, and raises on
an illegal action. With `mask_in="info"` observations are the features alone and the mask stands in
`infos[agent]["action_mask"]`. Masks of seats that are not to act are all zero. After the end
`infos[agent]` holds "result" (what the deal came to, in a sentence) and "score" (what the declarer
booked). It needs PettingZoo: `pip install "skat-gym[pettingzoo]"`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from skat_gym.arguments import positive
from skat_gym.envs.options import (
    POSITION_KEYS,
    RENDER_MODES,
    REWARDS,
    action_number,
    deal_of,
    one_of,
    position,
    render_mode_of,
    seed_of,
)
from skat_gym.envs.step import payoff
from skat_gym.envs.table import Table
from skat_gym.rules.action import N_ACTIONS, action_text
from skat_gym.rules.card import elements
from skat_gym.rules.chance import deal_key
from skat_gym.rules.deal import Deal
from skat_gym.rules.match import SCORINGS

AGENTS = ("player_0", "player_1", "player_2")
REGISTERED = "skat/skat-v0"
"""The name for `pettingzoo.make("aec", ...)`, once this module is imported."""
_POSITION = set(POSITION_KEYS) - {"seat"}
_SEATS = {agent: seat for seat, agent in enumerate(AGENTS)}


def env(**keywords: Any) -> AECEnv:
    """Makes the environment with PettingZoo's wrappers for misuse."""
    raw = raw_env(**keywords)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.illegal_reward)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """Is one deal of Skat for three agents (see the module)."""

    metadata = {  # noqa: RUF012 - PettingZoo's declaration
        "name": "skat_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        encoding: str = "v1",
        scoring: str = "seeger-fabian",
        reward: str = "relative",
        reward_scale: float = 0.01,
        mask_in: str = "observation",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.scoring = one_of("scoring", scoring, SCORINGS)
        self.reward = one_of("reward", reward, REWARDS)
        self.mask_in = one_of("mask_in", mask_in, ("observation", "info"))
        self.render_mode = render_mode_of(render_mode)
        self.reward_scale = positive("reward_scale", reward_scale)
        self.illegal_reward = -1000.0 * self.reward_scale
        self._table = Table(encoding)
        features = spaces.Box(0, 1, (self._table.encoding.width,), np.uint8)
        mask = spaces.Box(0, 1, (N_ACTIONS,), np.int8)
        both = spaces.Dict({"observation": features, "action_mask": mask})
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: both if self.mask_in == "observation" else features for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in AGENTS}
        self._root: int | None = None
        self._shown = -1

    def observation_space(self, agent: str) -> Any:
        """Returns the agent's observation space, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the agent's action space, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals; without a seed the next deal of the last one follows.

        `options` may set up a position as in the environments for one learner ("deal",
        "declarer", "actions" ...); options of other names are left to wrappers.
        """
        if seed is not None or self._root is None:
            generator, _ = seeding.np_random(seed_of(seed))
            self._root = int(generator.integers(2**63))
            self._table.root = self._root
            self._table.number = -1
        self._begin(options or {})
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._sat()

    def _begin(self, options: dict[str, Any]) -> None:
        table = self._table
        wishes = {key: value for key, value in options.items() if key in _POSITION}
        if not wishes:
            table.begin(table.number + 1)
            return
        table.number += 1
        drawn = Deal.shuffled(deal_key(table.root, table.number))
        table.put(position(deal_of(wishes.get("deal", drawn)), wishes))
        if table.over:
            raise ValueError("the position given leaves nothing to decide: the deal is over")

    def _sat(self) -> None:
        self._shown = self._table.acting
        self.agent_selection = AGENTS[self._shown]
        if self.mask_in == "info":
            for seat, agent in enumerate(AGENTS):
                self.infos[agent] = {"action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> Any:
        if self._table.acting != seat:
            return np.zeros(N_ACTIONS, np.int8)
        return self._table.mask[0].copy()

    def observe(self, agent: str) -> Any:
        """Returns what an agent sees: its own view, whoever is to act."""
        if self._root is None:
            raise ResetNeeded("call reset() first: nothing is dealt yet")
        seat = _SEATS[agent]
        table = self._table
        if self._shown != seat:
            table.look(seat)
            self._shown = seat
        features = table.features[0].copy()
        if self.mask_in == "info":
            return features
        return {"observation": features, "action_mask": self._mask(seat)}

    def step(self, action: int | None) -> None:
        """Takes the action of `agent_selection`; raises ValueError if it is not legal."""
        if self._root is None:
            raise ResetNeeded("call reset() first: nothing is dealt yet")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        number = -1 if action is None else action_number(action)
        if not 0 <= number < N_ACTIONS or not table.legal >> number & 1:
            allowed = ", ".join(action_text(a) for a in elements(table.legal))
            raise ValueError(f"action {action!r} is not legal for {agent}; legal are: {allowed}")
        self._cumulative_rewards[agent] = 0.0
        table.step(number)
        if table.over:
            self._end()
        else:
            self._sat()

    def _end(self) -> None:
        result = self._table.result
        scores = result.scores() if self.scoring == "points" else result.seeger_fabian()
        self._shown = -1
        for seat, agent in enumerate(AGENTS):
            own, relative = scores[seat], self.reward == "relative"
            self.rewards[agent] = payoff(own, sum(scores) - own, relative, self.reward_scale)
            self.terminations[agent] = True
            self.infos[agent] = {"result": str(result), "score": result.score}
            if self.mask_in == "info":
                self.infos[agent]["action_mask"] = np.zeros(N_ACTIONS, np.int8)
        self._accumulate_rewards()
        self._deads_step_first()

    def state(self) -> Any:
        """Returns the features of all three seats, (3 x 784,) uint8, for a central critic."""
        rows = []
        for seat in range(3):
            self._table.look(seat)
            rows.append(self._table.features[0].copy())
        self._shown = 2
        return np.concatenate(rows)

    def render(self) -> str | None:
        """Draws what the seat to act sees."""
        if self.render_mode is None:
            return None
        text = str(self._table.view(max(self._table.acting, 0)))
        if self._table.over:
            text += f"\n{self._table.result}"
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Does nothing: there is nothing open."""


def _register() -> None:
    """Enters PettingZoo's own registry, which it has from 1.27 on."""
    register = getattr(pettingzoo, "register", None)
    if register is not None and REGISTERED not in pettingzoo.aec_registry:
        register("aec", REGISTERED, entry_point=f"{__name__}:env")


_register()
