"""The last two tricks, played out on the spot: nothing is kept of them."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.kernel import inlined
from skat_gym.solver.layout import KIND, SUITS_OF, WORTH, beats


@inlined
def _last(leader: int, first: int, second: int, third: int, layout: int) -> int:
    """Returns who takes the last trick, by the one card (a set) of the leader and the next two."""
    best, holder = lowest(first), leader
    card = lowest(second)
    if beats(card, best, layout):
        best, holder = card, leader + 1
    if beats(lowest(third), best, layout):
        holder = leader + 2
    return holder if holder < 3 else holder - 3


@inlined
def last_trick(hands: Any, leader: int, layout: int) -> int:
    """Returns who takes the last trick."""
    after = leader + 1 if leader < 2 else 0
    last = after + 1 if after < 2 else 0
    return _last(leader, int(hands[leader]), int(hands[after]), int(hands[last]), layout)


@inlined
def _can_lay(hand: int, led: int, layout: int) -> int:
    following = hand & int(SUITS_OF[layout, int(KIND[layout, led])])
    return following if following != 0 else hand


@inlined
def last_two(hands: Any, leader: int, left: int, layout: int) -> int:
    """Returns the declarer's points of the last two tricks, `left` points being in them."""
    after = leader + 1 if leader < 2 else 0
    last = after + 1 if after < 2 else 0
    one, two, three = int(hands[leader]), int(hands[after]), int(hands[last])
    value = -1 if leader == 0 else left + 1
    leads = one
    while leads != 0:
        led = lowest(leads)
        leads = without_lowest(leads)
        seconds = _can_lay(two, led, layout)
        thirds = _can_lay(three, led, layout)
        by_second = -1 if after == 0 else left + 1
        while seconds != 0:
            second = lowest(seconds)
            seconds = without_lowest(seconds)
            best, top = led, leader
            if beats(second, led, layout):
                best, top = second, after
            by_third = -1 if last == 0 else left + 1
            rest = thirds
            while rest != 0:
                third = lowest(rest)
                rest = without_lowest(rest)
                winner = last if beats(third, best, layout) else top
                laid = int(WORTH[layout, led] + WORTH[layout, second] + WORTH[layout, third])
                a, b, c = one & ~bit(led), two & ~bit(second), three & ~bit(third)
                if winner == after:
                    a, b, c = b, c, a
                elif winner == last:
                    a, b, c = c, a, b
                found = laid if winner == 0 else 0
                if _last(winner, a, b, c, layout) == 0:
                    found += left - laid
                by_third = max(by_third, found) if last == 0 else min(by_third, found)
            by_second = max(by_second, by_third) if after == 0 else min(by_second, by_third)
        value = max(value, by_second) if leader == 0 else min(value, by_second)
    return value
