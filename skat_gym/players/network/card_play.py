"""Card play by nets: one for the declarer, one for the defenders, and two for null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from skat_gym.players.network.play_inputs import play_inputs
from skat_gym.players.network.suits import CARD_NAMES
from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import NULL

KINDS = ("declarer", "defender", "null_declarer", "null_defender")
"""The nets that play cards, by role and game."""
MEMORY = 10
"""Tricks that a player who forgets nothing remembers."""
_ROWS = 512


class Net(Protocol):
    """Is what a policy asks its nets: rows of binary inputs to rows of numbers."""

    unit: float

    def forward(self, inputs: Any) -> Any:
        """Returns the outputs for (n, width) uint8 inputs, (n, outputs) float32."""
        ...


def kind_of(views: Any) -> Any:
    """Returns which of KINDS decides for each of (n,) views in their play."""
    null = GAME[views["contract"]] == NULL
    return 2 * null + (views["me"] != views["declarer"])


@kernel
def _enter(
    out: Any, each: int, unit: float, games: Any, masks: Any, values: Any, rows: Any
) -> None:
    """Enters what `each` namings of every view told of its legal cards, added up."""
    for k in range(len(rows)):
        legal = masks[k]
        while legal != 0:
            card = lowest(legal)
            legal = without_lowest(legal)
            total = 0.0
            for naming in range(each):
                total += out[k * each + naming, CARD_NAMES[games[k], naming, card]]
            values[rows[k], card] = total * unit


class CardPlay:
    """Values every legal card: the mean of a net's opinions under several names of the suits."""

    def __init__(self, nets: Mapping[str, Net], namings: int = 6, memory: int = MEMORY) -> None:
        """Takes the nets by name, of KINDS.

        `namings` is how many names of the suits are tried: 1 to 6, 12 or 24. With a `memory` below
        10 the player forgets the cards of earlier tricks, as people do.
        """
        self._nets = {kind: nets[kind] for kind in KINDS}
        self._namings, self._memory = namings, memory

    def quick(self) -> CardPlay:
        """Returns the same nets asked under one name of the suits."""
        return CardPlay(self._nets, 1, self._memory)

    def values(self, views: Any, masks: Any) -> Any:
        """Returns a value for each card, (n, 32) float64 in list points; -inf where illegal.

        Takes (n,) views in their play and (n,) int64 masks.
        """
        values = np.full((len(views), 32), -np.inf)
        kinds = kind_of(views)
        for kind in np.unique(kinds):
            rows = np.flatnonzero(kinds == kind)
            for start in range(0, len(rows), _ROWS):
                part = rows[start : start + _ROWS]
                net = self._nets[KINDS[kind]]
                self._of_kind(net, views.take(part), masks[part], values, part)
        return values

    def _of_kind(self, net: Net, views: Any, masks: Any, values: Any, rows: Any) -> None:
        each = self._namings
        namings = np.tile(np.arange(each), len(views))
        out = net.forward(play_inputs(views, masks, namings, self._memory))
        _enter(out, each, net.unit / each, GAME[views["contract"]], masks, values, rows)
