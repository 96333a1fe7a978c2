"""Card play agrees with OpenSpiel's skat, where its simpler rules are those of Skat.

Its auction names a game at once, the skat is always picked up, and the return is made of card
points alone; so the same deal is set up in both and the same cards are put down and played.
SKAT_DEALS sets how many deals.
"""

import os
import random
import re
from typing import Any

import pytest
from agreement import as_set, begin, plan

from skat_gym import rules
from skat_gym.rules import BID, PASS, PICK_UP, Contract, Deal, Phase

pyspiel = pytest.importorskip("pyspiel")

DEALS = int(os.environ.get("SKAT_DEALS", "500"))
PACKETS = ((0, 3), (1, 3), (2, 3), (3, 2), (0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3))
"""Who gets how many cards at a time in OpenSpiel; 3 is the skat."""
OTHERS_PASS = 32
FIRST_GAME = 33
AUCTIONS = ((PASS, PASS, BID), (BID, PASS, PASS), (PASS, BID, PASS))
"""The shortest auction that makes forehand, middlehand, rearhand declarer."""


def dealt_by_open_spiel(game: Any, cards: list[int]) -> Any:
    parts = [cards[:10], cards[10:20], cards[20:30], cards[30:]]
    state = game.new_initial_state()
    for part, size in PACKETS:
        for _ in range(size):
            state.apply_action(parts[part].pop())
    return state


def points_in(state: Any) -> tuple[int, int]:
    """Read the card points of declarer and defenders off the printed state."""
    found = re.search(r"Points \(Solo / Team\): \((\d+) / (\d+)\)", str(state))
    assert found is not None
    return int(found[1]), int(found[2])


def play_both(number: int, game: Any) -> tuple[str, bool]:
    """Set up a deal in both and play it at random; returns the contract and whether it was won."""
    rng = random.Random(number)
    cards, declarer = plan(number).cards, rng.randrange(3)
    contract = Contract((0, 5, 10, 15, 20, 25)[number % 6])
    state, deals = dealt_by_open_spiel(game, cards), begin(cards)
    for _ in range(declarer):
        state.apply_action(OTHERS_PASS)
    state.apply_action(FIRST_GAME + contract.game)
    for action in (*AUCTIONS[declarer], PICK_UP):
        rules.apply(deals, 0, action)
    for _ in range(2):
        card = step(rng, state, deals)
        assert int(deals[0].put_down) >> card & 1
    rules.apply(deals, 0, 35 + contract.number)
    while deals[0].phase == Phase.PLAY:
        step(rng, state, deals)
        if deals[0].phase == Phase.PLAY and deals[0].played % 3 == 0:
            own, others = points_in(state)
            assert [own, others] == list(deals[0].points)
    result = Deal(deals[0]).result
    assert result is not None
    in_null = 90 if result.won else 30  # what OpenSpiel books, at the same trick
    points = in_null if contract.is_null else result.points
    assert state.is_terminal()
    assert points_in(state) == (points, 120 - points)
    returns = [-(points - 60) / 240] * 3
    returns[declarer] = (points - 60) / 120
    assert state.returns() == pytest.approx(returns)
    return contract.name, result.won


def step(rng: random.Random, state: Any, deals: Any) -> int:
    """Compare who is to act and what is legal, then put down or play the same card in both."""
    assert state.current_player() == deals[0].seat
    legal = state.legal_actions()
    assert as_set(legal) == rules.legal_actions(deals, 0)
    card = int(rng.choice(legal))
    state.apply_action(card)
    rules.apply(deals, 0, card)
    return card


def test_deals() -> None:
    game = pyspiel.load_game("skat")
    names = [game.new_initial_state().action_to_string(0, card) for card in range(32)]
    assert names == [str(rules.Card(card)) for card in range(32)]
    seen = set()
    for number in range(DEALS):
        try:
            seen.add(play_both(number, game))
        except AssertionError as error:
            raise AssertionError(f"deal {number}: {error}") from error
    if DEALS >= 500:
        assert len(seen) == 12, "every game, won and lost"
