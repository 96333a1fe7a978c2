"""Infos of a batch in Gymnasium's convention: an array for each key, and one that says whose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.envs.result_text import CONTRACT_NAMES, result_texts
from skat_gym.envs.skat_env import PHASE_NAMES, illegal_sentence
from skat_gym.envs.tables import Tables
from skat_gym.rules.action import N_ACTIONS

_PHASES = np.array(PHASE_NAMES, object)
Info = dict[str, Any]


def _put(info: Info, key: str, n: int, rows: Any, values: Any) -> None:
    """Enters values at some rows: zeros or None elsewhere."""
    array = np.zeros((n, *values.shape[1:]), values.dtype)
    if values.dtype == object:
        array.fill(None)
    array[rows] = values
    whose = np.zeros(n, np.bool_)
    whose[rows] = True
    info[key], info[f"_{key}"] = array, whose


def _objects(values: Sequence[Any]) -> Any:
    array = np.empty(len(values), object)
    for k, value in enumerate(values):
        array[k] = value
    return array


class MatchLists:
    """Keeps the words and totals of each table's match, renewed where something was booked."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.last = _objects([""] * tables.n)
        self.totals = _objects([(0, 0, 0)] * tables.n)

    def renew(self) -> None:
        """Takes note of what the last call booked."""
        records = self.tables.rows
        told = np.flatnonzero(records["told"])
        booked = records["booked"][told] > 0
        self.last[told] = ""
        rows = told[booked]
        self.last[rows] = _objects(result_texts(self.tables.listed_deals, rows))
        self.totals[told] = _objects([*map(tuple, records["totals"][told].tolist())])

    def of(self, n: int, rows: Any) -> Info:
        """Returns the matches at hand, as `info["match"]`."""
        records = self.tables.rows
        return self._of(records, n, rows, self.totals[rows], self.last[rows])

    def ended(self, n: int, rows: Any) -> Info:
        """Returns the matches as they ended."""
        records = self.tables.ends
        totals = _objects([*map(tuple, records["totals"][rows].tolist())])
        # After an illegal action the last deal booked is an earlier one: the list still has it.
        last = _objects([""] * len(rows))
        whole = records["illegal"][rows] == 0
        last[whole] = _objects(result_texts(self.tables.last_deals, rows[whole]))
        broken = ~whole & (records["booked"][rows] > 0)
        last[broken] = self.last[rows[broken]]
        return self._of(records, n, rows, totals, last)

    def _of(self, records: Any, n: int, rows: Any, totals: Any, last: Any) -> Info:
        booked, first = records["booked"][rows], records["first_dealer"][rows]
        over = booked == self.tables.setup.match_deals
        info: Info = {}
        _put(info, "deal", n, rows, booked)
        _put(info, "dealer", n, rows, (first + booked - over) % 3)
        _put(info, "seat", n, rows, records["seat"][rows])
        _put(info, "totals", n, rows, totals)
        _put(info, "last", n, rows, last)
        return info


def standing(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    """Returns what an info always holds: mask, seat, phase, and the match if there is one."""
    records = tables.rows
    info = _common(records, tables.n, rows, tables.mask[rows])
    if lists is not None:
        info["match"], info["_match"] = lists.of(tables.n, rows), info["_seat"].copy()
    return info


def _common(records: Any, n: int, rows: Any, masks: Any) -> Info:
    info: Info = {}
    seat, acting = records["seat"][rows], records["acting"][rows]
    _put(info, "action_mask", n, rows, masks)
    _put(info, "seat", n, rows, np.where(seat < 0, np.maximum(acting, 0), seat))
    _put(info, "phase", n, rows, _PHASES[records["phase"][rows]])
    return info


def final(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    """Returns the infos with which episodes ended at some rows, as `info["final_info"]`."""
    info = _common(tables.ends, tables.n, rows, np.ones((len(rows), N_ACTIONS), np.int8))
    if lists is not None:
        info["match"], info["_match"] = lists.ended(tables.n, rows), info["_seat"].copy()
    return info | ending(tables, rows, lists)


def ending(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    """Returns what an info holds at the end of an episode alone."""
    n, records = tables.n, tables.ends
    info: Info = {}
    illegal = records["illegal"][rows] == 1
    if illegal.any():
        broken = rows[illegal]
        _put(info, "illegal_action", n, broken, _objects([_sentence(records[i]) for i in broken]))
        rows = rows[~illegal]
    if not len(rows):
        return info
    _put(info, "returns", n, rows, records["returns"][rows])
    if lists is not None:
        return info
    deals = tables.last_deals
    declarer = deals["declarer"][rows]
    contract = np.where(declarer < 0, -1, deals["contract"][rows])
    _put(info, "result", n, rows, _objects(result_texts(deals, rows)))
    _put(info, "declarer", n, rows, declarer)
    _put(info, "contract", n, rows, CONTRACT_NAMES[contract])
    _put(info, "score", n, rows, deals["score"][rows])
    _put(info, "won", n, rows, deals["won"][rows] == 1)
    return info


def _sentence(row: Any) -> str:
    return illegal_sentence(int(row.attempt), int(row.acting), int(row.phase), int(row.legal))
