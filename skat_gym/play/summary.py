"""A deal that is over, told with all cards open."""

from __future__ import annotations

from typing import Any

from skat_gym.play.hand_order import names
from skat_gym.play.match_table import MatchTable
from skat_gym.play.sheet import contract_fields
from skat_gym.play.speech import failure_text
from skat_gym.play.value_text import result_text, value_parts
from skat_gym.play.words import TextError, opening, text
from skat_gym.rules.card import card_set, points_of, sorted_for
from skat_gym.rules.contract import BASE
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.match import player_at, seat_of
from skat_gym.rules.result import Result
from skat_gym.rules.trick import GRAND


def finished_deal(table: MatchTable, number: int) -> Deal:
    """Returns deal `number` of a match, from 0; raises TextError.

    Its code is "hidden" before the end of the deal, "bad-field" if the match has no such deal.
    """
    of = table.options.deals
    if not 0 <= number < of:
        raise TextError(
            "bad-field",
            f"Ein Spiel {number + 1} gibt es nicht; die Partie hat {of} Spiel{'e' * (of != 1)}.",
            f"there is no deal {number + 1}; the match has {of} deal{'s' * (of != 1)}",
        )
    if number >= len(table.deals):
        raise TextError(
            "hidden",
            f"Spiel {number + 1} ist noch nicht zu Ende.",
            f"deal {number + 1} is not over yet",
        )
    return table.deals[number]


def calls(table: MatchTable, number: int) -> list[dict[str, Any]]:
    """Returns the auction of a deal, call by call."""
    return [
        {"player": player, "kind": kind, "value": value}
        for player, kind, value in table.calls[number]
    ]


def tricks(cards: Any, leaders: Any, dealer: int) -> list[dict[str, Any]]:
    """Returns tricks by player: leader, cards in order, winner and points if complete.

    `cards` are those played, `leaders` the seats that led each trick and will lead the next.
    """
    told = []
    for k in range((len(cards) + 2) // 3):
        laid = cards[3 * k : 3 * k + 3]
        leader = leaders[k]
        whole = len(laid) == 3
        told.append(
            {
                "number": k + 1,
                "leader": player_at(dealer, leader),
                "cards": [
                    {"player": player_at(dealer, leader + place), "card": str(card)}
                    for place, card in enumerate(laid)
                ],
                "winner": player_at(dealer, leaders[k + 1]) if whole else None,
                "points": int(points_of(card_set(laid))) if whole else None,
            }
        )
    return told


def summary(table: MatchTable, number: int) -> dict[str, Any]:
    """Returns a finished deal as JSON: hands as dealt, skat, put-downs, tricks, value."""
    deal = finished_deal(table, number)
    line = table.match.lines[number]
    dealer, result, contract = line.dealer, line.result, line.result.contract
    game = GRAND if contract is None else contract.game
    seats = [int(seat_of(dealer, player)) for player in range(3)]
    return {
        "deal": number + 1,
        "dealer": dealer,
        "seats": [SEAT_NAMES[seat] for seat in seats],
        "hands": [names(sorted_for(deal.dealt[seat], game)) for seat in seats],
        "skat": names(sorted_for(deal.skat, game)),
        "put_down": names(sorted_for(deal.put_down, game)) if deal.put_down else None,
        "declarer": line.declarer,
        "contract": None if contract is None else contract_fields(contract),
        "bid": result.bid,
        "calls": calls(table, number),
        "tricks": tricks(deal.cards, (0, *deal.winners), dealer),
        "points": None if contract is None else result.points,
        "opponents_points": None if contract is None else _others(deal, result),
        "won": None if contract is None else result.won,
        "score": None if contract is None else result.score,
        "booked": booked(table, number),
        "value": None if contract is None else _value(result),
        "text": result_text(result),
        "finished": any(by == "finish" for _, _, by in table.moves[number]),
        "marks": marks(table, number),
    }


def booked(table: MatchTable, number: int) -> list[int]:
    """Returns what each player books for a deal, by the scoring of the match."""
    line = table.match.lines[number]
    plain = table.options.scoring == "points"
    by_seat = line.result.scores() if plain else line.result.seeger_fabian()
    return [by_seat[int(seat_of(line.dealer, player))] for player in range(3)]


def _others(deal: Deal, result: Result) -> int:
    """Returns the defenders' points; a null that is lost stops early."""
    return int(deal.numbers.points[1]) if len(deal.cards) < 30 else 120 - result.points


def _value(result: Result) -> dict[str, Any]:
    contract = result.contract
    assert contract is not None
    null = contract.is_null
    return {
        "parts": value_parts(contract, result.matadors, result.schneider, result.schwarz),
        "levels": None if null else result.levels,
        "base": result.value if null else int(BASE[contract.game]),
        "value": result.value,
        "overbid": result.overbid,
        "counts": result.cost,
        "text": result_text(result),
    }


def marks(table: MatchTable, number: int) -> list[dict[str, Any]]:
    """Returns which policies failed in a deal, and why."""
    told = []
    for player, why in table.marks[number]:
        policy = table.options.policies[player]
        said = failure_text(policy, why)
        decided = text(
            f"{said['de']}; das Regelbuch entschied", f"{said['en']} (the rulebook decided)"
        )
        told.append({"player": player, "policy": policy, "why": opening(decided)})
    return told
