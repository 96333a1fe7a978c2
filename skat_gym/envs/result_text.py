"""Results in words for many deals at once: the parts of the sentence are remembered."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.card import points_of
from skat_gym.rules.contract import FORM, GAME, N_CONTRACTS, SCHNEIDER, SCHWARZ, Contract
from skat_gym.rules.kernel import kernel
from skat_gym.rules.result import Result
from skat_gym.rules.trick import NULL

CONTRACT_NAMES = np.array([*(Contract(k).name for k in range(N_CONTRACTS)), ""], object)
"""The name of a contract; the last one, [-1], where there is none."""
_COSTS = 512
_MISSED = 48
_NOBODY = -1
# Each part of a sentence by a number of which it is a function, filled as they come up; the last
# place of each is that of a deal thrown in.
_PARTS = [
    np.full(size, None, object)
    for size in (N_CONTRACTS * 128, 64 * _COSTS, 512 * _MISSED + 1, _COSTS + 1)
]


@kernel
def _numbers(deals: Any, rows: Any, numbers: Any) -> None:
    """Writes the numbers of the parts of each sentence."""
    for k in range(len(rows)):
        d = deals[rows[k]]
        if d.declarer < 0:
            for part in range(4):
                numbers[part, k] = _NOBODY
            continue
        null = GAME[d.contract] == NULL
        form = FORM[d.contract]
        points = d.points[0] + points_of(d.put_down if d.picked_up == 1 else d.skat)
        numbers[0, k] = (d.contract * 32 + d.matadors + 16) * 4 + d.schneider * 2 + d.schwarz
        numbers[1, k] = d.bid * _COSTS + (abs(d.score) // 2 if d.overbid == 1 else 0)
        how = 256 + min(d.tricks[0], 1) if null else points
        missed = 0
        if form >= SCHWARZ:
            missed = 16 + d.tricks[0]
        elif form >= SCHNEIDER:
            missed = 32 if points < 90 else 0
        numbers[2, k] = (how + 128 * d.won) * _MISSED + missed
        numbers[3, k] = 0 if d.won == 1 else -d.score // 2


def result_texts(deals: Any, rows: Any) -> Any:
    """Returns `str(Result.of(deals, i))` for every i of `rows`, as an object array."""
    numbers = np.zeros((len(_PARTS), len(rows)), np.int64)
    _numbers(deals, rows, numbers)
    parts = [table[number] for table, number in zip(_PARTS, numbers, strict=True)]
    try:
        return parts[0] + parts[1] + parts[2] + parts[3]
    except TypeError:  # a part that did not come up before
        new = [k for k, texts in enumerate(zip(*parts, strict=True)) if None in texts]
    for k in new:
        value, bid, how, missed, doubled = Result.of(deals, int(rows[k])).parts()
        told = (value, bid, how + missed, doubled)
        for table, number, text in zip(_PARTS, numbers, told, strict=True):
            table[number[k]] = text
    parts = [table[number] for table, number in zip(_PARTS, numbers, strict=True)]
    return parts[0] + parts[1] + parts[2] + parts[3]
