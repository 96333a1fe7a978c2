"""Matadors, value and score of a game (ISkO 2.4, 5.1 to 5.4)."""

from __future__ import annotations

import numpy as np

from skat_gym.rules.bits import bit
from skat_gym.rules.contract import (
    BASE,
    FORM,
    GAME,
    IS_HAND,
    NULL_VALUE,
    OUVERT,
    SCHNEIDER,
    SCHWARZ,
)
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, NULL, STRENGTH, TRUMP

TRUMP_ORDER = np.array(
    [
        sorted((c for c in range(32) if CLASS[g, c] == TRUMP), key=lambda c: -int(STRENGTH[g, c]))
        + [-1] * (11 - int(np.sum(CLASS[g] == TRUMP)))
        for g in range(5)
    ],
    np.int64,
)
"""(5 games, 11): trumps from the club jack down, -1 where a game has no more."""
DECLARER_BONUS = 50
DEFENDER_BONUS = 40
"""Seeger-Fabian at a table of three: what each defender gets for a lost game."""


@kernel
def matadors(cards: int, game: int) -> int:
    """Counts matadors over the declarer's twelve cards: positive with, negative without.

    The unbroken run from the club jack downwards, at most 11 in suit and 4 in grand; 0 in null.
    """
    if game == NULL:
        return 0
    held = cards & bit(TRUMP_ORDER[game, 0]) != 0
    run = 0
    while run < 11 and TRUMP_ORDER[game, run] >= 0:
        if (cards & bit(TRUMP_ORDER[game, run]) != 0) != held:
            break
        run += 1
    return run if held else -run


@kernel
def settle(
    contract: int, bid: int, run: int, points: int, tricks: int
) -> tuple[int, int, bool, bool, bool, bool, int]:
    """Settles a game.

    Takes the contract, the value bid, the matadors (signed), the declarer's card points (skat
    included) and tricks. Returns levels (0 in null), value (levels x base, before overbidding
    raises it), won, overbid, schneider and schwarz (reached by either side), and the declarer's
    score, losses doubled.
    """
    game = GAME[contract]
    base = BASE[game]
    form = FORM[contract]
    schneider = False
    schwarz = False
    levels = 0
    if game == NULL:
        value = NULL_VALUE[contract]
        base = value
        won = tricks == 0
    else:
        schneider = points >= 90 or points <= 30
        schwarz = tricks == 10 or tricks == 0
        levels = abs(run) + 1 + IS_HAND[contract]
        if schneider or form >= SCHNEIDER:
            levels += 1
        if schwarz or form >= SCHWARZ:
            levels += 1
        if form >= SCHNEIDER:
            levels += form - SCHNEIDER + 1
        value = levels * base
        won = points >= 61
        if form >= SCHNEIDER and points < 90:
            won = False
        if form >= SCHWARZ and tricks < 10:
            won = False
    overbid = value < bid
    counted = value
    if overbid:
        counted = (bid + base - 1) // base * base
        won = False
    return levels, value, won, overbid, schneider, schwarz, counted if won else -2 * counted


@kernel
def seeger_fabian(declarer: int, score: int, seat: int) -> int:
    """Returns what a seat books for a game by Seeger-Fabian; a thrown-in deal pays nobody."""
    if declarer < 0:
        return 0
    if seat == declarer:
        return score + DECLARER_BONUS if score > 0 else score - DECLARER_BONUS
    return DEFENDER_BONUS if score < 0 else 0


@kernel
def booked(declarer: int, score: int, seat: int, plain: bool) -> int:
    """Returns what a seat books for a game: plain list points, or by Seeger-Fabian."""
    if plain:
        return score if seat == declarer else 0
    return seeger_fabian(declarer, score, seat)


assert OUVERT == SCHNEIDER + 2, "settle counts one level for each announcement in the chain"
