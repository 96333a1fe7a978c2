"""The exchange: pick up or play by hand, which two cards go down, which game is named."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.estimate import (
    BASES,
    BY_HAND,
    PUT_DOWN,
    WITH_SKAT,
    expected,
    log_odds,
    lying_open,
)
from skat_gym.rules.action import DECLARE_FIRST, PICK_UP
from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import BASE, FIRST_NULL, HAND
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import GRAND, NULL

FLEXIBLE = 15.0
"""What seeing the skat before naming the game is worth."""


@kernel
def put_downs(cards: int, fixed: int, game: int, forehand: bool) -> tuple[int, float]:
    """Returns the best two cards to put down for a game, those of `fixed` among them."""
    form = 1 if game == GRAND else 0
    by_point = 0.0 if game == NULL else BASES[form, PUT_DOWN, 2]
    best = -1e9
    down = 0
    firsts = cards
    while firsts != 0:
        first = lowest(firsts)
        firsts = without_lowest(firsts)
        seconds = firsts
        while seconds != 0:
            second = lowest(seconds)
            seconds = without_lowest(seconds)
            pair = bit(first) | bit(second)
            if pair & fixed != fixed:
                continue
            odds = log_odds(cards & ~pair, game, PUT_DOWN, forehand)
            odds += by_point * (POINTS[first] + POINTS[second])
            if odds > best:
                best = odds
                down = pair
    return down, best


@kernel
def plan(v: Any) -> tuple[int, int]:
    """Returns the two put-downs and the contract worth most, put-downs made so far kept."""
    cards = int(v.hand | v.put_down)
    fixed = int(v.put_down)
    forehand = v.me == 0
    bid = int(BIDS[v.bid])
    best = -1e9
    down = 0
    contract = 0
    for game in range(6):
        pair, odds = put_downs(cards, fixed, game, forehand)
        if game == NULL:
            for ouvert in range(2):
                value = 46 if ouvert == 1 else 23
                chance = lying_open(odds, PUT_DOWN) if ouvert == 1 else odds
                worth = expected(chance, value, bid, 23)
                if value >= bid and worth > best:
                    best = worth
                    down = pair
                    contract = FIRST_NULL + 2 * ouvert
        else:
            base = int(BASE[game])
            worth = expected(odds, base * (abs(matadors(cards, game)) + 1), bid, base)
            if worth > best:
                best = worth
                down = pair
                contract = 5 * game
    return down, contract


@kernel
def choice(v: Any) -> int:
    """Returns the action that picks up the skat, or names the hand game worth more."""
    hand = int(v.hand)
    forehand = v.me == 0
    bid = int(BIDS[v.bid])
    best = -1e9
    action = PICK_UP
    for game in range(5):
        base = int(BASE[game])
        value = base * (abs(matadors(hand, game)) + 1)
        best = max(best, expected(log_odds(hand, game, WITH_SKAT, forehand), value, bid, base))
    odds = log_odds(hand, NULL, WITH_SKAT, forehand)
    if bid <= 23:
        best = max(best, expected(odds, 23, bid, 23))
    best += FLEXIBLE
    for game in range(5):
        base = int(BASE[game])
        value = base * (abs(matadors(hand, game)) + 2)
        worth = expected(log_odds(hand, game, BY_HAND, forehand), value, bid, base)
        if worth > best:
            best = worth
            action = DECLARE_FIRST + 5 * game + HAND
    odds = log_odds(hand, NULL, BY_HAND, forehand)
    for ouvert in range(2):
        value = 59 if ouvert == 1 else 35
        chance = lying_open(odds, BY_HAND) if ouvert == 1 else odds
        worth = expected(chance, value, bid, 23)
        if value >= bid and worth > best:
            best = worth
            action = DECLARE_FIRST + FIRST_NULL + 1 + 2 * ouvert
    return action
