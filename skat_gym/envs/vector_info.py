"""Infos of a batch in Gymnasium's convention: an array for each key, and one that says whose."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from skat_gym.envs.result_text import CONTRACT_NAMES, result_texts
from skat_gym.envs.skat_env import PHASE_NAMES, illegal_sentence
from skat_gym.envs.tables import Tables
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.kernel import kernel

_PHASES = np.array(PHASE_NAMES, object)
Info = dict[str, Any]


class Ended(NamedTuple):
    """Says at which rows episodes ended, and in which slots of the tables that is kept."""

    rows: Any
    slots: Any


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

    def enter(self, key: str, array: Any) -> None:
        """Enters a new array of all rows, zero or None where it is not about them."""
        self.info[key], self.info[f"_{key}"] = array, self._whose.copy()

    def put(self, key: str, values: Any) -> None:
        """Enters new values of these rows; the others get zeros or None."""
        if self.rows is not None:
            whole = np.zeros if values.dtype != object else np.empty
            array = whole((self.n, *values.shape[1:]), values.dtype)
            array[self.rows] = values
            values = array
        self.enter(key, values)

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
        records = part.of(self.tables.rows)
        return self._of(records, part, part.of(self.totals), part.of(self.last))

    def ended(self, ended: Ended, part: Rows) -> Rows:
        """Returns the matches as they ended, before `renew`."""
        records = self.tables.ends[ended.slots]
        # After an illegal action the last deal booked is an earlier one: the list still has it.
        last = self.last[ended.rows]
        whole = records["illegal"] == 0
        last[whole] = result_texts(self.tables.last_deals, ended.slots[whole])
        last[~whole & (records["booked"] == 0)] = ""
        return self._of(records, part, _tuples(records["totals"]), last)

    def _of(self, records: Any, part: Rows, totals: Any, last: Any) -> Rows:
        booked, first = records["booked"], records["first_dealer"]
        over = booked == self.tables.setup.match_deals
        match = Rows(part.n, part.rows)
        match.put("deal", booked.copy())
        match.put("dealer", (first + booked - over) % 3)
        match.put("seat", records["seat"].copy())
        match.put("totals", totals)
        match.put("last", last)
        return match


def standing(tables: Tables, rows: Any | None, lists: MatchLists | None) -> Info:
    """Returns what an info always holds: mask, seat, phase, and the match if there is one.

    `rows` are the tables it is of, None for all.
    """
    part = Rows(tables.n, rows)
    part.put("action_mask", part.of(tables.mask))
    part.put("seat", part.of(tables.seats))
    part.put("phase", _PHASES[part.of(tables.phases)])
    if lists is not None:
        part.nest("match", lists.standing(part))
    return part.info


def final(tables: Tables, ended: Ended, lists: MatchLists | None) -> Info:
    """Returns the infos with which episodes ended, as `info["final_info"]`."""
    part = Rows(tables.n, ended.rows)
    masks = np.zeros((tables.n, N_ACTIONS), np.int8)
    masks[ended.rows] = 1
    part.enter("action_mask", masks)
    seat, acting, phase = (tables.ends[name][ended.slots] for name in ("seat", "acting", "phase"))
    part.put("seat", np.where(seat < 0, np.maximum(acting, 0), seat))
    part.put("phase", _PHASES[phase])
    if lists is not None:
        part.nest("match", lists.ended(ended, part))
    return part.info | ending(tables, ended, lists)


def ending(tables: Tables, ended: Ended, lists: MatchLists | None) -> Info:
    """Returns what an info holds at the end of an episode alone."""
    rows, slots = ended
    illegal = tables.ends["illegal"][slots] == 1
    if not illegal.any():
        return _regular(tables, ended, lists)
    part = Rows(tables.n, rows[illegal])
    part.put("illegal_action", _texts([_sentence(r) for r in tables.ends[slots[illegal]]]))
    if illegal.all():
        return part.info
    return part.info | _regular(tables, Ended(rows[~illegal], slots[~illegal]), lists)


def _regular(tables: Tables, ended: Ended, lists: MatchLists | None) -> Info:
    n = tables.n
    part = Rows(n, ended.rows)
    numbers, won = np.zeros((3, n), np.int64), np.zeros(n, np.bool_)
    returns = np.zeros((n, 3))
    _collect(tables.ends, tables.last_deals, ended.rows, ended.slots, numbers, won, returns)
    part.enter("returns", returns)
    if lists is not None:
        return part.info
    part.put("result", result_texts(tables.last_deals, ended.slots))
    part.enter("declarer", numbers[0])
    part.put("contract", CONTRACT_NAMES[numbers[2][ended.rows]])
    part.enter("score", numbers[1])
    part.enter("won", won)
    return part.info


@kernel
def _collect(
    ends: Any, deals: Any, rows: Any, slots: Any, numbers: Any, won: Any, returns: Any
) -> None:
    """Writes declarer, score, contract (-1: none), won and returns of some rows."""
    for k in range(len(rows)):
        i = rows[k]
        d = deals[slots[k]]
        numbers[0, i] = d.declarer
        numbers[1, i] = d.score
        numbers[2, i] = d.contract if d.declarer >= 0 else -1
        won[i] = d.won == 1
        for seat in range(3):
            returns[i, seat] = ends[slots[k]].returns[seat]


def _sentence(row: Any) -> str:
    return illegal_sentence(int(row.attempt), int(row.acting), int(row.phase), int(row.legal))
