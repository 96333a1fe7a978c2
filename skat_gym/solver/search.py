"""The search: what the declarer gets, all hands open, by null windows over a table of bounds.

An iterative alpha-beta: recursive kernels crash when loaded from numba's cache, so the stack is an
array of frames (see `frame`). What made it cheaper, in nodes, on declared deals at trick 1: values
known after a trick's last card, for all such cards before one is searched, 0.55 (0.85 if only a
value that decides is made use of); bounds without search, 0.85 in suit games and 0.75 in grand,
with what the others must add to top trumps 0.85 in suit games; the last two tricks played out on
the spot, 0.9; values beyond the window, and neighbours apart by few points, 0.75.
"""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import bit, count, without_lowest
from skat_gym.rules.kernel import inlined, kernel
from skat_gym.solver.bounds import cashed, top_trumps
from skat_gym.solver.endings import last_trick, last_two
from skat_gym.solver.frame import (
    BEST,
    BOUND,
    BOUNDS,
    COUNT,
    GAIN,
    HIGH,
    HOLDER,
    KEY,
    KEYS,
    LAID,
    LED,
    LEFT,
    LOW,
    MOVES,
    NEED,
    SEAT,
    SECOND,
    SLOT,
    SLOTS,
    TRIED,
    TURN,
    VALUES,
)
from skat_gym.solver.layout import KIND, SUITS_OF, WORTH, beats
from skat_gym.solver.moves import list_moves, skipped
from skat_gym.solver.ordering import bring_forward, order
from skat_gym.solver.table import MOST, find, keep, key_of, slot_of

POINTS, DUCK, TAKE, SWEEP = range(4)
"""What the declarer wants: card points; no trick at all; any trick; every trick.

The last three are worth 1 if reached, else 0; null is played for DUCK.
"""
_OPEN = -1
"""Not a value: the search goes on below."""
_NEVER = 999


@kernel
def search(
    hands: Any, layout: int, goal: int, stamp: int, frames: Any, table: Any, nodes: Any
) -> int:
    """Bounds what the declarer still gets, from the position in frames[0].

    Returns a lower bound if it is at least frames[0, NEED], else an upper bound below it: enough
    to know whether NEED, which is above 0, is reached. `hands` (3,) is the position, and so again
    when the search returns; nodes[0] counts every entry of a frame.
    """
    p = 0
    nodes[0] += 1
    value = _OPEN
    if frames[0, TURN] == 0:
        value = _recalled(hands, frames, layout, stamp, table)
    if value == _OPEN:
        value = _enter(hands, frames, 0, layout, goal, stamp, table)
    while True:
        if value == _OPEN:
            value = _advance(hands, frames, p, layout, goal, stamp, table)
            if value == _OPEN:
                p += 1
                nodes[0] += 1
                value = _enter(hands, frames, p, layout, goal, stamp, table)
        elif p == 0:
            return value
        else:
            p -= 1
            move = int(frames[p, MOVES + int(frames[p, TRIED]) - 1])
            hands[int(frames[p, SEAT])] |= bit(move & 31)
            value = _judge(hands, frames, p, value + int(frames[p, GAIN]), stamp, table)


@inlined
def _recalled(hands: Any, frames: Any, layout: int, stamp: int, table: Any) -> int:
    """Returns what the table tells of the position that the search begins with."""
    need, seat = int(frames[0, NEED]), int(frames[0, SEAT])
    key = key_of(int(hands[0]), int(hands[1]), int(hands[2]), layout)
    frames[0, KEY] = key
    frames[0, SLOT] = slot_of(key, seat, len(table))
    frames[0, LOW] = 0
    frames[0, HIGH] = frames[0, LEFT]
    entry = find(table, key, seat, stamp, int(frames[0, SLOT]))
    if entry >= 0:
        if need <= entry & MOST:
            return entry & MOST
        if need > (entry >> 8) & MOST:
            return (entry >> 8) & MOST
    return _OPEN


