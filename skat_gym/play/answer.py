"""What a person types, understood as an action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from skat_gym.observation import View
from skat_gym.play.speech import why_not
from skat_gym.rules.action import BID, DECLARE_FIRST, JUMP_FIRST, PASS, PICK_UP
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS, Card
from skat_gym.rules.contract import FORM, GAME_NAMES, HAND, Contract
from skat_gym.rules.state import Phase

_PASS = ("pass", "p", "passe", "no", "n")
_YES = ("yes", "y", "hold", "bid", "b", "ja", "j")
_PICK_UP = ("skat", "s", "pick up", "pickup", "pick", "take")
_ANNOUNCED = {"schneider", "schwarz", "ouvert"}


def understand(text: str, view: View, legal: Sequence[int], shown: Sequence[Card]) -> list[int]:
    """Returns the actions that a line means: one, or both put-downs.

    Cards are taken as "CJ", "cj", "♣J", "h10" or their number in the list shown; contracts in
    words or in ISS letters. Raises ValueError with a sentence if the line means nothing legal.

    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7)
    >>> understand("18", View.of(deal, 1), deal.legal, [])
    [33]
    """
    words = " ".join(text.lower().split())
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
    speaks = view.record.listener != view.me
    value = BID_VALUES[int(view.record.bid) + 1] if speaks and BID in legal else view.bid
    if BID in legal and (words in _YES or words == str(value)):
        return BID
    accepted = f"{value} or pass" if BID in legal else "pass"
    raise ValueError(f"{words!r} is no answer here; say {accepted}")


def _contract(words: str, view: View, legal: Sequence[int]) -> int:
    hand = view.phase is Phase.CHOICE
    if hand and words in _PICK_UP:
        return PICK_UP
    try:
        contract = read_contract(words, hand=hand)
    except ValueError:
        raise ValueError(f"{words!r} is no game to name here; {_accepted(legal)}") from None
    if DECLARE_FIRST + contract.number not in legal:
        raise ValueError(f"{contract} is not possible here; {_accepted(legal)}")
    return DECLARE_FIRST + contract.number


def read_contract(words: str, *, hand: bool = False) -> Contract:
    """Reads a contract in words or ISS letters of any case; raises ValueError.

    With `hand` an announcement in suit or grand goes without the word hand.

    >>> read_contract("grand ouvert", hand=True), read_contract("sh")
    (Contract('grand hand ouvert'), Contract('spades hand'))
    """
    parts = words.split()
    if not parts or parts[0] not in GAME_NAMES:
        return Contract.parse(words.upper())
    if hand and parts[0] != "null" and _ANNOUNCED.intersection(parts):
        parts.append("hand")
    return Contract.parse(" ".join(parts))


def _accepted(legal: Sequence[int]) -> str:
    games = [Contract(a - DECLARE_FIRST) for a in legal if DECLARE_FIRST <= a < JUMP_FIRST]
    names = ", ".join(c.name for c in games if FORM[c.number] <= HAND)
    if PICK_UP not in legal:
        return f"name one of: {names}"
    return (
        f"say skat, or one of: {names}; in suit and grand hand schneider, schwarz or ouvert "
        "may be added"
    )


def _put_downs(
    words: str, wanted: int, view: View, legal: Sequence[int], shown: Sequence[Card]
) -> list[int]:
    joined = re.sub(rf"([{SUIT_SYMBOLS}dhsc]) (?=10|[789tjqka]\b)", r"\1", words)
    named = [_card(word, view, legal, shown) for word in joined.replace(",", " ").split()]
    if len(set(named)) < len(named):
        raise ValueError("that is the same card twice; nothing was put down")
    if not 1 <= len(named) <= wanted:
        much = "one card" if wanted == 1 else "two cards"
        raise ValueError(f"put down {much}, not {len(named)}; nothing was put down")
    return named


def _card(words: str, view: View, legal: Sequence[int], shown: Sequence[Card]) -> int:
    card = read_card(words, shown)
    if card not in legal:
        raise ValueError(why_not(view, card, legal))
    return int(card)


def read_card(words: str, shown: Sequence[Card]) -> Card:
    """Reads a card, or its number in a list; raises ValueError.

    >>> read_card("h10", []), read_card("2", [Card("CJ"), Card("SJ")])
    (HT, SJ)
    """
    if words.isdecimal():
        number = int(words)
        if 1 <= number <= len(shown):
            return shown[number - 1]
        raise ValueError(f"there is no card {words}; the numbers go from 1 to {len(shown)}")
    name = words.upper().replace("10", "T")
    for suit, symbol in zip(SUITS, SUIT_SYMBOLS, strict=True):
        name = name.replace(symbol, suit)
    try:
        return Card(name.replace(" ", ""))
    except ValueError:
        raise ValueError(
            f"{words!r} is no card; type one as CJ, h10 or ♠A, or its number"
        ) from None
