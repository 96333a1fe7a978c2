"""The kernels and the slow oracle agree on whole deals and on every settlement.

SKAT_DEALS sets the number of deals, 1,500 by default.
"""

import itertools
import os

import oracle
import pytest
from agreement import EVERYTHING, agree
from oracle import CONTRACTS

from skat_gym.rules.card import card_set
from skat_gym.rules.contract import Contract
from skat_gym.rules.result import Result
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import follow, trick_winner

DEALS = int(os.environ.get("SKAT_DEALS", "1500"))
BLOCK = 1500


@pytest.mark.parametrize("first", range(0, DEALS, BLOCK))
def test_deals(first: int) -> None:
    last = min(first + BLOCK, DEALS)
    seen = set().union(*(agree(number) for number in range(first, last)))
    assert seen <= EVERYTHING
    if last - first == BLOCK:
        assert seen == EVERYTHING, "something never happened"


POINTS = (0, 1, 29, 30, 31, 59, 60, 61, 62, 88, 89, 90, 91, 119, 120)
BIDS = (18, 22, 24, 35, 48, 59, 96, 120, 264)
RUNS = (-11, -4, -2, -1, 1, 2, 4, 5, 11)


@pytest.mark.parametrize("number", range(25))
def test_settlement_of_suit_and_grand(number: int) -> None:
    contract, (game, form) = Contract(number), CONTRACTS[number]
    hand, schneider, schwarz, ouvert = (
        name in form for name in ("hand", "schneider", "schwarz", "ouvert")
    )
    for run, bid, points, tricks in itertools.product(RUNS, BIDS, POINTS, (0, 1, 9, 10)):
        expected = oracle.score_game(
            game, hand, schneider, schwarz, ouvert, run, bid, points, tricks
        )
        result = Result.settled(2, contract, bid=bid, matadors=run, points=points, tricks=tricks)
        assert (result.levels, result.cost) == (expected["multiplier"], expected["value"])
        for name in ("won", "overbid", "schneider", "schwarz", "score"):
            assert getattr(result, name) == expected[name], (name, result)


@pytest.mark.parametrize("number", range(25, 29))
def test_settlement_of_null(number: int) -> None:
    contract, (_, form) = Contract(number), CONTRACTS[number]
    for bid, points, tricks in itertools.product(oracle.BID_VALUES, (0, 21, 120), (0, 1)):
        expected = oracle.score_game(
            "N", "hand" in form, False, False, "ouvert" in form, 0, bid, points, tricks
        )
        result = Result.settled(0, contract, bid=bid, matadors=0, points=points, tricks=tricks)
        assert (result.levels, result.cost) == (0, expected["value"])
        for name in ("won", "overbid", "schneider", "schwarz", "score"):
            assert getattr(result, name) == expected[name], (name, result)


@pytest.mark.parametrize("game", range(5))
def test_matadors_of_every_run(game: int) -> None:
    trumps = [oracle.CARDS.index(name) for name in oracle.trumps("DHSCG"[game])]
    for pattern in range(1 << len(trumps)):
        cards = [card for k, card in enumerate(trumps) if pattern >> k & 1]
        expected = oracle.matadors(cards, "DHSCG"[game])
        assert matadors(card_set(cards), game) == expected


@pytest.mark.parametrize("game", range(6))
def test_all_pairs_of_cards(game: int) -> None:
    letter = "DHSCGN"[game]
    for number, (first, second) in enumerate(itertools.permutations(range(32), 2)):
        others = [card for card in range(32) if card not in (first, second)]
        for third in (others[number % 30], others[(7 * number + 11) % 30]):
            trick = [first, second, third]
            assert trick_winner(first, second, third, game) == oracle.trick_winner(trick, letter)
            legal = oracle.legal_cards([second, third], first, letter)
            assert follow(card_set([second, third]), first, game) == card_set(legal)
