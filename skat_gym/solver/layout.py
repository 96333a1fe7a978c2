"""The solver's own numbering of cards: class after class, stronger cards at higher bits.

Bit sets in this order let one comparison of integers tell which of two cards of a class is
stronger. There are three layouts: suit games (the trump suit first, then the sides), grand (jacks
first) and null. Seats are counted from the declarer: 0 the declarer, 1 and 2 the defenders in turn.
"""

from __future__ import annotations

import numpy as np

from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import GAME_NAMES
from skat_gym.rules.kernel import inlined, kernel
from skat_gym.rules.trick import CLASS, GRAND, NULL, STRENGTH, TRUMP

SUIT_LAYOUT, GRAND_LAYOUT, NULL_LAYOUT = range(3)
N_GAMES = len(GAME_NAMES)


def _order(game: int) -> list[int]:
    """Lists the cards of a game from bit 0 up: trumps first, then suit after suit."""

    def place(card: int) -> tuple[int, int]:
        kind = int(CLASS[game, card])
        return (-1 if kind == TRUMP else kind), int(STRENGTH[game, card])

    return sorted(range(32), key=place)


LAYOUT = np.array([SUIT_LAYOUT] * 4 + [GRAND_LAYOUT, NULL_LAYOUT], np.int64)
"""(6 games): the layout of each game."""
CARD = np.array([_order(game) for game in range(N_GAMES)], np.int64)
"""(6 games, 32 bits): the card at each bit."""
PLACE = np.argsort(CARD, axis=1).astype(np.int64)
"""(6 games, 32 cards): the bit of each card."""

_GAMES = (0, GRAND, NULL)  # a game for each layout: all suit games look alike
KIND = np.zeros((3, 32), np.int64)
"""(3 layouts, 32 bits): 0 for a trump, 1..4 the suit; in null there are no trumps."""
WORTH = np.zeros((3, 32), np.int64)
"""(3 layouts, 32 bits): card points, 0 in null."""
for _layout, _game in enumerate(_GAMES):
    _kinds = [int(CLASS[_game, card]) for card in CARD[_game]]
    _suits = [k for k in dict.fromkeys(_kinds) if k != TRUMP]
    KIND[_layout] = [0 if k == TRUMP else 1 + _suits.index(k) for k in _kinds]
    WORTH[_layout] = [0 if _game == NULL else int(POINTS[card]) for card in CARD[_game]]
SUITS_OF = np.array(
    [[sum(1 << b for b in range(32) if KIND[v, b] == k) for k in range(5)] for v in range(3)],
    np.int64,
)
"""(3 layouts, 5 kinds): the set of all cards of a kind."""
CARD_POINTS = np.array([0, 2, 3, 4, 10, 11], np.int64)
"""(6,): what a card may be worth."""
WORTH_SETS = np.array(
    [[sum(1 << b for b in range(32) if WORTH[v, b] == n) for n in CARD_POINTS] for v in range(3)],
    np.int64,
)
"""(3 layouts, 6): the set of all cards of a worth."""


@kernel
def placed(cards: int, game: int) -> int:
    """Translates a set of cards to the solver's numbering."""
    out = 0
    while cards != 0:
        out |= bit(int(PLACE[game, lowest(cards)]))
        cards = without_lowest(cards)
    return out


@inlined
def worth_of(cards: int, layout: int) -> int:
    """Adds up the card points of a set in the solver's numbering."""
    total = 0
    while cards != 0:
        total += int(WORTH[layout, lowest(cards)])
        cards = without_lowest(cards)
    return total


@inlined
def beats(card: int, best: int, layout: int) -> bool:
    """Tells whether a card laid later wins over the best so far."""
    if KIND[layout, card] == KIND[layout, best]:
        return card > best
    return bool(KIND[layout, card] == 0)
