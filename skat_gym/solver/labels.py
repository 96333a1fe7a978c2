"""Labels for training: which thresholds the declarer reaches after each legal card."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import threaded
from skat_gym.rules.state import new_deals
from skat_gym.rules.transition import apply, legal_actions
from skat_gym.rules.trick import NULL
from skat_gym.solver.frame import new_work
from skat_gym.solver.solve import REACHED, answer
from skat_gym.solver.table import new_table

LEVELS = np.array([31, 46, 61, 76, 90], np.int64)
"""(5,): the declarer's card points that are asked for."""
_MIDDLE = 2
_STEP = np.array([-1, 1], np.int64)


@threaded
def _label_rows(
    deals: Any,
    first: int,
    fresh: Any,
    what: int,
    work: Any,
    table: Any,
    nodes: Any,
    scratch: Any,
    out: Any,
) -> None:
    serial = 0
    for row in range(len(out)):
        i = first + row
        if row == 0 or fresh[i]:
            serial += 1
        null = GAME[deals[i].contract] == NULL
        legal = legal_actions(deals, i)
        while legal != 0:
            card = lowest(legal)
            legal = without_lowest(legal)
            scratch[0] = deals[i]
            apply(scratch, 0, card)
            level = _MIDDLE + 0
            got = answer(scratch, 0, what, LEVELS[level], serial, work, table, nodes)
            if null:
                out[row, card] = 31 * got
                continue
            reached = got
            step = _STEP[got]
            while 0 <= level + step < len(LEVELS) and got == reached:
                level += step
                got = answer(scratch, 0, what, LEVELS[level], serial, work, table, nodes)
            # all levels below the last one reached
            top = level if got == 1 else level - 1
            out[row, card] = (2 << top) - 1 if top >= 0 else 0


def label_levels(deals: Any, fresh: Any, threads: int = 1, bits: int = 20) -> Any:
    """Returns which of `LEVELS` the declarer reaches after each legal card, under perfect play.

    Takes (n,) DEAL records in their play, those of one deal one after the other, and (n,) bool
    `fresh`, true where another deal begins. Returns (n, 32) uint8: bit k is set where level k is
    reached; in null all five where the declarer takes no trick. 0 for cards that are not legal.

    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand")
    >>> sorted(set(label_levels(deal._array, np.ones(1, bool))[0].tolist()))
    [0, 1]
    """
    out = np.zeros((len(deals), 32), np.uint8)
    fresh = np.asarray(fresh, np.bool_)
    ends = np.linspace(0, len(deals), threads + 1).astype(int).tolist()

    def label(part: tuple[int, int]) -> None:
        first, last = part
        if first < last:
            rest = (new_work(), new_table(bits), np.zeros(1, np.int64), new_deals(1))
            _label_rows(deals, first, fresh, REACHED, *rest, out[first:last])

    parts = list(pairwise(ends))
    if threads == 1:
        label(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(label, parts))
    return out
