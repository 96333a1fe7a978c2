"""The searching player: perfect play averaged over worlds it cannot tell apart."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.players.composite import part_of, require
from skat_gym.players.likelihood import weights
from skat_gym.players.plan import candidates, weigh
from skat_gym.players.policy import Evaluation, Policy, PolicyError, fingerprint
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
AUCTIONS = ("base", "search")
"""Who decides auction, skat and contract."""
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


class SearchPolicy:
    """Plays cards by solving worlds that agree with its view; a base policy does the rest.

    For every legal card it takes the mean, over worlds, of the list score with all cards open from
    there on, and lays the best for its side. Worlds are drawn exactly (`Worlds`) and weighed by how
    well the base policy explains what the others bid and played. The base policy's own card is
    preferred while the difference is small against the number of worlds, and what a base policy
    that gives scores (`Evaluation`) thinks of the cards counts a little. With auction="search" it
    bids, puts down and names the contract in the same way: see `plan.weigh`. All of it depends on
    the decision's key alone, unless `seconds` cuts it short.

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
        lean: float = 0.2,
        from_trick: int = 1,
        auction: str = "base",
        bits: int = 18,
        name: str | None = None,
    ) -> None:
        """Makes the player.

        Args:
            base: decides auction and skat, and what seems likely of the others.
            worlds: how many are solved for a decision, at most.
            nodes: once the solver's loop was entered so often the decision is made, from the worlds
                that are finished; one world is, in any case.
            seconds: nor after so much time; None keeps decisions the same on every machine.
            weigh: whether worlds are weighed.
            trust: list points, divided by the number of worlds solved, that the base policy's card
                is ahead by.
            lean: how much of the base policy's scores, less their mean over the legal cards, is
                added to the means over worlds.
            from_trick: the base policy alone plays the tricks before this one, 1 to 10.
            auction: who decides all before the play, "base" or "search".
            bits: the solver's table has 2**bits entries.
            name: how it is called.
        """
        if worlds < 1 or nodes < 1:
            raise ValueError(f"worlds and nodes are at least 1, not {worlds} and {nodes}")
        if not 1 <= from_trick <= 10:
            raise ValueError(f"from_trick is a trick, 1 to 10, not {from_trick}")
        if auction not in AUCTIONS:
            raise ValueError(f"auction is {' or '.join(AUCTIONS)}, not {auction!r}")
        for stage in ("auction", "skat") if auction == "search" else ():
            require(part_of(base, stage), base.name, stage)
        if from_trick > 1:
            require(part_of(base, "play"), base.name, "play")
        self.base = base
        self.name = name or f"search:{base.name}"
        self.phases = base.phases | {"play"}
        self._lean, self._from_trick, self._auction = lean, from_trick, auction
        self._worlds, self._limit, self._seconds = worlds, nodes, seconds
        self._weigh, self._trust = weigh, trust
        self._table, self._work, self._scratch = new_table(bits), new_work(), new_deals(1)
        self._serial = 0
        self.nodes = 0
        """Entries of the solver's loop so far."""

    @property
    def fingerprint(self) -> str:
        """The settings and the base policy, see `policy.fingerprint`."""
        told = (self._worlds, self._limit, self._seconds, self._weigh, self._trust)
        settings = (*told, self._lean, self._from_trick, self._auction)
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
        searched = np.where(
            playing, views["played"] // 3 + 1 >= self._from_trick, self._auction == "search"
        )
        opinions = self._opinions(views, masks, np.flatnonzero(searched & playing))
        for row in np.flatnonzero(searched):
            mask = int(masks[row]) & 0xFFFFFFFFFFFFFFFF
            if mask & (mask - 1) == 0:
                actions[row] = mask.bit_length() - 1
                continue
            key = int(np.asarray(keys)[row].astype(np.int64))
            if not playing[row]:
                found, count = self._weighed(views[row], mask, int(actions[row]), key)
                scores[row, list(found)] = list(found.values())
                if int(actions[row]) in found:
                    found[int(actions[row])] += self._trust / count
                actions[row] = max(found, key=lambda action: found[action])
                continue
            means, count = self._means(views[row], key)
            means += self._lean * opinions[row]
            scores[row, :32] = means
            if based[row]:
                means[int(actions[row])] += self._trust / count
            means[[card for card in range(32) if not mask >> card & 1]] = -np.inf
            actions[row] = int(means.argmax())
        return actions, scores

    def _opinions(self, views: Any, masks: Any, rows: Any) -> Any:
        """Returns (n, 32) by how much the base policy's scores of cards differ from their mean."""
        out = np.zeros((len(views), 32))
        evaluate = getattr(part_of(self.base, "play"), "evaluate", None)
        if self._lean == 0 or evaluate is None or not len(rows):
            return out
        found = evaluate(views[rows], masks[rows]).scores
        if found is not None:
            legal = np.asarray(masks)[rows, None] >> np.arange(32) & 1 == 1
            told = np.where(legal, np.asarray(found, np.float64)[:, :32], 0.0)
            means = told.sum(axis=1, keepdims=True) / np.maximum(
                legal.sum(axis=1, keepdims=True), 1
            )
            out[rows] = np.where(legal, told - means, 0.0)
        return out

    def _drawn(self, record: Any, key: int) -> Any:
        """Draws worlds for a view, by their weights if they are weighed."""
        drawn = Worlds(View(record)).deals(self._worlds * (CANDIDATES if self._weigh else 1), key)
        if not self._weigh:
            return drawn
        return drawn[_chosen(weights(drawn, int(record.me), self.base, key), self._worlds, key)]

    def _weighed(
        self, record: Any, mask: int, preferred: int, key: int
    ) -> tuple[dict[int, float], int]:
        """Returns what actions before the play book on average, and over how many worlds."""
        worlds = self._drawn(record, key)
        actions = candidates(mask, int(record.phase), preferred)
        nodes = np.zeros(1, np.int64)
        tools = (self._work, self._table, nodes)
        rest = (key, self._serial, tools, self._limit, self._seconds)
        self._serial += len(worlds) * len(actions)
        found = weigh(worlds, int(record.me), actions, self.base, *rest)
        self.nodes += int(nodes[0])
        return found

    def _means(self, record: Any, key: int) -> tuple[Any, int]:
        """Returns (32,) what each card books for this side on average, and over how many worlds."""
        declares = int(record.me) == int(record.declarer)
        drawn = self._drawn(record, key)
        booked = np.zeros((2, 32))
        nodes = np.zeros(1, np.int64)
        tools = (self._work, self._table, nodes, self._limit, self._scratch, booked)
        began = time.monotonic()
        solved = 0
        while solved < len(drawn):
            if self._seconds is not None and solved and time.monotonic() - began > self._seconds:
                break
            step = len(drawn) if self._seconds is None else solved + 1
            fresh = _play_worlds(drawn, solved, step, self._serial, *tools)
            solved += fresh
            if fresh == 0 or nodes[0] >= self._limit:
                break
        self._serial += len(drawn)
        self.nodes += int(nodes[0])
        means = booked[0] / solved
        return (means if declares else -means), solved


