"""Bidding: how far this hand goes."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.auction import heard
from skat_gym.players.rulebook.estimate import CERTAIN, NULL_BASES, expected, strength
from skat_gym.rules.auction import BIDS
from skat_gym.rules.contract import BASE, FIRST_NULL, NULL_VALUE
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import NULL

SHRINKING = 8
"""What each further missing matador costs: the skat may hold one and take the value away."""
DEFENDING = -27
"""What leaving the game to others is expected to book, what they book counted against."""
GAINING = 0
"""What a hand game must promise: it does without the help of the skat."""


@kernel
def limit(v: Any) -> int:
    """Returns the highest value the hand is willing to play, 0 to pass at once."""
    hand = int(v.hand)
    best = 0
    least = int(BIDS[0])
    for game in range(6):
        base = int(BASE[game])
        run = matadors(hand, game)
        risk = SHRINKING * max(0, -run - 1)
        said = heard(v, game)
        for by_hand in range(2):  # WITH_SKAT, then BY_HAND
            strong = strength(hand, game, by_hand, v.me == 0) + said
            enough = GAINING if by_hand == 1 else DEFENDING
            for more in range(2):
                if game == NULL:
                    value = int(NULL_VALUE[FIRST_NULL + by_hand + 2 * more])
                    strong -= int(NULL_BASES[by_hand, 1]) * more
                    promise = expected(strong, game, value, least)
                else:
                    value = base * ((abs(run) + 1 if more == 1 else 2) + by_hand)
                    promise = expected(strong, game, value, least) - CERTAIN * risk * more
                if value > best and promise > CERTAIN * enough:
                    best = value
    return best


@kernel
def bids(v: Any) -> bool:
    """Tells whether the seat to act says the next value, or holds."""
    value = int(BIDS[v.bid]) if v.me == v.listener else int(BIDS[v.bid + 1])
    return limit(v) >= value
