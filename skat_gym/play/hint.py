"""What to do here: the best actions of a seat, from its view alone."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.play.minds import Minds
from skat_gym.play.words import Text, cards_text, contract_text, text
from skat_gym.players import NativePolicy, play_out
from skat_gym.players.likelihood import weights
from skat_gym.players.native import RULEBOOK
from skat_gym.players.search import SearchPolicy
from skat_gym.rules.action import DECLARE_FIRST, JUMP_FIRST
from skat_gym.rules.card import elements
from skat_gym.rules.contract import Contract
from skat_gym.rules.deal import Deal
from skat_gym.rules.outcome import outcomes_of, scores
from skat_gym.rules.state import Phase
from skat_gym.rules.transition import apply
from skat_gym.solver import Worlds

SHOWN = 3
"""How many actions a hint names."""
WORLDS = 64
"""Deals drawn for a hint in the auction and at the skat."""
SEARCH = "search:rulebook"
_RULEBOOK = NativePolicy(RULEBOOK)
_TURN = threading.Lock()
_SEARCH: list[SearchPolicy] = []


@dataclass(frozen=True)
class Advice:
    """Is one action of a hint."""

    action: int
    probability: float | None
    """How likely the policy is to choose it, None if it does not say."""
    score: float | None
    """The expected list score of the seat's side, None if it is unknown."""


@dataclass(frozen=True)
class Hint:
    """Is the best actions of a seat, the best first."""

    by: str
    """The policy that was asked."""
    actions: tuple[Advice, ...]
    note: Text
    """How the figures came about."""
    plan: Text | None = None
    """What to put down and to play, where the skat was picked up and no game is named yet."""


def hint(view: View, mask: int, minds: Minds, policies: tuple[str, ...] = ()) -> Hint:
    """Returns a hint for the seat to act, whose view it is (see `_actions` for who is asked)."""
    told = _actions(view, mask, minds, policies)
    if view.phase not in (Phase.PUT_DOWN, Phase.DECLARE) or not view.found:
        return told
    return replace(told, plan=_plan(view, told, minds))


def _plan(view: View, told: Hint, minds: Minds) -> Text:
    """Says what to do up to the play: the best action, then what its policy goes on to do.

    It is the same in all deals that agree with the view.
    """
    best: int | None = told.actions[0].action
    deal, put = Deal(Worlds(view).deals(1)[0]), [int(card) for card in view.put_down]
    while deal.phase in (Phase.PUT_DOWN, Phase.DECLARE):
        action = best
        if action is None:
            action = minds.decide(told.by, View.of(deal, view.me), deal.mask, 0).action
        best = None
        if deal.phase is Phase.PUT_DOWN:
            put.append(action)
        deal = deal.after(action)
    assert deal.contract is not None
    cards, game = cards_text(put), contract_text(Contract(deal.contract.number))
    return text(
        f"{cards['de']} drücken, {game['de']} spielen", f"put down {cards['en']}, play {game['en']}"
    )


def _actions(view: View, mask: int, minds: Minds, policies: tuple[str, ...]) -> Hint:
    """Returns the best actions.

    The first of the policies that says what it thinks of actions is asked; if none does, cards are
    weighed by perfect play over deals that agree with the view, and the rest of the decisions by
    playing such deals out with the rulebook player.
    """
    for policy in policies:
        told = minds.evaluate(policy, view, mask) if not policy.startswith("search:") else None
        if told is not None:
            values = None if told.scores is None else np.array(told.scores[0], np.float64)
            note = text(
                f"So schätzt {policy} die Möglichkeiten ein, ohne die verdeckten Karten zu kennen.",
                f"What {policy} thinks of the actions, without knowing the hidden cards.",
            )
            if view.phase is Phase.PLAY and values is not None:
                values -= values[list(elements(mask))].mean()
                note = text(
                    f"Listenpunkte gegenüber dem Mittel der erlaubten Karten, wie {policy} sie "
                    "schätzt, ohne die verdeckten Karten zu kennen.",
                    f"List points against the mean of the legal cards, as {policy} thinks, without "
                    "knowing the hidden cards.",
                )
            return _best(policy, mask, np.asarray(told.probabilities)[0], values, note)
    if mask & (mask - 1) == 0:
        only = text("Es gibt nur diese Möglichkeit.", "There is nothing else to do.")
        return _best("rulebook", mask, None, None, only)
    if view.phase is Phase.PLAY:
        return _searched(view, mask)
    return _played_out(view, mask)


