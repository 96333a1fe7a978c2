"""Hands in the order people hold them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import zip_longest

from skat_gym.rules.card import CARDS, Card, sorted_for
from skat_gym.rules.contract import GAME_NAMES
from skat_gym.rules.trick import CLASS, TRUMP

_CLASS = CLASS.tolist()
_NAMES = tuple(str(card) for card in CARDS)
_RED = 2
"""Suits below this one, diamonds and hearts, are red."""


@lru_cache(4096)
def orders(hand: tuple[Card, ...]) -> dict[str, dict[str, list[str]]]:
    """Returns a hand in the order of each game, "plain" and "alternating"; not to be changed."""
    return {
        name: {
            "plain": names(sorted_for(hand, game)),
            "alternating": names(alternating(hand, game)),
        }
        for game, name in enumerate(GAME_NAMES)
    }


def alternating(cards: Iterable[int], game: int) -> list[Card]:
    """Sorts as `sorted_for`, but black and red suits take turns after the trumps.

    >>> alternating([Card("C7"), Card("S7"), Card("H7"), Card("HJ")], 4)
    [HJ, C7, H7, S7]
    """
    held = sorted_for(cards, game)
    groups: dict[int, list[Card]] = {}
    for card in held:
        groups.setdefault(_CLASS[game][card], []).append(card)
    order = groups.pop(TRUMP, [])
    black = [suit for kind, suit in groups.items() if kind >= _RED]
    red = [suit for kind, suit in groups.items() if kind < _RED]
    first, second = (black, red) if len(black) >= len(red) else (red, black)
    for pair in zip_longest(first, second):
        for suit in pair:
            order += suit or []
    return order


def names(cards: Iterable[int]) -> list[str]:
    """Returns cards as texts, "CJ"."""
    return [_NAMES[card] for card in cards]
