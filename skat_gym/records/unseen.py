"""Hidden cards of a record: which deals fit what was seen, and what is certain in all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from skat_gym.records.record import SERVER, Move
from skat_gym.rules import Card, Contract
from skat_gym.rules.trick import CLASS

HIDDEN = "??"
N_CARDS = 32
ASIDE = 3
"""The owner, beside the three seats, of the two cards that are not played."""
ROOM = (10, 10, 10, 2)

_CARD = re.compile(r"[CSHD][789TJQKA]")
_PUT_DOWNS = re.compile(rf"(?:{_CARD.pattern}|\?\?)\.(?:{_CARD.pattern}|\?\?)(?:\.|$)")
_GONE = ("TI", "LE")
_NAMED = re.compile(r"([GCSHDN][OHSZ]*)(?:\.|$)")

Cards = list[Card | None]


@dataclass
class Seen:
    """Gathers what the moves of a record show of the cards, before any rule is checked."""

    declarer: int | None = None
    contract: Contract | None = None
    picked_up: bool = False
    skat: Cards = field(default_factory=list)
    put_down: Cards = field(default_factory=list)
    open: Cards = field(default_factory=list)
    plays: list[tuple[int, Card | None]] = field(default_factory=list)

    @classmethod
    def of(cls, moves: Sequence[Move]) -> Seen:
        """Reads moves after the deal; from the first that is none, all is left to the replay."""
        seen = cls()
        try:
            for move in moves:
                seen._add(move)
        except ValueError:
            pass  # the replay names it
        return seen

    def _add(self, move: Move) -> None:
        action = move.action
        words = action.split(".")
        named = _NAMED.match(action)
        if move.who == SERVER:
            if self.picked_up and not self.skat and len(words) == 2 and words[0] not in _GONE:
                self.skat = cards_of_text(words)
        elif action == "s":
            self.declarer, self.picked_up = move.seat, True
        elif words[0] == "SC":
            self.open += cards_of_text(words[1:])
        elif named and not self.contract:
            self._declare(move.seat, named[1], words[1:])
        elif self.contract and self.picked_up and _PUT_DOWNS.match(action):
            self.put_down, self.open = cards_of_text(words[:2]), cards_of_text(words[2:])
        elif self.contract and (action == HIDDEN or _CARD.fullmatch(action)):
            self.plays.append((move.seat, cards_of_text([action])[0]))

    def _declare(self, seat: int, name: str, words: list[str]) -> None:
        self.declarer = seat
        self.contract = Contract.parse(name)
        if self.picked_up:
            self.put_down, words = cards_of_text(words[:2]), words[2:]
        self.open = cards_of_text(words)

    @property
    def hides(self) -> bool:
        """Whether a skat or put-down is hidden."""
        return None in self.skat or None in self.put_down


def cards_of_text(words: Sequence[str]) -> Cards:
    """Reads cards, None for ??; raises ValueError on anything else."""
    return [None if word == HIDDEN else Card(word) for word in words]


def dealt_cards(action: str) -> list[Cards]:
    """Reads the deal of a record: forehand, middlehand, rearhand, skat; ?? is None.

    Raises ValueError unless there are 10 + 10 + 10 cards and 2.
    """
    if "|" in action:
        words = [part.split(".") for part in action.split("|")]
    else:
        pack = action.split(".")
        words = [pack[:10], pack[10:20], pack[20:30], pack[30:]]
    sizes = [len(part) for part in words]
    if sizes != [10, 10, 10, 2]:
        raise ValueError(
            "a deal is 10 + 10 + 10 cards and 2 in the skat, not " + " + ".join(map(str, sizes))
        )
    parts = [cards_of_text(part) for part in words]
    known = [card for part in parts for card in part if card is not None]
    if len(set(known)) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise ValueError(f"{twice} is dealt twice; a deal is 32 different cards")
    return parts


@dataclass(frozen=True)
class World:
    """Is one deal that fits a record, and how much of it is the same in all that do."""

    dealt: tuple[tuple[Card, ...], ...]
    """The cards of forehand, middlehand, rearhand and the skat."""
    put_down: tuple[Card, ...]
    """The put-downs, none unless the skat was picked up and cards were played."""
    certain: bool
    """Whether every card is where it was dealt."""
    result_certain: bool
    """Whether the declarer's twelve cards and the two set aside are certain."""


