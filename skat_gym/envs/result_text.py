"""Results in words for many deals at once: both halves of the sentence are remembered."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.auction import BIDS
from skat_gym.rules.card import points_of
from skat_gym.rules.contract import FORM, GAME, N_CONTRACTS, SCHNEIDER, SCHWARZ, Contract
from skat_gym.rules.kernel import kernel
from skat_gym.rules.result import Result
from skat_gym.rules.trick import NULL

CONTRACT_NAMES = np.array([*(Contract(k).name for k in range(N_CONTRACTS)), ""], object)
"""The name of a contract; the last one, [-1], where there is none."""
_MOST = 100_000
_NOBODY = -1
_values: dict[int, str] = {}
_outcomes: dict[int, str] = {}


@kernel
def _keys(deals: Any, rows: Any, keys: Any) -> None:
    """Writes numbers of which the halves of each sentence are functions."""
    for k in range(len(rows)):
        d = deals[rows[k]]
        if d.declarer < 0:
            keys[0, k] = _NOBODY
            keys[1, k] = _NOBODY
            continue
        null = GAME[d.contract] == NULL
        form = FORM[d.contract]
        announced = SCHWARZ if form >= SCHWARZ else SCHNEIDER if form >= SCHNEIDER else 0
        points = d.points[0] + points_of(d.put_down if d.picked_up == 1 else d.skat)
        tricks = d.tricks[0] if null or announced == SCHWARZ else 0
        counted = abs(d.score) if d.overbid == 1 else 0
        keys[0, k] = (d.contract * 32 + d.matadors + 16) * 4 + d.schneider * 2 + d.schwarz
        outcome = (announced + (8 if null else 0)) * 512 + BIDS[d.bid]
        outcome = (outcome * 128 + (0 if null else points)) * 16 + tricks
        keys[1, k] = (outcome * 2 + d.won) * 4096 + counted


def result_texts(deals: Any, rows: Any) -> list[str]:
    """Returns `str(Result.of(deals, i))` for every i of `rows`, deals that are over."""
    keys = np.zeros((2, len(rows)), np.int64)
    _keys(deals, rows, keys)
    first, second = keys.tolist()
    if len(_outcomes) > _MOST:
        _outcomes.clear()
    texts = []
    for k, (value, outcome) in enumerate(zip(first, second, strict=True)):
        if value not in _values or outcome not in _outcomes:
            result = Result.of(deals, int(rows[k]))
            _values[value], _outcomes[outcome] = result.value_text(), result.outcome_text()
        texts.append(_values[value] + _outcomes[outcome])
    return texts
