"""What the environments of a deal share: spaces, seats, masks, rewards, misuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces

from skat_gym.envs.options import (
    ILLEGAL_ACTION,
    OBS_MODES,
    POSITION_KEYS,
    REWARDS,
    contract_filter,
    deal_of,
    listed,
    one_of,
    position,
    positive,
)
from skat_gym.envs.table import EVERYBODY, Table
from skat_gym.players import ALL_STAGES, STAGES, Policy, Seating, load_policy
from skat_gym.players.composite import covers
from skat_gym.rules.action import N_ACTIONS, action_text
from skat_gym.rules.card import elements
from skat_gym.rules.chance import below, deal_key, decision_key, seat_key
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.match import SCORINGS
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import Phase

if TYPE_CHECKING:
    from skat_gym.envs.recorder import Recorder

MAX_DRAWS = 1000
_PHASE_NAMES = ("auction", "choice", "put down", "declare", "play", "over")
_STAGE_OF_PHASE = ("auction", "skat", "skat", "skat", "play", "over")


def _recorder(path: str) -> Recorder:
    from skat_gym.envs.recorder import Recorder  # the records are not needed to step

    return Recorder(path)


def relative(scores: Sequence[int], seat: int) -> float:
    """Returns a seat's score minus the mean of the two others."""
    return scores[seat] - (sum(scores) - scores[seat]) / 2


