"""A match: a fixed number of deals with a rotating dealer, and the list that is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from skat_gym.rules.kernel import kernel
from skat_gym.rules.result import Result

N_DEALS = 12
"""A match of three players; tournament lists have 36."""
SCORINGS = ("points", "seeger-fabian")


@dataclass(frozen=True)
class Line:
    """Is one line of the list: the dealer and the result of a deal."""

    dealer: int
    result: Result

    @property
    def declarer(self) -> int | None:
        """The player who declared, None for a deal thrown in."""
        seat = self.result.declarer
        return None if seat < 0 else player_at(self.dealer, seat)


def player_at(dealer: int, seat: int) -> int:
    """Returns the player in a seat; forehand sits left of the dealer."""
    return (dealer + 1 + seat) % 3


@kernel
def seat_of(dealer: int, player: int) -> int:
    """Returns the seat of a player."""
    return (player - dealer + 2) % 3


@dataclass
class Match:
    """Keeps the list of a match of players 0, 1, 2 (clockwise).

    >>> match = Match(deals=2, first_dealer=2)
    >>> match.dealer, match.seat_of(0)
    (2, 0)
    >>> match.book(Result.thrown_in())
    >>> match.dealer, match.number, match.over
    (0, 1, False)
    """

    deals: int = N_DEALS
    first_dealer: int = 0
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise ValueError(f"a match has at least one deal, not {self.deals}")
        if self.first_dealer not in (0, 1, 2):
            raise ValueError(f"the first dealer is player 0, 1 or 2, not {self.first_dealer}")

    @property
    def number(self) -> int:
        """How many deals are booked: the number of the deal at hand, counted from 0."""
        return len(self.lines)

    @property
    def over(self) -> bool:
        """Whether all deals are booked; thrown-in deals count."""
        return self.number >= self.deals

    @property
    def dealer(self) -> int:
        """The player who deals the deal at hand."""
        return (self.first_dealer + self.number) % 3

    def seat_of(self, player: int) -> int:
        """Returns the seat of a player in the deal at hand."""
        return seat_of(self.dealer, player)

    def player_at(self, seat: int) -> int:
        """Returns the player in a seat of the deal at hand."""
        return player_at(self.dealer, seat)

    def book(self, result: Result) -> None:
        """Writes the result of the deal at hand; raises ValueError once the match is over."""
        if self.over:
            raise ValueError(f"the match is over: its {self.deals} deals are booked")
        self.lines.append(Line(self.dealer, result))

    def scores(self, scoring: str = "seeger-fabian") -> tuple[int, int, int]:
        """Returns the players' totals, "points" or "seeger-fabian"."""
        if scoring not in SCORINGS:
            raise ValueError(f"scoring is 'points' or 'seeger-fabian', not {scoring!r}")
        totals = [0, 0, 0]
        for line in self.lines:
            result = line.result
            booked = result.scores() if scoring == "points" else result.seeger_fabian()
            for seat in range(3):
                totals[player_at(line.dealer, seat)] += booked[seat]
        return totals[0], totals[1], totals[2]

    def won(self) -> tuple[int, int, int]:
        """Returns how many games each player won as declarer."""
        return self._count(True)

    def lost(self) -> tuple[int, int, int]:
        """Returns how many games each player lost as declarer."""
        return self._count(False)

    def _count(self, won: bool) -> tuple[int, int, int]:
        counts = [0, 0, 0]
        for line in self.lines:
            if line.declarer is not None and line.result.won == won:
                counts[line.declarer] += 1
        return counts[0], counts[1], counts[2]

    def ranking(self, scoring: str = "seeger-fabian") -> list[list[int]]:
        """Returns the players from first to last; those with equal totals share a place."""
        return ranking(self.scores(scoring))


def ranking(totals: Sequence[int]) -> list[list[int]]:
    """Groups players by total, the highest first."""
    return [
        [player for player, total in enumerate(totals) if total == place]
        for place in sorted(set(totals), reverse=True)
    ]
