"""Playing out: what a position with all hands known is worth with best play by everybody.

Alpha-beta on a stack of its own: recursive kernels cannot be cached. A frame of the stack holds
the three hands, who is to act, the trick on the table and what each side has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.bits import bit, highest, lowest, without_lowest
from skat_gym.rules.card import JACKS, POINTS
from skat_gym.rules.kernel import allocating, kernel
from skat_gym.rules.scoring import settle
from skat_gym.rules.trick import _POWER, CLASS, CLASS_CARDS, NULL, STRONGER, TRUMP, follow

LONGEST = 4
"""Cards a hand may have."""
BOOKED = 128
"""What a booked point counts, where a card point counts one."""

# The fields of a frame; the first three are the hands.
SEAT, LAID, LED, BEST, HOLDER, TABLE = range(3, 9)
"""Who is to act; of the trick: cards laid, card led, best card, who laid it, points."""
OWN, OWN_TRICKS, LOST, LOST_TRICKS = range(9, 13)
"""Card points and tricks of the declarer and of the defenders."""
_MOVES, _ALPHA, _BETA, _VALUE = range(13, 17)
INFINITE = 1 << 40

# Outcomes that differ: no trick, then by card points, every trick.
N_OUTCOMES = 6
_POINTS_SHOWN = np.array([0, 30, 60, 61, 90, 120], np.int64)
_TRICKS_SHOWN = np.array([0, 1, 1, 1, 1, 10], np.int64)
_SEVENS_TO_NINES = 0x07070707


@allocating
def new_stack() -> Any:
    """Allocates the stack for `playout`."""
    return np.empty((3 * LONGEST + 2, _VALUE + 1), np.int64)


@kernel
def outcomes(contract: int, bid: int, run: int, ends: Any) -> None:
    """Fills `ends` with what each outcome books for the declarer, less what defenders book."""
    for k in range(N_OUTCOMES):
        score = settle(contract, bid, run, int(_POINTS_SHOWN[k]), int(_TRICKS_SHOWN[k]))[6]
        ends[k] = (score + 50 if score > 0 else score - 90) * BOOKED


@kernel
def outcome(points: int, tricks: int, lost_tricks: int) -> int:
    """Returns which outcome the declarer has, counting the tricks so far as all there are."""
    if tricks == 0:
        return 0
    if lost_tricks == 0:
        return 5
    if points >= 61:
        return 4 if points >= 90 else 3
    return 2 if points >= 31 else 1


@kernel
def playout(
    stack: Any, start: int, ends: Any, grain: int, game: int, declarer: int, alpha: int, beta: int
) -> int:
    """Returns what the position in stack[start] is worth to the declarer with best play by all.

    That is `ends` of the outcome, plus `grain` for each card point of the declarer (not in null).
    A value up to alpha, or from beta on, is a bound only.
    """
    depth = start
    if _open(stack, depth, ends, grain, game, declarer, alpha, beta):
        return int(stack[depth, _VALUE])
    while True:
        depth &= 15
        moves = stack[depth, _MOVES]
        if moves == 0 or stack[depth, _ALPHA] >= stack[depth, _BETA]:
            if depth == start:
                return int(stack[depth, _VALUE])
            value = stack[depth, _VALUE]
            depth -= 1
        else:
            card = _promising(stack, depth, moves, game, declarer)
            stack[depth, _MOVES] = moves & ~bit(card)
            lay(stack, depth, card, game, declarer)
            alpha = stack[depth, _ALPHA]
            beta = stack[depth, _BETA]
            if not _open(stack, depth + 1, ends, grain, game, declarer, alpha, beta):
                depth += 1
                continue
            value = stack[depth + 1, _VALUE]
        if stack[depth, SEAT] == declarer:
            stack[depth, _VALUE] = max(stack[depth, _VALUE], value)
            stack[depth, _ALPHA] = max(stack[depth, _ALPHA], value)
        else:
            stack[depth, _VALUE] = min(stack[depth, _VALUE], value)
            stack[depth, _BETA] = min(stack[depth, _BETA], value)


@kernel
def _open(
    stack: Any,
    depth: int,
    ends: Any,
    grain: int,
    game: int,
    declarer: int,
    alpha: int,
    beta: int,
) -> bool:
    """Begins the search of a frame between two bounds; tells whether its value is known at once."""
    depth &= 15
    seat = stack[depth, SEAT] & 3
    if game == NULL:
        least = ends[1]
        most = ends[0]
        if stack[depth, OWN_TRICKS] != 0:
            stack[depth, _VALUE] = least
            return True
        if stack[depth, seat] == 0:
            stack[depth, _VALUE] = most
            return True
    else:
        points = stack[depth, OWN]
        least = points * grain + ends[outcome(points, stack[depth, OWN_TRICKS], 1)]
        if stack[depth, seat] == 0:
            tricks = stack[depth, OWN_TRICKS]
            stack[depth, _VALUE] = (
                points * grain + ends[outcome(points, tricks, stack[depth, LOST_TRICKS])]
            )
            return True
        points = 120 - stack[depth, LOST]
        most = points * grain + ends[outcome(points, 1, stack[depth, LOST_TRICKS])]
    alpha = max(alpha, least)
    beta = min(beta, most)
    stack[depth, _ALPHA] = alpha
    stack[depth, _BETA] = beta
    stack[depth, _VALUE] = least if seat == declarer else most
    if alpha >= beta:
        stack[depth, _VALUE] = most if most <= alpha else least
        return True
    hand = stack[depth, seat]
    if stack[depth, LAID] != 0:
        hand = follow(hand, stack[depth, LED], game)
    # Of neighbours that count the same one is enough: 7 8 9 of a suit, jacks as trumps.
    low = hand & _SEVENS_TO_NINES
    hand &= ~(low & (low >> 1))
    if game != NULL:
        jacks = hand & JACKS
        hand &= ~(jacks & (jacks >> 8))
    stack[depth, _MOVES] = hand
    return False


@kernel
def _promising(stack: Any, depth: int, moves: int, game: int, declarer: int) -> int:
    """Returns the card to try first: it decides how much need not be looked at."""
    if without_lowest(moves) == 0:
        return lowest(moves)
    if stack[depth, LAID] == 0:
        return highest(moves)
    best = stack[depth, BEST]
    if (stack[depth, HOLDER] == declarer) == (stack[depth, SEAT] == declarer):
        return highest(moves)
    over = int(STRONGER[game, best])
    if CLASS[game, best] != TRUMP:
        over |= int(CLASS_CARDS[game, TRUMP])
    over &= moves
    return highest(over) if over != 0 else lowest(moves)


@kernel
def lay(stack: Any, depth: int, card: int, game: int, declarer: int) -> None:
    """Fills the frame above with the position after a card."""
    depth &= 15
    up = depth + 1
    card &= 31
    here = stack[depth]
    seat = here[SEAT] & 3
    laid = here[LAID]
    table = here[TABLE] + POINTS[card]
    led = card
    best = card
    holder = seat
    if laid != 0:
        led = here[LED] & 31
        kind = CLASS[game, led]
        if _POWER[game, kind, card] <= _POWER[game, kind, here[BEST] & 31]:
            best = here[BEST]
            holder = here[HOLDER]
    for k in range(3):
        stack[up, k] = here[k]
    stack[up, seat] = here[seat] & ~bit(card)
    for k in range(OWN, LOST_TRICKS + 1):
        stack[up, k] = here[k]
    if laid < 2:
        stack[up, SEAT] = seat + 1 if seat < 2 else 0
        stack[up, LAID] = laid + 1
        stack[up, LED] = led
        stack[up, BEST] = best
        stack[up, HOLDER] = holder
        stack[up, TABLE] = table
        return
    stack[up, SEAT] = holder
    stack[up, LAID] = 0
    stack[up, TABLE] = 0
    side = OWN if holder == declarer else LOST
    stack[up, side] = here[side] + table
    stack[up, side + 1] = here[side + 1] + 1
    hand = stack[up, 0]
    if hand != 0 and without_lowest(hand) == 0:
        _last_trick(stack, up, game, declarer)


@kernel
def _last_trick(stack: Any, depth: int, game: int, declarer: int) -> None:
    """Plays the last trick, which leaves no choice, in the same frame."""
    depth &= 15
    here = stack[depth]
    leader = here[SEAT] & 3
    kind = CLASS[game, lowest(here[leader]) & 31]
    top = -1
    table = 0
    winner = leader
    for seat in range(3):
        card = lowest(here[seat]) & 31
        table += POINTS[card]
        here[seat] = 0
        strong = _POWER[game, kind, card]
        if strong > top:
            top = strong
            winner = seat
    side = OWN if winner == declarer else LOST
    here[side] += table
    here[side + 1] += 1
