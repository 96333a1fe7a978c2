"""The symmetry of the suits: permuting cards and actions alike.

`suits[s]` is the suit that stands for suit s. Ranks stay, and jacks stay jacks of their own suit
except in null, where they are cards of a suit like any other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.action import DECLARE_FIRST, N_ACTIONS
from skat_gym.rules.card import JACK
from skat_gym.rules.kernel import kernel

IDENTITY = np.arange(4, dtype=np.int64)
_BELOW_JACK = (1 << 8 * JACK) - 1


@kernel
def permute_words(words: Any, row: int, start: int, suits: Any, null: bool) -> None:
    """Applies a permutation of the suits to a set of cards, a word of eight bytes for each suit."""
    moving = -1 if null else _BELOW_JACK
    suit_words = (
        words[row, start],
        words[row, start + 1],
        words[row, start + 2],
        words[row, start + 3],
    )
    for suit in range(4):
        words[row, start + suit] &= ~moving
    for suit in range(4):
        words[row, start + int(suits[suit])] |= suit_words[suit] & moving


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
