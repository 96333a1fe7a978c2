"""What the environments of a deal share: spaces, seats, masks, rewards, misuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np

from skat_gym.envs.chairs import EVERYBODY, sit
from skat_gym.envs.options import RENDER_MODES, action_number, seed_of
from skat_gym.envs.setup import MAX_DRAWS, Setup
from skat_gym.envs.step import payoff, replacement, wanted
from skat_gym.envs.table import Table
from skat_gym.players import STAGES, PolicyLike
from skat_gym.rules.action import N_ACTIONS, action_text
from skat_gym.rules.card import elements
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.state import Phase

PHASE_NAMES = ("auction", "choice", "put down", "declare", "play", "over")


def illegal_sentence(action: int, seat: int, phase: int, legal: int) -> str:
    """Says what was wrong about an action."""
    what = action_text(action) if 0 <= action < N_ACTIONS else f"action {action}"
    allowed = ", ".join(action_text(a) for a in elements(legal))
    return (
        f"{what} is not legal for {SEAT_NAMES[seat]} in phase {PHASE_NAMES[phase]}; "
        f"legal are: {allowed}"
    )


class SkatEnv(gymnasium.Env[Any, Any]):
    """Is the base of the environments of one deal; see its subclasses for each one's page."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's declaration
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }
    setup_class: ClassVar[type[Setup]] = Setup
    """What the environment may be asked for."""

    def __init__(self, **keywords: Any) -> None:
        self.setup = self.setup_class(**keywords)
        self.render_mode = self.setup.render_mode
        self.illegal_reward = self.setup.illegal_reward
        self.observation_space = self.setup.observation_space
        self.action_space = self.setup.action_space
        self._table = Table(self.setup.encoding.name, self.setup.privileged)
        self._root: int | None = None
        self._running = False

    def set_opponents(
        self,
        policies: PolicyLike | Sequence[PolicyLike],
        weights: Sequence[float] | None = None,
    ) -> None:
        """Draws both opponents of every coming deal from a pool, by `weights` (default equal).

        Each chair is drawn alone, by a key of seed, deal and chair. A deal at hand is played on
        by those who began it. Raises ValueError.
        """
        if self.setup.seat == EVERYBODY:
            raise ValueError("with seat='all' there are no opponents to set")
        self.setup.chairs.draw_from(policies, weights, self._table.codes)
        self._table.sit(self._table.seat, self.setup.chairs.policies)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals, and plays up to the learner's first decision.

        With a seed the deals are those of the seed, from the first on; without one the next deal
        follows. `options` set up a position: "deal" (text, 32 cards or a Deal), "seat",
        "declarer" with "bid", "contract" and "put_down", "actions".
        """
        seed = seed_of(seed)
        super().reset(seed=seed)
        self._running = False
        if seed is not None or self._root is None:
            self._root = int(self.np_random.integers(2**63))
            self._table.root = self._root
            self._table.number = -1
        if options:
            self._set_up(options)
        else:
            self._draw()
        self._running = True
        return self._observation(), self._info()

    def _draw(self) -> None:
        table = self._table
        for _ in range(MAX_DRAWS):
            self._begin(table.number + 1)
            if not table.over and self._wanted():
                return
        raise self.setup.shortage()

    def _begin(self, number: int) -> None:
        self._sit(self._learner_seat(number), number)
        self._table.begin(number, self.setup.deals)

    def _sit(self, seat: int, number: int) -> None:
        table, chairs = self._table, self.setup.chairs
        sit(table.codes, 0, seat, chairs.own, chairs.pool, chairs.limits, table.root, number)
        table.sit(seat, chairs.policies)

    def _learner_seat(self, number: int) -> int:
        return self.setup.seat_in(self._table.root, number)

    def _wanted(self) -> bool:
        """Whether the deal on the table fits what was asked for."""
        table, setup = self._table, self.setup
        return wanted(table.deals[0], table.seat, setup.contracts, setup.role)

    def _set_up(self, options: dict[str, Any]) -> None:
        table = self._table
        table.number += 1
        deal, seat = self.setup.place(options, table.root, table.number)
        self._sit(seat, table.number)
        table.put(deal)
        if table.over or not self._wanted():
            raise self.setup.misfit(table.over)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and plays up to its next decision, or to the end."""
        table = self._table
        if not self._running:
            raise gymnasium.error.ResetNeeded("the deal is over: call reset() first")
        number = action_number(action)
        if not 0 <= number < N_ACTIONS or not table.legal >> number & 1:
            if self.setup.illegal_action != "random":
                return self._illegal(number)
            plies = int(table.deals[0].plies)
            number = replacement(table.legal, table.root, table.number, table.acting, plies)
        acted = table.acting
        self._running = False  # so that nothing goes on from where a player failed
        table.step(number)
        return self._outcome(acted)

    def _outcome(self, acted: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._running = not self._table.over
        if self._running:
            return self._observation(), 0.0, False, False, self._info()
        returns = self._returns()
        seat = acted if self._table.seat == EVERYBODY else self._table.seat
        if self.setup.recorder is not None:
            self.setup.recorder.write(self._table.deal)
        return self._observation(), returns[seat], True, False, self._final_info(returns)

    def _returns(self) -> list[float]:
        result = self._table.result
        plain = self.setup.scoring == "points"
        return self._rewarded(result.scores() if plain else result.seeger_fabian())

    def _rewarded(self, scores: Sequence[int]) -> list[float]:
        relative, scale = self.setup.reward == "relative", self.setup.reward_scale
        return [payoff(score, sum(scores) - score, relative, scale) for score in scores]

    def _illegal(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table = self._table
        sentence = illegal_sentence(action, table.acting, table.phase, table.legal)
        if self.setup.illegal_action == "raise":
            raise ValueError(sentence)
        self._running = False
        table.mask.fill(1)
        info = self._info()
        info["illegal_action"] = sentence
        return self._observation(), self.illegal_reward, True, False, info

    def _observation(self) -> Any:
        features = self._table.features[0].copy()
        if self.setup.obs_mode == "flat":
            return features
        observation = {"observation": features, "action_mask": self._table.mask[0].copy()}
        if self.setup.privileged:
            observation["hidden"] = self._table.hidden[0].copy()
        return observation

    def _info(self) -> dict[str, Any]:
        table = self._table
        seat = max(table.acting, 0) if table.seat == EVERYBODY else table.seat
        return {
            "action_mask": table.mask[0].copy(),
            "seat": seat,
            "phase": PHASE_NAMES[table.phase],
        }

    def _final_info(self, returns: list[float]) -> dict[str, Any]:
        info = self._info()
        result = self._table.result
        info["returns"] = np.array(returns)
        info["result"] = str(result)
        info["declarer"] = result.declarer
        info["contract"] = "" if result.contract is None else result.contract.name
        info["score"] = result.score
        info["won"] = result.won
        return info

    def action_masks(self) -> Any:
        """Returns the legal actions as (64,) bool, for sb3-contrib; all true after the end."""
        return self._table.mask[0].astype(bool)

    @property
    def deal(self) -> Deal:
        """The deal itself, every card open: for tests and records, not for policies."""
        return self._table.deal

    def render(self) -> str | None:
        """Draws what the learner's seat sees: as a string ("ansi") or printed ("human")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi' or 'human' in make()")
            return None
        if self._root is None:
            raise gymnasium.error.ResetNeeded("there is nothing to draw: call reset() first")
        text = self._picture()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _picture(self) -> str:
        table = self._table
        seat = max(table.acting, 0) if table.seat == EVERYBODY else table.seat
        text = str(table.view(seat))
        return f"{text}\n{table.result}" if table.over else text

    def close(self) -> None:
        """Closes the record file, if there is one."""
        if self.setup.recorder is not None:
            self.setup.recorder.close()


assert STAGES == ("auction", "skat", "play") and len(Phase) == len(PHASE_NAMES)
