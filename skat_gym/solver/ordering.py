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
    """Scores the moves of frame p by their promise."""
    if layout == NULL_LAYOUT:
        _order_in_null(frames, p)
    elif frames[p, TURN] == 0:
        _order_leads(hands, frames, p, layout)
    else:
        _order_answers(hands, frames, p, layout)


@inlined
def bring_forward(frames: Any, p: int, at: int) -> int:
    """Moves the most promising move from place `at` on to that place, and returns it."""
    best = at
    for k in range(at + 1, int(frames[p, COUNT])):
        if frames[p, SCORES + k] > frames[p, SCORES + best]:
            best = k
    move = int(frames[p, MOVES + best])
    if best != at:
        frames[p, MOVES + best] = frames[p, MOVES + at]
        frames[p, SCORES + best] = frames[p, SCORES + at]
        frames[p, MOVES + at] = move
    return move


@inlined
def _order_leads(hands: Any, frames: Any, p: int, layout: int) -> None:
    seat = int(frames[p, SEAT])
    own = int(hands[seat])
    trumps = int(SUITS_OF[layout, 0])
    if seat == 0:
        first, second, partner = int(hands[1]), int(hands[2]), 0
    else:
        first, second, partner = int(hands[0]), int(hands[0]), int(hands[3 - seat])
    last = -1
    base = 0
    over = 0
    rescue = 0
    ruffed = False
    saved = False
    for i in range(int(frames[p, COUNT])):
        card = int(frames[p, MOVES + i]) & 31
        kind = int(KIND[layout, card])
        if kind != last:  # what all cards of a suit share
            last = kind
            suit = int(SUITS_OF[layout, kind])
            over = (first | second) & suit
            rescue = partner & suit
            ruffed = kind != 0 and (
                (first & suit == 0 and first & trumps != 0)
                or (second & suit == 0 and second & trumps != 0)
            )
            saved = kind != 0 and rescue == 0 and partner & trumps != 0
            length = count(own & suit)
            if seat == 0:
                base = 2 * length - count(over) + (10 if kind == 0 else 0)
            else:
                base = -3 * length - 2 * count(over) - (60 if kind == 0 else 0)
        points = int(WORTH[layout, card])
        if not (ruffed or over >> card > 1):
            score = 200 + (3 if seat == 0 else 2) * points
        elif seat == 0:
            score = -2 * points
        elif saved or rescue >> card > 1:
            score = 140 + 7 * points
        else:
            score = 4 * points
        frames[p, SCORES + i] = base + score


@inlined
def _order_answers(hands: Any, frames: Any, p: int, layout: int) -> None:
    seat = int(frames[p, SEAT])
    best = int(frames[p, BEST])
    holder = int(frames[p, HOLDER])
    second = frames[p, TURN] == 1
    after = seat + 1 if seat < 2 else 0
    asked = int(KIND[layout, int(frames[p, LED])])
    held = int(hands[after]) & int(SUITS_OF[layout, asked])
    trumps = int(hands[after]) & int(SUITS_OF[layout, 0])
    friend = (after == 0) == (seat == 0)
    for i in range(int(frames[p, COUNT])):
        card = int(frames[p, MOVES + i]) & 31
        kind = int(KIND[layout, card])
        points = int(WORTH[layout, card])
        wins = beats(card, best, layout)
        ours = wins or (holder == 0) == (seat == 0)
        if second:
            top = card if wins else best
            lies = int(KIND[layout, top])
            if held != 0:
                over = lies == asked and held >> top > 1
            else:
                over = trumps >> top > 1 if lies == 0 else trumps != 0
            if over:
                ours = friend
        if not ours:
            score = -4 * points + (38 if kind == 0 else 0)
        else:
            score = 200 + 4 * points
            if wins:
                lowest_one = 0 if kind == 0 else lowest(int(SUITS_OF[layout, kind]))
                score -= 2 * (card - lowest_one) + (10 if kind == 0 else 0)
            elif kind == 0:
                score -= 10
        frames[p, SCORES + i] = score


@inlined
def _order_in_null(frames: Any, p: int) -> None:
    turn, seat = int(frames[p, TURN]), int(frames[p, SEAT])
    suit, best = int(frames[p, LED]) >> 3, int(frames[p, BEST])
    for i in range(int(frames[p, COUNT])):
        card = int(frames[p, MOVES + i]) & 31
        rank = card & 7
        if turn == 0:
            score = -rank
        elif card >> 3 != suit:
            score = 20 + rank
        elif seat != 0:
            score = rank
        else:
            score = 30 + rank if card < best else -rank
        frames[p, SCORES + i] = score
