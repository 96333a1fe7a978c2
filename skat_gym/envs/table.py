"""The table of an environment: one deal, seated, played up to the learner's next decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.encoding import encoding
from skat_gym.envs.step import ask, begin, go_on, observe, step
from skat_gym.observation import View, new_views
from skat_gym.players import Policy, Seating
from skat_gym.players.native import N_NATIVE
from skat_gym.players.policy import STAGE, checked_actions
from skat_gym.players.rollout import LEARNER
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.deal import Deal
from skat_gym.rules.result import Result
from skat_gym.rules.state import OVER, new_deals
from skat_gym.rules.transition import apply

EVERYBODY = -1
"""The learner's seat where the learner decides for all three."""


class Table:
    """Holds one deal, who sits where, and what the learner sees of it.

    `features` (1, width) uint8 and `mask` (1, 64) int8 are overwritten at every step: copy them.
    """

    def __init__(self, encoding_name: str) -> None:
        self.encoding = encoding(encoding_name)
        self.deals = new_deals(1)
        self.features = np.zeros((1, self.encoding.width), np.uint8)
        self.mask = np.ones((1, N_ACTIONS), np.int8)
        self.root = 0
        self.number = -1
        self.seat = EVERYBODY
        self.acting = -1
        self.phase = OVER
        self.legal = 0
        self._result: Result | None = None
        self._views = new_views(1)
        self._words = self.features.view(np.int64)
        self._mask_words = self.mask.view(np.int64)
        self._asked = new_views(1), np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._codes = np.full((3, 3), LEARNER, np.int64)
        self._policies: Sequence[Policy] = ()

    def sit(self, seat: int, seating: Seating) -> None:
        """Gives the learner a seat (or EVERYBODY) and the rest to policies."""
        self.seat = seat
        self._codes = seating.codes
        self._policies = seating.policies

    def begin(self, number: int) -> None:
        """Deals deal `number` of the root and plays it up to the learner's decision."""
        self.number = number
        self._proceed(begin(self.deals, *self._where()))

    def put(self, deal: Deal) -> None:
        """Puts a given deal on the table and plays it up to the learner's decision."""
        self.deals[0] = deal.record
        self._proceed(go_on(self.deals, *self._where()))

    def step(self, action: int) -> None:
        """Applies a legal action of the learner and plays up to the next one."""
        self._proceed(step(self.deals, action, *self._where()))

    def _where(self) -> tuple[Any, ...]:
        return (
            self._codes,
            self.root,
            self.number,
            self.seat,
            self._views,
            self._words,
            self._mask_words,
        )

    def _proceed(self, state: tuple[int, int, int, int]) -> None:
        code, self.acting, self.phase, self.legal = state
        self._result = None
        while code != LEARNER:
            policy = self._policies[code - N_NATIVE]
            views, masks, keys = self._asked
            ask(self.deals, self.root, self.number, views, masks, keys)
            answer = policy.act(views, masks, keys.view(np.uint64))
            apply(self.deals, 0, checked_actions(policy, answer, views, masks)[0])
            code, self.acting, self.phase, self.legal = go_on(self.deals, *self._where())

    def look(self, seat: int) -> None:
        """Writes the features and the mask of any seat."""
        observe(self.deals, seat, self._views, self._words, self._mask_words)

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.phase == OVER

    @property
    def stage(self) -> int:
        """The stage to be decided: 0 auction, 1 skat, 2 play, -1 over."""
        return int(STAGE[self.phase])

    @property
    def deal(self) -> Deal:
        """The deal itself, every card open: for records and results, not for players."""
        return Deal(self.deals[0])

    @property
    def result(self) -> Result:
        """The result of a deal that is over."""
        if self._result is None:
            self._result = Result.of(self.deals)
        return self._result

    def view(self, seat: int) -> View:
        """Returns what a seat may know."""
        return View.of(self.deal, seat)
