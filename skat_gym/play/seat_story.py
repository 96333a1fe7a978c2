"""What the person's page is told of what happened: events as one seat may see them, as JSON."""

from __future__ import annotations

from typing import Any

from skat_gym.play.event import Event
from skat_gym.play.hand_order import names
from skat_gym.play.match_table import PERSON, MatchTable
from skat_gym.play.sheet import contract_fields, places
from skat_gym.play.speech import event_text, failure_text
from skat_gym.play.summary import booked
from skat_gym.play.words import Text, cards_text, opening
from skat_gym.rules.card import sorted_for


def story(table: MatchTable) -> list[dict[str, Any]]:
    """Returns what happened in the deal at hand, or just over, as the person may see it.

    It follows from the moves that stand: the same after the match was loaded, and nothing is told
    of what was taken back. There are no state numbers in it.

    >>> from skat_gym.play.match_options import MatchOptions
    >>> table = MatchTable(MatchOptions(seed=1))
    >>> events = table.begin() + table.act(2, 32)
    >>> [told["kind"] for told in story(table)]
    ['deal_begun', 'pass']
    """
    number = table.number
    again = table.rewound(number)
    begun = Event("deal_begun", 0, number, data={"dealer": again.dealer})
    told = [told_event(begun, again)]
    failures = [why for _, why in table.marks[number]]
    moves = table.moves[number]
    for ply, (player, action, by) in enumerate(moves):
        if by == "finish":
            events = again.finish([card for _, card, _ in moves[ply:]])
        elif by == "rulebook" and failures:
            events = again.replace(player, action, failures.pop(0))
        else:
            events = again.act(player, action, by)
        told += [told_event(event, again) for event in events]
        if by == "finish":
            break
    return [
        {key: value for key, value in fields.items() if key != "n"} for fields in told if fields
    ]


def told_event(event: Event, table: MatchTable) -> dict[str, Any] | None:
    """Returns an event with what the table adds to it, None for what is no matter of the table."""
    fields = event_fields(event)
    if fields is not None and event.kind == "deal_begun":
        fields["hand"] = names(sorted_for(table.view(PERSON).hand))
    if fields is not None and event.kind == "deal_over":
        fields["booked"] = booked(table, event.deal)
    return fields


def event_fields(event: Event) -> dict[str, Any] | None:
    """Returns an event as the person may see it, None for what is no matter of the table."""
    told: dict[str, Any] = {"kind": event.kind, "n": event.n, "player": event.player}
    data, mine = event.data, event.player == PERSON
    match event.kind:
        case "bid_up_to":
            return None
        case "deal_begun":
            told |= {"deal": event.deal + 1, "dealer": data["dealer"]}
        case "picked_up":
            told["cards"] = names(data["cards"]) if mine else None
        case "put_down":
            told["card"] = str(names([data["card"]])[0]) if mine else None
        case "declared":
            open_hand = data["open_hand"]
            told["contract"] = contract_fields(data["contract"])
            told["open_hand"] = None if open_hand is None else names(open_hand)
        case "card_played":
            told |= {"card": names([data["card"]])[0]}
            told |= {"trick": data["trick"], "place": data["place"]}
        case "trick_taken":
            told |= {"trick": data["trick"], "points": data["points"]}
            told["cards"] = names(data["cards"])
        case "deal_over":
            result = data["result"]
            told |= {"deal": event.deal + 1, "declarer": event.player}
            told |= {"won": result.won, "score": result.score}
        case "match_over":
            told |= {"totals": list(data["totals"]), "places": places(data["totals"])}
        case "replaced":
            told |= {"policy": data["policy"], "why": failure_text(data["policy"], data["why"])}
        case _:
            told |= {key: data[key] for key in ("value", "bid") if key in data}
    said: Text | None = event_text(event)
    if event.kind == "picked_up" and mine and said is not None:
        found = cards_text(data["cards"])
        said = {language: f"{said[language]}: {found[language]}" for language in said}
    told["text"] = None if said is None else opening(said)
    return told
