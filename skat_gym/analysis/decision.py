"""One card decision: what the card laid cost, with open hands and over the worlds there were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from skat_gym.machine import cores
from skat_gym.observation import View
from skat_gym.rules.card import Card
from skat_gym.rules.chance import mix
from skat_gym.rules.contract import Contract
from skat_gym.rules.deal import Deal
from skat_gym.solver import Solver, Worlds, solve_many


@dataclass(frozen=True)
class Cost:
    """Is what a card gave away against the best card: card points, None in null, and list score."""

    points: float | None
    score: float

    def as_dict(self) -> dict[str, float | None]:
        """Returns the cost for JSON."""
        return {"points": self.points, "score": self.score}


@dataclass(frozen=True)
class Decision:
    """Is one card laid, and what it cost the side of the player who laid it.

    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand")
    >>> decision = Decision.of(deal, Card("S8"), Solver())
    >>> decision.cost.points, decision.cost.score, decision.legal
    (28, 96, 10)
    """

    move: int
    """The number of the card in the play; 1 is the opening lead."""
    seat: int
    card: Card
    legal: int
    """How many cards could have been laid."""
    best: tuple[Card, ...]
    """The cards that are best in list score and, among those, in card points."""
    cost: Cost
    """Against perfect play with all hands open: whole numbers, 0 for a best card."""
    costs: Mapping[Card, Cost] = field(default_factory=dict)
    """The same for every card that could have been laid."""
    mean_cost: Cost | None = None
    """Against the card that is best on average over the worlds the player could not tell apart."""

    @property
    def trick(self) -> int:
        """The number of the trick, from 1."""
        return (self.move + 2) // 3

    @classmethod
    def of(cls, deal: Deal, card: Card, solver: Solver, worlds: int = 0) -> Decision:
        """Weighs a legal card of a deal in its play; with `worlds`, over so many of them too."""
        sign = 1 if deal.seat == deal.declarer else -1
        scores = {c: sign * v for c, v in solver.score_values(deal).items()}
        points = dict.fromkeys(scores, 0)
        if counts_points(deal):
            points = {c: sign * v for c, v in solver.card_values(deal).items()}
        merit = {c: (scores[c], points[c]) for c in scores}
        best = max(merit.values())
        most, highest = max(points.values()), max(scores.values())
        counts = counts_points(deal)
        costs = {c: Cost(most - points[c] if counts else None, highest - scores[c]) for c in scores}
        return cls(
            move=len(deal.cards) + 1,
            seat=deal.seat,
            card=card,
            legal=len(scores),
            best=tuple(c for c in merit if merit[c] == best),
            cost=costs[card],
            costs=costs,
            mean_cost=_mean_cost(deal, card, sign, worlds) if worlds else None,
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the decision for JSON."""
        out: dict[str, Any] = {
            "move": self.move,
            "trick": self.trick,
            "seat": self.seat,
            "card": str(self.card),
            "legal": self.legal,
            "best": [str(card) for card in self.best],
            "cost": self.cost.as_dict(),
        }
        if self.mean_cost is not None:
            out["mean_cost"] = self.mean_cost.as_dict()
        return out


def counts_points(deal: Deal) -> bool:
    """Tells whether card points matter: in null they do not."""
    return not Contract(int(deal.record.contract)).is_null


def _mean_cost(deal: Deal, card: Card, sign: int, n: int) -> Cost:
    """Averages every legal card over n worlds, the same ones for the same game and moment."""
    null = not counts_points(deal)
    if len(deal.legal) == 1:
        return Cost(None if null else 0.0, 0.0)
    key = 0
    for hand in deal.record.dealt:
        key = int(mix(key, int(hand)))
    key = int(mix(key, int(deal.record.plies)))
    deals = Worlds(View.of(deal, deal.seat)).deals(n, key)
    legal = list(deal.legal)

    def cost(what: str) -> float:
        values = sign * solve_many(deals, what, threads=min(cores(), n))[:, legal]
        means = np.mean(values, axis=0)
        return float(means.max() - means[legal.index(int(card))])

    return Cost(None if null else cost("card points"), cost("card scores"))
