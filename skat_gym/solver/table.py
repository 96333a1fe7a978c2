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


def _paired(n: int) -> Any:
    """Squeezes two sets at once, by the places of both: the first to bits 32 and up."""
    squeezed = _squeezed(n)
    sets = np.arange(1 << n)
    union = sets[:, None] | sets
    return (squeezed[union, sets] | squeezed[union, sets[:, None]] << 32).ravel()


THREE = _paired(3)
"""(64,): seven, eight, nine of a suit; two sets of them make the index."""
FOUR = _paired(4)
"""(256,): the jacks."""
EIGHT = _squeezed(8).astype(np.int16)
"""(256, 256): a suit in null."""
_SUIT_REST = 0xFFFFFFFF & ~(7 | 15 << 7 | 7 << 11 | 7 << 18 | 7 << 25)
_GRAND_REST = 0xFFFFFFFF & ~(15 | 7 << 4 | 7 << 11 | 7 << 18 | 7 << 25)


def new_table(bits: int = 18) -> Any:
    """Allocates a table of 2**bits entries of 16 bytes: (2**bits, 2) int64, key and value.

    WAYS entries begin where a line of the cache does.
    """
    room = np.zeros(((1 << bits) + WAYS, 2), np.int64)
    start = -(room.ctypes.data // 16) % WAYS
    return room[start : start + (1 << bits)]


@inlined
def _in_null(cards: int, union: int) -> int:
    return (
        int(EIGHT[union & 255, cards & 255])
        | int(EIGHT[(union >> 8) & 255, (cards >> 8) & 255]) << 8
        | int(EIGHT[(union >> 16) & 255, (cards >> 16) & 255]) << 16
        | int(EIGHT[(union >> 24) & 255, (cards >> 24) & 255]) << 24
    )


@inlined
def _low_cards(a: int, b: int, at: int) -> int:
    return int(THREE[(a >> at) & 7 | ((b >> at) & 7) << 3]) << at


@inlined
def key_of(first: int, second: int, third: int, layout: int) -> int:
    """Returns the key of a position by the three hands."""
    a, b = first | third, second | third
    if layout == NULL_LAYOUT:
        return wrap(_in_null(a, a | b) << 32) | _in_null(b, a | b)
    if layout == SUIT_LAYOUT:
        out = wrap((a & _SUIT_REST) << 32) | (b & _SUIT_REST)
        out |= int(FOUR[(a >> 7) & 15 | ((b >> 7) & 15) << 4]) << 7
        out |= _low_cards(a, b, 0)
    else:
        out = wrap((a & _GRAND_REST) << 32) | (b & _GRAND_REST)
        out |= int(FOUR[a & 15 | (b & 15) << 4])
        out |= _low_cards(a, b, 4)
    return out | _low_cards(a, b, 11) | _low_cards(a, b, 18) | _low_cards(a, b, 25)


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
