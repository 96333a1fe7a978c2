"""The transposition table: bounds known for positions between two tricks.

A position is keyed by who owns the cards still out, suit after suit from the weakest to the
strongest, not by the cards themselves: sevens, eights and nines count alike, so do jacks, and in
null all cards. Two bits a card make a key of 64 bits without collisions. Nothing in it says how
the position came about, so every position of a deal, and every threshold, uses the same entries.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.bits import wrap
from skat_gym.rules.kernel import inlined
from skat_gym.solver.layout import NULL_LAYOUT, SUIT_LAYOUT

WAYS = 4
"""Entries looked at for one position: one line of the cache."""
MOST = 255
"""A bound that says nothing."""


def _squeezed(n: int) -> Any:
    """Moves the cards of a set to the low end, over places that nobody holds: by union and set."""
    cards = np.arange(1 << n)
    out = np.zeros((1 << n, 1 << n), np.int64)
    for union in range(1 << n):
        held = [k for k in range(n) if union >> k & 1]
        for j, k in enumerate(held):
            out[union] |= (cards >> k & 1) << j
    return out


THREE = _squeezed(3)
"""(8, 8): seven, eight, nine of a suit."""
FOUR = _squeezed(4)
"""(16, 16): the jacks."""
EIGHT = _squeezed(8).astype(np.int16)
"""(256, 256): a suit in null."""
_SUIT_REST = 0xFFFFFFFF & ~(7 | 15 << 7 | 7 << 11 | 7 << 18 | 7 << 25)
_GRAND_REST = 0xFFFFFFFF & ~(15 | 7 << 4 | 7 << 11 | 7 << 18 | 7 << 25)


def new_table(bits: int = 18) -> Any:
    """Allocates a table of 2**bits entries of 16 bytes: (2**bits, 2) int64, key and value."""
    return np.zeros((1 << bits, 2), np.int64)


@inlined
def _canonical(cards: int, union: int, layout: int) -> int:
    if layout == NULL_LAYOUT:
        return (
            int(EIGHT[union & 255, cards & 255])
            | int(EIGHT[(union >> 8) & 255, (cards >> 8) & 255]) << 8
            | int(EIGHT[(union >> 16) & 255, (cards >> 16) & 255]) << 16
            | int(EIGHT[(union >> 24) & 255, (cards >> 24) & 255]) << 24
        )
    if layout == SUIT_LAYOUT:
        out = cards & _SUIT_REST
        out |= int(THREE[union & 7, cards & 7])
        out |= int(FOUR[(union >> 7) & 15, (cards >> 7) & 15]) << 7
    else:
        out = cards & _GRAND_REST
        out |= int(FOUR[union & 15, cards & 15])
        out |= int(THREE[(union >> 4) & 7, (cards >> 4) & 7]) << 4
    out |= int(THREE[(union >> 11) & 7, (cards >> 11) & 7]) << 11
    out |= int(THREE[(union >> 18) & 7, (cards >> 18) & 7]) << 18
    out |= int(THREE[(union >> 25) & 7, (cards >> 25) & 7]) << 25
    return out


@inlined
def key_of(first: int, second: int, third: int, layout: int) -> int:
    """Returns the key of a position by the three hands."""
    a, b = first | third, second | third
    union = a | b
    return wrap(_canonical(a, union, layout) << 32) | _canonical(b, union, layout)


@inlined
def slot_of(key: int, leader: int, size: int) -> int:
    """Returns the first entry that a position may lie in, in a table of `size` entries."""
    h = wrap((key + leader) * -7046029254386353131)
    h ^= (h >> 29) & 0x7FFFFFFFF
    h = wrap(h * -4658895280553007687)
    h ^= (h >> 32) & 0xFFFFFFFF
    return h & (size - WAYS)


@inlined
def find(table: Any, key: int, leader: int, stamp: int, slot: int) -> int:
    """Returns the entry's value, or -1: bits 0-7 the lower bound, 8-15 the upper bound."""
    for way in range(WAYS):
        if table[slot + way, 0] == key:
            value = int(table[slot + way, 1])
            if (value >> 16) & 3 == leader and value >> 24 == stamp:
                return value
    return -1


@inlined
def keep(
    table: Any, key: int, leader: int, stamp: int, slot: int, left: int, low: int, high: int
) -> None:
    """Enters bounds for a position with `left` tricks to come, over the smallest old entry."""
    worst = slot
    smallest = 99
    for way in range(WAYS):
        value = int(table[slot + way, 1])
        of_now = value >> 24 == stamp
        if of_now and table[slot + way, 0] == key and (value >> 16) & 3 == leader:
            low = max(low, value & MOST)
            high = min(high, (value >> 8) & MOST)
            table[slot + way, 1] = (value & ~0xFFFF) | low | high << 8
            return
        size = (value >> 18) & 15 if of_now else -1
        if size < smallest:
            smallest = size
            worst = slot + way
    table[worst, 0] = key
    table[worst, 1] = low | high << 8 | leader << 16 | left << 18 | stamp << 24
