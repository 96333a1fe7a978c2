"""What a player believes of the cards it does not see, by a net."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.network.card_play import MEMORY, Net
from skat_gym.players.network.play_inputs import play_inputs
from skat_gym.players.network.suits import CARD_NAMES
from skat_gym.rules.contract import GAME

_LEAST = 1e-3
"""No place is ruled out: a belief is none of what the rules say."""


class Beliefs:
    """Tells with whom each hidden card is likely to lie, from a view in the play of a deal."""

    def __init__(self, net: Net, memory: int = MEMORY) -> None:
        """Takes the net, and how many tricks are remembered."""
        self._net, self._memory = net, memory

    def weights(self, views: Any, masks: Any) -> Any:
        """Returns weights for `Worlds`, (n, 3, 32) float64: next player, previous one, aside.

        Takes (n,) views in their play and (n,) int64 masks. Cards the player sees get some weight,
        too, which means nothing.
        """
        n = len(views)
        inputs = play_inputs(views, masks, np.zeros(n, np.int64), self._memory)
        out = self._net.forward(inputs).astype(np.float64).reshape(n, 3, 32) * self._net.unit
        names = CARD_NAMES[GAME[views["contract"]], 0]
        told = np.take_along_axis(out, np.repeat(names[:, None], 3, axis=1), axis=2)
        odds = np.exp(told - told.max(axis=1, keepdims=True))
        return np.maximum(odds / odds.sum(axis=1, keepdims=True), _LEAST)
