"""The rest of a deal, where it is decided: proved from what one seat may know.

Two things are offered. *Settled*: whoever takes what is left, the score stays the same. *The
rest*: in every deal that agrees with the view, perfect play gives all that is left to one side. So
an offer tells nothing that the seat could not have worked out itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.play.words import Text, text
from skat_gym.rules.card import POINTS, elements, points_of
from skat_gym.rules.deal import Deal
from skat_gym.rules.scoring import settle
from skat_gym.rules.state import Phase, new_deals

MOST_WORLDS = 300
"""No proof is tried while more deals than this agree with the view."""
_BITS = 12
_FEW = 4
_CARDS = np.arange(32)
_LOWEST_BID = 18


@dataclass(frozen=True)
class Claim:
    """Is an offer to finish a deal."""

    mine: bool
    """Whether the rest, or the game if it is settled, is the seat's own side's."""
    settled: bool
    """Whether the score can no longer change, whoever takes what."""
    tricks: int
    """How many tricks are left, the one on the table included."""
    points: int
    """The card points in play that nobody has taken."""

    @property
    def text(self) -> Text:
        """The offer in words."""
        left = text(
            f"noch {self.tricks} Stich{'e' * (self.tricks != 1)}",
            f"{self.tricks} trick{'s' * (self.tricks != 1)} left",
        )
        if self.settled:
            said = text("Das Spiel ist entschieden", "The game is decided")
        elif self.mine:
            said = text("Der Rest gehört euch", "The rest is your side's")
        else:
            said = text("Der Rest gehört den anderen", "The rest is the other side's")
        return text(
            f"{said['de']} ({left['de']}): zu Ende spielen?",
            f"{said['en']} ({left['en']}): finish?",
        )


def find_claim(view: View) -> Claim | None:
    """Returns what can be offered to a seat in the play of a deal, None if nothing is decided."""
    record = view.record
    contract = view.contract
    if view.phase is not Phase.PLAY or contract is None:
        return None
    tricks = 10 - int(record.tricks[0]) - int(record.tricks[1])
    if tricks < 2:
        return None
    declares = view.declarer == view.me
    unknown = 0 if contract.hand or not declares else int(points_of(int(record.put_down)))
    low = int(record.points[0]) + unknown
    high = 120 - int(record.points[1])
    if not contract.is_null:
        worst, best = (
            settle(contract.number, _LOWEST_BID, 1, points, taken)
            for points, taken in (
                (low, int(record.tricks[0])),
                (high, 10 - int(record.tricks[1])),
            )
        )
        won, *_ = worst[2:]
        if worst[2:6] == best[2:6]:
            return Claim(bool(won) == declares, True, tricks, high - low)
    for draw in (_few_worlds, _worlds):  # most offers are refuted by a few
        worlds = draw(view)
        declarers = None if worlds is None else _takes_rest(worlds, contract.is_null)
        if declarers is None:
            return None
    return Claim(declarers == declares, contract.is_null, tricks, high - low)


def _takes_rest(worlds: Any, is_null: bool) -> bool | None:
    """Tells whether all that is left is the declarer's in every world, None if it is not so.

    In null it tells whether the game is won.
    """
    from skat_gym.solver import solve_many  # loads the solver

    found = solve_many(worlds, "points", bits=_BITS)
    if is_null:
        lost, won = found != 0, found == 0
    else:
        aside = np.where(worlds["picked_up"] == 1, worlds["put_down"], worlds["skat"])
        lost = found == worlds["points"][:, 0] + (aside[:, None] >> _CARDS & 1) @ POINTS
        won = found == 120 - worlds["points"][:, 1]
    if won.all():
        return True
    return False if lost.all() else None


def _few_worlds(view: View) -> Any:
    """Returns a few deals that agree with a view, None if more than `MOST_WORLDS` do."""
    from skat_gym.solver import Worlds

    known = Worlds(view)
    return None if known.count > MOST_WORLDS else known.deals(_FEW, 0)


def _worlds(view: View) -> Any:
    """Returns every deal that agrees with a view."""
    from skat_gym.solver import Worlds
    from skat_gym.solver.worlds import build, hidden

    count = Worlds(view).count
    views: Any = view.record.reshape(1)
    places = np.zeros((3, 2), np.int64)
    unseen = list(elements(int(hidden(views, 0, places))))
    hands = np.zeros((count, 3), np.int64)
    found = 0

    def place(k: int, left: list[int], sets: list[int]) -> None:
        nonlocal found
        if k == len(unseen):
            hands[found] = sets
            found += 1
            return
        card = unseen[k]
        for where in range(3):
            if left[where] and int(places[where, 1]) >> card & 1:
                left[where] -= 1
                sets[where] |= 1 << card
                place(k + 1, left, sets)
                sets[where] &= ~(1 << card)
                left[where] += 1

    place(0, [int(size) for size in places[:, 0]], [0, 0, 0])
    deals = new_deals(count)
    for w in range(count):
        build(views, 0, hands, w, deals, w)
    return deals


def rest(deal: Deal) -> list[int]:
    """Returns the cards that finish a deal: perfect play of both sides."""
    from skat_gym.solver import Solver

    return [int(card) for card in Solver(_BITS).line(deal)]
