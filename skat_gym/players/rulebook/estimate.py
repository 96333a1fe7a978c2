"""Estimates: the chance to win a game with a hand, as log odds added up from its parts.

Every part of a hand (jacks, trump suit, each side suit) looks up its share in a table. The
weights behind the tables were fitted to games this player played against itself.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import GRAND, NULL

WITH_SKAT, BY_HAND, PUT_DOWN = range(3)
"""What is estimated: ten cards before the skat is picked up, a hand game, ten cards after."""

_SEVEN, _EIGHT, _NINE, _QUEEN, _KING, _TEN, _ACE = (1 << k for k in range(7))


def side_features(cards: int) -> list[float]:
    """Describes a side suit: what takes tricks, what loses points, what is missing."""
    n = cards.bit_count()
    ace, ten, king = (bool(cards & c) for c in (_ACE, _TEN, _KING))
    low = (cards & (_SEVEN | _EIGHT | _NINE | _QUEEN)).bit_count()
    return [
        float(ace),
        float(ace and ten),
        float(ten and not ace and n > 1),
        float(ten and n == 1),
        float(ten and king and not ace),
        float(king and ace),
        float(king and not ace and not ten),
        float(low),
        float(n == 0),
        float(n == 1),
        float(n == 1 and ace),
        float(max(0, n - 3)),
        float(ace and ten and n > 3),
    ]


def trump_features(cards: int) -> list[float]:
    """Describes the trump suit without jacks."""
    n = cards.bit_count()
    return [float(n), float(bool(cards & _ACE)), float(bool(cards & _TEN)), float(max(0, n - 3))]


def jack_features(jacks: int) -> list[float]:
    """Describes the jacks, bits 0..3 diamonds to clubs."""
    n = jacks.bit_count()
    return [
        *(float(jacks >> k & 1) for k in range(4)),
        float(n == 0),
        float(n >= 3),
        float(n == 4),
        float(jacks >> 2 == 3),
    ]


def null_features(cards: int) -> list[float]:
    """Describes a suit in null: how far its cards lie above the safe ladder 7 9 J K."""
    place = sorted((0, 1, 2, 5, 6, 3, 7, 4)[k] for k in range(8) if cards >> k & 1)
    over = [max(0, p - 2 * i) for i, p in enumerate(place)]
    n = len(place)
    return [
        float(over[0] if n == 1 else 0),
        float(over[0] if n == 2 else 0),
        float(over[0] if n > 2 else 0),
        float(sum(over[1:])),
        float(max(over, default=0) ** 2) / 4.0,
        float(max(0, n - 4)),
    ]


# For each of WITH_SKAT, BY_HAND, PUT_DOWN: constant, forehand, a point put down; in null the danger
# there is at any rate, and the danger of lying open.
SUIT_WEIGHTS = [
    [-0.16, 0.08, 0.00],
    [-3.12, 0.05, 0.00],
    [-3.99, 0.11, 0.09],
]
GRAND_WEIGHTS = [
    [2.54, 0.23, 0.01],
    [0.28, 0.18, 0.00],
    [-0.07, 0.24, 0.11],
]
NULL_WEIGHTS = [
    [0.01, 0.09],
    [0.01, 0.26],
    [0.01, 0.05],
]
# Likewise, for each feature.
SUIT_JACKS = [
    [0.46, 0.58, 0.74, 0.91, 0.16, 0.69, 1.05, 0.48],
    [0.43, 0.64, 0.74, 1.03, 0.16, 0.76, 0.56, 0.61],
    [0.48, 0.67, 0.84, 1.12, 0.18, 1.02, 1.39, 0.72],
]
GRAND_JACKS = [
    [0.73, 0.76, 0.80, 1.24, 0.19, 0.12, -0.96, 0.22],
    [0.84, 0.92, 0.89, 1.49, 0.62, -0.59, -0.90, 0.22],
    [1.10, 1.02, 1.00, 1.63, 0.24, -0.01, -1.08, 0.41],
]
SUIT_TRUMPS = [
    [0.30, 0.76, 0.65, -0.02],
    [0.19, 0.84, 0.68, 0.10],
    [0.29, 1.09, 0.91, 0.06],
]
SUIT_SIDES = [
    [0.53, -0.18, -0.12, -0.30, -0.76, -0.71, -0.66, -0.80, 0.35, 0.23, -0.26, 0.21, -0.35],
    [0.98, 0.12, 0.20, -1.12, -0.82, -0.76, -0.82, -0.81, 2.05, 0.70, 0.06, 0.05, -0.72],
    [1.22, -0.09, 0.30, -1.14, -1.02, -0.92, -0.71, -1.04, 1.76, 0.71, -0.33, 0.07, -0.55],
]
GRAND_SIDES = [
    [0.41, -0.04, -0.20, -0.39, -0.85, -0.78, -0.75, -0.94, 0.20, 0.15, -0.12, 0.19, -0.55],
    [0.84, 0.00, 0.02, -1.05, -1.01, -0.98, -0.92, -1.03, 1.15, 0.48, 0.07, 0.35, -0.62],
    [0.98, -0.03, 0.14, -1.30, -1.23, -1.08, -1.00, -1.25, 1.12, 0.48, -0.27, 0.16, -0.53],
]
NULL_SUITS = [
    [0.07, 0.16, 0.37, 0.07, 0.00, 0.00],
    [0.11, 0.25, 0.40, 0.11, 0.12, 0.00],
    [0.07, 0.23, 0.45, 0.11, 0.26, 0.00],
]


def _table(features: Any, size: int, weights: Any) -> Any:
    return np.array([features(k) for k in range(size)]) @ np.array(weights, np.float64).T


JACKS = np.array([_table(jack_features, 16, w).T for w in (SUIT_JACKS, GRAND_JACKS)])
"""(suit or grand, 3, 16): log odds for the jacks."""
TRUMPS = _table(trump_features, 128, SUIT_TRUMPS).T.copy()
"""(3, 128): log odds for the trump suit."""
SIDES = np.array([_table(side_features, 128, w).T for w in (SUIT_SIDES, GRAND_SIDES)])
"""(suit or grand, 3, 128): log odds for a side suit."""
NULLS = _table(null_features, 256, NULL_SUITS).T.copy()
"""(3, 256): log odds for a suit in null."""
BASES = np.array([SUIT_WEIGHTS, GRAND_WEIGHTS], np.float64)
# In null every suit must hold: the chances multiply, so dangers add up.
NULL_BASES = np.array(NULL_WEIGHTS, np.float64)


@kernel
def log_odds(cards: int, game: int, when: int, forehand: bool) -> float:
    """Estimates the log odds of winning a game with ten cards, points put down left out."""
    if game == NULL:
        danger = NULL_BASES[when, 0]
        for suit in range(4):
            danger += NULLS[when, (cards >> (8 * suit)) & 255]
        return float(-math.log(math.expm1(danger)))
    form = 1 if game == GRAND else 0
    jacks = (cards >> 7) & 1 | (cards >> 14) & 2 | (cards >> 21) & 4 | (cards >> 28) & 8
    total = BASES[form, when, 0] + JACKS[form, when, jacks]
    if forehand:
        total += BASES[form, when, 1]
    for suit in range(4):
        held = (cards >> (8 * suit)) & 127
        if suit == game:
            total += TRUMPS[when, held]
        else:
            total += SIDES[form, when, held]
    return float(total)


@kernel
def open_odds(odds: float, when: int, ouvert: int) -> float:
    """Returns the log odds of a null, closed or ouvert, given those of the closed one."""
    if ouvert == 0:
        return odds
    danger = math.log1p(math.exp(-odds)) + NULL_BASES[when, 1]
    return float(-math.log(math.expm1(danger)))


SCHNEIDER_ODDS = 3.0
"""How far the log odds of making schneider lie below those of winning."""
NULL_BASE = 23


@kernel
def expected(odds: float, value: int, bid: int, base: int) -> float:
    """Returns what a game is expected to book, what the defenders book on a loss counted too.

    A value below the bid is lost at the lowest multiple that reaches the bid, unless schneider
    makes up for one missing level.
    """
    if value < bid:
        odds -= SCHNEIDER_ODDS if value + base >= bid and base != NULL_BASE else 50.0
        value = (bid + base - 1) // base * base
    win = 1.0 / (1.0 + math.exp(-odds))
    return float(win * (value + 50.0) - (1.0 - win) * (2.0 * value + 90.0))
