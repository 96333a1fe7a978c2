"""The searching player: perfect play averaged over worlds it cannot tell apart."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.players.likelihood import weights
from skat_gym.players.policy import Evaluation, Policy, fingerprint
from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.chance import mix
from skat_gym.rules.kernel import threaded
from skat_gym.rules.scoring import seeger_fabian
from skat_gym.rules.state import PLAY, new_deals
from skat_gym.rules.transition import apply, legal_actions
from skat_gym.solver.frame import new_work
from skat_gym.solver.solve import SCORE, WON, answer
from skat_gym.solver.table import new_table
from skat_gym.solver.worlds import Worlds

CANDIDATES = 8
"""Worlds drawn and weighed for each one that is solved."""
_ASK = np.array([SCORE, WON], np.int64)


@threaded
def _play_worlds(
    worlds: Any,
    first: int,
    last: int,
    serial: int,
    work: Any,
    table: Any,
    nodes: Any,
    limit: int,
    scratch: Any,
    totals: Any,
) -> int:
    """Adds up what each card books for the declarer, by worlds; returns how many were solved.

    Stops after the world with which the nodes reach the limit. What is booked counts what the
    defenders book for a lost game, too (Seeger-Fabian).
    """
    at = len(scratch) - 1
    for w in range(first, last):
        legal = legal_actions(worlds, w)
        while legal != 0:
            card = lowest(legal)
            legal = without_lowest(legal)
            scratch[at] = worlds[w]
            apply(scratch, at, card)
            score = answer(scratch, at, int(_ASK[0]), int(_ASK[1]), serial + w, work, table, nodes)
            totals[card] += seeger_fabian(0, score, 0) - seeger_fabian(0, score, 1)
        if nodes[0] >= limit:
            return w + 1 - first
    return last - first


class SearchPolicy:
    """Plays cards by solving worlds that agree with its view; a base policy does the rest.

    For every legal card it takes the mean, over worlds, of the list score with all cards open from
    there on, and lays the best for its side. Worlds are drawn exactly (`Worlds`) and weighed by how
    well the base policy explains what the others bid and played. The base policy's own card is
    preferred while the difference is small against the number of worlds. All of it depends on the
    decision's key alone, unless `seconds` cuts it short.

    >>> from skat_gym.players.registry import load_policy
    >>> load_policy("search:rulebook").name
    'search:rulebook'
    """

    def __init__(
        self,
        base: Policy,
        *,
        worlds: int = 32,
        nodes: int = 3_000_000,
        seconds: float | None = None,
        weigh: bool = True,
        trust: float = 60.0,
        bits: int = 18,
        name: str | None = None,
    ) -> None:
        """Makes the player.

        Args:
            base: decides auction and skat, and what seems likely of the others.
            worlds: how many are solved for a decision, at most.
            nodes: no further world is begun after so many entries of the solver's loop.
            seconds: nor after so much time; None keeps decisions the same on every machine.
            weigh: whether worlds are weighed.
            trust: list points, divided by the number of worlds solved, that the base policy's card
                is ahead by.
            bits: the solver's table has 2**bits entries.
            name: how it is called.
        """
        if worlds < 1 or nodes < 1:
            raise ValueError(f"worlds and nodes are at least 1, not {worlds} and {nodes}")
        self.base = base
        self.name = name or f"search:{base.name}"
        self.phases = base.phases | {"play"}
        self._worlds, self._limit, self._seconds = worlds, nodes, seconds
        self._weigh, self._trust = weigh, trust
        self._table, self._work, self._scratch = new_table(bits), new_work(), new_deals(1)
        self._serial = 0

    @property
    def fingerprint(self) -> str:
        """The settings and the base policy, see `policy.fingerprint`."""
        settings = (self._worlds, self._limit, self._seconds, self._weigh, self._trust)
        return f"search {settings} of {fingerprint(self.base)}"

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`)."""
        return self._decide(views, masks, keys)[0]

    def evaluate(self, views: Any, masks: Any) -> Evaluation:
        """Returns the mean booked over worlds for each card, for the side that decides."""
        chosen, scores = self._decide(views, masks, np.zeros(len(views), np.uint64))
        probabilities = np.zeros((len(views), 64), np.float32)
        probabilities[np.arange(len(views)), chosen] = 1.0
        return Evaluation(probabilities, scores)

    def _decide(self, views: Any, masks: Any, keys: Any) -> tuple[Any, Any]:
        """Returns the actions, and (n, 64) float32 what each card books on average."""
        actions = np.empty(len(views), np.int64)
        scores = np.zeros((len(views), 64), np.float32)
        playing = views["phase"] == PLAY
        based = np.ones(len(views), bool) if "play" in self.base.phases else ~playing
        rows = np.flatnonzero(based)
        if len(rows):
            actions[rows] = self.base.act(views[rows], masks[rows], keys[rows])
        for row in np.flatnonzero(playing):
            mask = int(masks[row])
            if mask & (mask - 1) == 0:
                actions[row] = mask.bit_length() - 1
                continue
            means, count = self._means(views[row], int(np.asarray(keys)[row].astype(np.int64)))
            scores[row, :32] = means
            if based[row]:
                means[int(actions[row])] += self._trust / count
            means[[card for card in range(32) if not mask >> card & 1]] = -np.inf
            actions[row] = int(means.argmax())
        return actions, scores

    def _means(self, record: Any, key: int) -> tuple[Any, int]:
        """Returns (32,) what each card books for this side on average, and over how many worlds."""
        me, declares = int(record.me), int(record.me) == int(record.declarer)
        drawn = Worlds(View(record)).deals(self._worlds * (CANDIDATES if self._weigh else 1), key)
        if self._weigh:
            drawn = drawn[_chosen(weights(drawn, me, self.base, key), self._worlds, key)]
        totals = np.zeros(32)
        nodes = np.zeros(1, np.int64)
        began = time.monotonic()
        solved = 0
        while solved < len(drawn) and nodes[0] < self._limit:
            if self._seconds is not None and solved and time.monotonic() - began > self._seconds:
                break
            step = len(drawn) if self._seconds is None else solved + 1
            solved += _play_worlds(
                drawn,
                solved,
                step,
                self._serial,
                self._work,
                self._table,
                nodes,
                self._limit,
                self._scratch,
                totals,
            )
        self._serial += len(drawn)
        means = totals / solved
        return (means if declares else -means), solved


def _chosen(weight: Any, n: int, key: int) -> Any:
    """Draws n rows in proportion to their weights, as evenly as can be (systematic resampling)."""
    start = (mix(key, 7) >> 11 & 0x1FFFFFFFFFFFFF) / 2.0**53
    steps = (np.arange(n) + start) * (weight.sum() / n)
    rows = np.minimum(np.searchsorted(weight.cumsum(), steps, side="right"), len(weight) - 1)
    return rows[np.argsort([mix(key, 1000 + k) for k in range(n)], kind="stable")]
