"""What a person types, understood as an action."""

from __future__ import annotations

from collections.abc import Sequence

from skat_gym.observation import View
from skat_gym.play.speech import why_not
from skat_gym.rules.action import BID, DECLARE_FIRST, PASS, PICK_UP, action_text
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import SUIT_SYMBOLS, SUITS, Card
from skat_gym.rules.contract import Contract
from skat_gym.rules.state import Phase

_PASS = ("pass", "p", "passe", "no", "n")
_YES = ("yes", "y", "hold", "bid", "b", "ja", "j")
_PICK_UP = ("skat", "s", "pick up", "pickup", "pick", "take")


def understand(text: str, view: View, legal: Sequence[int], shown: Sequence[Card]) -> int:
    """Returns the action that a line means; raises ValueError with a sentence if none does.

    Cards are taken as "CJ", "cj", "♣J", "h10" or their number in the list shown; contracts in
    words or in ISS letters.
    """
    words = " ".join(text.lower().split())
    if view.phase is Phase.AUCTION:
        return _auction(words, view, legal)
    if view.phase in (Phase.CHOICE, Phase.DECLARE):
        return _contract(words, text.strip(), view, legal)
    card = read_card(words, shown)
    if card not in legal:
        raise ValueError(why_not(view, card, legal))
    return int(card)


def _auction(words: str, view: View, legal: Sequence[int]) -> int:
    if words in _PASS:
        return PASS
    speaks = view.record.listener != view.me
    value = BID_VALUES[int(view.record.bid) + 1] if speaks and BID in legal else view.bid
    if BID in legal and (words in _YES or words == str(value)):
        return BID
    accepted = f"{value} or pass" if BID in legal else "pass"
    raise ValueError(f"{words!r} is no answer here; say {accepted}")


def _contract(words: str, text: str, view: View, legal: Sequence[int]) -> int:
    if view.phase is Phase.CHOICE and words in _PICK_UP:
        return PICK_UP
    try:
        contract = Contract.parse(words if len(words) > 5 or " " in words else _iss(text))
    except ValueError:
        raise ValueError(f"{words!r} is no game; {_accepted(legal)}") from None
    if DECLARE_FIRST + contract.number not in legal:
        raise ValueError(f"{contract} is not possible here; {_accepted(legal)}")
    return DECLARE_FIRST + contract.number


def _iss(text: str) -> str:
    return text if text.lower() in ("grand", "null", "clubs") else text.upper()


def _accepted(legal: Sequence[int]) -> str:
    names = [action_text(a) for a in legal]
    return f"name one of: {', '.join(names)}"


def read_card(words: str, shown: Sequence[Card]) -> Card:
    """Reads a card, or its number in a list; raises ValueError."""
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