def fit(dealt: Sequence[Cards], seen: Seen) -> World:
    """Finds a deal that fits what was seen; raises ValueError if there is none."""
    allowed = _allowed(dealt, seen)
    owner = _assign(allowed)
    moving = _interchangeable(owner, allowed)
    held: list[list[Card]] = [[Card(c) for c in range(N_CARDS) if owner[c] == o] for o in range(4)]
    aside_certain = ASIDE not in moving
    split_certain = True
    put_down: tuple[Card, ...] = ()
    if seen.picked_up and seen.declarer is not None:
        put_down = tuple(held[ASIDE])
        twelve = held[seen.declarer] + held[ASIDE]
        held[seen.declarer], held[ASIDE], split_certain = _split(
            twelve, dealt[seen.declarer], [*seen.skat, *dealt[ASIDE]]
        )
    declarer_certain = seen.declarer is not None and seen.declarer not in moving
    return World(
        dealt=tuple(tuple(part) for part in held),
        put_down=put_down if len(seen.put_down) == 2 else (),
        certain=not moving and split_certain,
        result_certain=aside_certain and declarer_certain,
    )


def _allowed(dealt: Sequence[Cards], seen: Seen) -> list[set[int]]:
    """Lists for every card who may own it once the put-downs are made."""
    allowed = [{0, 1, 2, ASIDE} for _ in range(N_CARDS)]

    def pin(cards: Sequence[Card | None], owners: set[int], why: str) -> None:
        for card in cards:
            if card is None:
                continue
            if not allowed[card] & owners:
                raise ValueError(f"{card} is {why}, which contradicts another place it is seen")
            allowed[card] &= owners

    moved = {seen.declarer, ASIDE} if seen.picked_up else set()
    both = {o for o in moved if o is not None}
    for place in range(4):
        names = (*("dealt to seat " + str(seat) for seat in range(3)), "dealt to the skat")
        pin(dealt[place], both if place in both else {place}, names[place])
    pin(seen.skat, both or {ASIDE}, "in the skat")
    pin(seen.put_down, {ASIDE}, "put down")
    if seen.declarer is not None:
        pin(seen.open, {seen.declarer}, "shown by the declarer")
    for seat, card in seen.plays:
        pin([card], {seat}, f"played by seat {seat}")
    for seat, game_class in _voids(seen):
        for number, owners in enumerate(allowed):
            if len(owners) > 1 and _class(seen, number) == game_class:
                owners.discard(seat)
    return allowed


def _class(seen: Seen, card: int) -> int:
    assert seen.contract is not None
    return int(CLASS[seen.contract.game, card])


def _voids(seen: Seen) -> set[tuple[int, int]]:
    """Lists which seats did not follow which class, so hold none of it at the end.

    Only cards before the first unknown one tell: that one may have been of the class.
    """
    cards = [card for _, card in seen.plays]
    known = seen.plays[: cards.index(None) if None in cards else None]
    found = set()
    for start in range(0, len(known), 3):
        (_, led), *others = known[start : start + 3]
        for seat, card in others:
            if led is not None and card is not None and _class(seen, led) != _class(seen, card):
                found.add((seat, _class(seen, led)))
    return found


def _assign(allowed: Sequence[set[int]]) -> list[int]:
    """Gives every card an owner within the room of each, by augmenting paths."""
    owner = [-1] * N_CARDS
    held: list[list[int]] = [[], [], [], []]

    def place(card: int, tried: set[int]) -> bool:
        for o in sorted(allowed[card] - tried):
            if o in tried:
                continue
            tried.add(o)
            if len(held[o]) < ROOM[o]:
                held[o].append(card)
                owner[card] = o
                return True
            for other in list(held[o]):
                if allowed[other] - tried and place(other, tried):
                    held[o].remove(other)
                    held[o].append(card)
                    owner[card] = o
                    return True
        return False

    for card in sorted(range(N_CARDS), key=lambda c: len(allowed[c])):
        if not place(card, set()):
            raise ValueError("no deal of 10 + 10 + 10 cards and 2 in the skat fits what was seen")
    return owner


def _interchangeable(owner: Sequence[int], allowed: Sequence[set[int]]) -> set[int]:
    """Lists the owners some of whose cards could as well be another's: those on a cycle."""
    reach = [
        {o for c in range(N_CARDS) if owner[c] == start for o in allowed[c]} - {start}
        for start in range(4)
    ]
    for _ in range(4):
        for start in range(4):
            reach[start] |= {o for via in reach[start] for o in reach[via]}
    return {o for o in range(4) if o in reach[o]}


def _split(
    twelve: Sequence[Card], hand: Sequence[Card | None], skat: Sequence[Card | None]
) -> tuple[list[Card], list[Card], bool]:
    """Splits twelve cards into the ten dealt and the skat, known ones first."""
    known_skat = sorted({c for c in skat if c is not None})
    known_hand = [c for c in hand if c is not None]
    rest = [c for c in twelve if c not in known_skat and c not in known_hand]
    room = 10 - len(known_hand)
    return known_hand + rest[:room], known_skat + rest[room:], not rest or room in (0, len(rest))
