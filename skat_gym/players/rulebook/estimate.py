"""Estimates: the chance to win a game with a hand, as log odds added up from its parts.

Every part of a hand (jacks, trump suit, each side suit) looks up its share in a table. The
weights behind the tables were fitted to games this player played against itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.contract import BASE
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


def null_features(cards: int) -> list[int]:
    """Describes a suit in null: how far its cards lie above the safe ladder 7 9 J K."""
    place = sorted((0, 1, 2, 5, 6, 3, 7, 4)[k] for k in range(8) if cards >> k & 1)
    over = [max(0, p - 2 * i) for i, p in enumerate(place)]
    n = len(place)
    return [
        over[0] if n == 1 else 0,
        over[0] if n == 2 else 0,
        over[0] if n > 2 else 0,
        sum(over[1:]),
        max(over, default=0) ** 2,
        max(0, n - 4),
    ]


# For each of WITH_SKAT, BY_HAND, PUT_DOWN: constant, forehand, a point put down; in null the danger
# there is at any rate, and the danger of lying open.
SUIT_WEIGHTS = [
    [-0.14, 0.14, 0.00],
    [-3.02, 0.04, 0.00],
    [-3.99, 0.11, 0.09],
]
GRAND_WEIGHTS = [
    [2.55, 0.15, 0.01],
    [0.38, 0.05, 0.00],
    [-0.07, 0.24, 0.11],
]
NULL_WEIGHTS = [
    [0.01, 0.06],
    [0.01, 0.26],
    [0.01, 0.05],
]
# Likewise, for each feature.
SUIT_JACKS = [
    [0.68, 0.76, 0.91, 1.00, 0.17, 0.50, 0.80, 0.33],
    [0.85, 1.07, 1.01, 1.21, 0.12, 0.61, 0.55, 0.54],
    [0.48, 0.67, 0.84, 1.12, 0.18, 1.02, 1.39, 0.72],
]
GRAND_JACKS = [
    [0.85, 0.91, 1.01, 1.40, 0.24, -0.08, -0.75, 0.15],
    [1.10, 1.23, 1.33, 1.92, 0.75, -0.48, -0.98, 0.09],
    [1.10, 1.02, 1.00, 1.63, 0.24, -0.01, -1.08, 0.41],
]
SUIT_TRUMPS = [
    [0.39, 0.59, 0.47, 0.04],
    [0.53, 0.74, 0.60, 0.07],
    [0.29, 1.09, 0.91, 0.06],
]
SUIT_SIDES = [
    [0.28, -0.16, -0.40, -0.40, -0.68, -0.74, -0.68, -0.80, 0.03, 0.06, -0.12, 0.14, -0.33],
    [0.64, -0.04, -0.33, -0.89, -0.66, -0.83, -0.81, -0.80, 0.74, 0.60, -0.32, 0.04, -0.58],
    [1.22, -0.09, 0.30, -1.14, -1.02, -0.92, -0.71, -1.04, 1.76, 0.71, -0.33, 0.07, -0.55],
]
GRAND_SIDES = [
    [0.36, -0.17, -0.40, -0.50, -0.86, -0.89, -0.76, -0.91, 0.09, 0.10, -0.27, 0.22, -0.33],
    [0.60, -0.03, -0.43, -0.95, -0.79, -1.00, -0.98, -0.95, 0.78, 0.60, -0.41, 0.23, -0.48],
    [0.98, -0.03, 0.14, -1.30, -1.23, -1.08, -1.00, -1.25, 1.12, 0.48, -0.27, 0.16, -0.53],
]
NULL_SUITS = [
    [0.06, 0.14, 0.31, 0.06, 0.00, 0.00],
    [0.11, 0.25, 0.40, 0.11, 0.03, 0.00],
    [0.07, 0.23, 0.45, 0.11, 0.06, 0.00],
]


def _hundredths(weights: Any) -> Any:
    """Turns weights into integers, so that sums are the same on every machine."""
    return np.rint(np.array(weights, np.float64) * HUNDRED).astype(np.int64)


def _table(features: Any, size: int, weights: Any) -> Any:
    rows = np.array([features(k) for k in range(size)]).astype(np.int64)
    return np.ascontiguousarray((rows @ _hundredths(weights).T).T)


HUNDRED = 100
"""Log odds and dangers are counted in hundredths."""
CERTAIN = 10000
"""Chances are counted in ten-thousandths."""
JACKS = np.array([_table(jack_features, 16, w) for w in (SUIT_JACKS, GRAND_JACKS)])
"""(suit or grand, 3, 16): log odds for the jacks."""
TRUMPS = _table(trump_features, 128, SUIT_TRUMPS)
"""(3, 128): log odds for the trump suit."""
SIDES = np.array([_table(side_features, 128, w) for w in (SUIT_SIDES, GRAND_SIDES)])
"""(suit or grand, 3, 128): log odds for a side suit."""
NULLS = _table(null_features, 256, NULL_SUITS)
"""(3, 256): danger of a suit in null."""
BASES = _hundredths([SUIT_WEIGHTS, GRAND_WEIGHTS])
NULL_BASES = _hundredths(NULL_WEIGHTS)
_STEPS = np.arange(-1000, 1001)
LOGISTIC = np.rint(CERTAIN / (1.0 + np.exp(-_STEPS / HUNDRED))).astype(np.int64)
"""(2001,): the chance that belongs to log odds of -1000 .. 1000."""
SURVIVAL = np.rint(CERTAIN * np.exp(np.minimum(_STEPS, 0) / HUNDRED)).astype(np.int64)
"""(2001,): the chance to survive a danger; dangers count negative."""


@kernel
def strength(cards: int, game: int, when: int, forehand: bool) -> int:
    """Estimates ten cards for a game, points put down left out.

    Returns the log odds of winning; in null minus the danger, for there every suit must hold:
    chances multiply, so dangers add up.
    """
    if game == NULL:
        total = -NULL_BASES[when, 0]
        for suit in range(4):
            total -= NULLS[when, (cards >> (8 * suit)) & 255]
        return int(total)
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
    return int(total)


SCHNEIDER_ODDS = 300
"""How far the log odds of making schneider lie below those of winning."""


@kernel
def expected(strong: int, game: int, value: int, bid: int) -> int:
    """Returns what a game is expected to book, what the defenders book on a loss counted too.

    In ten-thousandths. A value below the bid is lost at the lowest multiple that reaches the bid,
    unless schneider makes up for one missing level.
    """
    base = int(BASE[game])
    if value < bid:
        strong -= SCHNEIDER_ODDS if value + base >= bid and game != NULL else 10 * HUNDRED
        value = (bid + base - 1) // base * base
    place = min(max(strong, -1000), 1000) + 1000
    win = int(SURVIVAL[place]) if game == NULL else int(LOGISTIC[place])
    return win * (value + 50) - (CERTAIN - win) * (2 * value + 90)
