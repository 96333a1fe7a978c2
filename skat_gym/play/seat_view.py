"""What the person's page is told: a match as one seat may see it, as JSON.

Everything about a deal that is not over comes from the VIEW of the person's seat, the calls of the
auction and the counts of the match; the table's deal itself is not looked at.
"""

from __future__ import annotations

from typing import Any

from skat_gym.observation import View
from skat_gym.play.fairness import fairness
from skat_gym.play.hand_order import names, orders
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.match_table import PERSON, MatchTable
from skat_gym.play.seat_actions import declarations, illegal_cards, legal_actions, worth_fields
from skat_gym.play.sheet import contract_fields, places, sheet_foot, sheet_rows
from skat_gym.play.summary import calls, marks, summary, tricks
from skat_gym.play.words import PLAYERS, text
from skat_gym.play.worth import meaning, next_value, worths
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import sorted_for
from skat_gym.rules.contract import GAME_NAMES
from skat_gym.rules.deal import SEAT_NAMES
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND, trick_winner

_SKAT = (Phase.CHOICE, Phase.PUT_DOWN, Phase.DECLARE)


def seat_view(
    table: MatchTable, match: str = "", *, claim: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Returns the state of a match for the person, player 0.

    >>> table = MatchTable(MatchOptions(seed=1))
    >>> events = table.begin()
    >>> state = seat_view(table)
    >>> state["phase"], state["turn"], len(state["hand"]), state["skat"]["found"]
    ('auction', 2, 10, None)
    """
    return {**lasting(table, match), **passing(table, claim)}


def lasting(table: MatchTable, match: str) -> dict[str, Any]:
    """Returns what of a match's state stays the same until the next deal is booked."""
    return {
        "match": match,
        "options": options_fields(table.options),
        "players": _players(table.options),
        "fairness": fairness(table.options, table.over),
        "sheet": _sheet(table),
        "outcome": outcome_fields(table) if table.over else None,
    }


def passing(table: MatchTable, claim: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the rest of a match's state."""
    view = table.view(PERSON)
    over = view.phase is Phase.OVER
    playing = view.phase is Phase.PLAY
    taken = [0, 0, 0]
    leaders = [0, *(w for w in view.numbers.winners if w >= 0)]
    for winner in leaders[1:]:
        taken[table.player_at(winner)] += 1
    laid = tricks(view.cards, leaders, table.dealer)
    whole = [trick for trick in laid if trick["winner"] is not None]
    mine = table.player == PERSON
    game = GRAND if view.contract is None else view.contract.game
    return {
        "n": table.n,
        "phase": _phase(table, view),
        "turn": table.player,
        "your_turn": mine,
        "thinking": None,
        "deal": {
            "number": table.number + 1,
            "of": table.options.deals,
            "dealer": table.dealer,
            "seats": [SEAT_NAMES[table.seat_of(player)] for player in range(3)],
            "marks": marks(table, table.number),
        },
        "hand": names(sorted_for(view.hand, game)),
        "orders": orders(view.hand),
        "assumed": GAME_NAMES[game],
        "legal": legal_actions(table, view) if mine else [],
        "illegal": illegal_cards(table, view) if mine and playing else {},
        "auction": _auction(table, view),
        "values": [worth_fields(worth) for worth in _values(view)],
        "declarations": declarations(table, view) if mine else [],
        "contract": _contract(table, view),
        "open_hand": names(sorted_for(view.open_hand, game)) if view.open_hand else None,
        "skat": {
            "found": names(view.found) if view.found else None,
            "put_down": names(view.put_down) if view.put_down else None,
        },
        "trick": _trick(table, view, laid) if playing else None,
        "last_trick": whole[-1] if whole else None,
        "tricks": taken,
        "assist": {
            "points": {
                "declarer": view.numbers.points[0],
                "defenders": view.numbers.points[1],
            }
            if view.contract is not None
            else None,
            "tricks": whole,
        },
        "claim": claim,
        "undo": table.options.practice and not over and table.last_decision is not None,
        "bid_up_to": table.bid_up_to if view.phase is Phase.AUCTION else None,
        "summary": summary(table, table.number) if over else None,
    }


def options_fields(options: MatchOptions) -> dict[str, Any]:
    """Returns what a match is made of, without its seed."""
    return {
        "opponents": list(options.policies[1:]),
        "deals": options.deals,
        "scoring": options.scoring,
        "practice": options.practice,
        "daily": options.daily,
        "again": options.again,
        "imported": options.imported,
    }


def _players(options: MatchOptions) -> list[dict[str, Any]]:
    return [
        {"name": PLAYERS[player], "policy": policy}
        for player, policy in enumerate(options.policies)
    ]


def _phase(table: MatchTable, view: View) -> str:
    if view.phase is Phase.OVER:
        return "match_over" if table.over else "deal_over"
    return view.phase.name.lower()


def _values(view: View) -> list[Any]:
    declaring = view.phase in _SKAT and view.declarer == view.me
    return worths(view) if view.phase is Phase.AUCTION or declaring else []


def _auction(table: MatchTable, view: View) -> dict[str, Any]:
    record = view.numbers

    def player(seat: int) -> int | None:
        return table.player_at(int(seat)) if seat >= 0 else None

    role, value = None, None
    if view.phase is Phase.AUCTION:
        listens = record.listener == record.seat
        value = view.bid if listens else next_value(view)
        if record.seat == view.me:
            role = "hold" if listens else "bid"
    return {
        "calls": calls(table, table.number),
        "bid": view.bid,
        "speaker": player(record.speaker) if view.phase is Phase.AUCTION else None,
        "listener": player(record.listener) if view.phase is Phase.AUCTION else None,
        "passed": [table.player_at(seat) for seat in range(3) if record.passed >> seat & 1],
        "role": role,
        "value": value,
        "meaning": [
            {"game": GAME_NAMES[game], "levels": levels or None, "text": told}
            for game, levels, told in (meaning(value) if value else [])
        ],
        "values": [bid for bid in BID_VALUES if bid >= view.bid]
        if view.phase is Phase.AUCTION
        else [],
    }


def _contract(table: MatchTable, view: View) -> dict[str, Any] | None:
    if view.contract is None or view.declarer is None:
        return None
    told = contract_fields(view.contract)
    return told | {"player": table.player_at(view.declarer), "bid": view.bid}


def _trick(table: MatchTable, view: View, laid: list[dict[str, Any]]) -> dict[str, Any]:
    if laid and laid[-1]["winner"] is None:
        trick = {key: laid[-1][key] for key in ("number", "leader", "cards")}
        cards = view.cards[3 * (len(laid) - 1) :]
        assert view.contract is not None
        game = view.contract.game
        best = 0
        if len(cards) == 2:
            best = int(trick_winner(int(cards[0]), int(cards[1]), int(cards[0]), game)) % 2
        return trick | {"winning": trick["cards"][best]["player"]}
    leader = table.player
    return {"number": len(laid) + 1, "leader": leader, "cards": [], "winning": None}


def _sheet(table: MatchTable) -> dict[str, Any]:
    totals = table.match.scores(table.options.scoring)
    rows = sheet_rows(table.match, table.options.scoring)
    for row, marked in zip(rows, table.marks, strict=False):
        row["marked"] = bool(marked)
    return {
        "rows": rows,
        "foot": sheet_foot(table.match),
        "scoring": table.options.scoring,
        "totals": list(totals),
        "places": places(totals),
    }


def outcome_fields(table: MatchTable) -> dict[str, Any]:
    """Returns how a match ended."""
    totals = table.match.scores(table.options.scoring)
    place = places(totals)
    shown = " : ".join(map(str, totals))
    return {
        "totals": list(totals),
        "places": place,
        "text": text(
            f"Die Partie ist zu Ende: {shown}. Du bist auf Platz {place[PERSON]}.",
            f"The match is over: {shown}. Your place is {place[PERSON]}.",
        ),
    }
