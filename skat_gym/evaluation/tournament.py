"""A tournament: a field of policies, three at a table, duplicate deals in all six seatings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.arguments import whole
from skat_gym.evaluation.blocks import Job
from skat_gym.evaluation.checkpoint import kept_blocks
from skat_gym.evaluation.interval import Interval
from skat_gym.evaluation.ladder import Ladder, Rung
from skat_gym.players import PolicyLike
from skat_gym.rules.chance import TIE_STREAM, mix
from skat_gym.rules.match import SCORINGS
from skat_gym.rules.outcome import scores

BLOCK = 16
"""Deals that three policies play before the next three sit down."""


@dataclass(frozen=True)
class Place:
    """Is how one policy of the field fared."""

    name: str
    deals: int
    strength: Interval
    """Fitted to the rankings of all boards (Plackett-Luce), in Elo points; the mean is 0."""
    edge: dict[str, Interval]
    """Its score minus the mean of the two others at the table, by scoring, a deal."""
    declared: float
    won: float
    rung: Rung
    """Where the running ladder left it."""


@dataclass(frozen=True)
class Tournament:
    """Is the final table of a field of policies, the strongest first."""

    places: tuple[Place, ...]
    deals: int
    seed: int

    def as_dict(self) -> dict[str, Any]:
        """Returns the table for JSON; `..._ci` is half the width of a 95 % interval."""
        return {
            "deals": self.deals,
            "tables": 6 * self.deals,
            "seed": self.seed,
            "policies": {
                place.name: {
                    "place": number,
                    "deals": place.deals,
                    "strength": place.strength.mean,
                    "strength_ci": place.strength.json,
                    "edge": place.edge["seeger-fabian"].mean,
                    "edge_ci": place.edge["seeger-fabian"].json,
                    "points_edge": place.edge["points"].mean,
                    "points_edge_ci": place.edge["points"].json,
                    "declared": place.declared,
                    "won": place.won,
                    "mu": place.rung.mu,
                    "sigma": place.rung.sigma,
                }
                for number, place in enumerate(self.places, 1)
            },
        }

    def __str__(self) -> str:
        width = max(12, *(len(p.name) for p in self.places))
        lines = [
            f"{len(self.places)} policies, {self.deals} deals, each by three of them in all six "
            f"seatings, seed {self.seed}; 95 % intervals",
            "",
            f"    {'':<{width}}{'strength (Elo)':>18}{'edge a deal (SF)':>20}{'plain points':>18}"
            f"{'declares':>10}{'wins':>8}{'ladder':>16}",
        ]
        for number, p in enumerate(self.places, 1):
            strength = f"{p.strength.mean:+.0f} +- {p.strength.half:.0f}"
            lines.append(
                f"{number:>2}  {p.name:<{width}}{strength:>18}"
                f"{p.edge['seeger-fabian']!s:>20}{p.edge['points']!s:>18}"
                f"{p.declared:>10.1%}{p.won:>8.1%}{p.rung!s:>16}"
            )
        lines += [
            "",
            "strength: Plackett-Luce fitted to who scored more over the six seatings of each deal,",
            "400 points are odds of ten to one; ladder: openskill mu +- sigma as it ran.",
        ]
        return "\n".join(lines)


def tournament(
    policies: Sequence[PolicyLike],
    deals: int = 2000,
    seed: int = 0,
    *,
    workers: int | None = 1,
    checkpoint: str | Path | None = None,
    on_progress: Callable[[int, int, Ladder], None] | None = None,
) -> Tournament:
    """Lets every three of a field play duplicate deals against each other.

    A deal is played by three policies in all six seatings; what each books there in all makes the
    ranking of that board. `deals` is rounded up so that every three play equally many.

    Args:
        policies: at least three policies or names.
        deals: how many deals in all, at least.
        seed: which deals.
        workers: processes, see `evaluate`.
        checkpoint: a file that keeps what was played; the same call goes on from there.
        on_progress: is told deals played, deals in all, and the ladder so far.

    Raises:
        ValueError: for less than three policies or one deal.
        PolicyError: if a policy cannot decide everything, or answers illegally.

    >>> field = ["rulebook", "random", "rulebook+play=random"]
    >>> tournament(field, deals=32, seed=1).places[0].name
    'rulebook'
    """
    if len(policies) < 3:
        raise ValueError(
            f"a tournament takes at least three policies, not {len(policies)}; "
            "two are compared by evaluate"
        )
    deals, seed = whole("deals", deals, 1), whole("seed", seed, 0, 2**63 - 1)
    threes = list(combinations(range(len(policies)), 3))
    job = Job(
        policies=tuple(policies),
        groups=tuple(tuple(_seatings(three)) for three in threes),
        seed=seed,
        block=BLOCK,
    )
    names = _names(list(job.labels))
    turn = BLOCK * len(threes)
    total = -(-deals // turn) * turn
    ladder = Ladder(names)
    played: list[list[Any]] = [[] for _ in threes]
    numbers: list[list[Any]] = [[] for _ in threes]
    with closing(kept_blocks(job, total, workers, checkpoint)) as blocks:
        for block, outcomes in blocks:
            k = block % len(threes)
            played[k].append(outcomes)
            numbers[k].append(np.arange(block * BLOCK, block * BLOCK + len(outcomes)))
            for board in _totals(outcomes):
                ladder.add(threes[k], board)
            if on_progress is not None:
                on_progress(block * BLOCK + len(outcomes), total, ladder)
    boards = [
        _Boards(three, np.concatenate(p), np.concatenate(n))
        for three, p, n in zip(threes, played, numbers, strict=True)
    ]
    return _table(names, boards, ladder, total, seed)


def _seatings(three: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    return [(a, b, c) for a, b, c in permutations(three)]


SEATS = np.array([[row.index(p) for row in permutations(range(3))] for p in range(3)])
"""(3, 6): the seat of the first, second and third of three in each seating."""


def _by_policy(outcomes: Any, scoring: str) -> Any:
    """Returns (boards, tables, 3): what each of the three policies booked."""
    booked = scores(outcomes)[scoring]
    return np.stack([booked[:, np.arange(6), SEATS[p]] for p in range(3)], axis=2)


def _totals(outcomes: Any) -> Any:
    return _by_policy(outcomes, "seeger-fabian").sum(axis=1)


@dataclass(frozen=True)
class _Boards:
    """Holds what one three of the field played."""

    three: tuple[int, int, int]
    outcomes: Any
    numbers: Any

    def edges(self, scoring: str) -> Any:
        """Returns (boards, 3): the mean edge of each of the three."""
        own = _by_policy(self.outcomes, scoring).sum(axis=1)
        return (3 * own - own.sum(axis=1, keepdims=True)) / 12

    def rankings(self) -> Any:
        """Returns (boards, 3): places in the field, the best first; lots decide ties."""
        totals = _totals(self.outcomes)
        lots = [[mix(mix(TIE_STREAM, int(n)), p) % 65536 for p in self.three] for n in self.numbers]
        order = np.argsort(-(totals * 65536 + np.array(lots)), axis=1)
        return np.array(self.three)[order]


def _names(names: list[str]) -> list[str]:
    """Numbers the names that occur more than once."""
    taken: list[str] = []
    for name in names:
        number, free = 1, name
        while free in taken:
            number += 1
            free = f"{name} ({number})"
        taken.append(free)
    return taken


def _table(
    names: list[str], boards: list[_Boards], ladder: Ladder, deals: int, seed: int
) -> Tournament:
    from skat_gym.evaluation.plackett_luce import strengths

    fitted = strengths(np.concatenate([b.rankings() for b in boards]), len(names))
    places = []
    for k, name in enumerate(names):
        own = [(b, b.three.index(k)) for b in boards if k in b.three]
        declared = [b.outcomes["declarer"] == SEATS[p] for b, p in own]
        won = [d & (b.outcomes["won"] == 1) for d, (b, _) in zip(declared, own, strict=True)]
        games = sum(int(d.sum()) for d in declared)
        places.append(
            Place(
                name=name,
                deals=sum(len(b.outcomes) for b, _ in own),
                strength=fitted[k],
                edge={
                    s: Interval.of(np.concatenate([b.edges(s)[:, p] for b, p in own]))
                    for s in SCORINGS
                },
                declared=games / sum(d.size for d in declared),
                won=sum(int(w.sum()) for w in won) / max(games, 1),
                rung=ladder.rungs[k],
            )
        )
    places.sort(key=lambda place: -place.strength.mean)
    return Tournament(tuple(places), deals, seed)
