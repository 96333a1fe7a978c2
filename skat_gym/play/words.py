"""The words of the table in German and English: cards, games, seats, players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from skat_gym.rules.card import SUIT_SYMBOLS, Card
from skat_gym.rules.contract import GAME_NAMES, Contract
from skat_gym.rules.deal import SEAT_NAMES

Text = dict[str, str]
"""A sentence by language, "de" and "en"."""
LANGUAGES = ("de", "en")
GAMES_DE = ("Karo", "Herz", "Pik", "Kreuz", "Grand", "Null")
SEATS_DE = ("Vorhand", "Mittelhand", "Hinterhand")
RANKS_DE = ("7", "8", "9", "D", "K", "10", "A", "B")
PLAYERS = ("you", "left", "right")
"""What the three players are called from the person's chair."""
PLAYERS_DE = ("du", "links", "rechts")


class TextError(ValueError):
    """Says in both languages what cannot be done; `code` is its kind for programs.

    >>> str(TextError("not-now", "Jetzt nicht.", "Not now."))
    'Not now.'
    """

    def __init__(self, code: str, de: str, en: str) -> None:
        super().__init__(en)
        self.code = code
        self.text = text(de, en)


def text(de: str, en: str) -> Text:
    """Returns a sentence in both languages."""
    return {"de": de, "en": en}


def both(word: str) -> Text:
    """Returns what is the same in both languages."""
    return {"de": word, "en": word}


def seat_text(seat: int) -> Text:
    """Returns the name of a seat."""
    return text(SEATS_DE[seat], SEAT_NAMES[seat])


def game_text(game: int) -> Text:
    """Returns the name of a game, 0..3 a suit, 4 grand, 5 null."""
    return text(GAMES_DE[game], GAME_NAMES[game])


@cache
def contract_text(contract: Contract) -> Text:
    """Returns the name of a contract.

    >>> contract_text(Contract.parse("spades hand schneider"))["de"]
    'Pik Hand Schneider'
    """
    first, *marks = contract.name.split()
    german = [GAMES_DE[GAME_NAMES.index(first)], *(mark.capitalize() for mark in marks)]
    return text(" ".join(german), contract.name)


@cache
def card_text(card: int, language: str = "en") -> str:
    """Writes a card for people: ♣J in English, ♣B in German."""
    if language == "en":
        return Card(card).symbol
    return SUIT_SYMBOLS[card >> 3] + RANKS_DE[card & 7]


def cards_text(cards: Sequence[int], between: str = " ") -> Text:
    """Writes cards in the order given."""
    return text(*(between.join(card_text(c, lang) for c in cards) for lang in LANGUAGES))


def opening(sentence: Text) -> Text:
    """Returns a sentence that begins with a capital."""
    return {lang: said[:1].upper() + said[1:] for lang, said in sentence.items()}


def sentence(said: str) -> str:
    """Returns what is said as a whole sentence: with a capital, and a full stop if it has none.

    >>> sentence("not now"), sentence("Jetzt nicht."), sentence("type for example: up to 33")
    ('Not now.', 'Jetzt nicht.', 'Type for example: up to 33.')
    """
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?", "…")) else ".")


def player_text(player: int) -> Text:
    """Returns what a player is called from the person's chair."""
    return text(PLAYERS_DE[player], PLAYERS[player])
