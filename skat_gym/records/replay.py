"""Plays the moves of a record by the rules, and finds out how the game ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from skat_gym.records import unseen
from skat_gym.records.record import SERVER, Ending, Move, Record, RecordError
from skat_gym.records.standing import Standing, missed_in_last_trick
from skat_gym.rules import (
    BID,
    BID_VALUES,
    PASS,
    PICK_UP,
    SEAT_NAMES,
    Card,
    Contract,
    Deal,
    Result,
    apply,
    is_legal,
    legal_actions,
    new_deals,
)
from skat_gym.rules.action import DECLARE_FIRST, JUMP_FIRST
from skat_gym.rules.card import elements
from skat_gym.rules.state import AUCTION, CHOICE, OVER, PLAY

N_PLAYS = 30
_GONE = re.compile(r"(TI|LE)\.([012])")


def replayed(header: Record, moves: Sequence[Move]) -> Record:
    """Returns the record with these moves replayed; raises RecordError at a wrong one."""
    number = 0
    try:
        replay = Replay(moves)
        for number in range(1, len(moves)):
            replay.step(number)
    except ValueError as error:
        what = f'move {number} "{moves[number]}"' if number else "the deal"
        raise RecordError(f"{what}: {error}") from None
    ending, ended_by = replay.ending()
    result = replay.result(ending, ended_by)
    deal = Deal(replay.d) if replay.cards_known else None
    declarer = int(replay.d.declarer)
    return replace(
        header,
        moves=tuple(replay.moves),
        ending=ending,
        ended_by=ended_by,
        deal=deal,
        declarer=None if declarer < 0 else declarer,
        contract=replay.contract,
        result=result if isinstance(result, Result) else None,
        reason="" if isinstance(result, Result) else result,
    )


class Replay:
    """Follows the moves of a record one by one with `step`; `close` says how the game ended.

    Wrong moves raise ValueError. `moves` are the moves so far in the canonical spelling.
    """

    def __init__(self, moves: Sequence[Move]) -> None:
        """Deals the cards (the first move) so that they fit all the moves to come."""
        if not moves or moves[0].who != SERVER:
            raise ValueError("the first move is the deal: w and 32 cards joined by dots")
        self.record_moves = moves
        parts = unseen.dealt_cards(moves[0].action)
        self.world: unseen.World | None = None
        if any(unseen.HIDDEN in move.action for move in moves):
            seen = unseen.Seen.of(moves[1:])
            if seen.hides or any(None in part for part in parts):
                self.world = unseen.fit(parts, seen)
        known = [[card for card in part if card is not None] for part in parts]
        self.deals = new_deals(1)
        self.deals[0] = Deal.of_cards(*(self.world.dealt if self.world else known)).record
        self.d = self.deals[0]
        self._phases, self._seats = self.deals["phase"], self.deals["seat"]  # quicker than d's
        self.moves = [moves[0]]
        self.named: Contract | None = None
        self.skat_due = False
        self.resigned: list[int] = []
        self.gone: tuple[Ending, int] | None = None
        self.unknown = 0  # the number of the first card played that cannot be known
        self.blind = 0  # cards played from it on

    def step(self, number: int) -> None:
        """Carries out move `number` of the record (the deal is 0)."""
        move = self.record_moves[number]
        who, action = move
        if self._over():
            raise ValueError("the game is over: no further move is accepted")
        if who == SERVER:
            self._serve(action)
            self.moves.append(move)
        elif action == "RE":
            self._resign(move.seat)
            self.moves.append(move)
        elif action.partition(".")[0] == "SC":
            self._show(move.seat, action)
            self.moves.append(move)
        elif self.skat_due:
            raise ValueError("the server shows the skat first: w and two cards")
        elif self.unknown:
            self._play_blind(action)
            self.moves.append(move)
        else:
            self._decide(move, number)

    @property
    def phase(self) -> int:
        """The phase of the deal, a number of `Phase`."""
        return int(self._phases[0])

    @property
    def seat(self) -> int:
        """The seat whose turn it is, -1 when the deal is over."""
        return int(self._seats[0])

    def _over(self) -> bool:
        gave_up = len(self.resigned) == 2 or (self.resigned and self.d.declarer in self.resigned)
        return bool(self.phase == OVER or self.gone or gave_up)

    def _serve(self, action: str) -> None:
        gone = _GONE.fullmatch(action)
        if gone:
            ending = Ending.TIMEOUT if gone[1] == "TI" else Ending.LEFT
            self.gone = ending, int(gone[2])
        elif self.skat_due:
            shown = unseen.cards_of_text(action.split("."))
            skat = set(elements(self.d.skat))
            if len(shown) != 2 or not {c for c in shown if c is not None} <= skat:
                raise ValueError(f"the skat is {_dotted(sorted(skat))}, not {action}")
            self.skat_due = False
        else:
            raise ValueError("the server notes only TI.k or LE.k here, k a seat 0, 1, 2")

    def _resign(self, seat: int) -> None:
        if self.phase != PLAY:
            raise ValueError("RE is accepted during play only")
        if seat in self.resigned:
            raise ValueError(f"{SEAT_NAMES[seat]} has resigned already")
        self.resigned.append(seat)

    def _show(self, seat: int, action: str) -> None:
        if self.phase != PLAY or seat != self.d.declarer:
            raise ValueError("SC is accepted from the declarer during play only")
        words = action.split(".")[1:]
        if words and not self.unknown:
            self._match_hand(words, "shown")

    def _match_hand(self, words: Sequence[str], what: str) -> None:
        """Refuses cards laid open that are not the declarer's hand."""
        cards = unseen.cards_of_text(words)
        known = {int(card) for card in cards if card is not None}
        hand = set(elements(self.d.hands[self.d.declarer]))
        if (
            len(cards) != len(hand)
            or not known <= hand
            or len(known) + cards.count(None) < len(hand)
        ):
            raise ValueError(f"the cards {what} are not the declarer's: {_dotted(sorted(hand))}")

    def _decide(self, move: Move, number: int) -> None:
        phase, seat = self.phase, self.seat
        if move.seat != seat:
            raise ValueError(f"it is the turn of {SEAT_NAMES[seat]} (seat {seat})")
        if phase == PLAY:
            self._play(move.action, number)
        elif phase == AUCTION:
            self._take(self._auction_action(move.action))
        elif phase == CHOICE and move.action == "s":
            self._take(PICK_UP)
            self.skat_due = True
        elif phase == CHOICE:
            move = self._declare_hand(move)
        else:
            self._put_down(move)
            return
        self.moves.append(move)

    def _auction_action(self, action: str) -> int:
        speaks = self.d.seat == self.d.speaker
        if action == "p":
            return PASS
        if action == "y" and not speaks:
            return BID
        if action.isdecimal() and speaks and int(action) in BID_VALUES:
            return JUMP_FIRST + BID_VALUES.index(int(action))
        if not speaks:
            raise ValueError("y or p is accepted: the listener holds or passes")
        first = BID_VALUES[self.d.bid + 1] if self.d.bid + 1 < len(BID_VALUES) else None
        if first is None:
            raise ValueError("p is accepted: no value is left")
        raise ValueError(f"p or a bid is accepted: {first} or a higher value of a game")

    def _declare_hand(self, move: Move) -> Move:
        name, *shown = move.action.split(".")
        contract = Contract.parse(name)
        self._take(DECLARE_FIRST + contract.number)
        return Move(move.who, _dotted_text([contract.iss, *self._open(contract, shown)]))

    def _put_down(self, move: Move) -> None:
        words = move.action.split(".")
        if self.named is None:
            name, *words = words
            contract = Contract.parse(name)
            if not words:
                self._try(contract)
                self.named = contract
                self.moves.append(Move(move.who, contract.iss))
                return
        else:
            contract = self.named
            self.moves.pop()
        aside, shown = words[:2], words[2:]
        if len(aside) != 2:
            raise ValueError(f"{contract.iss}.d1.d2 is accepted: two cards are put down")
        known = [card for card in unseen.cards_of_text(aside) if card is not None]
        chosen = self.world.put_down if self.world else known
        for card in chosen:
            self._take(card)
        self._take(DECLARE_FIRST + contract.number)
        self.named = None
        shown = self._open(contract, shown)
        self.moves.append(Move(move.who, _dotted_text([contract.iss, *aside, *shown])))

    def _try(self, contract: Contract) -> None:
        """Refuses a contract that is not legal, whatever is put down."""
        deal = Deal(self.d)
        deal.after(*deal.legal[:2], DECLARE_FIRST + contract.number)

    def _open(self, contract: Contract, shown: list[str]) -> list[str]:
        """Checks the ten open cards of an ouvert game, and lists them if all cards are known."""
        if not contract.ouvert:
            if shown:
                raise ValueError(f"no cards lie open in {contract.name}")
        elif shown:
            self._match_hand(shown, "open")
        elif self.world is None:
            return [str(Card(c)) for c in elements(self.d.hands[self.d.declarer])]
        return shown

    def _play(self, action: str, number: int) -> None:
        if action != unseen.HIDDEN:
            self._take(Card(action))
            return
        card = self._deduced(number)
        if card is None:
            self.unknown = int(self.d.played) + 1
            self.blind = 1
        else:
            self._take(card)

    def _deduced(self, number: int) -> int | None:
        """Returns the one legal card that is not named later, None if there are several."""
        later = {move.action for move in self.record_moves[number + 1 :]}
        if self.world is not None:
            return None
        fitting = [c for c in elements(legal_actions(self.deals, 0)) if str(Card(c)) not in later]
        if not fitting:
            raise ValueError(f"no card of {SEAT_NAMES[self.seat]} can have been played here")
        return fitting[0] if len(fitting) == 1 else None

    def _play_blind(self, action: str) -> None:
        if action != unseen.HIDDEN:
            Card(action)
        self.blind += 1

    def _take(self, action: int) -> None:
        if not is_legal(self.deals, 0, action):
            Deal(self.d).after(action)  # raises the rules' own sentence
        apply(self.deals, 0, action)

    @property
    def cards_known(self) -> bool:
        """Whether every card dealt is known for certain."""
        return self.world is None or self.world.certain

    def ending(self) -> tuple[Ending, tuple[int, ...]]:
        """Tells how the game ended, and which seats ended it."""
        if self.gone:
            return self.gone[0], (self.gone[1],)
        if self.phase == OVER:
            return (Ending.FINISHED if self.d.declarer >= 0 else Ending.THROWN_IN), ()
        if self.d.declarer in self.resigned:
            return Ending.RESIGNED, (int(self.d.declarer),)
        if len(self.resigned) == 2:
            return Ending.RESIGNED, tuple(sorted(self.resigned))
        if self.unknown and self._may_be_finished():
            return Ending.FINISHED, ()
        if not self.unknown and missed_in_last_trick(Deal(self.d)):
            return Ending.MISSED, ()
        return Ending.UNFINISHED, ()

    def _may_be_finished(self) -> bool:
        """Tells whether a game with an unknown card may have come to its end by the rules."""
        played = int(self.d.played) + self.blind
        contract = self.contract
        assert contract is not None
        early = contract.is_null or contract.schneider
        return played == N_PLAYS or (early and played % 3 == 0)

    def result(self, ending: Ending, ended_by: Sequence[int]) -> Result | str:
        """Returns the result, or in words why there is none."""
        contract = self.contract
        if ending is Ending.THROWN_IN:
            return Result.thrown_in()
        if ending is Ending.UNFINISHED:
            return f"the record breaks off {self._moment()}"
        if contract is None:
            what = "left" if ending is Ending.LEFT else "ran out of time"
            return f"{SEAT_NAMES[ended_by[0]]} {what} {self._moment()}"
        if self.world is not None and not self.world.result_certain:
            return "cards that count are hidden"
        if self.unknown and self.d.played % 3 + self.blind >= 3:
            return f"card {self.unknown} of the play is unknown"
        if ending is Ending.FINISHED:
            return Result.of(self.deals)
        standing = Standing.of(Deal(self.d), contract)
        if ending is Ending.MISSED:
            return standing.missed()
        return standing.given_up() if self.d.declarer in ended_by else standing.rest_to_declarer()

    @property
    def contract(self) -> Contract | None:
        """The contract named, put-downs made or not."""
        return self.named or (Contract(int(self.d.contract)) if self.d.contract >= 0 else None)

    def _moment(self) -> str:
        if self.phase == AUCTION:
            return "in the auction"
        if self.phase != PLAY:
            return "before the game was declared"
        return f"after {self.d.played + self.blind} cards of play"


def _dotted(cards: Sequence[int]) -> str:
    return _dotted_text([str(Card(card)) for card in cards])


def _dotted_text(words: Sequence[str]) -> str:
    return ".".join(words)
