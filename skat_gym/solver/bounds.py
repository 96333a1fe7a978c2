"""Bounds without search: points a side takes whatever the other does."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import bit, count, highest
from skat_gym.rules.kernel import inlined
from skat_gym.solver.layout import CARD_POINTS, SUITS_OF, WORTH, WORTH_SETS, worth_of


@inlined
def cheapest(cards: int, n: int, layout: int) -> int:
    """Adds up the n cards of a set that are worth least: who lays n of them gives at least that."""
    total = 0
    for k in range(6):
        of_worth = min(n, count(cards & int(WORTH_SETS[layout, k])))
        total += of_worth * int(CARD_POINTS[k])
        n -= of_worth
        if n == 0:
            break
    return total


@inlined
def top_trumps(hands: Any, declarers: bool, layout: int) -> int:
    """Adds up what a side takes, on lead or not, with trumps that the other side cannot beat.

    Each takes a trick, to which the other side gives a card: counted at its cheapest. Top trumps
    of both defenders may fall in one trick.
    """
    trumps = int(SUITS_OF[layout, 0])
    first = int(hands[0]) & trumps
    second, third = int(hands[1]) & trumps, int(hands[2]) & trumps
    if declarers:
        others = second | third
        if others != 0:
            first &= ~((2 << highest(others)) - 1)
        if first == 0:
            return 0
        n = count(first)
        given = cheapest(int(hands[1]), n, layout) + cheapest(int(hands[2]), n, layout)
        return worth_of(first, layout) + given
    if first != 0:
        above = ~((2 << highest(first)) - 1)
        second &= above
        third &= above
    if second | third == 0:
        return 0
    n = max(count(second), count(third))
    return worth_of(second | third, layout) + cheapest(int(hands[0]), n, layout)


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
        total += worth_of(winners, layout) + cheapest(first & trumps, n, layout)
        total += cheapest(second & trumps, n, layout) + cheapest(partner & trumps, n, layout)
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
        total += cheapest(first & suit, n, layout) + cheapest(second & suit, n, layout)
        total += cheapest(partner & suit, n, layout)
        for _ in range(n):
            card = highest(mine)
            total += int(WORTH[layout, card])
            mine ^= bit(card)
    return total
