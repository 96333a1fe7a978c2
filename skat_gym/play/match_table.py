"""A match at a table: commands in, events out; no clock, no files, no policies.

`MatchTable` knows the cards and drives `rules.Match`; whoever sits on it (terminal, server) asks
policies, keeps what happened and shows a player what `View` lets that player see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skat_gym.observation import View
from skat_gym.play.event import By, Event, Kind
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.words import TextError
from skat_gym.rules.action import BID, PASS, PICK_UP
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import points_of
from skat_gym.rules.chance import decision_key
from skat_gym.rules.deal import Deal
from skat_gym.rules.match import Match
from skat_gym.rules.state import Phase

PERSON = 0
"""The player who may be a person."""


class MatchTable:
    """Plays a match by commands; every command returns the events it led to.

    A command that is not possible raises TextError and changes nothing. After a deal the table
    waits for `begin`.

    >>> table = MatchTable(MatchOptions(seed=1, deals=1))
    >>> events = table.begin()
    >>> table.player, len(table.view(0).hand)
    (2, 10)
    >>> [event.kind for event in table.act(2, 32)]
    ['pass']
    """

    def __init__(self, options: MatchOptions) -> None:
        self.options = options
        self.match = Match(options.deals, options.dealer)
        self._dealer = options.dealer
        self.n = 0
        """The state number: it grows with everything that happens."""
        self.deal = None
        self.deals: list[Deal] = []
        """The deals that are over."""
        self.moves: list[list[tuple[int, int, By]]] = []
        """Of every deal begun: player, action, who decided."""
        self.marks: list[list[tuple[int, str]]] = []
        """Of every deal begun: the players whose policies failed, and why."""
        self.calls: list[list[tuple[int, Kind, int | None]]] = []
        """Of every deal begun, the auction: player, "bid", "hold" or "pass", value."""
        self.bid_up_to: int | None = None
        """The value up to which the person's calls are made for them in this deal."""

    @property
    def deal(self) -> Deal | None:
        """The deal at hand, or the last one while the table waits for the next."""
        return self._now

    @deal.setter
    def deal(self, deal: Deal | None) -> None:
        self._now = deal
        self._seat = -1 if deal is None else deal.seat  # asked for again and again

    @property
    def number(self) -> int:
        """The number of the deal at hand or just over, from 0."""
        return max(len(self.moves) - 1, 0)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.match.over

    @property
    def between(self) -> bool:
        """Whether the next deal is waited for."""
        return not self.over and self.player is None

    @property
    def dealer(self) -> int:
        """The player who dealt the deal at hand or just over."""
        return self._dealer

    @property
    def player(self) -> int | None:
        """The player to act, None between deals and at the end."""
        return None if self._seat < 0 else self.player_at(self._seat)

    def player_at(self, seat: int) -> int:
        """Returns who sits in a seat of the deal at hand."""
        return (self.dealer + 1 + seat) % 3

    def seat_of(self, player: int) -> int:
        """Returns the seat of a player in the deal at hand."""
        return (player - self.dealer + 2) % 3

    def view(self, player: int) -> View:
        """Returns what a player may know of the deal at hand."""
        return View.of(self._deal(), self.seat_of(player))

    @property
    def key(self) -> int:
        """The key from which a policy's chance in the present decision comes."""
        deal = self._deal()
        number = self.options.first_deal + self.number
        return int(decision_key(self.options.seed, number, deal.seat, deal.numbers.plies))

    def begin(self, cards: Deal | None = None) -> list[Event]:
        """Deals the next deal: the one that follows from the options, or given cards."""
        if self.over:
            raise TextError("not-now", "Die Partie ist zu Ende.", "the match is over")
        if self.player is not None:
            raise TextError("not-now", "Das Spiel ist noch im Gange.", "the deal is still on")
        self.deal = cards or self.options.deal(self.match.number)
        self.moves.append([])
        self._dealer = (self.match.first_dealer + self.number) % 3
        self.marks.append([])
        self.calls.append([])
        self.bid_up_to = None
        return [self._event("deal_begun", dealer=self.dealer, cards=self.deal)]

    def act(self, player: int, action: int, by: By = "policy") -> list[Event]:
        """Carries out an action of a player."""
        if player != self.player:
            raise TextError("not-your-turn", "Du bist nicht am Zug.", "it is not your turn")
        before = self._deal()
        try:
            self.deal = before.after(action)
        except ValueError as error:
            raise TextError(
                "illegal", f"Die Aktion {action} ist hier nicht erlaubt.", str(error)
            ) from None
        self.moves[-1].append((player, int(action), by))
        events = [self._called(before, player, int(action), by)]
        self._consequences(before, events)
        return events

    def act_all(self, player: int, actions: Sequence[int], by: By) -> list[Event]:
        """Carries out several actions of a player, all of them or none."""
        deal, moves, n = self.deal, list(self.moves[-1]) if self.moves else [], self.n
        events: list[Event] = []
        try:
            for action in actions:
                events += self.act(player, action, by)
        except TextError:
            self.deal, self.n = deal, n
            if self.moves:
                self.moves[-1] = moves
            raise
        return events

    def replace(self, player: int, action: int, why: str) -> list[Event]:
        """Lets the rulebook's action stand for a policy that failed, and marks the deal."""
        self.marks[-1].append((player, why))
        policy = self.options.policies[player]
        events = [self._event("replaced", player, policy=policy, why=why)]
        return events + self.act(player, action, "rulebook")

    def finish(self, cards: Sequence[int]) -> list[Event]:
        """Lays the rest of the cards of a deal that is decided, whoever holds them."""
        events = [self._event("finished")]
        for card in cards:
            if self.player is not None:
                events += self.act(self.player, int(card), "finish")
        return events

    def set_bid_up_to(self, value: int | None) -> list[Event]:
        """Notes the value up to which the person bids in this deal."""
        if self.deal is None or self.deal.phase is not Phase.AUCTION:
            raise TextError("not-now", "Das Reizen ist vorbei.", "the auction is over")
        self.bid_up_to = value
        return [self._event("bid_up_to", PERSON, value=value)]

    @property
    def preset(self) -> int | None:
        """The call that the person's limit makes now, if there is one and it is their turn."""
        deal = self.deal
        if self.bid_up_to is None or deal is None or deal.phase is not Phase.AUCTION:
            return None
        if self.player != PERSON:
            return None
        view = self.view(PERSON)
        value = view.bid if view.numbers.listener == view.me else _next_value(view)
        return BID if BID in deal.legal and value <= self.bid_up_to else PASS

    @property
    def last_decision(self) -> int | None:
        """Where in the moves of this deal the person decided last, None if nowhere."""
        if not self.moves or self.over or self.deal is None:
            return None
        places = [
            k for k, (p, _, by) in enumerate(self.moves[-1]) if p == PERSON and by != "finish"
        ]
        return places[-1] if places else None

    def take_back(self) -> list[Event]:
        """Goes back to the person's last decision in this deal; practice matches only."""
        place = self.last_decision
        if not self.options.practice:
            raise TextError(
                "not-practice",
                "Zurücknehmen geht nur in Übungen.",
                "moves are taken back in practice only",
            )
        if place is None or self.between:
            raise TextError("not-now", "Es gibt nichts zurückzunehmen.", "nothing to take back")
        self.moves[-1] = self.moves[-1][:place]
        self.calls[-1] = self.calls[-1][:place]
        replaced = [by for _, _, by in self.moves[-1]].count("rulebook")
        self.marks[-1] = self.marks[-1][:replaced]
        self.deal = as_dealt(self._deal()).after(*(action for _, action, _ in self.moves[-1]))
        self.bid_up_to = None
        return [self._event("taken_back", PERSON, moves=place)]

    def restore(self, cards: Deal, moves: Sequence[tuple[int, int, By]]) -> None:
        """Begins a deal of given cards and carries out what was done in it, as kept."""
        self.begin(cards)
        for player, action, by in moves:
            self.act(player, action, by)

    def rewound(self, number: int) -> MatchTable:
        """Returns another table at the moment when deal `number`, from 0, has just been dealt."""
        again = MatchTable(self.options)
        again.match.lines.extend(self.match.lines[:number])
        again.deals = self.deals[:number]
        again.moves, again.marks = self.moves[:number], self.marks[:number]
        again.calls = self.calls[:number]
        again.begin(as_dealt([*self.deals, self._deal()][number]))
        return again

    def _deal(self) -> Deal:
        if self.deal is None:
            raise TextError("not-now", "Es ist noch nicht gegeben.", "nothing has been dealt yet")
        return self.deal

    def _event(
        self,
        kind: Kind,
        player: int | None = None,
        action: int | None = None,
        by: By | None = None,
        **data: Any,
    ) -> Event:
        self.n += 1
        return Event(kind, self.n, self.number, player, action, by, data)

    def _called(self, before: Deal, player: int, action: int, by: By) -> Event:
        after = self._deal()
        told = (player, action, by)
        if before.phase is Phase.AUCTION:
            holds = before.seat == before.numbers.listener
            kind: Kind = "pass" if action == PASS else "hold" if holds else "bid"
            value = None if action == PASS else after.bid
            self.calls[-1].append((player, kind, value))
            return self._event(kind, *told, value=value)
        if action == PICK_UP:
            return self._event("picked_up", *told, cards=before.skat)
        if before.phase is Phase.PUT_DOWN:
            return self._event("put_down", *told, card=action)
        if before.phase is Phase.PLAY:
            place = len(before.cards) % 3
            trick = len(before.cards) // 3 + 1
            return self._event("card_played", *told, card=action, trick=trick, place=place)
        contract = after.contract
        assert contract is not None
        open_hand = after.hands[before.seat] if contract.ouvert else None
        return self._event("declared", *told, contract=contract, open_hand=open_hand)

    def _consequences(self, before: Deal, events: list[Event]) -> None:
        after = self._deal()
        if before.phase is Phase.AUCTION and after.declarer is not None:
            winner = self.player_at(after.declarer)
            events.append(self._event("auction_won", winner, bid=after.bid))
        if len(after.winners) > len(before.winners):
            number = len(after.winners)
            cards = after.cards[3 * number - 3 :]
            points = int(points_of(sum(1 << int(c) for c in cards)))
            winner = self.player_at(after.winners[-1])
            events.append(
                self._event("trick_taken", winner, trick=number, cards=cards, points=points)
            )
        if after.phase is not Phase.OVER:
            return
        result = after.result
        assert result is not None
        if after.declarer is None:
            events.append(self._event("passed_in"))
        number, dealer = self.number, self.dealer
        self.match.book(result)
        self.deals.append(after)
        assert number == self.number and dealer == self.dealer
        declarer = None if after.declarer is None else self.player_at(after.declarer)
        events.append(self._event("deal_over", declarer, result=result))
        if self.match.over:
            scores = self.match.scores(self.options.scoring)
            events.append(self._event("match_over", totals=scores))


def as_dealt(deal: Deal) -> Deal:
    """Returns a deal at its beginning."""
    forehand, middlehand, rearhand = deal.dealt
    return Deal.of_cards(forehand, middlehand, rearhand, deal.skat)


def _next_value(view: View) -> int:
    place = int(view.numbers.bid) + 1
    return BID_VALUES[place] if place < len(BID_VALUES) else 10**6
