"""Many tables at once: rows played on by kernels, policies asked in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from skat_gym.envs.chairs import sit
from skat_gym.envs.hidden import HIDDEN_WIDTH
from skat_gym.envs.row import (
    ANSWERED,
    ASKING,
    DONE,
    ENDED,
    FRESH,
    GIVEN,
    PLACED,
    PUT,
    READY,
    RECORDED,
    ROW,
    SHOWN,
    TERMS,
    Desk,
    Sheet,
)
from skat_gym.envs.setup import MatchSetup, Setup
from skat_gym.envs.step import question_rows
from skat_gym.envs.turn import play_rows, survey
from skat_gym.observation import new_views
from skat_gym.players.native import N_NATIVE
from skat_gym.players.policy import Policy, ask
from skat_gym.players.rollout import LEARNER
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import OVER, new_deals

_FEWEST = 64
"""Rows that are worth a thread of their own."""


class Tables:
    """Holds n tables of one setup.

    After `reset` and `step` every row is READY for the learner or DONE; `seats`, `phases`,
    `rewards` and `done` (n,) are new arrays. `rows` (n,) ROW, `deals`
    (n,) DEAL and `mask` (n, 64) int8 are overwritten by the next call, as are `ends`,
    `last_deals`, `last_features` and `last_hidden`: how the episodes that ended did so, each in
    the place of its row's `slot`.
    """

    def __init__(self, setup: Setup, n: int, same_step: bool, threads: int = 1) -> None:
        self.setup = setup
        self.n = n
        self.threads = threads
        self.rows = np.zeros(n, ROW)
        self.rows["state"] = DONE
        self.rows["number"] = -1
        self.rows["match_number"] = -1
        self.rows["asked_dealer"] = -1
        self.rows["phase"] = OVER
        self.rows["acting"] = -1
        self.rows["legal"] = -1
        self.deals = new_deals(n)
        self.codes = np.full((n, 3, 3), LEARNER, np.int64)
        self.mask = np.ones((n, N_ACTIONS), np.int8)
        self.ends = np.zeros(n, ROW)
        self.last_deals = new_deals(n)
        self.listed_deals = new_deals(n)
        self.last_features = np.zeros((n, setup.encoding.width), np.uint8)
        self.last_hidden = np.zeros((n if setup.privileged else 0, HIDDEN_WIDTH), np.uint8)
        self._counts = np.zeros(n, np.int64)
        self._scratch = new_views(n)
        self._views = new_views(n)
        self._masks = np.zeros(n, np.int64)
        self._keys = np.zeros(n, np.int64)
        self._answers = np.zeros(n, np.int64)
        self._terms = np.zeros(1, TERMS)
        self._terms[0].same_step = same_step
        self.agree()
        self._pool: ThreadPoolExecutor | None = None
        self.intact = False
        """Whether the last call went through: if not, all tables must be reset."""

    def agree(self) -> None:
        """Takes note of what the setup says now."""
        setup, t = self.setup, self._terms[0]
        t.seat, t.contracts, t.role = setup.seat, setup.contracts, setup.role
        t.plain, t.relative = setup.scoring == "points", setup.reward == "relative"
        t.scale, t.illegal_reward = setup.reward_scale, setup.illegal_reward
        t.replaces = setup.illegal_action == "random"
        t.match_deals, t.records = setup.match_deals, setup.recorder is not None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def reset(
        self, seeded: Sequence[int | None], who: Any, options: Sequence[Mapping[str, Any] | None]
    ) -> Any:
        """Begins anew at the rows of `who` (n,) bool; returns the Sheet.

        `seeded` holds a root for each row, None to go on with its own. Raises ValueError for
        options that are no position, RuntimeError if no deal fits.
        """
        whole = bool(who.all())
        if not whole and not self.intact:
            raise ValueError("begin with a reset of all tables, without 'reset_mask'")
        self.intact = False
        rows = self.rows
        for i, root in enumerate(seeded):
            if root is not None:
                r = rows[i]
                r.root, r.number, r.match_number = root, -1, -1
        rows["state"] = np.where(who, FRESH, SHOWN)
        for i, wishes in enumerate(options):
            if wishes and who[i]:
                self._set_up(i, wishes)
        return self._play()

    def _set_up(self, i: int, options: Mapping[str, Any]) -> None:
        r, setup, chairs = self.rows[i], self.setup, self.setup.chairs
        if isinstance(setup, MatchSetup):
            r.asked_dealer = setup.dealer(options)
            return
        r.number += 1
        root, number = int(r.root), int(r.number)
        deal, seat = setup.place(options, root, number)
        self.deals[i] = deal.record
        sit(self.codes, i, seat, chairs.own, chairs.pool, chairs.limits, root, number)
        r.seat, r.state, r.drawing = seat, PLACED, PUT
        r.declared = r.won = r.points = 0

    def step(self, actions: Any, again: Any | None = None) -> Any:
        """Takes the learner's actions, (n,) int64; rows of `again` (n,) bool begin anew instead.

        Returns the Sheet. Raises PolicyError if a policy answers with anything illegal.
        """
        self.intact = False
        self.rows["state"] = GIVEN
        if again is not None:
            self.rows["state"][again] = FRESH
        self._answers[:] = actions
        return self._play()

    def _play(self) -> Any:
        """Plays on until every row is READY or DONE."""
        n, width = self.n, self.setup.encoding.width
        features = np.empty((n, width), np.uint8)
        hidden = np.empty((len(self.last_hidden), HIDDEN_WIDTH), np.uint8)
        chairs = self.setup.chairs
        desk = Desk(
            self._terms,
            self.rows,
            self.deals,
            self.codes,
            chairs.own,
            chairs.pool,
            chairs.limits,
            self.setup.deals,
            self._scratch,
            self._views,
            self._masks,
            self._keys,
            self.mask.view(np.int64),
            self.listed_deals,
            self.ends,
            self.last_deals,
            self.last_features.view(np.int64),
            self.last_hidden.view(np.int64),
            self._counts,
        )
        self._counts[:] = 0
        sheet = Sheet(features.view(np.int64), hidden.view(np.int64))
        self._run(desk, sheet)
        native = chairs.native and self.setup.recorder is None
        while not native and self._serve():
            self._run(desk, sheet)
        self.seats, self.phases = np.empty(n, np.int64), np.empty(n, np.int64)
        self.rewards, self.done = np.empty(n), np.empty(n, np.bool_)
        failed = survey(self.rows, self.seats, self.phases, self.rewards, self.done)
        if failed >= 0:
            raise self._failure(failed)
        self.intact = True
        return features, hidden

    def _run(self, desk: Desk, sheet: Sheet) -> None:
        shares = min(self.threads, -(-self.n // _FEWEST))
        if shares == 1:
            play_rows(desk, sheet, self._answers, 0, self.n)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        bounds = [self.n * k // shares for k in range(shares + 1)]
        tasks = [
            self._pool.submit(play_rows, desk, sheet, self._answers, low, high)
            for low, high in pairwise(bounds)
        ]
        for task in tasks:
            task.result()

    def _serve(self) -> bool:
        """Asks the policies that rows wait for, and records deals; tells whether any did."""
        state = self.rows["state"]
        ended = np.flatnonzero(state == ENDED)
        for i in ended:
            assert self.setup.recorder is not None
            self.setup.recorder.write(Deal(self.deals[i]))
        state[ended] = RECORDED
        asking = np.flatnonzero(state == ASKING)
        codes = self.rows["code"][asking]
        for code in np.unique(codes):
            rows = asking[codes == code]
            policy = self.setup.chairs.policies[int(code) - N_NATIVE]
            views = self._views.take(rows)
            self._answers[rows] = ask(policy, views, self._masks[rows], self._keys[rows])
        state[asking] = ANSWERED
        return len(ended) + len(asking) > 0

    def advice(self, policy: Policy) -> Any:
        """Returns what a policy would do at each row that is READY, (n,) int64; -1 elsewhere."""
        rows = np.flatnonzero(self.rows["state"] == READY)
        views, masks, keys = new_views(len(rows)), np.zeros_like(rows), np.zeros_like(rows)
        question_rows(self.rows, self.deals, rows, views, masks, keys)
        actions = np.full(self.n, -1)
        if len(rows):
            actions[rows] = ask(policy, views, masks, keys)
        return actions

    def _failure(self, i: int) -> Exception:
        r = self.rows[i]
        if self.setup.match_deals:
            return RuntimeError("no deal of the match leaves the learner a decision")
        return (
            self.setup.misfit(bool(r.phase == OVER)) if r.drawing == PUT else self.setup.shortage()
        )

    def close(self) -> None:
        """Lets go of the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
