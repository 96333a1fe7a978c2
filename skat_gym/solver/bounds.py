"""Bounds without search: points a side takes whatever the other does."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import bit, count, highest, lowest, without_lowest
from skat_gym.rules.kernel import inlined
from skat_gym.solver.layout import SUITS_OF, WORTH, worth_of


@inlined
def top_trumps(own: int, other: int, layout: int) -> int:
    """Adds up the points of a side's trumps that the other side cannot beat: each takes a trick."""
    own &= int(SUITS_OF[layout, 0])
    other &= int(SUITS_OF[layout, 0])
    if other != 0:
        own &= ~((2 << highest(other)) - 1)
    return worth_of(own, layout)


@inlined
def _least(cards: int, n: int, layout: int) -> int:
    """Adds up the n lowest cards: a hand that must follow n times gives at least as much."""
    total = 0
    while n > 0 and cards != 0:
        total += int(WORTH[layout, lowest(cards)])
        cards = without_lowest(cards)
        n -= 1
    return total


@inlined
def cashed(hands: Any, seat: int, layout: int) -> int:
    """Adds up what the seat on lead takes by leading winners, one after the other.

    A winner is beaten by nobody, the partner included (who must not be forced to take the lead),
    and is not trumped: it is led only while the opponents follow, unless their trumps are drawn.
    """
    own = int(hands[seat])
    if seat == 0:
        first, second, partner = int(hands[1]), int(hands[2]), 0
    else:
        first, second, partner = int(hands[0]), 0, int(hands[3 - seat])
    everybody = first | second | partner
    trumps = int(SUITS_OF[layout, 0])
    drawn_first = first & trumps == 0
    drawn_second = second & trumps == 0
    total = 0
    leads = 0
    mine = own & trumps
    if mine != 0:
        others = everybody & trumps
        winners = mine
        if others != 0:
            winners = mine & ~((2 << highest(others)) - 1)
        n = count(winners)
        drawn_first = drawn_first or n >= count(first & trumps)
        drawn_second = drawn_second or n >= count(second & trumps)
        if drawn_first and drawn_second and n >= count(partner & trumps):
            winners = mine
            n = count(mine)
        total += worth_of(winners, layout)
        leads += n
    # a partner without other cards would have to trump, and take the lead
    room = count(partner & ~trumps) if partner & trumps != 0 else 10
    for kind in range(1, 5):
        suit = int(SUITS_OF[layout, kind])
        mine = own & suit
        if mine == 0:
            continue
        others = everybody & suit
        winners = mine
        if others != 0:
            winners = mine & ~((2 << highest(others)) - 1)
        n = count(winners)
        if n == 0:
            continue
        n_first, n_second = count(first & suit), count(second & suit)
        if n >= n_first and n >= n_second and n >= count(partner & suit):
            n = count(mine)  # the others are out of the suit by then
        if not drawn_first:
            n = min(n, n_first)
        if not drawn_second:
            n = min(n, n_second)
        n = min(n, room - leads)
        if n <= 0:
            continue
        leads += n
        total += _least(first & suit, n, layout) + _least(second & suit, n, layout)
        total += _least(partner & suit, n, layout)
        for _ in range(n):
            card = highest(mine)
            total += int(WORTH[layout, card])
            mine ^= bit(card)
    return total
