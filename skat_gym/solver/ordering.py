"""The order in which moves are tried: the likeliest refutation first.

The weights were found by trial on 80 deals, counting nodes.
"""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import count, lowest
from skat_gym.rules.kernel import inlined
from skat_gym.solver.frame import BEST, COUNT, HOLDER, LED, MOVES, SCORES, SEAT, TURN
from skat_gym.solver.layout import KIND, NULL_LAYOUT, SUITS_OF, WORTH, beats


@inlined
def order(hands: Any, frames: Any, p: int, layout: int) -> None:
    """Sorts the moves of frame p by their promise."""
    n = int(frames[p, COUNT])
    for i in range(n):
        card = int(frames[p, MOVES + i]) & 31
        if layout == NULL_LAYOUT:
            frames[p, SCORES + i] = _promise_in_null(frames, p, card)
        elif frames[p, TURN] == 0:
            frames[p, SCORES + i] = _promise_of_lead(hands, frames, p, card, layout)
        else:
            frames[p, SCORES + i] = _promise_of_answer(hands, frames, p, card, layout)
    for i in range(1, n):
        move, score = frames[p, MOVES + i], frames[p, SCORES + i]
        j = i - 1
        while j >= 0 and frames[p, SCORES + j] < score:
            frames[p, SCORES + j + 1] = frames[p, SCORES + j]
            frames[p, MOVES + j + 1] = frames[p, MOVES + j]
            j -= 1
        frames[p, SCORES + j + 1] = score
        frames[p, MOVES + j + 1] = move


@inlined
def _promise_of_lead(hands: Any, frames: Any, p: int, card: int, layout: int) -> int:
    seat = int(frames[p, SEAT])
    kind = int(KIND[layout, card])
    suit = int(SUITS_OF[layout, kind])
    trumps = int(SUITS_OF[layout, 0])
    points = int(WORTH[layout, card])
    beaten = False
    rescued = False
    against = 0
    for other in range(3):
        if other == seat:
            continue
        hand = int(hands[other])
        held = hand & suit
        wins = held >> card > 1 if held != 0 else kind != 0 and hand & trumps != 0
        if seat == 0 or other == 0:
            against += count(held)
            beaten = beaten or wins
        else:
            rescued = wins
    length = count(int(hands[seat]) & suit)
    if seat == 0:
        score = 200 + 3 * points if not beaten else -2 * points
        score += 2 * length - against
        if kind == 0:
            score += 10
    else:
        if not beaten:
            score = 200 + 2 * points
        elif rescued:
            score = 140 + 7 * points
        else:
            score = 4 * points
        score -= 3 * length + 2 * against
        if kind == 0:
            score -= 60
    return score


@inlined
def _promise_of_answer(hands: Any, frames: Any, p: int, card: int, layout: int) -> int:
    seat = int(frames[p, SEAT])
    kind = int(KIND[layout, card])
    points = int(WORTH[layout, card])
    best = int(frames[p, BEST])
    wins = beats(card, best, layout)
    holder = seat if wins else int(frames[p, HOLDER])
    ours = (holder == 0) == (seat == 0)
    if frames[p, TURN] == 1:
        top = card if wins else best
        after = seat + 1 if seat < 2 else 0
        hand = int(hands[after])
        asked = int(KIND[layout, int(frames[p, LED])])
        held = hand & int(SUITS_OF[layout, asked])
        if held != 0:
            over = KIND[layout, top] == asked and held >> top > 1
        else:
            held = hand & int(SUITS_OF[layout, 0])
            over = held >> top > 1 if KIND[layout, top] == 0 else held != 0
        if over:
            ours = (after == 0) == (seat == 0)
    if not ours:
        return -4 * points + (38 if kind == 0 else 0)
    score = 200 + 4 * points
    if wins:
        first = 0 if kind == 0 else lowest(int(SUITS_OF[layout, kind]))
        score -= 2 * (card - first) + (10 if kind == 0 else 0)
    elif kind == 0:
        score -= 10
    return score


@inlined
def _promise_in_null(frames: Any, p: int, card: int) -> int:
    rank = card & 7
    if frames[p, TURN] == 0:
        return -rank
    if card >> 3 != int(frames[p, LED]) >> 3:
        return 20 + rank
    if frames[p, SEAT] != 0:
        return rank
    return 30 + rank if card < frames[p, BEST] else -rank
