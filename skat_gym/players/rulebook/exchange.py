"""The exchange: pick up or play by hand, which two cards go down, which game is named."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.auction import heard
from skat_gym.players.rulebook.estimate import (
    BASES,
    CERTAIN,
    NULL_BASES,
    PUT_DOWN,
    expected,
    strength,
)
from skat_gym.rules.action import DECLARE_FIRST, PICK_UP
from skat_gym.rules.auction import BIDS
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import BASE, FIRST_NULL, NULL_VALUE
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import GRAND, NULL

FLEXIBLE = 15
"""What seeing the skat before naming the game is worth."""

LOST = 1 << 40
"""Less than anything is worth."""


@kernel
def put_downs(cards: int, fixed: int, game: int, forehand: bool) -> tuple[int, int]:
    """Returns the best two cards to put down for a game, those of `fixed` among them."""
    form = 1 if game == GRAND else 0
    by_point = 0 if game == NULL else int(BASES[form, PUT_DOWN, 2])
    best = -LOST
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
            strong = strength(cards & ~pair, game, int(PUT_DOWN), forehand)
            strong += by_point * int(POINTS[first] + POINTS[second])
            if strong > best:
                best = strong
                down = pair
    return down, best


@kernel
def plan(v: Any) -> tuple[int, int]:
    """Returns the two put-downs and the contract worth most, put-downs made so far kept."""
    cards = int(v.hand | v.put_down)
    fixed = int(v.put_down)
    forehand = v.me == 0
    bid = int(BIDS[v.bid])
    best = -LOST
    down = 0
    contract = 0
    for game in range(6):
        pair, strong = put_downs(cards, fixed, game, forehand)
        strong += heard(v, game)
        for ouvert in range(2 if game == NULL else 1):
            if game == NULL:
                named = FIRST_NULL + 2 * ouvert
                value = int(NULL_VALUE[named])
                if value < bid:
                    continue
                strong -= int(NULL_BASES[PUT_DOWN, 1]) * ouvert
            else:
                named = 5 * game
                value = int(BASE[game]) * (abs(matadors(cards, game)) + 1)
            worth = expected(strong, game, value, bid)
            if worth > best:
                best = worth
                down = pair
                contract = named
    return down, contract


@kernel
def choice(v: Any) -> int:
    """Returns the action that picks up the skat, or names the hand game worth more."""
    hand = int(v.hand)
    forehand = v.me == 0
    bid = int(BIDS[v.bid])
    picking_up = -LOST
    best = -LOST
    contract = 0
    for game in range(6):
        for by_hand in range(2):  # WITH_SKAT, then BY_HAND
            strong = strength(hand, game, by_hand, forehand) + heard(v, game)
            for ouvert in range(2 if game == NULL else 1):
                if game == NULL:
                    named = FIRST_NULL + by_hand + 2 * ouvert
                    value = int(NULL_VALUE[named])
                    if value < bid:
                        continue
                    strong -= int(NULL_BASES[by_hand, 1]) * ouvert
                else:
                    named = 5 * game + by_hand
                    value = int(BASE[game]) * (abs(matadors(hand, game)) + 1 + by_hand)
                worth = expected(strong, game, value, bid)
                if by_hand == 0:
                    picking_up = max(picking_up, worth)
                elif worth > best:
                    best = worth
                    contract = named
    return DECLARE_FIRST + contract if best > picking_up + CERTAIN * FLEXIBLE else PICK_UP
