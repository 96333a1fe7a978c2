"""Views: what one seat may know of a deal, and nothing else.

`view` copies from a DEAL record to a VIEW record. Policies, features, hints and pages are built
from VIEW alone. A view recalls everything: the whole auction, every card in order, who led, the
skat as found and the put-downs of the declarer who took it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules import bits, transition
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import CARDS, Card, cards_of
from skat_gym.rules.contract import IS_OUVERT, Contract
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.kernel import kernel
from skat_gym.rules.numbers import reader
from skat_gym.rules.state import Phase

VIEW_VERSION = 1

VIEW = np.dtype(
    (
        np.record,
        [
            ("me", np.int64),  # the seat whose view this is
            ("phase", np.int64),  # public: what is to be decided (see `rules.Phase`)
            ("seat", np.int64),  # public: the seat to act, -1 when over
            ("plies", np.int64),  # public: actions so far
            ("hand", np.int64),  # own cards now
            ("found", np.int64),  # the skat as found, if this seat picked it up
            ("put_down", np.int64),  # own put-downs, if this seat made them
            ("n_put_down", np.int64),  # public: how many cards were put down
            ("open_hand", np.int64),  # public: the declarer's cards in an ouvert game
            ("said", np.int64, (3,)),  # public: value indices each seat spoke
            ("passed", np.int64),  # public: seats that passed, as a set
            ("first_out", np.int64),  # public: who passed first, -1 nobody
            ("bid", np.int64),  # public: index of the last value, -1 none
            ("speaker", np.int64),  # public: -1 nobody
            ("listener", np.int64),  # public: -1 nobody
            ("declarer", np.int64),  # public: -1 nobody yet
            ("contract", np.int64),  # public: -1 none yet
            ("picked_up", np.int64),  # public: 1 if the declarer took the skat
            ("played", np.int64),  # public: how many cards lie
            ("cards", np.int8, (30,)),  # public: in the order played, -1 for none
            ("winners", np.int8, (10,)),  # public: of each trick, -1 for none
            ("by", np.int64, (3,)),  # public: cards played by each seat
            ("void", np.int64, (3,)),  # public: cards a seat has shown not to hold
            ("points", np.int64, (2,)),  # public: points in tricks of declarer, defenders
            ("tricks", np.int64, (2,)),  # public: tricks of declarer, defenders
        ],
    )
)
"""One seat's view of one deal."""
_BYTES = np.dtype((np.void, VIEW.itemsize))
_numbers = reader("ViewNumbers", VIEW)


def new_views(n: int) -> Any:
    """Allocates an array of n VIEW records (to be filled by `view`)."""
    return np.zeros(n, VIEW)


def writable(views: Any) -> Any:
    """Returns (n,) VIEW records for a kernel: themselves, or a copy of records that are read-only.

    Kernels are compiled for arrays that may be written to; for others they would be compiled again.
    """
    if views.flags.writeable:
        return views
    return views.view(_BYTES).copy().view(VIEW)  # numpy copies records field by field


@kernel
def view(deals: Any, i: int, seat: int, views: Any, j: int) -> None:
    """Copies what a seat may know of deal i to views[j]."""
    d = deals[i]
    v = views[j]
    v.me = seat
    v.phase = d.phase
    v.seat = d.seat
    v.plies = d.plies
    v.hand = d.hands[seat]
    mine = seat == d.declarer and d.picked_up == 1
    v.found = d.skat if mine else 0
    v.put_down = d.put_down if mine else 0
    ouvert = d.contract >= 0 and IS_OUVERT[d.contract] == 1
    v.n_put_down = bits.count(d.put_down)
    v.open_hand = d.hands[d.declarer] if ouvert else 0
    v.passed = d.passed
    v.first_out = d.first_out
    v.bid = d.bid
    v.speaker = d.speaker
    v.listener = d.listener
    v.declarer = d.declarer
    v.contract = d.contract
    v.picked_up = d.picked_up
    v.played = d.played
    for k in range(30):
        v.cards[k] = d.cards[k]
    for k in range(10):
        v.winners[k] = d.winners[k]
    for k in range(3):
        v.said[k] = d.said[k]
        v.by[k] = d.by[k]
        v.void[k] = d.void[k]
    for k in range(2):
        v.points[k] = d.points[k]
        v.tricks[k] = d.tricks[k]


@kernel
def recall(views: Any, j: int, deals: Any, i: int) -> None:
    """Copies back to deal i what views[j] holds of it: all but who holds the hidden cards."""
    d = deals[i]
    v = views[j]
    d.hands[v.me] = v.hand
    d.phase = v.phase
    d.seat = v.seat
    d.plies = v.plies
    d.passed = v.passed
    d.first_out = v.first_out
    d.bid = v.bid
    d.speaker = v.speaker
    d.listener = v.listener
    d.declarer = v.declarer
    d.contract = v.contract
    d.picked_up = v.picked_up
    d.played = v.played
    for k in range(30):
        d.cards[k] = v.cards[k]
    for k in range(10):
        d.winners[k] = v.winners[k]
    for k in range(3):
        d.said[k] = v.said[k]
        d.by[k] = v.by[k]
        d.void[k] = v.void[k]
    for k in range(2):
        d.points[k] = v.points[k]
        d.tricks[k] = v.tricks[k]


