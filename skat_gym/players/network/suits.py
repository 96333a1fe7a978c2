"""Renaming suits so that trump comes first: what a net sees, and back to the cards."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from skat_gym.encoding.symmetry import action_map
from skat_gym.rules.trick import NULL

N_NAMINGS = 24
"""How many ways of naming the suits there are; in a suit game 6, each of them four times."""


def _namings(game: int) -> list[tuple[int, ...]]:
    if game >= 4:
        return list(permutations(range(4)))
    sides = [suit for suit in range(4) if suit != game]
    names = []
    for order in permutations((1, 2, 3)):
        naming = [0] * 4
        for suit, name in zip(sides, order, strict=True):
            naming[suit] = name
        names.append(tuple(naming))
    return names * 4


# Half of the even permutations come first, so that a few of them already turn every suit to every
# place: the first four are the rotations of 0 1 2 3.
_ROTATIONS = [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


def _ordered(game: int) -> list[tuple[int, ...]]:
    names = _namings(game)
    if game < 4:
        return names
    return _ROTATIONS + [naming for naming in names if naming not in _ROTATIONS]


SUIT_NAMES = np.array([_ordered(game) for game in range(6)], np.int64)
"""(6 games, 24, 4): the name each suit gets; in a suit game trump is 0."""
CARD_NAMES = np.array(
    [[action_map(naming, game == NULL)[:32] for naming in SUIT_NAMES[game]] for game in range(6)],
    np.int64,
)
"""(6 games, 24, 32): the name each card gets; jacks keep theirs except in null."""
