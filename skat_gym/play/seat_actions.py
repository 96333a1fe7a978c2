"""What the person may do now, each with its words; and why the rest may not be done."""

from __future__ import annotations

from typing import Any

from skat_gym.observation import View
from skat_gym.play.match_table import MatchTable
from skat_gym.play.sheet import contract_fields
from skat_gym.play.speech import led_class, why_not
from skat_gym.play.words import card_text, contract_text, opening, text
from skat_gym.play.worth import Counter, Worth, next_value
from skat_gym.rules.action import BID, DECLARE_FIRST, PASS, PICK_UP
from skat_gym.rules.card import Card, elements
from skat_gym.rules.contract import GAME_NAMES, Contract
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import TRUMP


def worth_fields(worth: Worth) -> dict[str, Any]:
    """Returns the value of a game before its play as JSON."""
    contract = worth.contract
    return {
        "game": GAME_NAMES[contract.game],
        "hand": contract.hand,
        "contract": contract_fields(contract),
        "matadors": None if contract.is_null else worth.matadors,
        "levels": None if contract.is_null else worth.levels,
        "base": worth.value if contract.is_null else worth.value // worth.levels,
        "value": worth.value,
        "bid": worth.bid,
        "enough": worth.needs is None,
        "needs": worth.needs,
        "certain": worth.certain,
        "text": opening(worth.text),
        "warning": worth.warning,
    }


def action_fields(action: int, view: View, counter: Counter | None = None) -> dict[str, Any]:
    """Returns an action that is legal for the person, with its words."""
    if action == PASS:
        return {"id": action, "kind": "pass", "text": text("Passe", "Pass")}
    if action == BID:
        holds = view.numbers.listener == view.me
        value = view.bid if holds else next_value(view)
        said = text(f"{value} halten", f"Hold {value}") if holds else text(f"{value}", f"{value}")
        return {"id": action, "kind": "hold" if holds else "bid", "value": value, "text": said}
    if action == PICK_UP:
        said = text("Skat aufnehmen", "Pick up the skat")
        return {"id": action, "kind": "pick_up", "text": said}
    if action >= DECLARE_FIRST:
        contract = Contract(action - DECLARE_FIRST)
        return {
            "id": action,
            "kind": "declare",
            "contract": contract_fields(contract),
            "value": worth_fields((counter or Counter(view)).worth(contract)),
            "text": opening(contract_text(contract)),
        }
    card = Card(action)
    kind = "put_down" if view.phase is Phase.PUT_DOWN else "play"
    said = text(card_text(card, "de"), card_text(card))
    return {"id": action, "kind": kind, "card": str(card), "text": said}


def legal_actions(table: MatchTable, view: View) -> list[dict[str, Any]]:
    """Returns what the person may do; it is the person's turn."""
    deal = table.deal
    assert deal is not None
    counter = None if view.phase is Phase.PLAY else Counter(view)
    return [action_fields(action, view, counter) for action in deal.legal]


def illegal_cards(table: MatchTable, view: View) -> dict[str, Any]:
    """Returns why each of the other cards of the hand may not be played."""
    deal = table.deal
    assert deal is not None and view.contract is not None
    legal = deal.legal
    if len(legal) == len(view.hand):
        return {}
    led = view.cards[-(len(view.cards) % 3)]
    asked = led_class(led, view.contract)
    follow = "trumps" if asked == TRUMP else GAME_NAMES[asked]
    return {
        str(card): {"text": opening(why_not(view, card, legal).text), "follow": follow}
        for card in view.hand
        if card not in legal
    }


def declarations(table: MatchTable, view: View) -> list[dict[str, Any]]:
    """Returns, while cards are put down, what may be declared afterwards."""
    deal = table.deal
    if deal is None or view.phase is not Phase.PUT_DOWN:
        return []
    counter = Counter(view)
    return [action_fields(action, view, counter) for action in _after_put_downs(deal)]


def _after_put_downs(deal: Deal) -> list[int]:
    """Asks the rules what may be declared once any two cards are put down."""
    while deal.phase is Phase.PUT_DOWN:
        deal = deal.after(deal.legal[0])
    return list(elements(deal.mask))
