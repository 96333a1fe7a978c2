"""Bidding: how far this hand goes."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.estimate import BY_HAND, WITH_SKAT, expected, log_odds, lying_open
from skat_gym.rules.auction import BIDS
from skat_gym.rules.contract import BASE
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import NULL

SHRINKING = 12.0
"""What each further missing matador costs: the skat may hold one and take the value away."""
DEFENDING = -25.0
"""What leaving the game to others is expected to book, what they book counted against."""
GAINING = 0.0
"""What a hand game must promise: it does without the help of the skat."""


@kernel
def limit(hand: int, forehand: bool) -> int:
    """Returns the highest value this hand is willing to play, 0 to pass at once."""
    best = 0
    for game in range(5):
        base = int(BASE[game])
        run = matadors(hand, game)
        levels = abs(run) + 1
        risk = SHRINKING * max(0, -run - 1)
        for by_hand in range(2):
            odds = log_odds(hand, game, BY_HAND if by_hand == 1 else WITH_SKAT, forehand)
            enough = GAINING if by_hand == 1 else DEFENDING
            sure = base * (2 + by_hand)
            value = base * (levels + by_hand)
            if sure > best and expected(odds, sure, 18, base) > enough:
                best = sure
            if value > best and expected(odds, value, 18, base) - risk > enough:
                best = value
    with_skat = log_odds(hand, NULL, WITH_SKAT, forehand)
    alone = log_odds(hand, NULL, BY_HAND, forehand)
    if best < 23 and expected(with_skat, 23, 18, 23) > DEFENDING:
        best = 23
    if best < 35 and expected(alone, 35, 18, 23) > GAINING:
        best = 35
    if best < 46 and expected(lying_open(with_skat, WITH_SKAT), 46, 18, 23) > DEFENDING:
        best = 46
    if best < 59 and expected(lying_open(alone, BY_HAND), 59, 18, 23) > GAINING:
        best = 59
    return best


@kernel
def bids(v: Any) -> bool:
    """Tells whether the seat to act says the next value, or holds."""
    value = int(BIDS[v.bid]) if v.me == v.listener else int(BIDS[v.bid + 1])
    return limit(int(v.hand), v.me == 0) >= value
