"""What a person types, in English or German, understood as actions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from skat_gym.observation import View
from skat_gym.play.speech import why_not
from skat_gym.play.words import TextError, contract_text, text
from skat_gym.play.worth import next_value
from skat_gym.rules.action import BID, DECLARE_FIRST, JUMP_FIRST, PASS, PICK_UP
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS, Card
from skat_gym.rules.contract import FORM, GAME_NAMES, HAND, Contract
from skat_gym.rules.state import Phase

_PASS = ("pass", "p", "passe", "no", "n", "nein", "weg")
_YES = ("yes", "y", "hold", "bid", "b", "ja", "j", "halten")
_PICK_UP = ("skat", "s", "pick up", "pickup", "pick", "take", "aufnehmen", "nehmen")
_ANNOUNCED = {"schneider", "schwarz", "ouvert"}
_GAMES_DE = {"karo": "diamonds", "herz": "hearts", "pik": "spades", "kreuz": "clubs"}
_SUITS_DE = {"karo": "D", "herz": "H", "pik": "S", "kreuz": "C", "ka": "D", "he": "H"}
_SUITS_DE |= {"pi": "S", "kr": "C"}
_SUITS_DE |= {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}
_RANKS_DE = {"bube": "J", "dame": "Q", "könig": "K", "koenig": "K", "ass": "A", "as": "A"}
_RANKS_DE |= {"zehn": "T", "neun": "9", "acht": "8", "sieben": "7", "10": "T", "b": "J"}
_RANKS_DE |= {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "ten": "T"}
_RANK = re.compile(r"[♦♥♠♣dhsc](?:10|[789tjqkadb])")


def understand(line: str, view: View, legal: Sequence[int], shown: Sequence[Card]) -> list[int]:
    """Returns the actions that a line means: one, or both put-downs.

    Cards are taken as "CJ", "cj", "♣J", "h10", "♥D", "Herz Dame" or their number in the list shown;
    contracts in words or in ISS letters. Raises TextError if the line means nothing legal.

    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7)
    >>> understand("18", View.of(deal, 1), deal.legal, [])
    [33]
    """
    words = " ".join(line.lower().split())
    if view.phase is Phase.AUCTION:
        return [_auction(words, view, legal)]
    if view.phase in (Phase.CHOICE, Phase.DECLARE):
        return [_contract(words, view, legal)]
    if view.phase is Phase.PUT_DOWN:
        return _put_downs(words, 2 - len(view.put_down), view, legal, shown)
    return [_card(words, view, legal, shown)]


def _auction(words: str, view: View, legal: Sequence[int]) -> int:
    if words in _PASS:
        return PASS
    speaks = view.numbers.listener != view.me
    value = next_value(view) if speaks and BID in legal else view.bid
    if BID in legal and (words in _YES or words == str(value)):
        return BID
    accepted = text(f"{value} oder passe", f"{value} or pass")
    if BID not in legal:
        accepted = text("passe", "pass")
    raise TextError(
        "illegal",
        f"{words!r} ist hier keine Antwort; sage {accepted['de']}",
        f"{words!r} is no answer here; say {accepted['en']}",
    )


def _contract(words: str, view: View, legal: Sequence[int]) -> int:
    hand = view.phase is Phase.CHOICE
    if hand and words in _PICK_UP:
        return PICK_UP
    try:
        contract = read_contract(words, hand=hand)
    except ValueError:
        raise _no_contract(
            f"{words!r} ist hier kein Spiel", f"{words!r} is no game to name here", legal
        ) from None
    if DECLARE_FIRST + contract.number not in legal:
        name = contract_text(contract)
        raise _no_contract(
            f"{name['de']} geht hier nicht", f"{name['en']} is not possible here", legal
        )
    return DECLARE_FIRST + contract.number


def read_contract(words: str, *, hand: bool = False) -> Contract:
    """Reads a contract in words or ISS letters of any case; raises ValueError.

    With `hand` an announcement in suit or grand goes without the word hand.

    >>> read_contract("grand ouvert", hand=True), read_contract("pik hand")
    (Contract('grand hand ouvert'), Contract('spades hand'))
    """
    parts = [_GAMES_DE.get(part, part) for part in words.split()]
    if not parts or parts[0] not in GAME_NAMES:
        return Contract.parse(words.upper())
    if hand and parts[0] != "null" and _ANNOUNCED.intersection(parts):
        parts.append("hand")
    return Contract.parse(" ".join(parts))


def _no_contract(german: str, english: str, legal: Sequence[int]) -> TextError:
    games = [Contract(a - DECLARE_FIRST) for a in legal if DECLARE_FIRST <= a < JUMP_FIRST]
    names = [contract_text(c) for c in games if FORM[c.number] <= HAND]
    listed = {lang: ", ".join(name[lang] for name in names) for lang in ("de", "en")}
    if PICK_UP not in legal:
        return TextError(
            "illegal",
            f"{german}; möglich sind: {listed['de']}",
            f"{english}; name one of: {listed['en']}",
        )
    return TextError(
        "illegal",
        f"{german}; sage skat oder eines von: {listed['de']}; zu Farbe Hand und Grand Hand darf "
        "Schneider, Schwarz oder ouvert kommen",
        f"{english}; say skat, or one of: {listed['en']}; in suit and grand hand schneider, "
        "schwarz or ouvert may be added",
    )


def _put_downs(
    words: str, wanted: int, view: View, legal: Sequence[int], shown: Sequence[Card]
) -> list[int]:
    joined = _joined(words).replace(",", " ")
    named = [_card(word, view, legal, shown) for word in joined.split()]
    if len(set(named)) < len(named):
        raise TextError(
            "illegal",
            "das ist zweimal dieselbe Karte; nichts wurde gedrückt",
            "that is the same card twice; nothing was put down",
        )
    if not 1 <= len(named) <= wanted:
        much = text("eine Karte", "one card") if wanted == 1 else text("zwei Karten", "two cards")
        raise TextError(
            "illegal",
            f"drücke {much['de']}, nicht {len(named)}; nichts wurde gedrückt",
            f"put down {much['en']}, not {len(named)}; nothing was put down",
        )
    return named


def _joined(words: str) -> str:
    """Writes "herz dame", "♥ 10" and the like as one word each, "HQ" and "HT"."""
    parts = words.replace(",", " , ").split()
    told: list[str] = []
    while parts:
        first = parts.pop(0)
        suit = _SUITS_DE.get(first) or (first if first in tuple(SUIT_SYMBOLS + "dhsc") else None)
        rank = None
        if suit is not None and parts:
            rank = _RANKS_DE.get(parts[0]) or (parts[0] if parts[0] in tuple("789tjqkad") else None)
        if suit is not None and rank is not None:
            parts.pop(0)
            told.append((suit + rank).lower())
        else:
            told.append(first)
    return " ".join(told)


def _card(words: str, view: View, legal: Sequence[int], shown: Sequence[Card]) -> int:
    card = read_card(words, shown)
    if card not in legal:
        raise why_not(view, card, legal)
    return int(card)


def read_card(words: str, shown: Sequence[Card]) -> Card:
    """Reads a card, or its number in a list; raises TextError.

    >>> read_card("h10", []), read_card("2", [Card("CJ"), Card("SJ")]), read_card("kreuz bube", [])
    (HT, SJ, CJ)
    """
    if words.isdecimal():
        number = int(words)
        if 1 <= number <= len(shown):
            return shown[number - 1]
        last = len(shown)
        raise TextError(
            "illegal",
            f"eine Karte {words} gibt es nicht; "
            + (f"die Nummern gehen von 1 bis {last}" if last > 1 else "es gibt nur Nummer 1"),
            f"there is no card {words}; "
            + (f"the numbers go from 1 to {last}" if last > 1 else "there is only number 1"),
        )
    name = _joined(words.lower())
    for short, suit in _SUITS_DE.items():
        if len(short) == 2 and name.startswith(short) and name[2:]:
            name = suit.lower() + name[2:]
            break
    if _RANK.fullmatch(name):
        rank = {"10": "T", "b": "J", "d": "Q"}.get(name[1:], name[1:].upper())
        first = name[0]
        suit = SUITS[SUIT_SYMBOLS.index(first)] if first in SUIT_SYMBOLS else first.upper()
        return Card(suit + rank)
    raise TextError(
        "illegal",
        f"{words!r} ist keine Karte; schreibe zum Beispiel Herz 10, ♠A, ♣B oder ihre Nummer",
        f"{words!r} is no card; type one as CJ, h10 or ♠A, or its number",
    )
