"""What a deal came to, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from skat_gym.arguments import whole
from skat_gym.rules.auction import BID_VALUES, BIDS
from skat_gym.rules.card import SUIT_NAMES, points_of
from skat_gym.rules.contract import BASE, Contract
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import seeger_fabian, settle

_MOST_LEVELS = 18
"""The highest factor of a game's base value; no run of matadors makes more."""


@kernel
def _outcome(deals: Any, i: int) -> Any:
    d = deals[i]
    points = d.points[0] + points_of(d.put_down if d.picked_up == 1 else d.skat)
    return (
        d.declarer,
        d.contract,
        BIDS[d.bid],
        points,
        d.tricks[0],
        d.matadors,
        d.levels,
        d.value,
        d.won,
        d.overbid,
        d.schneider,
        d.schwarz,
        d.score,
    )


@dataclass(frozen=True)
class Result:
    """Is the outcome of a deal that is over; `str` explains it.

    >>> print(Result.settled(1, Contract.parse("spades"), bid=36, matadors=2, points=93, tricks=8))
    spades, with 2, game 3, schneider 4 x 11 = 44; bid 36; won with 93
    >>> print(Result.settled(0, Contract.parse("grand"), bid=46, matadors=-1, points=46, tricks=4))
    grand, without 1, game 2 x 24 = 48; bid 46; lost with 46; counted double: -96
    >>> print(Result.thrown_in())
    passed by all: nobody scores
    """

    declarer: int
    """The declarer's seat, -1 for a deal thrown in."""
    contract: Contract | None
    bid: int
    """The value bid, 0 for a deal thrown in."""
    matadors: int
    """Positive with, negative without, 0 in null."""
    levels: int
    """What the base value is multiplied by, 0 in null."""
    value: int
    """The game's value before overbidding raises it."""
    won: bool
    overbid: bool
    schneider: bool
    """Whether a side stayed at 30 or less."""
    schwarz: bool
    """Whether a side took no trick."""
    points: int
    """The declarer's card points, skat or put-downs included."""
    tricks: int
    """The declarer's tricks."""
    score: int
    """What the declarer books: the value, or minus twice the value."""

    @classmethod
    def thrown_in(cls) -> Result:
        """Returns the result of a deal that everybody passed."""
        return cls(-1, None, 0, 0, 0, 0, False, False, False, False, 0, 0, 0)

    @classmethod
    def settled(
        cls, declarer: int, contract: Contract, *, bid: int, matadors: int, points: int, tricks: int
    ) -> Result:
        """Settles a game from what was counted at the table (ISkO 5).

        `bid` may be 0, for a game that no bid binds. Raises ValueError for what no deal can bring.
        """
        declarer = whole("declarer, a seat,", declarer, 0, 2)
        points, tricks = whole("points", points, 0, 120), whole("tricks", tricks, 0, 10)
        matadors = whole("matadors", matadors, -_MOST_LEVELS, _MOST_LEVELS)
        if not isinstance(contract, Contract):
            raise ValueError(
                f"contract is a Contract, such as Contract.parse('grand'), not {contract!r}"
            )
        if bid != 0 and bid not in BID_VALUES:
            raise ValueError(f"bid is a bid value (18, 20, 22 ... 264) or 0, not {bid!r}")
        levels, value, won, overbid, schneider, schwarz, score = settle(
            contract.number, bid, matadors, points, tricks
        )
        return cls(
            declarer,
            contract,
            bid,
            matadors,
            int(levels),
            int(value),
            bool(won),
            bool(overbid),
            bool(schneider),
            bool(schwarz),
            points,
            tricks,
            int(score),
        )

    @classmethod
    def of(cls, deals: Any, i: int = 0) -> Result:
        """Reads the result off row i of DEAL records, a deal that is over."""
        outcome = map(int, _outcome(deals, i))  # NumPy integers where numba is switched off
        declarer, contract, bid, points, tricks, *settled = outcome
        if declarer < 0:
            return cls.thrown_in()
        matadors, levels, value, won, overbid, schneider, schwarz, score = settled
        return cls(
            declarer,
            Contract(contract),
            bid,
            matadors,
            levels,
            value,
            bool(won),
            bool(overbid),
            bool(schneider),
            bool(schwarz),
            points,
            tricks,
            score,
        )

    @property
    def cost(self) -> int:
        """The value the game is settled at: raised to reach the bid if overbid."""
        return self.score if self.won else -self.score // 2

    def scores(self) -> tuple[int, int, int]:
        """Returns plain list points of forehand, middlehand, rearhand."""
        scores = [0, 0, 0]
        if self.declarer >= 0:
            scores[self.declarer] = self.score
        return scores[0], scores[1], scores[2]

    def seeger_fabian(self) -> tuple[int, int, int]:
        """Returns Seeger-Fabian points of forehand, middlehand, rearhand."""
        first, second, third = (seeger_fabian(self.declarer, self.score, k) for k in range(3))
        return first, second, third

    def __str__(self) -> str:
        return "".join(self.parts())

    def parts(self) -> tuple[str, str, str, str, str]:
        """Returns the sentence in parts: value, bid, how it went, what was missed, the cost."""
        if self.contract is None:
            return "passed by all: nobody scores", "", "", "", ""
        bid = f"; bid {self.bid}"
        if self.overbid:
            bid += f", overbid: counts {self.cost}"
        how = f"; {'won' if self.won else 'lost'}"
        if self.contract.is_null:
            how += f": {'no trick' if self.tricks == 0 else 'a trick taken'}"
        else:
            how += f" with {self.points}"
        doubled = "" if self.won else f"; counted double: {self.score}"
        return self._value_text(), bid, how, self._missed(), doubled

    def _value_text(self) -> str:
        contract = self.contract
        assert contract is not None
        if contract.is_null:
            return f"{contract} {self.value}"
        game = SUIT_NAMES[contract.game] if contract.game < 4 else "grand"
        run = abs(self.matadors)
        words = [game, f"{'with' if self.matadors > 0 else 'without'} {run}", f"game {run + 1}"]
        if contract.hand:
            words.append("hand")
        if self.schneider or contract.schneider:
            words.append("schneider")
        if contract.schneider:
            words.append("announced")
        if self.schwarz or contract.schwarz:
            words.append("schwarz")
        if contract.schwarz:
            words.append("announced")
        if contract.ouvert:
            words.append("ouvert")
        levels = "" if self.levels == run + 1 else f" {self.levels}"  # "game 2" says it already
        return ", ".join(words) + f"{levels} x {BASE[contract.game]} = {self.value}"

    def _missed(self) -> str:
        contract = self.contract
        assert contract is not None
        if contract.schwarz and self.tricks < 10:
            tricks = "trick" if self.tricks == 1 else "tricks"
            return f" in {self.tricks} {tricks}, schwarz announced"
        if contract.schneider and self.points < 90:
            return ", schneider announced"
        return ""