@inlined
def _enter(hands: Any, frames: Any, p: int, layout: int, goal: int, stamp: int, table: Any) -> int:
    """Lists the moves, and returns the value of a position if it needs no search."""
    seat = int(frames[p, SEAT])
    legal = int(hands[seat])
    on_table = 0
    frames[p, TRIED] = 0
    frames[p, BOUND] = -1 if seat == 0 else _NEVER
    if frames[p, TURN] != 0:
        led = int(frames[p, LED])
        legal &= int(SUITS_OF[layout, int(KIND[layout, led])])
        if legal == 0:
            legal = int(hands[seat])
        on_table = bit(led)
        if frames[p, TURN] == 2:
            on_table |= bit(int(frames[p, SECOND]))
    list_moves(hands, frames, p, layout, legal, on_table)
    if frames[p, TURN] == 2:
        value = _look_ahead(hands, frames, p, layout, goal, stamp, table)
        if value != _OPEN:
            return value
    if frames[p, COUNT] > 1:
        order(hands, frames, p, layout)
    return _OPEN


@inlined
def _known(
    hands: Any,
    seat: int,
    need: int,
    left: int,
    layout: int,
    goal: int,
    stamp: int,
    table: Any,
    frames: Any,
    p: int,
    k: int,
) -> int:
    """Returns the value between two tricks if points, bounds or the table tell it.

    Else notes the key, slot and bounds for move k of frame p, which leads there.
    """
    low, high = 0, left
    if hands[seat] == 0:
        return 0 if goal in (POINTS, TAKE) else 1
    if goal == POINTS:
        if need <= 0:
            return 0
        if need > left:
            return left
        more = without_lowest(int(hands[seat]))
        if more == 0:
            return left if last_trick(hands, seat, layout) == 0 else 0
        if without_lowest(more) == 0:
            return last_two(hands, seat, left, layout)
        if seat == 0:
            low = cashed(hands, 0, layout)
            high = left - top_trumps(hands, False, layout)
        else:
            low = top_trumps(hands, True, layout)
            high = left - cashed(hands, seat, layout)
        if need <= low:
            return low
        if need > high:
            return high
    key = key_of(int(hands[0]), int(hands[1]), int(hands[2]), layout)
    slot = slot_of(key, seat, len(table))
    entry = find(table, key, seat, stamp, slot)
    if entry >= 0:
        if need <= entry & MOST:
            return entry & MOST
        if need > (entry >> 8) & MOST:
            return (entry >> 8) & MOST
    frames[p, KEYS + k] = key
    frames[p, SLOTS + k] = slot
    frames[p, BOUNDS + k] = low | high << 8
    return _OPEN


@inlined
def _look_ahead(
    hands: Any, frames: Any, p: int, layout: int, goal: int, stamp: int, table: Any
) -> int:
    """Weighs all moves that end the trick before any is searched; returns a value if one decides.

    Moves that are known not to decide are done with: their slot is -1.
    """
    need, left, seat = int(frames[p, NEED]), int(frames[p, LEFT]), int(frames[p, SEAT])
    best, holder, laid = int(frames[p, BEST]), int(frames[p, HOLDER]), int(frames[p, LAID])
    bound = int(frames[p, BOUND])
    for k in range(int(frames[p, COUNT])):
        card = int(frames[p, MOVES + k]) & 31
        winner = seat if beats(card, best, layout) else holder
        points = laid + int(WORTH[layout, card]) if goal == POINTS else 0
        gain = points if winner == 0 else 0
        value = settled(goal, winner)
        if value == _OPEN:
            hands[seat] ^= bit(card)
            value = _known(
                hands,
                winner,
                need - gain,
                left - points,
                layout,
                goal,
                stamp,
                table,
                frames,
                p,
                k,
            )
            hands[seat] ^= bit(card)
            if value == _OPEN:
                continue
            value += gain
        if (value >= need) == (seat == 0):
            return value
        bound = max(bound, value) if seat == 0 else min(bound, value)
        frames[p, VALUES + k] = value
        frames[p, SLOTS + k] = -1
    frames[p, BOUND] = bound
    return _OPEN