def _chosen(weight: Any, n: int, key: int) -> Any:
    """Draws n rows in proportion to their weights, as evenly as can be (systematic resampling)."""
    start = (mix(key, 7) >> 11 & 0x1FFFFFFFFFFFFF) / 2.0**53
    steps = (np.arange(n) + start) * (weight.sum() / n)
    rows = np.minimum(np.searchsorted(weight.cumsum(), steps, side="right"), len(weight) - 1)
    return rows[np.argsort([mix(key, 1000 + k) for k in range(n)], kind="stable")]


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


_READERS: dict[str, Callable[[str], Any]] = {
    "worlds": int,
    "weigh": _yes_or_no,
    "nodes": int,
    "seconds": float,
    "lean": float,
    "trust": float,
    "from_trick": int,
    "auction": str,
}


def read_options(text: str) -> tuple[str, dict[str, Any]]:
    """Splits "BASE,OPTION=VALUE,..." into the base policy's name and arguments of `SearchPolicy`.

    Raises PolicyError, in one sentence, if an option is unknown or its value cannot be read.

    >>> read_options("rulebook,worlds=64,seconds=0.5")
    ('rulebook', {'worlds': 64, 'seconds': 0.5})
    """
    base, *words = text.split(",")
    options: dict[str, Any] = {}
    for word in words:
        option, found, value = word.partition("=")
        if not found or option not in _READERS:
            raise PolicyError(
                f"{word!r} in 'search:{text}' is no option of a search; options are "
                f"{', '.join(f'{name}=' for name in _READERS)}"
            )
        if option in options:
            raise PolicyError(f"{option} comes twice in 'search:{text}'")
        try:
            options[option] = _READERS[option](value)
        except (ValueError, KeyError):
            raise PolicyError(f"{value!r} is no value of {option} in 'search:{text}'") from None
    return base, options
