"""Which moves are worth a search: one of those that are alike, none that a neighbour rules out."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.kernel import inlined
from skat_gym.solver.frame import BOUND, COUNT, MOVES, NEED, SEAT, VALUES
from skat_gym.solver.layout import KIND, SUITS_OF, WORTH


@inlined
def list_moves(hands: Any, frames: Any, p: int, layout: int, legal: int, on_table: int) -> None:
    """Lists the legal moves, one of those that are alike.

    Neighbours among the cards still out, held by one hand, take the same tricks: with equal points
    they are one move, with others they share a run (see `skipped`).
    """
    out = int(hands[0]) | int(hands[1]) | int(hands[2]) | on_table
    n = 0
    run = 0
    rest = legal
    while rest != 0:
        card = lowest(rest)
        rest = without_lowest(rest)
        above = out & int(SUITS_OF[layout, int(KIND[layout, card])]) & ~((2 << card) - 1)
        joined = False
        if above != 0:
            neighbour = lowest(above)
            joined = legal & bit(neighbour) != 0
            if joined and WORTH[layout, neighbour] == WORTH[layout, card]:
                continue
        frames[p, MOVES + n] = card | run << 5 | n << 10
        n += 1
        if not joined:
            run += 1
    frames[p, COUNT] = n


@inlined
def skipped(frames: Any, p: int, at: int, layout: int) -> bool:
    """Tells whether a neighbour tried before shows that this move does no better.

    Two neighbours trade places but for their points: the values differ by no more.
    """
    seat, need = int(frames[p, SEAT]), int(frames[p, NEED])
    move = int(frames[p, MOVES + at])
    for k in range(at):
        other = int(frames[p, MOVES + k])
        if (other >> 5) & 31 != (move >> 5) & 31:
            continue
        apart = abs(int(WORTH[layout, other & 31]) - int(WORTH[layout, move & 31]))
        value = int(frames[p, VALUES + (other >> 10)])
        if seat == 0:
            value += apart
            if value >= need:
                continue
            frames[p, BOUND] = max(int(frames[p, BOUND]), value)
        else:
            value -= apart
            if value < need:
                continue
            frames[p, BOUND] = min(int(frames[p, BOUND]), value)
        frames[p, VALUES + (move >> 10)] = value
        return True
    return False