@inlined
def settled(goal: int, winner: int) -> int:
    """Returns the value that a trick decides at once, -1 if play goes on."""
    if winner == 0:
        return 0 if goal == DUCK else 1 if goal == TAKE else _OPEN
    return 0 if goal == SWEEP else _OPEN


@inlined
def _advance(
    hands: Any, frames: Any, p: int, layout: int, goal: int, stamp: int, table: Any
) -> int:
    """Lays the next move worth a search; returns the frame's value once there is none."""
    seat, turn = int(frames[p, SEAT]), int(frames[p, TURN])
    while frames[p, TRIED] < frames[p, COUNT]:
        at = int(frames[p, TRIED])
        frames[p, TRIED] = at + 1
        move = bring_forward(frames, p, at)
        card, k = move & 31, move >> 10
        if turn == 2 and frames[p, SLOTS + k] < 0:
            continue
        if goal == POINTS and at > 0 and skipped(frames, p, at, layout):
            continue
        points = int(WORTH[layout, card])
        frames[p, GAIN] = 0
        q = p + 1
        frames[q, NEED] = frames[p, NEED]
        frames[q, LEFT] = frames[p, LEFT]
        if turn == 0:
            frames[q, LED] = card
            frames[q, BEST] = card
            frames[q, HOLDER] = seat
            frames[q, LAID] = points
        else:
            best, holder = int(frames[p, BEST]), int(frames[p, HOLDER])
            if beats(card, best, layout):
                best, holder = card, seat
            laid = int(frames[p, LAID]) + points
            if turn == 2:
                frames[q, KEY] = frames[p, KEYS + k]
                frames[q, SLOT] = frames[p, SLOTS + k]
                frames[q, LOW] = frames[p, BOUNDS + k] & MOST
                frames[q, HIGH] = frames[p, BOUNDS + k] >> 8
                if goal == POINTS:
                    if holder == 0:
                        frames[p, GAIN] = laid
                        frames[q, NEED] -= laid
                    frames[q, LEFT] -= laid
                frames[q, SEAT] = holder
                frames[q, TURN] = 0
                hands[seat] ^= bit(card)
                return _OPEN
            frames[q, LED] = frames[p, LED]
            frames[q, SECOND] = card
            frames[q, BEST] = best
            frames[q, HOLDER] = holder
            frames[q, LAID] = laid
        frames[q, SEAT] = seat + 1 if seat < 2 else 0
        frames[q, TURN] = turn + 1
        hands[seat] ^= bit(card)
        return _OPEN
    value = int(frames[p, BOUND])
    return _noted(hands, frames, p, value, stamp, table)


@inlined
def _judge(hands: Any, frames: Any, p: int, value: int, stamp: int, table: Any) -> int:
    """Takes note of the value of the move tried last; returns it if it decides the frame."""
    move = int(frames[p, MOVES + int(frames[p, TRIED]) - 1])
    frames[p, VALUES + (move >> 10)] = value
    reached = value >= frames[p, NEED]
    if frames[p, SEAT] == 0:
        if reached:
            return _noted(hands, frames, p, value, stamp, table)
        frames[p, BOUND] = max(int(frames[p, BOUND]), value)
    else:
        if not reached:
            return _noted(hands, frames, p, value, stamp, table)
        frames[p, BOUND] = min(int(frames[p, BOUND]), value)
    return _OPEN


@inlined
def _noted(hands: Any, frames: Any, p: int, value: int, stamp: int, table: Any) -> int:
    """Enters a frame's value in the table, if it lies between two tricks, and returns it."""
    if frames[p, TURN] != 0:
        return value
    low, high, seat = int(frames[p, LOW]), int(frames[p, HIGH]), int(frames[p, SEAT])
    key, slot, left = int(frames[p, KEY]), int(frames[p, SLOT]), count(int(hands[seat]))
    if value >= frames[p, NEED]:
        value = max(value, low)
        keep(table, key, seat, stamp, slot, left, value, high)
    else:
        value = min(value, high)
        keep(table, key, seat, stamp, slot, left, low, value)
    return value