class SkatEnv(gymnasium.Env[Any, Any]):
    """Is the base of the environments of one deal; see its subclasses for each one's page."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's declaration
        "render_modes": ["ansi", "human"],
        "render_fps": 2,
    }
    stages: ClassVar[frozenset[str]] = ALL_STAGES
    """The stages the learner decides."""

    def __init__(
        self,
        *,
        opponents: str | Policy | Sequence[str | Policy] = "rulebook",
        rest: str | Policy = "rulebook",
        seat: int | str | None = None,
        encoding: str = "v1",
        deals: Sequence[Any] | None = None,
        contracts: Sequence[str] | None = None,
        record: str | None = None,
        scoring: str = "seeger-fabian",
        reward: str = "relative",
        reward_scale: float = 0.01,
        illegal_action: str = "terminate",
        obs_mode: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        self.scoring: str = one_of("scoring", scoring, SCORINGS)
        self.reward: str = one_of("reward", reward, REWARDS)
        self.illegal_action: str = one_of("illegal_action", illegal_action, ILLEGAL_ACTION)
        self.obs_mode: str = one_of("obs_mode", obs_mode, OBS_MODES)
        one_of("seat", seat, (None, 0, 1, 2, "all"))
        one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.seat = seat
        self.reward_scale = positive("reward_scale", reward_scale)
        self.illegal_reward = -1000.0 * self.reward_scale
        self.render_mode = render_mode
        if contracts is not None and self.stages != {"play"}:
            raise ValueError("contracts= is for Skat/Play-v0: here the contract is yet to be found")
        self._contracts = contract_filter(contracts)
        self._deals: list[Deal] | None = None
        if deals is not None:
            one = isinstance(deals, (str, Deal))
            many = [deals] if one else listed("deals", deals, "a list of deals")
            self._deals = [deal_of(deal) for deal in many]
        if self._deals == []:
            raise ValueError("deals= holds no deal: leave it out to draw from all deals")
        self._recorder = None if record is None else _recorder(record)
        self._seatings = self._seat(opponents, rest)
        self._table = Table(encoding)
        width = self._table.encoding.width
        features = spaces.Box(0, 1, (width,), np.uint8)
        self.observation_space: spaces.Space[Any] = features
        if self.obs_mode == "dict":
            mask = spaces.Box(0, 1, (N_ACTIONS,), np.int8)
            self.observation_space = spaces.Dict({"observation": features, "action_mask": mask})
        self.action_space: spaces.Space[Any] = spaces.Discrete(N_ACTIONS)
        self._root: int | None = None
        self._running = False

    def _seat(
        self, opponents: str | Policy | Sequence[str | Policy], rest: str | Policy
    ) -> dict[int, Seating]:
        one = isinstance(opponents, (str, Policy))
        pair: list[Any] = [opponents] * 2 if one else listed("opponents", opponents, "one or two")
        if len(pair) != 2:
            raise ValueError(
                "opponents is one policy for both, or two: the next seat's and the previous "
                f"one's; not {len(pair)}"
            )
        others = [load_policy(p) for p in pair]
        own = load_policy(rest)
        unlearned = ALL_STAGES - self.stages
        covers(own, unlearned)
        seatings: dict[int, Seating] = {}
        for seat in (EVERYBODY, 0, 1, 2):
            seatings[seat] = Seating()
            for k in range(3):
                if seat in (EVERYBODY, k):
                    seatings[seat].seat(k, own, unlearned)
                else:
                    covers(others[(k - seat - 1) % 3])
                    seatings[seat].seat(k, others[(k - seat - 1) % 3])
        return seatings

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals, and plays up to the learner's first decision.

        With a seed the deals are those of the seed, from the first on; without one the next deal
        follows. `options` set up a position: "deal" (text, 32 cards or a Deal), "seat",
        "declarer" with "bid", "contract" and "put_down", "actions".
        """
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
        raise RuntimeError(
            f"no deal that fits came up in {MAX_DRAWS}: {self._wish()}; ask for less, or seat "
            "policies that bring it about"
        )

    def _begin(self, number: int) -> None:
        table = self._table
        seat = self._learner_seat(number)
        table.sit(seat, self._seatings[seat])
        if self._deals is None:
            table.begin(number)
        else:
            table.number = number
            table.put(self._deals[below(deal_key(table.root, number), len(self._deals))])

    def _learner_seat(self, number: int) -> int:
        if self.seat is None:
            return int(below(seat_key(self._table.root, number), 3))
        return EVERYBODY if isinstance(self.seat, str) else self.seat

    def _wanted(self) -> bool:
        """Whether the deal on the table fits what was asked for."""
        return self._contracts is None or int(self._table.deals[0].contract) in self._contracts

    def _wish(self) -> str:
        return "a decision of the learner" + (
            " in one of the contracts asked for" if self._contracts is not None else ""
        )

    def _set_up(self, options: Mapping[str, Any]) -> None:
        table = self._table
        for key in options:
            one_of("a reset option", key, POSITION_KEYS)
        table.number += 1
        if "deal" in options:
            deal = deal_of(options["deal"])
        else:
            deal = Deal.shuffled(deal_key(table.root, table.number))
        deal = position(deal, options)
        seat = options.get("seat", self.seat)
        if seat is None:
            seat = self._natural_seat(deal)
        one_of("option 'seat'", seat, (0, 1, 2, "all"))
        seat = EVERYBODY if seat == "all" else int(seat)
        table.sit(seat, self._seatings[seat])
        table.put(deal)
        if table.over:
            raise ValueError(
                "the position given leaves the learner no decision: the deal ends before one"
            )

    def _natural_seat(self, deal: Deal) -> int:
        """The seat to act if the learner decides there, else the one the number draws."""
        if deal.seat >= 0 and _STAGE_OF_PHASE[deal.phase] in self.stages:
            return deal.seat
        return int(below(seat_key(self._table.root, self._table.number), 3))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's action and plays up to its next decision, or to the end."""
        table = self._table
        if not self._running:
            raise gymnasium.error.ResetNeeded("the deal is over: call reset() first")
        try:
            number = int(action)
            whole = number == action
        except (TypeError, ValueError, OverflowError):
            whole = False
        if not whole:
            raise TypeError(f"an action is an integer from 0 to 63, not {action!r}")
        if not 0 <= number < N_ACTIONS or not table.legal >> number & 1:
            if self.illegal_action != "random":
                return self._illegal(number)
            key = decision_key(table.root, table.number, table.acting, table.deals[0].plies)
            number = int(random_action(table.legal, key))
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
        if self._recorder is not None:
            self._recorder.write(self._table.deal)
        return self._observation(), returns[seat], True, False, self._final_info(returns)

    def _returns(self) -> list[float]:
        result = self._table.result
        plain = self.scoring == "points"
        return self._rewarded(result.scores() if plain else result.seeger_fabian())

    def _rewarded(self, scores: Sequence[int]) -> list[float]:
        if self.reward == "own":
            return [self.reward_scale * score for score in scores]
        return [self.reward_scale * relative(scores, seat) for seat in range(3)]

    def _illegal(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table = self._table
        what = action_text(action) if 0 <= action < N_ACTIONS else f"action {action}"
        allowed = ", ".join(action_text(a) for a in elements(table.legal))
        sentence = (
            f"{what} is not legal for {SEAT_NAMES[table.acting]} in phase "
            f"{_PHASE_NAMES[table.phase]}; legal are: {allowed}"
        )
        if self.illegal_action == "raise":
            raise ValueError(sentence)
        self._running = False
        table.mask.fill(1)
        info = self._info()
        info["illegal_action"] = sentence
        return self._observation(), self.illegal_reward, True, False, info

    def _observation(self) -> Any:
        features = self._table.features[0].copy()
        if self.obs_mode == "flat":
            return features
        return {"observation": features, "action_mask": self._table.mask[0].copy()}

    def _info(self) -> dict[str, Any]:
        table = self._table
        seat = max(table.acting, 0) if table.seat == EVERYBODY else table.seat
        return {
            "action_mask": table.mask[0].copy(),
            "seat": seat,
            "phase": _PHASE_NAMES[table.phase],
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
        if self._recorder is not None:
            self._recorder.close()


assert STAGES == ("auction", "skat", "play") and len(Phase) == len(_PHASE_NAMES)
