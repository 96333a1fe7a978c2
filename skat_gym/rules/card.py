"""Cards: number = 8 * suit + rank, suits diamonds 0 .. clubs 3, ranks 7 8 9 Q K T A J = 0..7."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np

from skat_gym.rules.bits import bit, count
from skat_gym.rules.kernel import kernel

SUITS = "DHSC"
RANKS = "789QKTAJ"
SUIT_NAMES = ("diamonds", "hearts", "spades", "clubs")
SUIT_SYMBOLS = "♦♥♠♣"
N_CARDS = 32
ALL_CARDS = 0xFFFFFFFF
JACKS = 0x80808080
_ONE_OF_EACH_SUIT = 0x01010101
JACK = 7
POINTS = np.array([0, 0, 0, 3, 4, 10, 11, 2] * 4, np.int64)


class Card(int):
    """Is a card: its public number (0..31) that prints as text.

    >>> Card("CJ"), int(Card("CJ")), Card(14).points
    (CJ, 31, 11)
    """

    def __new__(cls, card: int | str) -> Card:
        """Makes a card of its number or its text."""
        number = parse_card(card) if isinstance(card, str) else int(card)
        if not 0 <= number < N_CARDS:
            raise ValueError(f"a card is a number from 0 to 31, not {number}")
        return super().__new__(cls, number)

    @property
    def suit(self) -> int:
        """The printed suit, 0 diamonds .. 3 clubs."""
        return self >> 3

    @property
    def rank(self) -> int:
        """The rank, an index into "789QKTAJ"."""
        return self & 7

    @property
    def points(self) -> int:
        """The card points: ace 11, ten 10, king 4, queen 3, jack 2."""
        return int(POINTS[self])

    @property
    def symbol(self) -> str:
        """The card for people, such as "♣J" or "♥10"."""
        rank = RANKS[self.rank]
        return SUIT_SYMBOLS[self.suit] + ("10" if rank == "T" else rank)

    def __str__(self) -> str:
        return SUITS[self >> 3] + RANKS[self & 7]

    __repr__ = __str__


CARDS = tuple(Card(k) for k in range(N_CARDS))
"""All cards by number."""
_NUMBERS = {suit + rank: 8 * s + r for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)}


def parse_card(text: str) -> int:
    """Reads a card such as "CJ" or "HT"; raises ValueError on anything else."""
    number = _NUMBERS.get(text)
    if number is None:
        raise ValueError(
            f"{text!r} is not a card; a card is a suit of C S H D and a rank of 7 8 9 T J Q K A"
        )
    return number


def card_set(cards: Iterable[int]) -> int:
    """Builds a set of cards (a bit mask); raises ValueError if a card comes twice."""
    total = 0
    for card in cards:
        one = 1 << int(card)
        if total & one:
            raise ValueError(f"{Card(card)} comes twice")
        total |= one
    return total


def cards_of(mask: int) -> tuple[Card, ...]:
    """Lists the cards of a set in ascending number."""
    return tuple(CARDS[k] for k in elements(mask & ALL_CARDS))


def elements(mask: int) -> Iterator[int]:
    """Yields the elements of a 64-bit set in ascending order."""
    mask = int(mask) & 0xFFFFFFFFFFFFFFFF
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def sorted_for(cards: Iterable[int], game: int = 4) -> list[Card]:
    """Sorts cards as people hold them: trumps first, then suits, each from the top.

    `game` is 0..3 for a suit, 4 for grand, 5 for null.
    """
    return [CARDS[c] for c in sorted(cards, key=_places(game).__getitem__)]


@cache
def _places(game: int) -> tuple[int, ...]:
    """Returns the place of each card in the order that people hold them for a game."""
    from skat_gym.rules.trick import CLASS, STRENGTH

    return tuple(-100 * int(CLASS[game, card]) - int(STRENGTH[game, card]) for card in CARDS)


@kernel
def points_of(mask: int) -> int:
    """Adds up the card points of a set."""
    total = 0
    for rank in range(8):
        total += int(POINTS[rank]) * count(mask & (_ONE_OF_EACH_SUIT << rank))
    return total


@kernel
def contains(mask: int, card: int) -> bool:
    """Tells whether a card is in a set."""
    return mask & bit(card) != 0
