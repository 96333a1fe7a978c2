"""The searching player: cards tried in worlds it cannot tell apart, averaged."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.players.composite import part_of, require
from skat_gym.players.judges import Judge, PlayoutJudge, SolverJudge
from skat_gym.players.likelihood import weights
from skat_gym.players.plan import candidates, played, weigh
from skat_gym.players.playouts import legal_among
from skat_gym.players.policy import STAGES, Evaluation, Policy, PolicyError, ask, fingerprint
from skat_gym.rules.chance import mix
from skat_gym.rules.state import AUCTION, PLAY
from skat_gym.solver.worlds import Worlds

CANDIDATES = 8
"""Worlds drawn and weighed for each one that is solved."""
AUCTIONS = ("base", "skat", "search")
"""What is searched before the play: nothing, the skat and the contract, or the auction, too."""
JUDGES = ("solver", "playouts")
"""Who says what a card leads to in a world."""
_MOST_CARDS = 5
"""Cards played out of those that the base policy scores; more gained nothing, measured."""
_FAITH = 1.0
"""How much of the base policy's scores is added before the play: measured over 64 worlds."""
_NEAR, _MOST_PLANS = 30.0, 6
"""List points behind the base policy's choice, and how many actions are played out."""
_STEP = 8
"""Worlds played out before the clock is looked at."""
_KNOWN = 4
"""Tricks after which a defender doubts no more."""
_TOGETHER = 512
"""Worlds that are judged at a time."""