@kernel
def view_seat_to_act(deals: Any, views: Any, masks: Any) -> None:
    """Fills views[i] and masks[i] for the seat to act in every deal that is not over."""
    for i in range(len(deals)):
        seat = deals[i].seat
        if seat >= 0:
            view(deals, i, seat, views, i)
            masks[i] = transition.legal_actions(deals, i)


class View:
    """Is what one seat knows: the friendly face of a VIEW record.

    >>> view = View.of(Deal.shuffled(7), seat=1)
    >>> len(view.hand), view.seat_to_act, view.bid
    (10, 1, 0)
    """

    __slots__ = ("_array", "_read")

    def __init__(self, record: Any) -> None:
        """Wraps a copy of a VIEW record."""
        self._array = np.zeros(1, VIEW)
        self._array[0] = record
        self._read: Any = None

    @classmethod
    def of(cls, deal: Deal, seat: int) -> View:
        """Returns the view of a seat (0, 1, 2) of a deal."""
        if seat not in (0, 1, 2):
            raise ValueError(f"a seat is 0, 1 or 2, not {seat}")
        seen = cls.__new__(cls)
        seen._array, seen._read = new_views(1), None
        view(deal._array, 0, seat, seen._array, 0)
        return seen

    @property
    def record(self) -> Any:
        """The VIEW record itself; treat it as read-only."""
        return self._array[0]

    @property
    def numbers(self) -> Any:
        """The fields of the VIEW record as integers and tuples of integers."""
        if self._read is None:
            self._read = _numbers(self._array)
        return self._read

    @property
    def me(self) -> int:
        """The seat whose view this is."""
        return int(self.numbers.me)

    @property
    def phase(self) -> Phase:
        """What is to be decided, by whoever is to act."""
        return Phase(self.numbers.phase)

    @property
    def seat_to_act(self) -> int:
        """The seat to act, -1 when over."""
        return int(self.numbers.seat)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own cards."""
        return cards_of(self.numbers.hand)

    @property
    def found(self) -> tuple[Card, ...]:
        """The skat as found, for the declarer who picked it up."""
        return cards_of(self.numbers.found)

    @property
    def put_down(self) -> tuple[Card, ...]:
        """The seat's own put-downs."""
        return cards_of(self.numbers.put_down)

    @property
    def open_hand(self) -> tuple[Card, ...]:
        """The declarer's cards in an ouvert game."""
        return cards_of(self.numbers.open_hand)

    @property
    def bid(self) -> int:
        """The value the auction stands at, 0 if nobody spoke."""
        return 0 if self.numbers.bid < 0 else BID_VALUES[self.numbers.bid]

    @property
    def auction(self) -> dict[int, tuple[tuple[int, ...], bool]]:
        """The auction: for each seat the values it spoke, and whether it has passed."""
        return {
            seat: (
                tuple(v for k, v in enumerate(BID_VALUES) if self.numbers.said[seat] >> k & 1),
                bool(self.numbers.passed >> seat & 1),
            )
            for seat in range(3)
        }

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, None while unknown."""
        return None if self.numbers.declarer < 0 else int(self.numbers.declarer)

    @property
    def contract(self) -> Contract | None:
        """The contract, None while unknown."""
        return None if self.numbers.contract < 0 else Contract(self.numbers.contract)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, in order."""
        return tuple(CARDS[c] for c in self.numbers.cards[: self.numbers.played])

    @property
    def tricks(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The tricks as (leader, cards in order), the one on the table last."""
        cards = self.cards
        leaders = [0, *(w for w in self.numbers.winners if w >= 0)]
        return tuple(
            (leaders[k], cards[3 * k : 3 * k + 3]) for k in range(len(leaders)) if cards[3 * k :]
        )

    def may_hold(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards another seat may hold, as far as this seat can tell.

        Leaves out own cards and put-downs, cards played, open cards of somebody else, and what
        the seat has shown not to hold by not following.
        """
        r = self.numbers
        if seat == self.me:
            return self.hand
        if seat == r.declarer and self.contract is not None and self.contract.ouvert:
            return self.open_hand
        gone = r.hand | r.put_down | r.open_hand | r.void[seat]
        for player in range(3):
            gone |= r.by[player]
        return cards_of(~gone & 0xFFFFFFFF)

    def __str__(self) -> str:
        lines = [f"{SEAT_NAMES[self.me]}: {' '.join(map(str, self.hand))}"]
        if self.contract is not None and self.declarer is not None:
            lines.append(f"{self.contract} by {SEAT_NAMES[self.declarer]}, bid {self.bid}")
        elif self.bid:
            lines.append(f"bid {self.bid}")
        lines += [f"{SEAT_NAMES[leader]} led {' '.join(map(str, t))}" for leader, t in self.tricks]
        return "\n".join(lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._array.tobytes() == other._array.tobytes()

    def __hash__(self) -> int:
        return hash(self._array.tobytes())
