"""Endgames: the last cards played out exactly, in every way the cards may lie.

`playout` solves one position with all hands known by alpha-beta with its own stack. `endgame`
asks it for the deals that agree with a view: for the only one if the cards are known, for all if
they are few, else for some spread evenly over them, and plays the card that is best on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.rulebook.odds import unseen
from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import bit, count, lowest, without_lowest
from skat_gym.rules.card import POINTS, points_of
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors, settle
from skat_gym.rules.trick import CLASS_CARDS, NULL, TRUMP, follow, power

LONGEST = 4
"""Hands of so many cards are played out."""
WORLDS = np.array([0, 0, 30, 12, 4], np.int64)
"""By cards in hand: how many ways the cards may lie are looked at."""
POINT = 1
BOOKED = 128
"""What is played for: a booked point counts as much as more card points than there are."""

_CHOOSE = np.array(
    [[1, 0, 0, 0, 0], *([0] * 5 for _ in range(12))],
    np.int64,
)
for _n in range(1, 13):
    for _k in range(5):
        _CHOOSE[_n, _k] = _CHOOSE[_n - 1, _k] + (_CHOOSE[_n - 1, _k - 1] if _k else 0)

# The fields of a frame of the stack: hands of the three seats, who is to act, the trick on the
# table, the declarer's points and tricks, and the search itself.
_SEAT, _LAID, _LED, _BEST, _HOLDER, _TABLE, _POINTS, _TRICKS = range(3, 11)
_MOVES, _ALPHA, _BETA, _VALUE = range(11, 15)
_FIELDS = 15
_INFINITE = 1 << 40


@kernel
def new_stack() -> Any:
    """Allocates the stack for `playout`."""
    return np.empty((3 * LONGEST + 2, _FIELDS), np.int64)


@kernel
def booked(contract: int, bid: int, run: int, points: int, tricks: int) -> int:
    """Returns what an outcome is worth to the declarer: list points, then card points.

    What the defenders book on a loss counts against the declarer.
    """
    score = settle(contract, bid, run, points, tricks)[6]
    if GAME[contract] == NULL:
        points = 0
    return int((score + 50 if score > 0 else score - 90) * BOOKED + points * POINT)


@kernel
def playout(stack: Any, declarer: int, contract: int, bid: int, run: int) -> int:
    """Returns what the position in stack[0] is worth to the declarer with best play by all.

    The hands, the seat to act, the trick on the table, points and tricks must be filled in.
    """
    game = GAME[contract]
    depth = 0
    _open(stack, 0, game, declarer, -_INFINITE, _INFINITE)
    while True:
        moves = stack[depth, _MOVES]
        if moves == 0 or stack[depth, _ALPHA] >= stack[depth, _BETA]:
            value = stack[depth, _VALUE]
            if depth == 0:
                return int(value)
            depth -= 1
            _improve(stack, depth, declarer, value)
            continue
        stack[depth, _MOVES] = without_lowest(moves)
        _lay(stack, depth, lowest(moves), game, declarer)
        over = stack[depth + 1, 0] | stack[depth + 1, 1] | stack[depth + 1, 2] == 0
        if over or (game == NULL and stack[depth + 1, _TRICKS] != 0):
            points = stack[depth + 1, _POINTS]
            tricks = stack[depth + 1, _TRICKS]
            _improve(stack, depth, declarer, booked(contract, bid, run, points, tricks))
        else:
            depth += 1
            alpha = stack[depth - 1, _ALPHA]
            beta = stack[depth - 1, _BETA]
            _open(stack, depth, game, declarer, alpha, beta)


@kernel
def _open(stack: Any, depth: int, game: int, declarer: int, alpha: int, beta: int) -> None:
    seat = stack[depth, _SEAT]
    hand = stack[depth, seat]
    if stack[depth, _LAID] != 0:
        hand = follow(hand, stack[depth, _LED], game)
    stack[depth, _MOVES] = hand
    stack[depth, _ALPHA] = alpha
    stack[depth, _BETA] = beta
    stack[depth, _VALUE] = -_INFINITE if seat == declarer else _INFINITE


@kernel
def _improve(stack: Any, depth: int, declarer: int, value: int) -> None:
    if stack[depth, _SEAT] == declarer:
        stack[depth, _VALUE] = max(stack[depth, _VALUE], value)
        stack[depth, _ALPHA] = max(stack[depth, _ALPHA], value)
    else:
        stack[depth, _VALUE] = min(stack[depth, _VALUE], value)
        stack[depth, _BETA] = min(stack[depth, _BETA], value)


@kernel
def _lay(stack: Any, depth: int, card: int, game: int, declarer: int) -> None:
    """Fills the frame above with the position after a card."""
    up = depth + 1
    for k in range(_MOVES):
        stack[up, k] = stack[depth, k]
    seat = stack[depth, _SEAT]
    stack[up, seat] ^= bit(card)
    laid = stack[depth, _LAID]
    if laid == 0:
        stack[up, _LED] = card
    led = stack[up, _LED]
    if laid == 0 or power(card, led, game) > power(stack[depth, _BEST], led, game):
        stack[up, _BEST] = card
        stack[up, _HOLDER] = seat
    stack[up, _TABLE] += POINTS[card]
    stack[up, _LAID] = laid + 1
    stack[up, _SEAT] = (seat + 1) % 3
    if laid == 2:
        winner = stack[up, _HOLDER]
        stack[up, _SEAT] = winner
        if winner == declarer:
            stack[up, _POINTS] += stack[up, _TABLE]
            stack[up, _TRICKS] += 1
        stack[up, _TABLE] = 0
        stack[up, _LAID] = 0


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


@kernel
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
    total = 0
    pairs = _CHOOSE[count(aside), 2] if hidden == 2 else 1
    for k in range(pairs):
        pair = _subset(aside, 2, k) if hidden == 2 else 0
        total += _ways(pool & ~pair, void_left, void_right, size_left, size_right)
    if total == 0:
        return plain
    looked_at = min(total, int(WORLDS[size]))
    worth = np.zeros(32, np.int64)
    stack = new_stack()
    seen = 0
    before = 0
    for k in range(pairs):
        pair = _subset(aside, 2, k) if hidden == 2 else 0
        rest = pool & ~pair
        ways = _ways(rest, void_left, void_right, size_left, size_right)
        while seen < looked_at and (2 * seen + 1) * total // (2 * looked_at) < before + ways:
            rank = (2 * seen + 1) * total // (2 * looked_at) - before
            fixed = rest & void_right
            hand = fixed | _subset(
                rest & ~void_left & ~void_right, size_left - count(fixed), rank
            )
            _weigh(v, mask, hand | open_left, rest & ~hand | open_right, pair, stack, worth)
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


@kernel
def _weigh(v: Any, mask: int, left: int, right: int, pair: int, stack: Any, worth: Any) -> None:
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
    run = matadors(stack[0, declarer] | int(v.by[declarer]) | skat, game)
    stack[0, _SEAT] = me
    stack[0, _LAID] = laid
    stack[0, _LED] = v.cards[v.played - laid] if laid != 0 else -1
    stack[0, _BEST] = stack[0, _LED]
    stack[0, _HOLDER] = (me - laid + 3) % 3
    stack[0, _TABLE] = POINTS[stack[0, _LED]] if laid != 0 else 0
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        stack[0, _TABLE] += POINTS[second]
        if power(second, stack[0, _LED], game) > power(stack[0, _LED], stack[0, _LED], game):
            stack[0, _BEST] = second
            stack[0, _HOLDER] = (me + 2) % 3
    stack[0, _POINTS] = v.points[0] + points_of(skat)
    stack[0, _TRICKS] = v.tricks[0]
    bid = int(BIDS[v.bid])
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        worth[card] += after_card(stack, card, declarer, contract, bid, run)


@kernel
def after_card(stack: Any, card: int, declarer: int, contract: int, bid: int, run: int) -> int:
    """Returns what the position in stack[0] is worth to the declarer after a card."""
    game = int(GAME[contract])
    _lay(stack, 0, card, game, declarer)
    points = stack[1, _POINTS]
    tricks = stack[1, _TRICKS]
    if stack[1, 0] | stack[1, 1] | stack[1, 2] == 0 or (game == NULL and tricks != 0):
        return booked(contract, bid, run, points, tricks)
    return playout(stack[1:], declarer, contract, bid, run)
