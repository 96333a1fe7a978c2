"""The symmetry of the suits: permuting cards and actions alike.

`suits[s]` is the suit that stands for suit s. Ranks stay, and jacks stay jacks of their own suit
except in null, where they are cards of a suit like any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.action import DECLARE_FIRST, N_ACTIONS
from skat_gym.rules.card import JACK, JACKS
from skat_gym.rules.kernel import kernel

IDENTITY = np.arange(4, dtype=np.int64)


@kernel
def permuted(cards: int, suits: Any, null: bool) -> int:
    """Applies a permutation of the suits to a set of cards."""
    moving = 0xFF if null else 0x7F
    total = 0 if null else cards & JACKS
    for suit in range(4):
        total |= ((cards >> (8 * suit)) & moving) << (8 * int(suits[suit]))
    return total


def checked(suits: Any) -> Any:
    """Returns a permutation as int64; raises ValueError if it is none."""
    suits = np.asarray(suits, np.int64)
    if sorted(suits.tolist()) != [0, 1, 2, 3]:
        raise ValueError(f"suits is a permutation of 0, 1, 2, 3, not {suits.tolist()}")
    return suits


def action_map(suits: Any, null: bool = False) -> Any:
    """Returns the (64,) map from an action to its name under a permutation of the suits.

    `null` says whether the contract is null, where jacks move with their suits.
    """
    suits = checked(suits)
    moved = np.arange(N_ACTIONS)
    for card in range(32):
        if null or card & 7 != JACK:
            moved[card] = 8 * suits[card >> 3] + (card & 7)
    for contract in range(20):
        moved[DECLARE_FIRST + contract] = DECLARE_FIRST + 5 * suits[contract // 5] + contract % 5
    return moved
