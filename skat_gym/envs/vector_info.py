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
        self._whose = (np.ones if rows is None else np.zeros)(n, np.bool_)
        if rows is not None:
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
    figures = Figures(tables, ended)
    part.enter("action_mask", figures.masks)
    part.enter("seat", figures.seats)
    part.put("phase", _PHASES[tables.ends["phase"][ended.slots]])
    if lists is not None:
        part.nest("match", lists.ended(ended, part))
    return part.info | _ending(tables, ended, lists, figures)


def ending(tables: Tables, ended: Ended, lists: MatchLists | None) -> Info:
    """Returns what an info holds at the end of an episode alone."""
    return _ending(tables, ended, lists, Figures(tables, ended))


class Figures:
    """Holds the numbers of episodes that ended, new arrays of all rows, zero where none did."""

    def __init__(self, tables: Tables, ended: Ended) -> None:
        n = tables.n
        self.masks = np.zeros((n, N_ACTIONS), np.int8)
        self.seats, self.declarers, self.scores = (np.zeros(n, np.int64) for _ in range(3))
        self.won = np.zeros(n, np.bool_)
        self.returns = np.zeros((n, 3))
        self.contracts = np.empty(len(ended.rows), np.int64)
        self.illegal = _collect(
            tables.ends,
            tables.last_deals,
            ended.rows,
            ended.slots,
            self.masks.view(np.int64),
            self.seats,
            self.declarers,
            self.scores,
            self.won,
            self.returns,
            self.contracts,
        )
        """How many of them an illegal action ended."""


def _ending(tables: Tables, ended: Ended, lists: MatchLists | None, figures: Figures) -> Info:
    rows, slots = ended
    if not figures.illegal:
        return _regular(tables, ended, lists, figures)
    illegal = tables.ends["illegal"][slots] == 1
    part = Rows(tables.n, rows[illegal])
    part.put("illegal_action", _texts([_sentence(r) for r in tables.ends[slots[illegal]]]))
    if figures.illegal == len(rows):
        return part.info
    legal = Ended(rows[~illegal], slots[~illegal])
    figures.contracts = figures.contracts[~illegal]
    return part.info | _regular(tables, legal, lists, figures)


def _regular(tables: Tables, ended: Ended, lists: MatchLists | None, figures: Figures) -> Info:
    part = Rows(tables.n, ended.rows)
    part.enter("returns", figures.returns)
    if lists is not None:
        return part.info
    part.put("result", result_texts(tables.last_deals, ended.slots))
    part.enter("declarer", figures.declarers)
    part.put("contract", CONTRACT_NAMES[figures.contracts])
    part.enter("score", figures.scores)
    part.enter("won", figures.won)
    return part.info


@kernel
def _collect(
    ends: Any,
    deals: Any,
    rows: Any,
    slots: Any,
    mask_words: Any,
    seats: Any,
    declarers: Any,
    scores: Any,
    won: Any,
    returns: Any,
    contracts: Any,
) -> int:
    """Writes how the episodes at some rows ended; returns how many by an illegal action."""
    illegal = 0
    for k in range(len(rows)):
        i = rows[k]
        d = deals[slots[k]]
        r = ends[slots[k]]
        for word in range(8):
            mask_words[i, word] = 0x0101010101010101
        seats[i] = r.seat if r.seat >= 0 else max(r.acting, 0)
        contracts[k] = d.contract if d.declarer >= 0 else -1
        if r.illegal == 1:
            illegal += 1
            continue
        declarers[i] = d.declarer
        scores[i] = d.score
        won[i] = d.won == 1
        for seat in range(3):
            returns[i, seat] = r.returns[seat]
    return illegal


def _sentence(row: Any) -> str:
    return illegal_sentence(int(row.attempt), int(row.acting), int(row.phase), int(row.legal))
