"""From a DEAL record to the search and back: points, list scores, cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.card import points_of
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import inlined, kernel, threaded
from skat_gym.rules.scoring import matadors, settle
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions
from skat_gym.rules.trick import NULL
from skat_gym.solver.frame import BEST, HOLDER, LAID, LED, LEFT, NEED, SEAT, SECOND, TURN
from skat_gym.solver.layout import LAYOUT, PLACE, WORTH, beats, placed, worth_of
from skat_gym.solver.search import DUCK, POINTS, SWEEP, TAKE, search

REACHED, VALUE, SCORE = range(3)
"""What is asked of a position: is a threshold reached, the declarer's card points, list score.

In null the points are 1 if the declarer is made to take a trick, else 0.
"""
STEP = 6
"""How far apart the thresholds lie that close in on an exact value."""
WON = 61
ILLEGAL = -9999
"""Stands for a card that is not legal."""

# What the declarer may come to, each better than the one before: no trick; schneider; lost; won;
# schneider; every trick. A class stands for itself with points and tricks that are in it, and is
# reached by a goal of the search. (Arrays, since numba compiles a kernel anew for each constant.)
_POINTS_OF = np.array([0, 30, 31, 61, 90, 120], np.int64)
_TRICKS_OF = np.array([0, 1, 1, 1, 1, 10], np.int64)
_GOAL_OF = np.array([TAKE, TAKE, POINTS, POINTS, POINTS, SWEEP], np.int64)
_ASKED = np.array([3, 4, 2, 5, 1], np.int64)
"""The order in which classes are asked for."""
_PLAIN = np.array([POINTS, DUCK], np.int64)
"""The goal in suit and grand, and in null."""


@inlined
def begin(deals: Any, i: int, hands: Any, frames: Any) -> int:
    """Sets up frames[0] and the hands for deal i in its play; returns what is left to be had."""
    d = deals[i]
    game = int(GAME[d.contract])
    layout = int(LAYOUT[game])
    declarer = int(d.declarer)
    left = 0
    for role in range(3):
        hands[role] = placed(int(d.hands[(declarer + role) % 3]), game)
        left += worth_of(int(hands[role]), layout)
    turn = int(d.played) % 3
    seat = (int(d.seat) - declarer + 3) % 3
    laid = 0
    for k in range(turn):
        card = int(PLACE[game, int(d.cards[d.played - turn + k])])
        laid += int(WORTH[layout, card])
        who = (seat - turn + k + 3) % 3
        if k == 0:
            frames[0, LED] = card
            frames[0, BEST] = card
            frames[0, HOLDER] = who
        else:
            frames[0, SECOND] = card
            if beats(card, int(frames[0, BEST]), layout):
                frames[0, BEST] = card
                frames[0, HOLDER] = who
    frames[0, SEAT] = seat
    frames[0, TURN] = turn
    frames[0, LAID] = laid
    frames[0, LEFT] = left + laid
    return left + laid


@inlined
def counted(deals: Any, i: int) -> int:
    """Returns the declarer's points so far, what lies aside included."""
    d = deals[i]
    return int(d.points[0] + points_of(int(d.put_down) if d.picked_up == 1 else int(d.skat)))


@inlined
def _class_scores(deals: Any, i: int, scores: Any) -> None:
    """Writes the list score of each class, (6,)."""
    d = deals[i]
    run = matadors(d.dealt[d.declarer] | d.skat, GAME[d.contract])
    for k in range(6):
        settled = settle(d.contract, BIDS[d.bid], run, _POINTS_OF[k], _TRICKS_OF[k])
        scores[k] = settled[6]


@kernel
def answer(
    deals: Any, i: int, what: int, need: int, serial: int, work: Any, table: Any, nodes: Any
) -> int:
    """Answers one question about deal i, in its play or over (see REACHED, VALUE, SCORE).

    `need` is the threshold, or a guess at the value to begin with.
    """
    d = deals[i]
    hands, frames, scores = work[0, :3], work[1:], work[0, 10:16]
    layout = int(LAYOUT[GAME[d.contract]])
    null = GAME[d.contract] == NULL
    plain = int(_PLAIN[1 if null else 0])
    so_far = counted(deals, i)
    if d.phase == OVER:
        value = int(1 - d.won) if null else so_far
        if what == SCORE:
            return int(d.score)
        if what == VALUE:
            return value
        return 1 - value if null else int(value >= need)
    left = begin(deals, i, hands, frames)
    # thresholds closing in on points, or classes asked for one by one
    low, high = 0, left
    threshold = need - so_far
    if what == VALUE:
        threshold = min(max(threshold, 1), left)
    if what == SCORE:
        _class_scores(deals, i, scores)
        low = 1 if d.tricks[0] > 0 else 0
        high = 4 if d.tricks[1] > 0 else 5
    while True:
        goal = plain
        asked = 0
        if what == SCORE and not null:
            for k in range(len(_ASKED)):
                asked = int(_ASKED[k])
                if low < asked <= high and scores[asked] != scores[asked - 1]:
                    break
                asked = 0
            if asked == 0:
                return int(scores[low])
            goal = int(_GOAL_OF[asked])
            threshold = int(_POINTS_OF[asked]) - so_far
        begin(deals, i, hands, frames)
        if goal != POINTS:
            threshold = 1
            frames[0, LEFT] = 1
        frames[0, NEED] = threshold
        value = 0
        if goal != POINTS or 0 < threshold <= left:
            value = search(hands, layout, goal, 4 * serial + goal, frames, table, nodes)
        reached = value >= threshold
        if what == REACHED:
            return int(reached)
        if null:
            if what == VALUE:
                return 1 - value
            run = 0
            settled = settle(d.contract, BIDS[d.bid], run, run, 1 - value)
            return int(settled[6])
        if what == SCORE:
            if reached:
                low = asked
            else:
                high = asked - 1
        else:
            if reached:
                low = value
                threshold = min(low + STEP, high)
            else:
                high = value
                threshold = max(high - STEP + 1, low + 1)
            if low >= high:
                return so_far + low


@kernel
def same_deal(deals: Any, i: int, j: int) -> bool:
    """Tells whether two positions are of one deal and contract, so that a table serves both."""
    a, b = deals[i], deals[j]
    same = a.declarer == b.declarer and a.contract == b.contract and a.put_down == b.put_down
    for k in range(3):
        same = same and a.dealt[k] == b.dealt[k]
    return bool(same)


@threaded
def solve_rows(
    deals: Any,
    first: int,
    what: int,
    need: int,
    serial: int,
    work: Any,
    table: Any,
    nodes: Any,
    scratch: Any,
    out: Any,
) -> int:
    """Answers a question for deals first, first + 1, ..., one for each row of out.

    Rows of one column take the answer for the position, rows of 32 that after each legal card, and
    ILLEGAL for the others. Positions of one deal share a serial, that is what the table knows.
    Returns the last serial used, the first being `serial`.
    """
    guess = need
    at = len(scratch) - 1
    for row in range(len(out)):
        i = first + row
        if row > 0 and not same_deal(deals, i - 1, i):
            serial += 1
            guess = need
        scratch[at] = deals[i]
        many = out.shape[1] > 1
        legal = legal_actions(deals, i) if many else 1
        for k in range(out.shape[1]):
            out[row, k] = ILLEGAL
        while legal != 0:
            card = lowest(legal)
            legal = without_lowest(legal)
            if many:
                scratch[at] = deals[i]
                apply(scratch, at, card)
            value = answer(scratch, at, what, guess, serial, work, table, nodes)
            if what == VALUE:
                guess = value
            out[row, card if many else 0] = value
    return serial
