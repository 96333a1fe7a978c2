"""Endgames: the last cards played out exactly, in the ways the cards may lie.

`endgame` asks `playout` for the deals that agree with a view: the only one if the cards are known,
all if they are few, else some spread evenly over them. It plays the card best on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.rulebook.odds import unseen
from skat_gym.players.rulebook.playout import (
    BEST,
    HOLDER,
    INFINITE,
    LAID,
    LED,
    LONGEST,
    LOST,
    LOST_TRICKS,
    N_OUTCOMES,
    OWN,
    OWN_TRICKS,
    SEAT,
    TABLE,
    lay,
    new_stack,
    outcomes,
    playout,
)
from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import bit, count, lowest, without_lowest
from skat_gym.rules.card import POINTS, points_of
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import allocating, kernel
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import CLASS_CARDS, NULL, TRUMP, power

WORLDS = np.array([0, 0, 8, 4, 1], np.int64)
"""By cards in hand: how many ways the cards may lie are looked at."""

# int() of a constant keeps callees from being compiled once more for that constant alone.
_NONE = 0
_PAIR = 2

_CHOOSE = np.zeros((13, LONGEST + 1), np.int64)
_CHOOSE[:, 0] = 1
for _n in range(1, 13):
    _CHOOSE[_n, 1:] = _CHOOSE[_n - 1, 1:] + _CHOOSE[_n - 1, :-1]


@kernel
def _subset(cards: int, size: int, rank: int) -> int:
    """Returns the subset of that size with that rank among all of them."""
    chosen = 0
    n = count(cards)
    while size > 0:
        n -= 1
        card = lowest(cards)
        cards = without_lowest(cards)
        with_it = _CHOOSE[n, size - 1]
        if rank < with_it:
            chosen |= bit(card)
            size -= 1
        else:
            rank -= with_it
    return chosen


@kernel
def _ways(pool: int, void_left: int, void_right: int, size_left: int, size_right: int) -> int:
    """Counts the ways to deal a pool to the two others, none if their voids forbid it."""
    if pool & void_left & void_right != 0:
        return 0
    more = size_left - count(pool & void_right)
    free = count(pool & ~void_left & ~void_right)
    if more < 0 or more > free or count(pool) != size_left + size_right:
        return 0
    return int(_CHOOSE[free, more])


@allocating
def endgame(v: Any, mask: int, plain: int) -> int:
    """Returns the best card on average over the ways the cards may lie, `plain` among equals.

    Returns `plain`, the card the rules would play, also where too many cards are left.
    """
    size = count(int(v.hand))
    if size > LONGEST:
        return plain
    me = int(v.me)
    declarer = int(v.declarer)
    left = (me + 1) % 3
    right = (me + 2) % 3
    game = int(GAME[v.contract])
    pool = unseen(v)
    size_left = 10 - count(int(v.by[left]))
    size_right = 10 - count(int(v.by[right]))
    open_left = int(v.open_hand) if left == declarer else 0
    open_right = int(v.open_hand) if right == declarer else 0
    if open_left != 0:
        size_left = 0
    if open_right != 0:
        size_right = 0
    # Trumps are not put down: a pair in the skat is two cards of `aside`, if any are unknown.
    hidden = count(pool) - size_left - size_right
    aside = pool
    if v.picked_up == 1 and game != NULL and hidden == 2:
        aside &= ~int(CLASS_CARDS[game, TRUMP])
        if count(aside) < 2:
            aside = pool
    void_left = int(v.void[left])
    void_right = int(v.void[right])
    total = int(_NONE)
    pairs = _CHOOSE[count(aside), 2] if hidden == 2 else 1
    for k in range(pairs):
        pair = _subset(aside, int(_PAIR), k) if hidden == 2 else 0
        total += _ways(pool & ~pair, void_left, void_right, size_left, size_right)
    if total == 0:
        return plain
    looked_at = min(total, int(WORLDS[size]))
    worth = np.zeros(32, np.int64)
    stack = new_stack()
    seen = 0
    before = 0
    for k in range(pairs):
        pair = _subset(aside, int(_PAIR), k) if hidden == 2 else 0
        rest = pool & ~pair
        ways = _ways(rest, void_left, void_right, size_left, size_right)
        while seen < looked_at and (2 * seen + 1) * total // (2 * looked_at) < before + ways:
            rank = (2 * seen + 1) * total // (2 * looked_at) - before
            fixed = rest & void_right
            hand = fixed | _subset(rest & ~void_left & ~void_right, size_left - count(fixed), rank)
            _weigh(
                v,
                mask,
                hand | open_left,
                rest & ~hand | open_right,
                pair,
                stack,
                worth,
                total,
                looked_at,
                plain,
            )
            seen += 1
        before += ways
    chosen = plain
    sign = 1 if me == declarer else -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        if sign * worth[card] > sign * worth[chosen]:
            chosen = card
    return chosen


@allocating
def _weigh(
    v: Any,
    mask: int,
    left: int,
    right: int,
    pair: int,
    stack: Any,
    worth: Any,
    total: int,
    looked_at: int,
    plain: int,
) -> None:
    """Adds up what each card is worth to the declarer with the cards lying so."""
    me = int(v.me)
    declarer = int(v.declarer)
    contract = int(v.contract)
    game = int(GAME[contract])
    laid = int(v.played % 3)
    stack[0, me] = v.hand
    stack[0, (me + 1) % 3] = left
    stack[0, (me + 2) % 3] = right
    skat = int(v.put_down) | pair
    run = matadors(int(stack[0, declarer] | v.by[declarer]) | skat, game)
    stack[0, SEAT] = me
    stack[0, LAID] = laid
    stack[0, LED] = v.cards[v.played - laid] if laid != 0 else -1
    stack[0, BEST] = stack[0, LED]
    stack[0, HOLDER] = (me - laid + 3) % 3
    stack[0, TABLE] = POINTS[stack[0, LED]] if laid != 0 else 0
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        stack[0, TABLE] += POINTS[second]
        led = int(stack[0, LED])
        if power(second, led, game) > power(led, led, game):
            stack[0, BEST] = second
            stack[0, HOLDER] = (me + 2) % 3
    stack[0, OWN] = v.points[0] + points_of(skat)
    stack[0, OWN_TRICKS] = v.tricks[0]
    stack[0, LOST] = v.points[1]
    stack[0, LOST_TRICKS] = v.tricks[1]
    ends = np.empty(N_OUTCOMES, np.int64)
    outcomes(contract, int(BIDS[v.bid]), run, ends)
    grain = 1 if total == 1 else 0
    first = int(_NONE)
    alpha = -INFINITE
    beta = int(INFINITE)
    card = plain
    while True:
        mask &= ~bit(card)
        lay(stack, first, card, game, declarer)
        value = playout(stack, first + 1, ends, grain, game, declarer, alpha, beta)
        worth[card] += value
        if looked_at == 1:
            # Later cards have to be better than this one: how bad they are does not matter.
            if me == declarer:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        if mask == 0:
            break
        card = lowest(mask)
