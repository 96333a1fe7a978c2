"""Who says what cards lead to in worlds: the solver, or the players themselves."""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np

from skat_gym.players.playouts import booked_after, legal_among
from skat_gym.players.policy import Policy
from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.kernel import threaded
from skat_gym.rules.scoring import seeger_fabian
from skat_gym.rules.state import new_deals
from skat_gym.rules.transition import apply, legal_actions
from skat_gym.solver.frame import new_work
from skat_gym.solver.solve import SCORE, WON, answer
from skat_gym.solver.table import new_table

_ASK = np.array([SCORE, WON], np.int64)
_STEP = 8
"""Worlds played on before the clock is looked at."""
_QUARTERS = 4
_SURE, _EVEN = 2.0, 4.0
"""A card is out if it is behind by so many standard errors, and by so many list points more."""


class Judge(Protocol):
    """Is somebody who says what every legal card leads to in worlds."""

    def means(self, worlds: Any, masks: Any, keys: Any) -> tuple[Any, Any]:
        """Takes (n, worlds) DEAL records, (n,) masks and keys.

        Returns what the declarer's side books after each card on average, (n, 32) float64, and over
        how many worlds, (n,) int64.
        """
        ...


@threaded
def _solve_worlds(
    worlds: Any,
    first: int,
    last: int,
    serial: int,
    work: Any,
    table: Any,
    nodes: Any,
    limit: int,
    scratch: Any,
    booked: Any,
) -> int:
    """Adds up what each card books for the declarer, by worlds; returns how many were solved.

    What is booked counts what the defenders book for a lost game, too (Seeger-Fabian): booked[0]
    (32,) over worlds, booked[1] in the last one. Nothing is searched once the nodes reach the
    limit, and the world begun is left out; only the first world of all is solved in any case.
    """
    at = len(scratch) - 1
    for w in range(first, last):
        legal = legal_actions(worlds, w)
        while legal != 0:
            if w > 0 and nodes[0] >= limit:
                return w - first
            card = lowest(legal)
            legal = without_lowest(legal)
            scratch[at] = worlds[w]
            apply(scratch, at, card)
            score = answer(scratch, at, int(_ASK[0]), int(_ASK[1]), serial + w, work, table, nodes)
            booked[1, card] = seeger_fabian(0, score, 0) - seeger_fabian(0, score, 1)
        for card in range(32):
            booked[0, card] += booked[1, card]
    return last - first


class SolverJudge:
    """Solves worlds: perfect play of all three with open cards."""

    def __init__(self, limit: int, seconds: float | None, bits: int) -> None:
        """Takes the most entries of the solver's loop and the most time for a decision."""
        self.limit, self.seconds = limit, seconds
        self.table, self.work, self._scratch = new_table(bits), new_work(), new_deals(1)
        self.serial = 0
        """The number of the next world: what the table holds of others is not its own."""
        self.nodes = 0
        """Entries of the solver's loop so far."""

    def means(self, worlds: Any, masks: Any, keys: Any) -> tuple[Any, Any]:
        """Solves every row's worlds (see `Judge.means`); masks and keys go unused."""
        found, counts = np.zeros((len(worlds), 32)), np.zeros(len(worlds), np.int64)
        for row in range(len(worlds)):
            found[row], counts[row] = self._mean(worlds[row])
        return found, counts

    def _mean(self, drawn: Any) -> tuple[Any, int]:
        booked, nodes = np.zeros((2, 32)), np.zeros(1, np.int64)
        tools = (self.work, self.table, nodes, self.limit, self._scratch, booked)
        began = time.monotonic()
        solved = 0
        while solved < len(drawn):
            if self.seconds is not None and solved and time.monotonic() - began > self.seconds:
                break
            step = len(drawn) if self.seconds is None else solved + 1
            fresh = _solve_worlds(drawn, solved, step, self.serial, *tools)
            solved += fresh
            if fresh == 0 or nodes[0] >= self.limit:
                break
        self.serial += len(drawn)
        self.nodes += int(nodes[0])
        return booked[0] / solved, solved


class PlayoutJudge:
    """Plays worlds on: a policy in all seats, which sees in each what that seat sees.

    In a share of the worlds the rulebook player has the seats that are not to act: others do not
    play as the policy itself does, and a search that believes they do gains little against them.
    After a quarter of the worlds, cards that are clearly behind the best so far are left out.
    """

    def __init__(self, policy: Policy, seconds: float | None, guests: float = 0.0) -> None:
        """Takes who plays, the most time for a decision, and the share of worlds with guests."""
        self._policy, self._seconds, self._guests = policy, seconds, guests

    def means(self, worlds: Any, masks: Any, keys: Any) -> tuple[Any, Any]:
        """Plays every row's worlds to their end after each card (see `Judge.means`)."""
        n, most = worlds.shape
        if self._seconds is None:
            first = -(-most // _QUARTERS)
            early = self._played(worlds[:, :first], masks, keys, 0)
            left = _in_the_race(early, masks, worlds[:, 0])
            open_ = np.flatnonzero(left & (left - 1) != 0)
            found = early.mean(axis=1)
            if first < most and len(open_):
                later = self._played(worlds[open_, first:], left[open_], keys[open_], first)
                whole = (early[open_].sum(axis=1) + later.sum(axis=1)) / most
                found[open_] = np.where(legal_among(left[open_], 32), whole, found[open_])
            return found, np.full(n, most)
        found, counts = np.zeros((n, 32)), np.zeros(n, np.int64)
        for row in range(n):
            began = time.monotonic()
            while counts[row] < most and (
                counts[row] == 0 or time.monotonic() - began < self._seconds
            ):
                done = counts[row]
                one = slice(row, row + 1)
                some = worlds[one, done : done + _STEP]
                played = self._played(some, masks[one], keys[one], int(done))
                found[row] += played[0].sum(axis=0)
                counts[row] += some.shape[1]
            found[row] /= counts[row]
        return found, counts

    def _played(self, worlds: Any, masks: Any, keys: Any, first: int) -> Any:
        n, each = worlds.shape
        numbers = np.tile(np.arange(first, first + each), n)
        rows = np.repeat(np.arange(n), each)
        roots = keys[rows].astype(np.int64)
        booked = booked_after(
            worlds.reshape(-1), masks[rows], self._policy, roots, numbers, self._guests
        )
        return booked.reshape(n, each, 32).astype(np.float64)


def _in_the_race(booked: Any, masks: Any, deals: Any) -> Any:
    """Returns the cards not clearly worse than the best, as (n,) masks.

    Takes what the declarer's side booked, (n, worlds, 32), and deals at these decisions. Worlds
    are shared by all cards, so it is their differences that are judged.
    """
    own = np.where(deals["seat"] == deals["declarer"], 1.0, -1.0)
    gained = booked * own[:, None, None]
    legal = legal_among(masks, 32)
    best = np.where(legal, gained.mean(axis=1), -np.inf).argmax(axis=1)
    behind = gained[np.arange(len(gained)), :, best][:, :, None] - gained
    spread = behind.std(axis=1) / np.sqrt(booked.shape[1])
    open_ = legal & (behind.mean(axis=1) <= _SURE * spread + _EVEN)
    return (open_.astype(np.int64) << np.arange(32)).sum(axis=1)
