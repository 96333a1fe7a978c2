"""Infos of a batch in Gymnasium's convention: an array for each key, and one that says whose."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.envs.result_text import CONTRACT_NAMES, result_texts
from skat_gym.envs.skat_env import PHASE_NAMES, illegal_sentence
from skat_gym.envs.tables import Tables
from skat_gym.rules.action import N_ACTIONS

_PHASES = np.array(PHASE_NAMES, object)
Info = dict[str, Any]


class Rows:
    """Builds the info of some rows of a batch, or of all (rows None)."""

    def __init__(self, n: int, rows: Any | None = None) -> None:
        self.n = n
        self.rows = rows
        self.info: Info = {}
        self._whose = np.ones(n, np.bool_)
        if rows is not None:
            self._whose = np.zeros(n, np.bool_)
            self._whose[rows] = True

    @property
    def whose(self) -> Any:
        """(n,) bool: which rows these are."""
        return self._whose.copy()

    def of(self, array: Any) -> Any:
        """Returns these rows of an array, as a copy."""
        return array.copy() if self.rows is None else array[self.rows]

    def put(self, key: str, values: Any) -> None:
        """Enters a new array of values of these rows; the others get zeros or None."""
        if self.rows is not None:
            array = np.zeros((self.n, *values.shape[1:]), values.dtype)
            if values.dtype == object:
                array = np.empty(self.n, object)
            array[self.rows] = values
            values = array
        self.info[key], self.info[f"_{key}"] = values, self._whose.copy()

    def nest(self, key: str, inner: Rows) -> None:
        """Enters an info of the same rows as a part of this one."""
        self.info[key], self.info[f"_{key}"] = inner.info, self._whose.copy()


def _texts(values: list[str]) -> Any:
    return np.array(values, object)


def _tuples(values: Any) -> Any:
    array = np.empty(len(values), object)
    for k, value in enumerate(values.tolist()):
        array[k] = tuple(value)
    return array


class MatchLists:
    """Keeps the words and totals of each table's match, renewed where something was booked."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.last = _texts([""] * tables.n)
        self.totals = _tuples(tables.rows["totals"])

    def renew(self) -> None:
        """Takes note of what the last call booked."""
        records = self.tables.rows
        told = np.flatnonzero(records["told"])
        self.last[told] = ""
        rows = told[records["booked"][told] > 0]
        self.last[rows] = result_texts(self.tables.listed_deals, rows)
        self.totals[told] = _tuples(records["totals"][told])

    def standing(self, part: Rows) -> Rows:
        """Returns the matches at hand, as `info["match"]`."""
        return self._of(self.tables.rows, part, part.of(self.totals), part.of(self.last))

    def ended(self, part: Rows) -> Rows:
        """Returns the matches as they ended, before `renew`."""
        records, rows = self.tables.ends, np.flatnonzero(part.whose)
        # After an illegal action the last deal booked is an earlier one: the list still has it.
        last = self.last[rows]
        whole = records["illegal"][rows] == 0
        last[whole] = result_texts(self.tables.last_deals, rows[whole])
        last[~whole & (records["booked"][rows] == 0)] = ""
        return self._of(records, part, _tuples(records["totals"][rows]), last)

    def _of(self, records: Any, part: Rows, totals: Any, last: Any) -> Rows:
        booked, first = part.of(records["booked"]), part.of(records["first_dealer"])
        over = booked == self.tables.setup.match_deals
        match = Rows(part.n, part.rows)
        match.put("deal", booked)
        match.put("dealer", (first + booked - over) % 3)
        match.put("seat", part.of(records["seat"]))
        match.put("totals", totals)
        match.put("last", last)
        return match


def standing(tables: Tables, rows: Any | None, lists: MatchLists | None) -> Info:
    """Returns what an info always holds: mask, seat, phase, and the match if there is one.

    `rows` are the tables it is of, None for all.
    """
    part = Rows(tables.n, rows)
    part.put("action_mask", part.of(tables.mask))
    _who_and_when(part, tables.rows)
    if lists is not None:
        part.nest("match", lists.standing(part))
    return part.info


def _who_and_when(part: Rows, records: Any) -> None:
    seat, acting = part.of(records["seat"]), part.of(records["acting"])
    part.put("seat", np.where(seat < 0, np.maximum(acting, 0), seat))
    part.put("phase", _PHASES[part.of(records["phase"])])


def final(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    """Returns the infos with which episodes ended at some rows, as `info["final_info"]`."""
    part = Rows(tables.n, rows)
    part.put("action_mask", np.ones((len(rows), N_ACTIONS), np.int8))
    _who_and_when(part, tables.ends)
    if lists is not None:
        part.nest("match", lists.ended(part))
    return part.info | ending(tables, rows, lists)


def ending(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    """Returns what an info holds at the end of an episode alone."""
    records = tables.ends
    illegal = records["illegal"][rows] == 1
    if not illegal.any():
        return _regular(tables, rows, lists)
    part = Rows(tables.n, rows[illegal])
    part.put("illegal_action", _texts([_sentence(records[i]) for i in rows[illegal]]))
    if illegal.all():
        return part.info
    return part.info | _regular(tables, rows[~illegal], lists)


def _regular(tables: Tables, rows: Any, lists: MatchLists | None) -> Info:
    part = Rows(tables.n, rows)
    part.put("returns", tables.ends["returns"][rows])
    if lists is not None:
        return part.info
    deals = tables.last_deals
    declarer = deals["declarer"][rows]
    part.put("result", result_texts(deals, rows))
    part.put("declarer", declarer)
    part.put("contract", CONTRACT_NAMES[np.where(declarer < 0, -1, deals["contract"][rows])])
    part.put("score", deals["score"][rows])
    part.put("won", deals["won"][rows] == 1)
    return part.info


def _sentence(row: Any) -> str:
    return illegal_sentence(int(row.attempt), int(row.acting), int(row.phase), int(row.legal))
