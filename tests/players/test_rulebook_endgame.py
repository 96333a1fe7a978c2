"""Test the endgames: playing out equals plain minimax, and known endgames are played so."""

import random
from typing import Any

import numpy as np
import pytest

from skat_gym.observation import View, new_views
from skat_gym.players.rulebook import playout as po
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules import Deal
from skat_gym.rules.auction import BIDS
from skat_gym.rules.card import elements, points_of
from skat_gym.rules.contract import GAME
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import power

CONTRACTS = ["diamonds", "spades", "clubs hand", "grand", "grand hand schneider", "null"]


def late(seed: int, contract: str, cards_left: int) -> Deal:
    """Play at random until the hands are so short; the deal may end before in null."""
    draw = random.Random(seed)
    deal = Deal.shuffled(seed).after("18", "pass", "pass")
    if "hand" not in contract:
        deal = deal.after("pick up")
        for _ in range(2):
            deal = deal.after(draw.choice(deal.legal))
    deal = deal.after(contract)
    laid = draw.randrange(3)
    while deal.seat >= 0 and len(deal.cards) < 3 * (10 - cards_left) + laid:
        deal = deal.after(draw.choice(deal.legal))
    return deal


def booked(deal: Deal) -> int:
    """Return what a finished deal is worth to the declarer: list points first, card points last."""
    assert deal.result is not None
    score = deal.result.score
    points = 0 if deal.result.contract.is_null else deal.result.points
    return (score + 50 if score > 0 else score - 90) * po.BOOKED + points


def minimax(deal: Deal) -> int:
    """Return the value of a deal with best play, by trying everything."""
    if deal.seat < 0:
        return booked(deal)
    values = [minimax(deal.after(action)) for action in deal.legal]
    return max(values) if deal.seat == deal.declarer else min(values)


def playout(deal: Deal) -> int:
    """Return the value of a deal that the rulebook's search gives."""
    d = deal.record
    game = int(GAME[d.contract])
    stack = po.new_stack()
    stack[0, :3] = d.hands
    laid = int(d.played) % 3
    table = [int(c) for c in d.cards[d.played - laid : d.played]]
    best, holder = -1, 0
    for k, card in enumerate(table):
        if k == 0 or power(card, table[0], game) > power(best, table[0], game):
            best, holder = card, (int(d.seat) - laid + k) % 3
    stack[0, po.SEAT] = d.seat
    stack[0, po.LAID] = laid
    stack[0, po.LED] = table[0] if table else -1
    stack[0, po.BEST] = best
    stack[0, po.HOLDER] = holder
    stack[0, po.TABLE] = points_of(sum(1 << c for c in table))
    aside = int(d.put_down if d.picked_up else d.skat)
    stack[0, po.OWN] = d.points[0] + points_of(aside)
    stack[0, po.LOST] = d.points[1]
    stack[0, po.OWN_TRICKS] = d.tricks[0]
    stack[0, po.LOST_TRICKS] = d.tricks[1]
    ends = np.zeros(po.N_OUTCOMES, np.int64)
    run = matadors(int(d.dealt[d.declarer] | d.skat), game)
    po.outcomes(int(d.contract), int(BIDS[d.bid]), run, ends)
    return int(po.playout(stack, 0, ends, 1, game, int(d.declarer), -po.INFINITE, po.INFINITE))


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("cards_left", [1, 2, 3])
def test_value_equals_plain_minimax(contract: str, cards_left: int) -> None:
    for seed in range(30 if cards_left < 3 else 6):
        deal = late(seed, contract, cards_left)
        if deal.seat >= 0:
            assert playout(deal) == minimax(deal), deal


@pytest.mark.parametrize("contract", ["hearts"])
def test_value_of_four_cards_equals_plain_minimax(contract: str) -> None:
    deal = late(5, contract, 4)
    seed = 5
    while deal.seat < 0:
        seed += 1
        deal = late(seed, contract, 4)
    assert playout(deal) == minimax(deal)


def known(deal: Deal) -> bool:
    """Tell whether the seat to act knows who holds each card: the declarer with the skat."""
    d = deal.record
    me = int(deal.seat)
    if me != deal.declarer or not d.picked_up:
        return False
    left, right = (me + 1) % 3, (me + 2) % 3
    unseen = int(d.hands[left] | d.hands[right])
    free = [c for c in elements(unseen) if not (int(d.void[left] | d.void[right]) >> c & 1)]
    forced = sum(int(d.void[right]) >> c & 1 for c in elements(unseen))
    need = len(deal.hands[left]) - forced
    return need in (0, len(free))


def test_known_endgames_are_played_exactly() -> None:
    found = 0
    seed = 0
    views: Any = new_views(1)
    while found < 15:
        seed += 1
        deal = late(seed, ["hearts", "grand"][seed % 2], 3)
        if deal.seat < 0 or len(deal.legal) < 2 or not known(deal):
            continue
        found += 1
        views[0] = View.of(deal, deal.seat).record
        card = int(rulebook_action(views, 0, deal.mask, 0))
        assert minimax(deal.after(card)) == minimax(deal), deal
