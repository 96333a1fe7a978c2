"""The ladder of a tournament while it runs: openskill ratings, board by board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce


@dataclass(frozen=True)
class Rung:
    """Is where a policy stands on the ladder.

    >>> print(Rung("rulebook", 25.0, 8.33))
    25.0 +- 8.3
    """

    name: str
    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} +- {self.sigma:.1f}"


class Ladder:
    """Rates policies by the boards they played (openskill's Plackett-Luce model).

    >>> ladder = Ladder(["a", "b", "c"])
    >>> ladder.add((0, 1, 2), [60, -20, -20])
    >>> [rung.name for rung in ladder.standing()]
    ['a', 'b', 'c']
    """

    def __init__(self, names: Sequence[str]) -> None:
        # Policies do not change while they play: no drift is added to what is known of them.
        self._model = PlackettLuce(tau=0.0)
        self._ratings = [self._model.rating(name=name) for name in names]
        self._names = list(names)

    def add(self, three: tuple[int, int, int], totals: Any) -> None:
        """Adds a board: three places in the field, and what each scored; equal scores tie."""
        scores = [float(total) for total in totals]
        rated = self._model.rate([[self._ratings[k]] for k in three], scores=scores)
        for k, (rating,) in zip(three, rated, strict=True):
            self._ratings[k] = rating

    @property
    def rungs(self) -> list[Rung]:
        """Where everybody stands, in the order of the field."""
        return [
            Rung(name, float(rating.mu), float(rating.sigma))
            for name, rating in zip(self._names, self._ratings, strict=True)
        ]

    def standing(self) -> list[Rung]:
        """Where everybody stands, the best first."""
        return sorted(self.rungs, key=lambda rung: -rung.mu)
