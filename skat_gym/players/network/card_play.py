"""Card play by nets: one for the declarer, one for the defenders, and two for null."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from skat_gym.players.network.play_inputs import play_inputs
from skat_gym.players.network.suits import CARD_NAMES
from skat_gym.rules.contract import GAME
from skat_gym.rules.trick import NULL

KINDS = ("declarer", "defender", "null_declarer", "null_defender")
"""The nets that play cards, by role and game."""
MEMORY = 10
"""Tricks that a player who forgets nothing remembers."""
_ROWS = 512
_BITS = np.arange(32)


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


def legal_bits(masks: Any) -> Any:
    """Returns which cards (n,) masks allow, (n, 32) bool."""
    return (masks[:, None] >> _BITS & 1).astype(bool)


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
                values[part] = self._of_kind(self._nets[KINDS[kind]], views[part], masks[part])
        values[~legal_bits(masks)] = -np.inf
        return values

    def _of_kind(self, net: Net, views: Any, masks: Any) -> Any:
        n, each = len(views), self._namings
        namings = np.tile(np.arange(each), n)
        out = net.forward(play_inputs(views, masks, namings, self._memory))[:, :32].reshape(
            n, each, 32
        )
        names = CARD_NAMES[GAME[views["contract"]], :each]
        told = np.take_along_axis(out, names, axis=2).astype(np.float64)
        return told.sum(axis=1) * (net.unit / each)
