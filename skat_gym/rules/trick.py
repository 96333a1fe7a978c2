"""Tricks: which cards follow which, and who wins (ISkO 2.3, 4.2)."""

from __future__ import annotations

import numpy as np

from skat_gym.rules.card import JACK, RANKS
from skat_gym.rules.kernel import kernel

GRAND = 4
NULL = 5
TRUMP = 4
"""The class of trumps; classes 0..3 are the suits without their trumps."""

_NULL_ORDER = "789TJQKA"


def _card_class(game: int, card: int) -> int:
    if game != NULL and (card & 7 == JACK or card >> 3 == game):
        return TRUMP
    return card >> 3


def _strength(game: int, card: int) -> int:
    rank = card & 7
    if game == NULL:
        return _NULL_ORDER.index(RANKS[rank])
    return 8 + (card >> 3) if rank == JACK else rank


CLASS = np.array([[_card_class(g, c) for c in range(32)] for g in range(6)], np.int64)
"""(6 games, 32 cards): the class a card belongs to."""
CLASS_CARDS = np.array(
    [[sum(1 << c for c in range(32) if CLASS[g, c] == k) for k in range(5)] for g in range(6)],
    np.int64,
)
"""(6 games, 5 classes): the set of cards of a class."""
STRENGTH = np.array([[_strength(g, c) for c in range(32)] for g in range(6)], np.int64)
"""(6 games, 32 cards): the order within a class, higher beats lower."""
STRONGER = np.array(
    [
        [
            sum(
                1 << o
                for o in range(32)
                if CLASS[g, o] == CLASS[g, c] and STRENGTH[g, o] > STRENGTH[g, c]
            )
            for c in range(32)
        ]
        for g in range(6)
    ],
    np.int64,
)
"""(6 games, 32 cards): the cards of the same class that beat a card."""
_POWER = np.array(
    [
        [
            [
                (STRENGTH[g, c] + 1 if CLASS[g, c] == led else 0)
                + (STRENGTH[g, c] + 21 if CLASS[g, c] == TRUMP and led != TRUMP else 0)
                for c in range(32)
            ]
            for led in range(5)
        ]
        for g in range(6)
    ],
    np.int64,
)


@kernel
def follow(hand: int, led: int, game: int) -> int:
    """Returns the cards of a hand that may be played on a led card: its class, else anything."""
    same = hand & CLASS_CARDS[game, CLASS[game, led]]
    return same if same != 0 else hand


@kernel
def power(card: int, led: int, game: int) -> int:
    """Returns how strong a card is in a trick with that lead; 0 if it cannot win."""
    return int(_POWER[game, CLASS[game, led], card])


@kernel
def over(card: int, game: int) -> int:
    """Returns the cards that take a trick from the card it belongs to so far."""
    trumps = 0 if CLASS[game, card] == TRUMP else CLASS_CARDS[game, TRUMP]
    return int(STRONGER[game, card] | trumps)


@kernel
def trick_winner(first: int, second: int, third: int, game: int) -> int:
    """Returns the place (0, 1, 2) of the winning card, given in the order played."""
    best = 0
    top = power(first, first, game)
    p = power(second, first, game)
    if p > top:
        best = 1
        top = p
    if power(third, first, game) > top:
        best = 2
    return best


@kernel
def beats(card: int, other: int, led: int, game: int) -> bool:
    """Tells whether a card beats another in a trick with that lead."""
    return power(card, led, game) > power(other, led, game)
