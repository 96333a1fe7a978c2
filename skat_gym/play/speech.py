"""What is said at the table, in German and English: calls, tricks, reasons, questions."""

from __future__ import annotations

from collections.abc import Sequence

from skat_gym.observation import View
from skat_gym.play.event import Event
from skat_gym.play.value_text import result_text
from skat_gym.play.words import (
    PLAYERS,
    Text,
    TextError,
    card_text,
    cards_text,
    contract_text,
    game_text,
    player_text,
    text,
)
from skat_gym.play.worth import next_value
from skat_gym.rules.action import BID
from skat_gym.rules.card import Card, sorted_for
from skat_gym.rules.contract import Contract
from skat_gym.rules.result import Result
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import NULL, TRUMP

Names = Sequence[Text]
"""What the players, or the seats, are called."""
TABLE = tuple(player_text(player) for player in range(3))
"""What the players are called from the person's chair."""


def _says(name: Text, de: str, de_you: str, en: str, en_you: str) -> Text:
    """Puts a name before a verb, in its own form for "you"."""
    if name["en"] == PLAYERS[0]:
        return text(f"{name['de']} {de_you}", f"{name['en']} {en_you}")
    return text(f"{name['de']} {de}", f"{name['en']} {en}")


def event_text(event: Event, names: Names = TABLE) -> Text | None:
    """Says what happened, in a line; None for what needs no words.

    Put-downs and the skat are not named: the line is for everybody.
    """
    name = names[event.player] if event.player is not None else text("", "")
    data = event.data
    value = data.get("value")
    match event.kind:
        case "bid":
            return _says(name, f"reizt {value}", f"reizt {value}", f"bids {value}", f"bid {value}")
        case "hold":
            return _says(
                name, f"hält {value}", f"hältst {value}", f"holds {value}", f"hold {value}"
            )
        case "pass":
            return _says(name, "passt", "passt", "passes", "pass")
        case "picked_up":
            return _says(
                name,
                "nimmt den Skat auf",
                "nimmst den Skat auf",
                "picks up the skat",
                "pick up the skat",
            )
        case "declared":
            return _declared(event, name)
        case "card_played":
            return text(
                f"{name['de']}: {card_text(data['card'], 'de')}",
                f"{name['en']}: {card_text(data['card'])}",
            )
        case "trick_taken":
            cards = cards_text(data["cards"])
            return _says(
                name,
                f"nimmt {cards['de']}",
                f"nimmst {cards['de']}",
                f"takes {cards['en']}",
                f"take {cards['en']}",
            )
        case "replaced":
            why = failure_text(data["policy"], data["why"])
            return text(
                f"{name['de']}: {why['de']}; das Regelbuch entschied, das Spiel ist markiert",
                f"{name['en']}: {why['en']}; the rulebook decided, the deal is marked",
            )
        case "finished":
            return text("der Rest ist entschieden", "the rest is decided")
        case "taken_back":
            return _says(name, "nimmt zurück", "nimmst zurück", "takes back", "take back")
        case "deal_over":
            return outcome(data["result"], None if event.player is None else name)
    return None


def failure_text(policy: str | None, why: str) -> Text:
    """Says that a policy failed, and why, which is told in English alone."""
    return text(f"{policy} ist ausgefallen (die Meldung auf Englisch: {why})", why)


def _declared(event: Event, name: Text) -> Text:
    contract = event.data["contract"]
    said = contract_text(contract)
    line = _says(
        name,
        f"spielt {said['de']}",
        f"spielst {said['de']}",
        f"plays {said['en']}",
        f"play {said['en']}",
    )
    if event.data["open_hand"] is not None:
        cards = cards_text(sorted_for(event.data["open_hand"], contract.game))
        line = text(
            f"{line['de']}, mit offenen Karten: {cards['de']}",
            f"{line['en']}, with open cards: {cards['en']}",
        )
    return line


def outcome(result: Result, declarer: Text | None) -> Text:
    """Says who played what, and what it came to."""
    told = result_text(result)
    if declarer is None:
        return {lang: f"{said}." for lang, said in told.items()}
    line = _says(
        declarer,
        f"spielt {told['de']}",
        f"spielst {told['de']}",
        f"plays {told['en']}",
        f"play {told['en']}",
    )
    # a lost game has said its score already, and why it is so much
    score = f": {result.score:+d}" if result.won else ""
    return {lang: f"{said}{score}." for lang, said in line.items()}


def led_class(led: Card, contract: Contract) -> int:
    """Returns what a led card asks for: a suit, or TRUMP."""
    if contract.game != NULL and (led.rank == 7 or led.suit == contract.game):
        return TRUMP
    return led.suit


def why_not(view: View, card: Card, legal: Sequence[int]) -> TextError:
    """Explains why a card may not be played."""
    german, english = card_text(card, "de"), card.symbol
    if card not in view.hand:
        return TextError("illegal", f"du hast {german} nicht", f"you do not hold {english}")
    if not view.cards or len(view.cards) % 3 == 0 or view.contract is None:
        return TextError(
            "illegal",
            f"{german} darf jetzt nicht gespielt werden",
            f"{english} may not be played now",
        )
    led = view.cards[-(len(view.cards) % 3)]
    asked = led_class(led, view.contract)
    what = text("Trumpf", "trumps") if asked == TRUMP else game_text(asked)
    allowed = cards_text(sorted_for((Card(a) for a in legal), view.contract.game))
    return TextError(
        "illegal",
        f"{card_text(led, 'de')} ist ausgespielt, du musst {what['de']} bedienen: {allowed['de']}",
        f"{led.symbol} was led, so you must follow {what['en']}: {allowed['en']}",
    )


def question(view: View, legal: Sequence[int]) -> Text:
    """Asks for the decision at hand."""
    if view.phase is Phase.AUCTION:
        if BID not in legal:
            return text("Es bleibt nur passen", "Only pass is left")
        if view.numbers.listener == view.me:
            return text(f"{view.bid} halten (ja) oder passen", f"Hold {view.bid} (yes), or pass")
        value = next_value(view)
        return text(f"{value} reizen oder passen", f"Bid {value}, or pass")
    if view.phase is Phase.CHOICE:
        return text(
            f"Du spielst bei {view.bid}. Skat aufnehmen (skat) oder ein Handspiel ansagen",
            f"You play at {view.bid}. Pick up the skat (skat), or name a hand game",
        )
    if view.phase is Phase.PUT_DOWN:
        if view.put_down:
            return text("Drücke noch eine Karte", "Put down one more card")
        return text("Drücke zwei Karten", "Put down two cards")
    if view.phase is Phase.DECLARE:
        return text("Sage dein Spiel an", "Name your game")
    return text("Deine Karte", "Your card")
