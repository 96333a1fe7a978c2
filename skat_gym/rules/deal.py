"""A deal as a value: look at it, ask what is legal, get the deal after an action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from skat_gym.arguments import whole
from skat_gym.rules import transition
from skat_gym.rules.action import (
    BID,
    DECLARE_FIRST,
    JUMP_FIRST,
    N_ENGINE_ACTIONS,
    PASS,
    PICK_UP,
    action_text,
    parse_action,
)
from skat_gym.rules.auction import BID_VALUES, MIDDLEHAND, REARHAND
from skat_gym.rules.card import ALL_CARDS, CARDS, Card, card_set, cards_of, elements
from skat_gym.rules.contract import Contract
from skat_gym.rules.numbers import reader
from skat_gym.rules.result import Result
from skat_gym.rules.state import DEAL, Phase, new_deals

SEAT_NAMES = ("forehand", "middlehand", "rearhand")
_numbers = reader("DealNumbers", DEAL)


class Deal:
    """Is one deal at one moment; it never changes, `after` returns the next one.

    >>> deal = Deal.shuffled(7)
    >>> deal = deal.after("18").after("pass").after("pass")
    >>> deal.declarer, deal.bid, deal.phase.name
    (1, 18, 'CHOICE')
    >>> Deal.parse(str(deal)) == deal
    True
    """

    __slots__ = ("_array", "_read")

    def __init__(self, record: Any) -> None:
        """Wraps a copy of a DEAL record."""
        self._array = np.zeros(1, DEAL)
        self._array[0] = record
        self._read: Any = None

    @classmethod
    def shuffled(cls, key: int) -> Deal:
        """Deals the cards that a key gives, any 64-bit integer; raises ValueError for another."""
        number = whole("the key of a deal", key, -(2**63), 2**64 - 1)
        deals = new_deals(1)
        transition.shuffle(deals, 0, number - 2**64 if number >= 2**63 else number)
        return cls(deals[0])

    @classmethod
    def of_cards(
        cls,
        forehand: Iterable[int | str],
        middlehand: Iterable[int | str],
        rearhand: Iterable[int | str],
        skat: Iterable[int | str],
    ) -> Deal:
        """Deals given cards; raises ValueError unless they are 32 as 10 + 10 + 10 + 2."""
        parts = [[Card(c) for c in part] for part in (forehand, middlehand, rearhand, skat)]
        sizes = [len(part) for part in parts]
        if sizes != [10, 10, 10, 2]:
            raise ValueError(
                "a deal is 10 + 10 + 10 cards and 2 in the skat, not "
                + " + ".join(map(str, sizes[:3]))
                + f" and {sizes[3]}"
            )
        if card_set(c for part in parts for c in part) != ALL_CARDS:
            raise ValueError("a deal is 32 different cards")
        deals = new_deals(1)
        transition.deal_cards(deals, 0, *(card_set(part) for part in parts[:3]))
        return cls(deals[0])

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Reads what `str` writes: 32 cards joined by dots, then actions, blank separated."""
        words = text.split()
        cards = words[0].split(".") if words else []
        deal = cls.of_cards(cards[:10], cards[10:20], cards[20:30], cards[30:])
        return deal.after(*words[1:])

    def after(self, *actions: int | str) -> Deal:
        """Returns the deal after some actions; raises ValueError at the first illegal one.

        An action is a number (0..63, jump bids 64+k) or text: "CJ", "18", "yes", "pass",
        "pick up", "spades hand". While the auction is on, a number in text is the value said.
        """
        deal = Deal.__new__(Deal)
        deal._array, deal._read = self._array.copy(), None
        for action in actions:
            deal._apply(action)
        return deal

    apply = after

    def _apply(self, action: int | str) -> None:
        number = parse_action(action) if isinstance(action, str) else int(action)
        if number >= JUMP_FIRST and number == JUMP_FIRST + self.numbers.bid + 1:
            number = BID if self.numbers.seat == self.numbers.speaker else number
        known = 0 <= number < N_ENGINE_ACTIONS
        if not known or not transition.is_legal(self._array, 0, number):
            raise ValueError(self._why_illegal(number))
        transition.apply(self._array, 0, number)
        self._read = None

    def _why_illegal(self, number: int) -> str:
        if self.phase is Phase.OVER:
            return "the deal is over: no action is legal"
        known = -1 < number < N_ENGINE_ACTIONS
        what = action_text(number) if known else f"action {number}"
        legal = ", ".join(action_text(a) for a in self.legal)
        return f"{what} is not legal for {SEAT_NAMES[self.seat]}; legal are: {legal}"

    @property
    def record(self) -> Any:
        """The DEAL record itself; treat it as read-only."""
        return self._array[0]

    @property
    def numbers(self) -> Any:
        """The fields of the DEAL record as integers and tuples of integers."""
        if self._read is None:
            self._read = _numbers(self._array)
        return self._read

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(self.numbers.phase)

    @property
    def seat(self) -> int:
        """The seat to act: 0 forehand, 1 middlehand, 2 rearhand; -1 when over."""
        return int(self.numbers.seat)

    @property
    def mask(self) -> int:
        """The legal actions as a 64-bit set (int64, so null ouvert hand makes it negative)."""
        return int(transition.legal_actions(self._array, 0))

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal actions in ascending order (without jump bids)."""
        return tuple(elements(self.mask))

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """What each seat holds now."""
        return tuple(cards_of(h) for h in self.numbers.hands)

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The ten cards dealt to each seat."""
        return tuple(cards_of(h) for h in self.numbers.dealt)

    @property
    def skat(self) -> tuple[Card, ...]:
        """The two cards dealt to the skat."""
        return cards_of(self.numbers.skat)

    @property
    def put_down(self) -> tuple[Card, ...]:
        """The declarer's put-downs; empty in a hand game."""
        return cards_of(self.numbers.put_down)

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, None while unknown or thrown in."""
        return None if self.numbers.declarer < 0 else int(self.numbers.declarer)

    @property
    def bid(self) -> int:
        """The value the auction stands at, 0 if nobody spoke."""
        return 0 if self.numbers.bid < 0 else BID_VALUES[self.numbers.bid]

    @property
    def contract(self) -> Contract | None:
        """The contract, None while unknown."""
        return None if self.numbers.contract < 0 else Contract(self.numbers.contract)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played, in order."""
        return tuple(CARDS[c] for c in self.numbers.cards[: self.numbers.played])

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner of each finished trick."""
        return tuple(w for w in self.numbers.winners if w >= 0)

    @property
    def result(self) -> Result | None:
        """The result, None before the deal is over."""
        return Result.of(self._array) if self.phase is Phase.OVER else None

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions that led here; put-downs in ascending order, jump bids as 64+k."""
        d = self.numbers
        done = self._auction_actions()
        if d.picked_up:
            done += [PICK_UP, *elements(d.put_down)]
        if d.contract >= 0:
            done.append(DECLARE_FIRST + d.contract)
        return (*done, *d.cards[: d.played])

    def _auction_actions(self) -> list[int]:
        d = self.numbers
        done: list[int] = []
        last = -1
        listener = 0
        for speaker in (MIDDLEHAND, REARHAND):
            values = list(elements(d.said[speaker]))
            listener_out = bool(d.passed >> listener & 1) and (
                (speaker == MIDDLEHAND and d.first_out == listener and values != [])
                or (speaker == REARHAND and values != [] and not d.passed >> REARHAND & 1)
            )
            for value in values:
                done.append(BID if value == last + 1 else JUMP_FIRST + value)
                last = value
                waiting = d.phase == 0 and d.speaker == speaker and d.seat == d.listener
                if value != values[-1] or not (waiting or listener_out):
                    done.append(BID)
            if listener_out:
                done.append(PASS)
                listener = speaker
            elif d.passed >> speaker & 1:
                done.append(PASS)
            else:
                return done
        if d.said[0]:
            done.append(BID)
        elif last < 0 and d.passed & 1:
            done.append(PASS)
        return done

    def __str__(self) -> str:
        cards = ".".join(str(c) for part in (*self.dealt, self.skat) for c in part)
        return " ".join([cards, *map(_word, self.actions)])

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self._array.tobytes() == other._array.tobytes()

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __reduce__(self) -> Any:
        return Deal, (self._array[0],)


def _word(action: int) -> str:
    if DECLARE_FIRST <= action < JUMP_FIRST:
        return Contract(action - DECLARE_FIRST).iss
    if action >= JUMP_FIRST:
        return str(BID_VALUES[action - JUMP_FIRST])
    return {PASS: "p", BID: "y", PICK_UP: "s"}.get(action) or str(Card(action))


def replay(deal: Deal, actions: Sequence[int | str]) -> list[Deal]:
    """Returns every deal on the way: the one given, then one after each action."""
    deals = [deal]
    for action in actions:
        deals.append(deals[-1].after(action))
    return deals
