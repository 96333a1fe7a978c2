"""A recorded game card by card: what each cost, what was in it, who gave away how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from skat_gym.analysis.decision import Decision, counts_points
from skat_gym.records import Ending, Record
from skat_gym.rules.card import Card
from skat_gym.rules.deal import SEAT_NAMES, Deal, replay
from skat_gym.rules.state import Phase
from skat_gym.solver import Solver

_WORDS = {
    Ending.TIMEOUT: "out of time",
    Ending.LEFT: "somebody left",
    Ending.UNFINISHED: "broken off",
}


def play_positions(deal: Deal) -> list[Deal]:
    """Returns the deal before each card of its play, then as it stands; empty if none was named.

    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand", "S8")
    >>> [len(position.cards) for position in play_positions(deal)]
    [0, 1]
    """
    if deal.contract is None:
        return []
    forehand, middlehand, rearhand = deal.dealt
    actions = deal.actions
    named = len(actions) - len(deal.cards)
    start = Deal.of_cards(forehand, middlehand, rearhand, deal.skat).after(*actions[:named])
    return replay(start, actions[named:])


@dataclass(frozen=True)
class Value:
    """Is what a position comes to under perfect play: card points (None in null), list score."""

    points: int | None
    score: int

    @classmethod
    def of(cls, deal: Deal, solver: Solver) -> Value:
        """Solves a position of the play, or reads the result off a deal that is over."""
        return cls(solver.points(deal) if counts_points(deal) else None, solver.score(deal))

    def __str__(self) -> str:
        if self.points is None:
            return f"{'no trick' if self.score > 0 else 'a trick taken'} ({self.score:+d})"
        return f"{self.points} points ({self.score:+d})"

    def as_dict(self) -> dict[str, int | None]:
        """Returns the value for JSON."""
        return {"points": self.points, "score": self.score}


@dataclass(frozen=True)
class Total:
    """Is what one player's cards cost in all, in a game or in many."""

    cards: int = 0
    points: float = 0
    """Card points given away; null games add nothing."""
    score: float = 0
    mean_points: float = 0
    mean_score: float = 0

    @classmethod
    def of(cls, decisions: Sequence[Decision]) -> Total:
        """Adds up decisions."""
        costs = [d.cost for d in decisions]
        means = [d.mean_cost for d in decisions if d.mean_cost is not None]
        return cls(
            len(decisions),
            sum(c.points or 0 for c in costs),
            sum(c.score for c in costs),
            sum(c.points or 0 for c in means),
            sum(c.score for c in means),
        )

    def __add__(self, other: Total) -> Total:
        return Total(
            self.cards + other.cards,
            self.points + other.points,
            self.score + other.score,
            self.mean_points + other.mean_points,
            self.mean_score + other.mean_score,
        )

    def as_dict(self, worlds: int) -> dict[str, Any]:
        """Returns the total for JSON; the means only if there were worlds."""
        out: dict[str, Any] = {
            "cards": self.cards,
            "cost": {"points": self.points, "score": self.score},
        }
        if worlds:
            out["mean_cost"] = {"points": self.mean_points, "score": self.mean_score}
        return out


@dataclass(frozen=True)
class GameAnalysis:
    """Is one game seen with open hands.

    For card points and for list score alike, value at the first card - the declarer's costs + the
    defenders' costs = value where the play stopped, which is the result if it was played out.
    """

    number: int
    record: Record
    decisions: tuple[Decision, ...]
    best: Value
    """What the declarer comes to from the first card, if everybody plays perfectly."""
    reached: Value
    """The same from where the play stopped."""
    line: tuple[Card, ...]
    """A best line from the first card."""
    first: Deal
    """The deal before the first card."""
    worlds: int = 0

    @property
    def winnable(self) -> bool:
        """Whether the declarer wins from the first card, whatever the defenders do."""
        return self.best.score > 0

    def player(self, seat: int) -> str:
        """Returns the name of a player, or of the seat if there is none."""
        return self.record.players[seat] or SEAT_NAMES[seat]

    def total(self, seat: int) -> Total:
        """Returns what a seat's cards cost."""
        return Total.of([d for d in self.decisions if d.seat == seat])

    def as_dict(self) -> dict[str, Any]:
        """Returns the game for JSON."""
        record, result = self.record, self.record.result
        assert record.contract is not None
        return {
            "game": self.number,
            "id": record.id,
            "players": [self.player(seat) for seat in range(3)],
            "declarer": record.declarer,
            "contract": record.contract.name,
            "bid": self.first.bid,
            "ending": record.ending.value,
            "result": None
            if result is None
            else {"points": result.points, "score": result.score, "won": result.won},
            "winnable": self.winnable,
            "best": {**self.best.as_dict(), "line": [str(card) for card in self.line]},
            "reached": self.reached.as_dict(),
            "decisions": [d.as_dict() for d in self.decisions],
            "totals": [
                {"seat": s, "player": self.player(s), **self.total(s).as_dict(self.worlds)}
                for s in range(3)
            ],
        }


def analyse(
    record: Record,
    number: int = 1,
    worlds: int = 0,
    solver: Solver | None = None,
    on_card: Callable[[], object] = lambda: None,
) -> GameAnalysis | str:
    """Weighs every card of a game; says in words why there is nothing to weigh.

    With `worlds`, every card is also weighed over so many worlds that its player could not tell
    apart, drawn uniformly and always the same for the same game. `on_card` is called after each.

    >>> from skat_gym.records import record_of
    >>> analyse(record_of(Deal.shuffled(1).after("pass", "pass", "pass")))
    'passed in'
    """
    if record.ending is Ending.THROWN_IN:
        return "passed in"
    if record.deal is None:
        return "cards that were never shown"
    positions = play_positions(record.deal)
    if len(positions) < 2:
        return f"{_WORDS.get(record.ending, record.ending.value)} before a card was played"
    solver = solver or Solver()
    decisions = []
    for before, card in zip(positions, record.deal.cards, strict=False):
        decisions.append(Decision.of(before, card, solver, worlds))
        on_card()
    first, last = positions[0], positions[-1]
    assert last.phase in (Phase.PLAY, Phase.OVER)
    return GameAnalysis(
        number=number,
        record=record,
        decisions=tuple(decisions),
        best=Value.of(first, solver),
        reached=Value.of(last, solver),
        line=tuple(solver.line(first)),
        first=first,
        worlds=worlds,
    )
