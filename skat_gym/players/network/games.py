"""The games a declarer might play: which are worth a look, and what they are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.rulebook.estimate import (
    BASES,
    NULL_BASES,
    PUT_DOWN,
    expected,
    strength,
)
from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import ALL_CARDS, POINTS
from skat_gym.rules.contract import BASE, FIRST_NULL, GAME, IS_HAND, NULL_VALUE
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors, seeger_fabian, settle
from skat_gym.rules.trick import GRAND, NULL

N_GAMES = 7
"""The games with the skat: four suits, grand, null, null ouvert."""
N_PAIRS = 66
NEVER = -(1 << 40)
_POINTS_OF = np.array([0, 31, 61, 90, 120], np.int64)
_TRICKS_OF = np.array([1, 1, 1, 1, 10], np.int64)
N_ENDS = 5
"""How a game may end: below 31, lost, won, with 90, with every trick."""


@kernel
def propose(v: Any, pairs: Any, contracts: Any, worths: Any) -> int:
    """Lists every pair of put-downs with every game, as a rough estimate values them.

    Takes the view of a declarer who picked up; cards put down already stay so. Fills (462,) arrays
    and returns how many there are. Worths are expected scores in ten-thousandths.
    """
    cards = int(v.hand | v.put_down)
    fixed = int(v.put_down)
    forehand = v.me == 0
    bid = int(BIDS[v.bid])
    n = 0
    for kind in range(N_GAMES):
        game = min(kind, NULL)
        form = 1 if game == GRAND else 0
        contract = 5 * game if kind < NULL else FIRST_NULL + 2 * (kind - NULL)
        if game == NULL:
            value = int(NULL_VALUE[contract])
            if value < bid:
                continue
        else:
            value = int(BASE[game]) * (abs(matadors(cards, game)) + 1)
        firsts = cards
        while firsts != 0:
            first = lowest(firsts)
            firsts = without_lowest(firsts)
            seconds = firsts
            while seconds != 0:
                second = lowest(seconds)
                seconds = without_lowest(seconds)
                pair = bit(first) | bit(second)
                if pair & fixed != fixed:
                    continue
                strong = strength(cards & ~pair, game, int(PUT_DOWN), forehand)
                if game == NULL:
                    strong -= int(NULL_BASES[PUT_DOWN, 1]) * (kind - NULL)
                else:
                    points = int(POINTS[first] + POINTS[second])
                    strong += int(BASES[form, PUT_DOWN, 2]) * points
                pairs[n] = pair
                contracts[n] = contract
                worths[n] = expected(strong, game, value, bid)
                n += 1
    return n


@kernel
def worth(score: int) -> int:
    """Returns what a game's list score is worth: Seeger-Fabian, less what each other seat gets."""
    return int(seeger_fabian(0, score, 0) - seeger_fabian(0, score, 1))


@kernel
def end_worths(hand: int, down: int, contract: int, bid: int, runs: Any, ends: Any) -> None:
    """Fills `ends` (5,) with what each way for a game to end is worth, in hundredths.

    In a hand game the skat may hold matadors: every skat is counted, each alike. `runs` (23,) is
    overwritten.
    """
    game = int(GAME[contract])
    for k in range(len(runs)):
        runs[k] = 0
    if IS_HAND[contract] == 0 or game == NULL:
        runs[11 + matadors(hand | down, game)] = 1
    else:
        firsts = ALL_CARDS & ~hand
        while firsts != 0:
            first = lowest(firsts)
            firsts = without_lowest(firsts)
            seconds = firsts
            while seconds != 0:
                skat = bit(first) | bit(lowest(seconds))
                seconds = without_lowest(seconds)
                runs[11 + matadors(hand | skat, game)] += 1
    for k in range(N_ENDS):
        points, tricks = _POINTS_OF[k], _TRICKS_OF[k]
        if game == NULL:
            tricks = 0 if points >= 61 else 1
        total, skats = 0, 0
        for at in range(23):
            if runs[at] != 0:
                score = settle(contract, bid, at - 11, points, tricks)[6]
                total += runs[at] * worth(score)
                skats += runs[at]
        ends[k] = 100 * total // skats


@kernel
def _end_worths(
    views: Any, rows: Any, kept: Any, down: Any, contracts: Any, runs: Any, ends: Any
) -> None:
    for k in range(len(kept)):
        bid = int(BIDS[views[rows[k]].bid])
        end_worths(kept[k], down[k], contracts[k], bid, runs, ends[k])


@kernel
def _propose_all(
    views: Any,
    most: int,
    pairs: Any,
    named: Any,
    worths: Any,
    kept: Any,
    down: Any,
    contracts: Any,
    counts: Any,
) -> None:
    for j in range(len(views)):
        cards = int(views[j].hand | views[j].put_down)
        n = propose(views[j], pairs, named, worths)
        counts[j] = min(n, most)
        for k in range(min(n, most)):
            best = 0
            for other in range(1, n):
                if worths[other] > worths[best]:
                    best = other
            down[j, k] = pairs[best]
            kept[j, k] = cards & ~pairs[best]
            contracts[j, k] = named[best]
            worths[best] = NEVER


def end_worths_of(views: Any, rows: Any, kept: Any, down: Any, contracts: Any) -> Any:
    """Returns what each way to end is worth for m games of the views `rows`, (m, 5) int64.

    In hundredths of list points (see `end_worths`).
    """
    ends, runs = np.zeros((len(kept), N_ENDS), np.int64), np.zeros(23, np.int64)
    if len(kept):
        _end_worths(views, rows, kept, down, contracts, runs, ends)
    return ends


def propose_all(views: Any, most: int) -> tuple[Any, Any, Any, Any]:
    """Returns the `most` best games of (n,) views, as `propose` ranks them.

    Returns cards kept, put-downs and contracts, (n, most) int64, and how many there are, (n,).
    """
    n = len(views)
    kept, down, contracts = (np.zeros((n, most), np.int64) for _ in range(3))
    counts = np.zeros(n, np.int64)
    pairs, named, worths = (np.zeros(N_GAMES * N_PAIRS, np.int64) for _ in range(3))
    if n:
        _propose_all(views, most, pairs, named, worths, kept, down, contracts, counts)
    return kept, down, contracts, counts
