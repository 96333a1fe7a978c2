"""The table of an environment: one deal, seated, played up to the learner's next decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.encoding import encoding
from skat_gym.envs.chairs import EVERYBODY
from skat_gym.envs.hidden import HIDDEN_WIDTH
from skat_gym.envs.step import deal_out, observe, question, step
from skat_gym.observation import View, new_views
from skat_gym.players import Policy
from skat_gym.players.native import N_NATIVE
from skat_gym.players.policy import ask
from skat_gym.players.rollout import LEARNER
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.deal import Deal
from skat_gym.rules.result import Result
from skat_gym.rules.state import OVER, new_deals
from skat_gym.rules.transition import apply

_NOTHING = -1
"""In place of an action: only go on."""


class Table:
    """Holds one deal, who sits where, and what the learner sees of it.

    `features` (1, width) uint8, `mask` (1, 64) int8 and, where asked for, `hidden`
    (1, HIDDEN_WIDTH) uint8 are overwritten at every step: copy them.
    """

    def __init__(self, encoding_name: str, privileged: bool = False) -> None:
        self.encoding = encoding(encoding_name)
        self.deals = new_deals(1)
        self.features = np.zeros((1, self.encoding.width), np.uint8)
        self.mask = np.ones((1, N_ACTIONS), np.int8)
        self.hidden = np.zeros((int(privileged), HIDDEN_WIDTH), np.uint8)
        self.codes = np.full((1, 3, 3), LEARNER, np.int64)
        self.root = 0
        self.number = -1
        self.seat = EVERYBODY
        self.acting = -1
        self.phase = OVER
        self.legal = 0
        self._given = new_deals(0)
        self._result: Result | None = None
        self._views = new_views(1)
        self._policies: Sequence[Policy] = ()
        self._share()

    def _share(self) -> None:
        """Sees the rows as the machine words that kernels write."""
        self._words = self.features.view(np.int64)
        self._mask_words = self.mask.view(np.int64)
        self._hidden_words = self.hidden.view(np.int64)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores a copy, whose words must be its own rows again."""
        self.__dict__.update(state)
        self._share()

    def sit(self, seat: int, policies: Sequence[Policy]) -> None:
        """Gives the learner a seat (or EVERYBODY); `codes` speak of these policies."""
        self.seat = seat
        self._policies = policies

    def begin(self, number: int, given: Any | None = None) -> None:
        """Deals deal `number` of the root and plays it up to the learner's decision."""
        self.number = number
        deal_out(self.deals, 0, self.root, number, self._given if given is None else given)
        self._proceed(_NOTHING)

    def put(self, deal: Deal) -> None:
        """Puts a given deal on the table and plays it up to the learner's decision."""
        self.deals[0] = deal.record
        self._proceed(_NOTHING)

    def step(self, action: int) -> None:
        """Applies a legal action of the learner and plays up to the next one."""
        self._proceed(action)

    def _step(self, action: int) -> int:
        code, self.acting, self.phase, self.legal = step(
            self.deals,
            action,
            self.codes,
            self.root,
            self.number,
            self.seat,
            self._views,
            self._words,
            self._mask_words,
            self._hidden_words,
        )
        return code

    def _proceed(self, action: int) -> None:
        self._result = None
        code = self._step(action)
        while code != LEARNER:
            policy = self._policies[code - N_NATIVE]
            # new arrays, since a policy that keeps its own would find the next one's in them
            views, masks, keys = new_views(1), np.empty(1, np.int64), np.empty(1, np.int64)
            question(self.deals, 0, self.root, self.number, views, masks, keys, 0)
            apply(self.deals, 0, ask(policy, views, masks, keys)[0])
            code = self._step(_NOTHING)

    def look(self, seat: int) -> None:
        """Writes the features and the mask of any seat."""
        words, hidden = self._words, self._hidden_words
        observe(self.deals, 0, seat, self._views, 0, words, hidden, 0, self._mask_words)

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.phase == OVER

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
