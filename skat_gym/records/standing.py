"""Where a game stands when it ends before its last card, and what it comes to.

The habits of the server: after both defenders resign (or one is gone) the rest goes to the
declarer; a declarer who resigns or is gone loses but keeps the points so far, with no schneider
or schwarz before the first trick; an announced game stops once the announcement is missed. The
score is the rules' own (`Result.settled`), given the counts that a habit makes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from skat_gym.rules import Contract, Deal, Result
from skat_gym.rules.card import POINTS, points_of
from skat_gym.rules.scoring import matadors

N_TRICKS = 10
ALL_POINTS = int(POINTS.sum())
JUST_LOST = ALL_POINTS // 2
"""The declarer's points in a game lost without schneider; one trick makes it no schwarz."""


@dataclass(frozen=True)
class Standing:
    """Is what declarer and defenders have of a game that somebody has declared.

    >>> deal = Deal.shuffled(7).after("18", "pass", "pass", "grand hand")
    >>> standing = Standing.of(deal, Contract.parse("GH"))
    >>> standing.rest_to_declarer().points, standing.given_up().won
    (120, False)
    """

    declarer: int
    contract: Contract
    bid: int
    matadors: int
    points: int
    """The declarer's points so far: tricks, and the put-downs or else the skat."""
    tricks: int
    defender_points: int
    defender_tricks: int

    @classmethod
    def of(cls, deal: Deal, contract: Contract) -> Standing:
        """Counts a deal whose declarer named this contract, put-downs made or not."""
        assert deal.declarer is not None
        d = deal.record
        aside = d.put_down if d.contract >= 0 and d.picked_up else d.skat
        twelve = d.dealt[d.declarer] | d.skat
        return cls(
            declarer=deal.declarer,
            contract=contract,
            bid=deal.bid,
            matadors=int(matadors(twelve, contract.game)),
            points=int(d.points[0] + points_of(aside)),
            tricks=int(d.tricks[0]),
            defender_points=int(d.points[1]),
            defender_tricks=int(d.tricks[1]),
        )

    def rest_to_declarer(self) -> Result:
        """Gives what is left to the declarer; in null nothing more is counted."""
        if self.contract.is_null:
            return self._settled(self.points, self.tricks)
        return self._settled(ALL_POINTS - self.defender_points, N_TRICKS - self.defender_tricks)

    def given_up(self) -> Result:
        """Lets the declarer lose with the points so far."""
        if self.contract.is_null or self.tricks + self.defender_tricks == 0:
            return self._lost(JUST_LOST, 1)
        return self._lost(min(self.points, JUST_LOST), self.tricks)

    def missed(self) -> Result:
        """Lets the declarer lose by the missed announcement; no further level is reached."""
        return self._lost(JUST_LOST, 1)

    def out_of_reach(self) -> bool:
        """Tells whether the announcement is missed even if the rest goes to the declarer."""
        lowest_bid = replace(self, bid=0)
        return self.contract.schneider and not lowest_bid.rest_to_declarer().won

    def _settled(self, points: int, tricks: int) -> Result:
        return Result.settled(
            self.declarer,
            self.contract,
            bid=self.bid,
            matadors=self.matadors,
            points=points,
            tricks=tricks,
        )

    def _lost(self, points: int, tricks: int) -> Result:
        lost = self._settled(points, tricks)
        return replace(lost, points=self.points, tricks=self.tricks)


def missed_in_last_trick(deal: Deal) -> bool:
    """Tells whether the last trick, just finished, put an announcement out of reach."""
    contract = deal.contract
    if contract is None or not deal.winners or len(deal.cards) % 3:
        return False
    after = Standing.of(deal, contract)
    if not after.out_of_reach() or deal.winners[-1] == after.declarer:
        return False
    before = replace(
        after,
        defender_points=after.defender_points - sum(card.points for card in deal.cards[-3:]),
        defender_tricks=after.defender_tricks - 1,
    )
    return not before.out_of_reach()
