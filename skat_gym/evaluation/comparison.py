"""Comparing two policies on duplicate deals, in every seating."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.evaluation.interval import Interval
from skat_gym.evaluation.tables import Tables, play_tables
from skat_gym.players import Policy, load_policy
from skat_gym.rules.match import SCORINGS

# Who sits where: A alone in each seat against two Bs, then B alone against two As.
_IS_A = np.array([[k == s for k in range(3)] for s in range(3)])
_SEATINGS = np.concatenate([_IS_A, ~_IS_A])


@dataclass(frozen=True)
class Shares:
    """Is how a policy fared, as shares of its seats at the tables."""

    declared: float
    won: float
    """Of the games declared."""
    suit: float
    grand: float
    null: float
    hand: float
    """These four of the games declared."""
    overbid: float
    passed_in: float
    """Of the deals at its tables."""

    def as_dict(self) -> dict[str, float]:
        """Returns the shares for JSON."""
        return dict(vars(self))


@dataclass(frozen=True)
class Comparison:
    """Is policy A measured against policy B on duplicate deals.

    Edge is A's score minus the mean of the others' at the same table; seat difference is A's
    score minus what B scored in the same seat on the same deals. Both are points a deal, with 95 %
    intervals clustered by deal.
    """

    a: str
    b: str
    deals: int
    seed: int
    edge: dict[str, Interval]
    """By scoring: "points" and "seeger-fabian"."""
    seat_difference: dict[str, Interval]
    scores: dict[str, tuple[float, float]]
    """The mean scores of A and of B a deal, by scoring."""
    shares: tuple[Shares, Shares]
    edges: Any
    """(deals,) Seeger-Fabian edge of each deal: the values the interval is made of."""

    def as_dict(self) -> dict[str, Any]:
        """Returns everything but the single deals, for JSON."""
        return {
            "a": self.a,
            "b": self.b,
            "deals": self.deals,
            "tables": self.deals * len(_SEATINGS),
            "seed": self.seed,
            "edge": {k: v.as_dict() for k, v in self.edge.items()},
            "seat_difference": {k: v.as_dict() for k, v in self.seat_difference.items()},
            "scores": {k: {"a": v[0], "b": v[1]} for k, v in self.scores.items()},
            "shares": {"a": self.shares[0].as_dict(), "b": self.shares[1].as_dict()},
        }

    def __str__(self) -> str:
        lines = [
            f"{self.a} against {self.b}: {self.deals} deals, each at {len(_SEATINGS)} tables, "
            f"seed {self.seed}; points a deal with 95 % intervals"
        ]
        for scoring in reversed(SCORINGS):
            own, other = self.scores[scoring]
            lines.append(
                f"{scoring:<14} edge {self.edge[scoring]}, "
                f"seat difference {self.seat_difference[scoring]}, "
                f"own {own:.2f} : {other:.2f}"
            )
        for name, s in zip((self.a, self.b), self.shares, strict=True):
            lines.append(
                f"{name}: declares {s.declared:.1%}, wins {s.won:.1%} of them; suit {s.suit:.1%}, "
                f"grand {s.grand:.1%}, null {s.null:.1%}, hand {s.hand:.1%}, "
                f"overbid {s.overbid:.1%}; thrown in {s.passed_in:.1%}"
            )
        return "\n".join(lines)


def evaluate(
    a: str | Policy,
    b: str | Policy,
    deals: int = 1000,
    seed: int = 0,
    on_progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Plays two policies on the same deals in every seating and compares their scores.

    >>> result = evaluate("rulebook", "random", deals=20, seed=1)
    >>> result.edge["seeger-fabian"].mean > 0
    True
    """
    first, second = load_policy(a), load_policy(b)
    seatings = [[first if is_a else second for is_a in row] for row in _SEATINGS]
    tables = play_tables(seatings, deals, seed, on_progress)
    edge: dict[str, Interval] = {}
    difference: dict[str, Interval] = {}
    scores: dict[str, tuple[float, float]] = {}
    edges: Any = None
    for scoring in SCORINGS:
        booked = tables.scores(scoring).astype(np.float64)
        own = np.where(_SEATINGS, booked, 0).sum(axis=2) / _SEATINGS.sum(axis=1)
        other = np.where(_SEATINGS, 0, booked).sum(axis=2) / (~_SEATINGS).sum(axis=1)
        edges = (own - other).mean(axis=1)
        edge[scoring] = Interval.of(edges)
        by_seat_a = np.where(_SEATINGS, booked, 0).sum(axis=1) / _SEATINGS.sum(axis=0)
        by_seat_b = np.where(_SEATINGS, 0, booked).sum(axis=1) / (~_SEATINGS).sum(axis=0)
        difference[scoring] = Interval.of((by_seat_a - by_seat_b).mean(axis=1))
        scores[scoring] = float(by_seat_a.mean()), float(by_seat_b.mean())
    shares = _shares(tables, _SEATINGS), _shares(tables, ~_SEATINGS)
    return Comparison(first.name, second.name, deals, seed, edge, difference, scores, shares, edges)


def _shares(tables: Tables, seatings: Any) -> Shares:
    deals = tables.deals
    declarer, contract = deals["declarer"], deals["contract"]
    table = np.broadcast_to(np.arange(len(seatings)), declarer.shape)
    own = (declarer >= 0) & seatings[table, np.maximum(declarer, 0)]
    games = max(int(own.sum()), 1)
    chairs = int(seatings.sum()) * len(deals)

    def share(which: Any) -> float:
        return float((own & which).sum() / games)

    trump = contract < 25
    return Shares(
        declared=float(own.sum() / chairs),
        won=share(deals["won"] == 1),
        suit=share(contract < 20),
        grand=share(trump & (contract >= 20)),
        null=share(contract >= 25),
        hand=share(deals["picked_up"] == 0),
        overbid=share(deals["overbid"] == 1),
        passed_in=float((declarer < 0).mean()),
    )
