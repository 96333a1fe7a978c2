"""A finished deal step by step: what each seat saw, did, and gave away."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.analysis import Decision
from skat_gym.analysis.game import Total, Value
from skat_gym.observation import View
from skat_gym.play.hand_order import names
from skat_gym.play.match_table import PERSON, MatchTable, as_dealt
from skat_gym.play.minds import Minds
from skat_gym.play.seat_story import event_fields
from skat_gym.play.summary import finished_deal, summary
from skat_gym.rules.card import Card, sorted_for
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND
from skat_gym.solver import Solver


def replay(
    table: MatchTable, number: int, minds: Minds | None = None, policy: str | None = None
) -> dict[str, Any]:
    """Returns deal `number` (from 0) as JSON: every step with view, costs and probabilities.

    Costs are against perfect play with all hands open. With `minds`, a policy that evaluates
    actions (`Policy.evaluate`) is asked at every step how likely it would have done what.
    """
    finished_deal(table, number)
    solver = Solver()
    again = table.rewound(number)
    steps: list[dict[str, Any]] = []
    decisions: list[tuple[int, Decision]] = []
    lead: Deal | None = None
    asks = minds is not None and policy is not None and not policy.startswith("search:")
    for player, action, by in table.moves[number]:
        before = again.deal
        assert before is not None
        view = View.of(before, before.seat)
        step: dict[str, Any] = {"by": by, "seat": SEAT_NAMES[before.seat], "saw": _saw(view)}
        step["probabilities"] = None
        if asks and minds is not None and policy is not None:
            step["probabilities"] = _probabilities(view, before.mask, minds, policy)
        if before.phase is Phase.PLAY:
            lead = lead or before
            decision = Decision.of(before, Card(action), solver)
            decisions.append((player, decision))
            step |= {
                "legal": decision.legal,
                "cost": decision.cost.as_dict(),
                "best": names(decision.best),
                "costs": {str(card): cost.as_dict() for card, cost in decision.costs.items()},
            }
        step["trick_taken"] = None
        for event in again.act(player, action, by):
            if event.action is not None:
                step |= event_fields(event) or {}
                step |= _opened(event.data)
            elif event.kind == "trick_taken":
                step["trick_taken"] = {"player": event.player, "points": event.data["points"]}
        steps.append(step)
    return {
        "summary": summary(table, number),
        "steps": steps,
        "costs_of": [costs_of(decisions, player) for player in range(3)],
        "best": None if lead is None else _best(lead, solver),
        "policy": policy if asks and any(step["probabilities"] for step in steps) else None,
    }


def _saw(view: View) -> dict[str, Any]:
    game = GRAND if view.contract is None else view.contract.game
    return {
        "hand": names(sorted_for(view.hand, game)),
        "found": names(view.found) if view.found else None,
        "put_down": names(view.put_down) if view.put_down else None,
        "open_hand": names(sorted_for(view.open_hand, game)) if view.open_hand else None,
    }


def _opened(data: dict[str, Any]) -> dict[str, Any]:
    """Returns the cards of the skat and the put-downs, which are no secret any more."""
    told: dict[str, Any] = {}
    if "cards" in data:
        told["cards"] = names(data["cards"])
    if "card" in data:
        told["card"] = str(Card(data["card"]))
    return told


def _probabilities(view: View, mask: int, minds: Minds, policy: str) -> dict[str, float] | None:
    told = minds.evaluate(policy, view, mask)
    if told is None:
        return None
    shares = np.asarray(told.probabilities)[0]
    return {
        str(action): round(float(shares[action]), 4)
        for action in range(64)
        if mask >> action & 1 and shares[action] >= 0.0005
    }


def costs_of(decisions: list[tuple[int, Decision]], player: int) -> dict[str, float]:
    """Returns what a player's cards gave away in a deal: card points and list score."""
    total = Total.of([decision for who, decision in decisions if who == player])
    return {"points": total.points, "score": total.score}


def _best(lead: Deal, solver: Solver) -> dict[str, Any]:
    value = Value.of(lead, solver)
    return {**value.as_dict(), "won": value.score > 0, "line": names(solver.line(lead))}


def person_cost(table: MatchTable, number: int, solver: Solver) -> dict[str, float]:
    """Returns what the person's cards gave away in a finished deal."""
    current = as_dealt(finished_deal(table, number))
    decisions = []
    for player, action, _ in table.moves[number]:
        if current.phase is Phase.PLAY and player == PERSON:
            decisions.append((player, Decision.of(current, Card(action), solver)))
        current = current.after(action)
    return costs_of(decisions, PERSON)
