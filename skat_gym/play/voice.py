"""What a table in plain lines tells a person, in one language: from events and views alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence

from skat_gym.observation import View
from skat_gym.play.event import Event
from skat_gym.play.speech import event_text, outcome, question
from skat_gym.play.words import (
    PLAYERS,
    PLAYERS_DE,
    SEATS_DE,
    Text,
    both,
    card_text,
    contract_text,
    game_text,
    text,
)
from skat_gym.play.worth import OPEN, worths
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS, Card, sorted_for
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.trick import GRAND

Show = Callable[[str], object]
_LETTERS = str.maketrans(dict(zip(SUIT_SYMBOLS, SUITS, strict=True)))
_RED = re.compile(r"[♦♥](?:10|[789JQKABD])")


def writable(show: Show) -> Show:
    """Returns what shows text on this screen: with letters where it cannot write the suits."""
    if show is not print:
        return show
    try:
        (SUIT_SYMBOLS + "äöüß„“").encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"

        def plain(line: str) -> None:
            print(line.translate(_LETTERS).encode(encoding, "replace").decode(encoding))

        return plain
    return show


def painted(line: str) -> str:
    """Returns a line for a terminal that shows colours: hearts and diamonds in red."""
    return _RED.sub(lambda found: f"\x1b[31m{found[0]}\x1b[0m", line)


class Voice:
    """Says in one language what a table shows.

    >>> Voice("de").cards([Card("HQ"), Card("CJ")])
    '♣B ♥D'
    """

    def __init__(self, language: str = "en", names: Sequence[str] | None = None) -> None:
        """Names the players by chair, as "you", "left" and "right" without others."""
        self.language = language
        self.names = tuple(names or (PLAYERS_DE if language == "de" else PLAYERS))
        told = zip(PLAYERS_DE, PLAYERS, strict=True)
        self._names = [text(de, en) for de, en in told] if names is None else [*map(both, names)]
        self._seats = SEATS_DE if language == "de" else SEAT_NAMES

    def say(self, de: str, en: str) -> str:
        """Returns a sentence in this language."""
        return de if self.language == "de" else en

    def of(self, told: Text) -> str:
        """Returns a text in this language."""
        return told[self.language]

    def figure(self, number: float, form: str = "") -> str:
        """Writes a number, in German with a decimal comma.

        >>> Voice("de").figure(41.25, "+.1f")
        '+41,2'
        """
        written = format(number, form)
        return self.say(written.replace(".", ","), written)

    def card(self, card: int) -> str:
        """Writes a card."""
        return card_text(card, self.language)

    def cards(self, held: Iterable[int], game: int = GRAND) -> str:
        """Lists cards as they are held for a game, the strongest first."""
        return " ".join(self.card(card) for card in sorted_for(held, game))

    def numbered(self, held: Sequence[Card]) -> str:
        """Lists cards with the numbers a person may type."""
        return "  ".join(f"{k}:{self.card(card)}" for k, card in enumerate(held, 1))

    def hand(self, held: str) -> str:
        """Tells the person's cards."""
        return self.say(f"Deine Karten: {held}", f"Your cards: {held}")

    def event(self, event: Event) -> str | None:
        """Says what happened; None for what needs no words."""
        told = event_text(event, self._names)
        return None if told is None else self.of(told)

    def question(self, view: View, legal: Sequence[int]) -> str:
        """Asks for the decision at hand."""
        return self.of(question(view, legal))

    def bids(self, view: View, names: Sequence[str]) -> str:
        """Tells what each seat spoke; whoever listened held what it did not pass."""
        parts = []
        for seat, (values, passed) in view.auction.items():
            said = [*map(str, values)] + ([self.say("passe", "pass")] if passed else [])
            parts.append(f"{names[seat]}: {' '.join(said) or '-'}")
        return "; ".join(parts)

    def preview(self, view: View) -> list[str]:
        """Says what each game would be worth on the cards the seat has seen."""
        head = self.say(f"Deine Spiele, gereizt {view.bid}:", f"Your games, bid {view.bid}:")
        lines = [head]
        for worth in worths(view):
            if worth.contract.is_null:
                lines.append(f"  {self.of(contract_text(worth.contract))} = {worth.value}")
                continue
            run = abs(worth.matadors)
            how = self.say("mit", "with") if worth.matadors > 0 else self.say("ohne", "without")
            name = self.of(game_text(worth.contract.game))
            game = self.say("Spiel", "game")
            proviso = f" ({self.of(OPEN)})" if worth.open else ""
            warning = "" if worth.warning is None else f"  ({self.of(worth.warning)})"
            counted = f"{how} {run}{proviso}, {game} {run + 1} = {worth.value}"
            lines.append(f"  {name:<9} {counted}{warning}")
        return lines

    def standing(self, view: View) -> list[str]:
        """Tells where a deal stands, from a view alone: bids, skat and values, game and tricks."""
        names = [self.names[0] if seat == view.me else self._seats[seat] for seat in range(3)]
        if view.contract is None or view.declarer is None:
            if view.found:
                skat = f"{self.say('Der Skat', 'The skat')}: {self.cards(view.found)}"
                return [skat, *self.preview(view)]
            return [f"  {self.bids(view, names)}"] if view.record.plies else []
        mine = view.declarer == view.me
        contract = contract_text(view.contract)
        verb = self.say("spielst" if mine else "spielt", "play" if mine else "plays")
        lines = [f"  {names[view.declarer]} {verb} {self.of(contract)}"]
        if view.open_hand and not mine:
            opened = self.cards(view.open_hand, view.contract.game)
            lines[0] += self.say(f", mit offenen Karten: {opened}", f", with open cards: {opened}")
        for leader, trick in view.tricks[-2 if len(view.cards) % 3 else -1 :]:
            where = self.say("auf dem Tisch", "on the table")
            if len(trick) == 3:
                where = self.say("letzter Stich", "last trick")
            laid = " ".join(self.card(card) for card in trick)
            led = self.say(f"Ausspiel {names[leader]}", f"led by {names[leader]}")
            lines.append(f"  {where}: {laid}, {led}")
        return lines

    def summary(self, deal: Deal, names: Sequence[str]) -> list[str]:
        """Tells a deal that is over: the hands as dealt, the skat, the put-downs, the result."""
        contract = deal.contract
        game = GRAND if contract is None else contract.game
        lines = [
            f"  {self._seats[seat]:<11}{names[seat]:<14} {self.cards(deal.dealt[seat], game)}"
            for seat in range(3)
        ]
        lines.append(
            f"  {'Skat' if self.language == 'de' else 'skat':<25} {self.cards(deal.skat, game)}"
        )
        if deal.put_down:
            label = self.say("gedrückt", "put down")
            lines.append(f"  {label:<25} {self.cards(deal.put_down, game)}")
        result = deal.result
        assert result is not None
        declarer = None if deal.declarer is None else names[deal.declarer]
        who = None if declarer is None else self._name(declarer)
        lines.append(self.of(outcome(result, who)))
        return lines

    def _name(self, name: str) -> Text:
        place = self.names.index(name) if name in self.names else None
        return both(name) if place is None else self._names[place]