def _best(by: str, mask: int, probabilities: Any, values: Any, note: Text) -> Hint:
    # a policy that did not look at an action gives it no finite value: nothing is said of it
    legal = [a for a in elements(mask) if values is None or np.isfinite(values[a])]

    def merit(action: int) -> float:
        known = probabilities if values is None else values
        return 0.0 if known is None else float(known[action])

    chosen: list[int] = []
    told = set()
    for action in sorted(legal, key=lambda a: (-merit(a), a)):
        # where nothing is gained by an announcement, the game without it says as much
        choice = (_game(action), round(merit(action), 1)) if values is not None else action
        if choice not in told:
            told.add(choice)
            chosen.append(action)
    chosen = chosen[:SHOWN]
    if values is not None and probabilities is not None:
        chosen.sort(key=lambda a: (-float(values[a]), -float(probabilities[a])))
    actions = tuple(
        Advice(
            action,
            None if probabilities is None else round(float(probabilities[action]), 4),
            None if values is None else round(float(values[action]), 1),
        )
        for action in chosen
    )
    return Hint(by, actions, note)


def _game(action: int) -> int:
    """Returns what forms of one game have in common, the action itself for any other."""
    if not DECLARE_FIRST <= action < JUMP_FIRST:
        return action
    return JUMP_FIRST + Contract(action - DECLARE_FIRST).game


def _searched(view: View, mask: int) -> Hint:
    note = text(
        "Mittlere Listenpunkte für deine Seite, wenn ab hier alle offen und fehlerfrei spielen, "
        "über Kartenverteilungen, die zu allem passen, was du gesehen hast.",
        "Mean list score of your side if everybody plays on perfectly with open cards, over deals "
        "that agree with all you have seen.",
    )
    with _TURN:
        if not _SEARCH:
            _SEARCH.append(SearchPolicy(_RULEBOOK, name=SEARCH))
        views: Any = view.record.reshape(1)
        told = _SEARCH[0].evaluate(views, np.array([mask], np.int64))
    assert told.scores is not None
    return _best(SEARCH, mask, None, told.scores[0], note)


def _played_out(view: View, mask: int) -> Hint:
    """Plays deals that agree with the view to their end after each action."""
    me = view.me
    worlds = Worlds(view).deals(WORLDS)
    weight = weights(worlds, me, _RULEBOOK, 0)
    values = np.zeros(64)
    seating = np.full((len(worlds), 3, 3), RULEBOOK)
    for action in elements(mask):
        deals = worlds.copy()
        for k in range(len(deals)):
            apply(deals, k, action)
        play_out(deals, seating, (), 0, np.arange(len(deals)))
        booked = scores(outcomes_of(deals))["seeger-fabian"]
        own = booked[:, me] - (booked.sum(axis=1) - booked[:, me]) / 2
        values[action] = float((own * weight).mean())
    note = text(
        "Mittlere Listenpunkte, eigene minus die der anderen im Mittel, wenn das Regelbuch ab hier "
        "für alle spielt, über Kartenverteilungen, die zu allem passen, was du gesehen hast.",
        "Mean list score, own minus the mean of the others', if the rulebook player goes on for "
        "everybody, over deals that agree with all you have seen.",
    )
    return _best("rulebook", mask, None, values, note)
