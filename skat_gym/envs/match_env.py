"""Skat/Match-v0: twelve deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.envs.pages import ARGUMENTS
from skat_gym.envs.setup import MatchSetup
from skat_gym.envs.skat_env import SkatEnv
from skat_gym.observation import View
from skat_gym.rules.chance import below, dealer_key
from skat_gym.rules.match import Match

LEARNER_PLAYER = 0


class MatchEnv(SkatEnv):
    """Plays a match of twelve deals as player 0, with two policies as players 1 and 2.

    The first dealer comes from the seed, then the deal passes clockwise. At the end of each deal
    `step` returns the deal's reward with the observation and mask of the next deal;
    `info["match"]` holds "deal" (counted from 0), "dealer", "seat", "totals" (by `scoring`, of
    players 0, 1, 2) and "last" (the last result in words). Deals in which the learner has
    nothing to decide are played and booked all the same; their rewards are added to the next.

    ### Action space

    `Discrete(64)` as in Skat/Deal-v0.

    ### Further argument

    `match_deals=12`: the length of the match.

    >>> env = MatchEnv(opponents="random")
    >>> observation, info = env.reset(seed=1)
    >>> info["match"]["deal"], info["match"]["totals"]
    (0, (0, 0, 0))
    """

    setup_class = MatchSetup
    setup: MatchSetup

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.match = Match(self.setup.match_deals)
        self._match_number = -1
        self._earned = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a match; the option "dealer" (player 0, 1, 2) says who deals first."""
        self._asked_dealer = self.setup.dealer(options)
        if seed is not None or self._root is None:
            self._match_number = -1
        return super().reset(seed=seed)

    def _draw(self) -> None:
        self._match_number += 1
        dealer = self._asked_dealer
        if dealer < 0:
            dealer = int(below(dealer_key(self._table.root, self._match_number), 3))
        self.match = Match(self.match.deals, dealer)
        self._earned = 0.0
        self._next_deal()
        if self.match.over:
            raise RuntimeError("no deal of the match leaves the learner a decision")

    def _learner_seat(self, number: int) -> int:
        return self.match.seat_of(LEARNER_PLAYER)

    def _next_deal(self) -> None:
        while not self.match.over:
            self._begin(self._table.number + 1)
            if not self._table.over:
                return
            self._book()

    def _book(self) -> None:
        self._earned += self._returns()[self._table.seat]
        if self.setup.recorder is not None:
            self.setup.recorder.write(self._table.deal)
        self.match.book(self._table.result)

    def _outcome(self, acted: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._table.over:
            self._running = True
            return self._observation(), 0.0, False, False, self._info()
        self._book()
        self._next_deal()
        reward, self._earned = self._earned, 0.0
        over = self.match.over
        self._running = not over
        return self._observation(), reward, over, False, self._info()

    def _info(self) -> dict[str, Any]:
        info = super()._info()
        match = self.match
        info["match"] = {
            "deal": match.number,
            "dealer": match.lines[-1].dealer if match.over else match.dealer,
            "seat": self._table.seat,
            "totals": match.scores(self.setup.scoring),
            "last": str(match.lines[-1].result) if match.lines else "",
        }
        if match.over:
            info["returns"] = np.array(self._rewarded(match.scores(self.setup.scoring)))
        return info

    @property
    def learner_view(self) -> View:
        """What player 0 may know of the deal at hand."""
        return self._table.view(self._table.seat)

    def _picture(self) -> str:
        totals = " : ".join(map(str, self.match.scores(self.setup.scoring)))
        head = (
            f"deal {min(self.match.number + 1, self.match.deals)} of {self.match.deals}, {totals}"
        )
        return f"{head}\n{super()._picture()}"


MatchEnv.__doc__ = (MatchEnv.__doc__ or "") + ARGUMENTS
