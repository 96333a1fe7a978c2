"""The policy of several small nets, one for each kind of decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.network.card_play import CardPlay
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.policy import ALL_STAGES, Evaluation
from skat_gym.rules.state import AUCTION, CHOICE, PLAY

PASSING = -25.0
"""What leaving the game to others is worth, as Seeger-Fabian counts it against theirs."""
_SHARP = 12.0
"""Actions so many list points worse are e times less likely."""


class NetworkPolicy:
    """Decides every phase by nets: values every legal action and takes the best."""

    def __init__(
        self,
        name: str,
        play: CardPlay,
        exchange: Exchange | None = None,
        passing: float = PASSING,
        fingerprint: str = "",
    ) -> None:
        """Takes the parts; without an exchange it decides the play alone."""
        self.name, self.fingerprint = name, fingerprint
        self.phases = ALL_STAGES if exchange is not None else frozenset({"play"})
        self._play, self._exchange, self._passing = play, exchange, passing

    def values(self, views: Any, masks: Any) -> Any:
        """Returns what every action is worth in list points, (n, 64) float64; -inf if illegal.

        Put-downs and contracts that a rough estimate rules out stay at -inf as well.
        """
        masks = np.asarray(masks, np.int64)
        values = np.full((len(views), 64), -np.inf)
        phase = views["phase"]
        rows = np.flatnonzero(phase == PLAY)
        if len(rows):
            values[rows, :32] = self._play.values(views[rows], masks[rows])
        if self._exchange is None:
            return values
        rows = np.flatnonzero(phase == AUCTION)
        if len(rows):
            values[rows] = self._exchange.auction_values(views[rows], masks[rows], self._passing)
        rows = np.flatnonzero(phase == CHOICE)
        if len(rows):
            values[rows] = self._exchange.choice_values(views[rows], masks[rows])
        rows = np.flatnonzero((phase > CHOICE) & (phase < PLAY))
        if len(rows):
            values[rows] = self._exchange.skat_values(views[rows], masks[rows])
        return values

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`); keys go unused."""
        masks = np.asarray(masks, np.int64)
        lowest = masks & -masks
        actions = np.round(np.log2(lowest.view(np.uint64).astype(np.float64))).astype(np.int64)
        rows = np.flatnonzero(masks != lowest)
        if len(rows):
            actions[rows] = self.values(views[rows], masks[rows]).argmax(axis=1)
        return actions

    def evaluate(self, views: Any, masks: Any) -> Evaluation:
        """Tells how likely each action is, and what list score it may be expected to bring."""
        values = self.values(views, masks)
        best = values.max(axis=1, keepdims=True)
        weights = np.exp(np.maximum((values - best) / _SHARP, -60.0))
        weights[~np.isfinite(values)] = 0.0
        probabilities = weights / weights.sum(axis=1, keepdims=True)
        return Evaluation(probabilities.astype(np.float32), values.astype(np.float32))