class SearchPolicy:
    """Plays cards by trying them in worlds that agree with its view; a base policy does the rest.

    For every legal card it takes the mean, over worlds, of what its side books (Seeger-Fabian), and
    lays the best. What a card leads to in a world is said by one of two judges: the solver, with
    all cards open from there on; or playouts, in which the base policy plays on in all seats, each
    seeing its own cards only, in its quick form if it has one (attribute `quick`). Worlds are drawn
    exactly (`Worlds`) and weighed: by what the base policy believes of the hidden cards, if it has
    `beliefs`, else by how well it explains what the others bid and played. The base policy's own
    card is preferred while the difference is small against the number of worlds, and what a base
    policy that gives scores (`Evaluation`) thinks of the cards counts a little. With
    auction="search" it bids, puts down and names the contract in the same way (`plan`), with
    auction="skat" all of it but the bids.
    All of it depends on the decision's key alone, unless `seconds` cuts it short.

    >>> from skat_gym.players.registry import load_policy
    >>> load_policy("search:rulebook").name
    'search:rulebook'
    """

    def __init__(
        self,
        base: Policy,
        *,
        judge: str = "solver",
        worlds: int = 32,
        nodes: int = 3_000_000,
        seconds: float | None = None,
        weigh: bool = True,
        trust: float = 60.0,
        lean: float = 0.2,
        doubt: float = 0.0,
        guests: float = 0.0,
        from_trick: int = 1,
        auction: str = "base",
        bits: int = 18,
        name: str | None = None,
    ) -> None:
        """Makes the player.

        Args:
            base: decides auction and skat, and what seems likely of the others.
            judge: who says what a card leads to in a world, "solver" or "playouts".
            worlds: how many are tried for a decision, at most.
            nodes: once the solver's loop was entered so often the decision is made, from the worlds
                that are finished; one world is, in any case.
            seconds: nor after so much time; None keeps decisions the same on every machine.
            weigh: whether worlds are weighed.
            trust: list points, divided by the number of worlds solved, that the base policy's card
                is ahead by.
            lean: how much of the base policy's scores, less their mean over the legal cards, is
                added to the means over worlds.
            doubt: how much more of them a defender adds at the first trick; at the fifth nothing,
                since by then it knows much more of the hidden cards.
            guests: in which share of the worlds played on the rulebook player takes the other
                seats, 0 to 1: so that not everybody is taken to play as the base policy does.
            from_trick: the base policy alone plays the tricks before this one, 1 to 10.
            auction: what is searched before the play: nothing ("base"), skat and contract ("skat"),
                or all ("search").
            bits: the solver's table has 2**bits entries.
            name: how it is called.
        """
        if worlds < 1 or nodes < 1:
            raise ValueError(f"worlds and nodes are at least 1, not {worlds} and {nodes}")
        if not 0 <= guests <= 1:
            raise ValueError(f"guests is a share, 0 to 1, not {guests}")
        if not 1 <= from_trick <= 10:
            raise ValueError(f"from_trick is a trick, 1 to 10, not {from_trick}")
        for option, value, values in (("auction", auction, AUCTIONS), ("judge", judge, JUDGES)):
            if value not in values:
                raise ValueError(
                    f"{option} is {', '.join(values[:-1])} or {values[-1]}, not {value!r}"
                )
        if any(isinstance(part_of(base, stage), SearchPolicy) for stage in STAGES):
            raise ValueError(f"{base.name} searches itself: a search within a search would not end")
        for stage in ("auction", "skat") if auction != "base" else ():
            require(part_of(base, stage), base.name, stage)
        if from_trick > 1 or judge == "playouts":
            require(part_of(base, "play"), base.name, "play")
        self.base = base
        self.name = name or f"search:{base.name}"
        self.phases = base.phases | {"play"}
        self._lean, self._doubt, self._guests = lean, doubt, guests
        self._from_trick, self._auction = from_trick, auction
        self._worlds, self._weigh, self._trust = worlds, weigh, trust
        part = part_of(base, "play")
        self._beliefs = getattr(part, "beliefs", None) if weigh else None
        self._solver = SolverJudge(nodes, seconds, bits)
        self._judge: Judge = self._solver
        self._seconds = seconds
        if judge == "playouts":
            self._quick = require(getattr(part, "quick", part), base.name, "play")
            self._judge = PlayoutJudge(self._quick, seconds, guests)
        told = (worlds, nodes, seconds, weigh, trust, lean, doubt, guests, from_trick)
        self._settings = f"search {told} {auction} {judge}"

    @property
    def nodes(self) -> int:
        """Entries of the solver's loop so far."""
        return self._solver.nodes

    @property
    def fingerprint(self) -> str:
        """The settings and the base policy, see `policy.fingerprint`."""
        return f"{self._settings} of {fingerprint(self.base)}"

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
            actions[rows] = ask(self.base, views.take(rows), masks[rows], keys[rows])
        ahead = AUCTIONS.index(self._auction) >= np.where(views["phase"] == AUCTION, 2, 1)
        searched = np.where(playing, views["played"] // 3 + 1 >= self._from_trick, ahead)
        for row in np.flatnonzero(searched):
            mask = int(masks[row]) & 0xFFFFFFFFFFFFFFFF
            if mask & (mask - 1) == 0:
                actions[row] = mask.bit_length() - 1
                searched[row] = False
            elif not playing[row]:
                key = int(np.asarray(keys)[row].astype(np.int64))
                found, count = self._weighed(views[row], mask, int(actions[row]), key)
                scores[row, :] = np.where(legal_among(masks[row : row + 1]), min(found.values()), 0)
                scores[row, list(found)] = list(found.values())
                if int(actions[row]) in found:
                    found[int(actions[row])] += self._trust / count
                actions[row] = max(found, key=lambda action: found[action])
        rows = np.flatnonzero(searched & playing)
        step = max(1, _TOGETHER // self._worlds)
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            means, counts = self._tried(views.take(part), masks[part], keys[part])
            scores[part, :32] = means
            preferred = np.flatnonzero(based[part])
            means[preferred, actions[part[preferred]]] += self._trust / counts[preferred]
            means[~legal_among(masks[part], 32)] = -np.inf
            actions[part] = means.argmax(axis=1)
        return actions, scores

    def _tried(self, views: Any, masks: Any, keys: Any) -> tuple[Any, Any]:
        """Returns (n, 32) what each card books for this side, and over how many worlds, (n,)."""
        numbers = np.asarray(keys).astype(np.int64)
        beliefs = [None] * len(views)
        if self._beliefs is not None:
            beliefs = self._beliefs.weights(views, masks)
        drawn = [
            self._drawn(view, int(number), weights)
            for view, number, weights in zip(views, numbers, beliefs, strict=True)
        ]
        masks = np.asarray(masks)
        opinions = self._opinions(views, masks)
        tried = masks
        if opinions is not None and self._judge is not self._solver:
            tried = _foremost(opinions, masks)
        means, counts = self._judge.means(np.stack(drawn), tried, numbers)
        defends = views["me"] != views["declarer"]
        means[defends] *= -1.0
        among = legal_among(tried, 32)
        worst = np.where(among, means, np.inf).min(axis=1, keepdims=True)
        means = np.where(legal_among(masks, 32) & ~among, worst, means)
        if opinions is None:
            return means, counts
        fading = np.maximum(0.0, 1.0 - views["played"] // 3 / _KNOWN)
        lean = self._lean + self._doubt * fading * defends
        return means + lean[:, None] * opinions, counts

    def _opinions(self, views: Any, masks: Any) -> Any:
        """Returns by how much the base policy's scores of cards differ from their mean, (n, 32).

        None if it gives no scores, or nobody asks for them.
        """
        evaluate = getattr(part_of(self.base, "play"), "evaluate", None)
        if (self._lean == 0 and self._doubt == 0) or evaluate is None:
            return None
        found = evaluate(views, masks).scores
        if found is None:
            return None
        legal = legal_among(masks, 32)
        told = np.where(legal, np.asarray(found, np.float64)[:, :32], 0.0)
        mean = told.sum(axis=1, keepdims=True) / np.maximum(legal.sum(axis=1, keepdims=True), 1)
        return np.where(legal, told - mean, 0.0)

    def _drawn(self, record: Any, key: int, beliefs: Any = None) -> Any:
        """Draws worlds for a view, by their weights if they are weighed."""
        if beliefs is not None or not self._weigh:
            return Worlds(View(record), beliefs).deals(self._worlds, key)
        drawn = Worlds(View(record)).deals(self._worlds * CANDIDATES, key)
        return drawn[_chosen(weights(drawn, int(record.me), self.base, key), self._worlds, key)]

    def _weighed(
        self, record: Any, mask: int, preferred: int, key: int
    ) -> tuple[dict[int, float], int]:
        """Returns what actions before the play book on average, and over how many worlds."""
        if isinstance(self._judge, PlayoutJudge):
            return self._played(record, mask, preferred, key)
        worlds = self._drawn(record, key)
        actions = candidates(mask, int(record.phase), preferred)
        nodes = np.zeros(1, np.int64)
        solver = self._solver
        tools = (solver.work, solver.table, nodes)
        rest = (key, solver.serial, tools, solver.limit, solver.seconds)
        solver.serial += len(worlds) * len(actions)
        found = weigh(worlds, int(record.me), actions, self.base, *rest)
        solver.nodes += int(nodes[0])
        return found

    def _played(
        self, record: Any, mask: int, preferred: int, key: int
    ) -> tuple[dict[int, float], int]:
        """Returns the same by playouts, of the actions that the base policy puts near its own."""
        actions = candidates(mask, int(record.phase), preferred)
        told, scores = np.zeros(64), None
        evaluate = getattr(self.base, "evaluate", None)
        if evaluate is not None:
            views, masks = np.array([record]), np.array([mask], np.uint64).view(np.int64)
            scores = evaluate(views, masks).scores
        if scores is not None:
            told = np.asarray(scores[0], np.float64)
            near = [a for a in actions if told[a] >= told[preferred] - _NEAR]
            actions = sorted(near, key=lambda action: -told[action])[:_MOST_PLANS]
        worlds = self._drawn(record, key)
        means = np.zeros(len(actions))
        done, began = 0, time.monotonic()
        while done < len(worlds) and (
            self._seconds is None or not done or time.monotonic() - began < self._seconds
        ):
            step = len(worlds) if self._seconds is None else done + _STEP
            part = worlds[done:step]
            asked = (actions, self.base, self._quick, mix(key, done), self._guests)
            means += played(part, int(record.me), *asked).sum(axis=0)
            done += len(part)
        means = means / done + _FAITH * (told[actions] - told[actions].mean())
        return dict(zip(actions, means.tolist(), strict=True)), done


def _foremost(opinions: Any, masks: Any) -> Any:
    """Returns the few cards that the base policy scores highest, as (n,) masks."""
    order = np.argsort(np.where(legal_among(masks, 32), -opinions, np.inf), axis=1, kind="stable")
    best = (np.int64(1) << order[:, :_MOST_CARDS]).sum(axis=1)
    return best & masks


def _chosen(weight: Any, n: int, key: int) -> Any:
    """Draws n rows in proportion to their weights, as evenly as can be (systematic resampling)."""
    start = (mix(key, 7) >> 11 & 0x1FFFFFFFFFFFFF) / 2.0**53
    steps = (np.arange(n) + start) * (weight.sum() / n)
    rows = np.minimum(np.searchsorted(weight.cumsum(), steps, side="right"), len(weight) - 1)
    return rows[np.argsort([mix(key, 1000 + k) for k in range(n)], kind="stable")]


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


_READERS: dict[str, Callable[[str], Any]] = {
    "judge": str,
    "worlds": int,
    "weigh": _yes_or_no,
    "nodes": int,
    "seconds": float,
    "lean": float,
    "doubt": float,
    "guests": float,
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
