"""Odds: what the cards seen so far say about the hands not seen."""

from __future__ import annotations

from typing import Any

from skat_gym.rules.bits import count
from skat_gym.rules.card import ALL_CARDS, JACK, POINTS, points_of
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, CLASS_CARDS, STRONGER, TRUMP

TENS = 0x20202020

TRUMP_PULL = 0.6
"""Weighs the declarer's share of the trumps not seen: below 1, for trumps are spent with care."""

GAME_MADE = 20.0
"""Points that a trick is worth beyond itself if it makes 61, or 60 against the declarer."""
SCHNEIDER_MADE = 5.0
"""The same for schneider, or for 31, out of it, when the game is decided."""

# What a card is good for later, in points (see `worth`). For trumps: any trump, a jack more, one
# that nothing beats more, and a share of its own points.
DECLARER_TRUMP = 17.05
DEFENDER_TRUMP = 16.44
JACK_WORTH = 1.19
TOP_WORTH = 7.4
TRUMP_POINT = 0.81
# For side suits: a share of the points of a sure winner, the same for a card behind one winner, a
# card of a suit nobody else has, a small card that guards a ten, and the void a last card leaves.
DECLARER_ACE = 0.96
DEFENDER_ACE = 1.41
GUARDED_WORTH = 0.28
RUNNER_WORTH = -0.13
TEN_GUARD = 0.09
DECLARER_VOID = 0.66
DEFENDER_VOID = 0.56


@kernel
def unseen(v: Any) -> int:
    """Returns the cards that lie in hands this seat does not see, the skat among them."""
    known = v.hand | v.put_down | v.by[0] | v.by[1] | v.by[2] | v.open_hand
    return int(ALL_CARDS & ~known)


@kernel
def may_hold(v: Any, seat: int) -> int:
    """Returns the cards another seat may hold."""
    if v.open_hand != 0 and seat == v.declarer:
        return int(v.open_hand)
    return int(unseen(v) & ~v.void[seat])


@kernel
def left(v: Any, seat: int) -> int:
    """Counts the cards a seat has left."""
    return int(10 - count(v.by[seat]))


@kernel
def chance_none(v: Any, seat: int, cards: int, pull: float) -> float:
    """Estimates the chance that another seat holds none of these cards.

    `pull` weighs the seat's share of each card.
    """
    pool = may_hold(v, seat) & cards
    if pool == 0:
        return 1.0
    if v.open_hand != 0 and seat == v.declarer:
        return 0.0
    other = 3 - v.me - seat
    mine = pull * left(v, seat)
    rest = 0.0 if v.me == v.declarer and v.picked_up == 1 else 1.0
    if pool & may_hold(v, other) != 0 and (v.open_hand == 0 or other != v.declarer):
        rest += left(v, other)
    share = rest / (mine + rest)
    none = 1.0
    for _ in range(count(pool)):  # not a power: that differs between machines
        none *= share
    return none


@kernel
def chance_beaten(v: Any, seat: int, card: int, led: int, game: int) -> float:
    """Estimates the chance that a seat, playing later, can beat the card that wins so far."""
    asked = CLASS[game, led]
    pull = TRUMP_PULL if seat == v.declarer else 1.0
    if seat != v.declarer and v.me != v.declarer:
        pull = 1.0 / TRUMP_PULL
    over = int(STRONGER[game, card])
    if asked == TRUMP:
        return 1.0 - chance_none(v, seat, over, pull)
    free = chance_none(v, seat, int(CLASS_CARDS[game, asked]), 1.0)
    if CLASS[game, card] == TRUMP:
        return free * (1.0 - chance_none(v, seat, over, pull))
    ruff = free * (1.0 - chance_none(v, seat, int(CLASS_CARDS[game, TRUMP]), pull))
    return ruff + 1.0 - chance_none(v, seat, over, 1.0)


@kernel
def turning(v: Any, alone: bool, points: int) -> float:
    """Returns what points mean to a side beyond themselves, if they decide what is open now.

    First that is the game, 61 or 60 against the declarer; then schneider for those who have made
    it, 31 for the others. `alone` tells whether the declarer gets them.
    """
    own = int(v.points[0]) + points_of(int(v.put_down))
    lost = int(v.points[1])
    if alone:
        have = own
        needed = 31 if lost >= 60 else 61 if own < 61 else 90
    else:
        have = lost
        needed = 31 if own >= 61 else 60 if lost < 60 else 90
    if have < needed <= have + points:
        return GAME_MADE if 60 <= needed <= 61 else SCHNEIDER_MADE
    return 0.0


@kernel
def worth(v: Any, card: int, game: int, trumps: int, side: int) -> float:
    """Estimates the points a card is good for later, beyond the trick on the table.

    `trumps` and `side` are the own trumps and the own cards of the card's class.
    """
    alone = v.me == v.declarer
    points = float(POINTS[card])
    over = count(int(STRONGER[game, card]) & unseen(v))
    if CLASS[game, card] == TRUMP:
        value = DECLARER_TRUMP if alone else DEFENDER_TRUMP
        value += TRUMP_POINT * points
        if card & 7 == JACK:
            value += JACK_WORTH + 0.7 * (card >> 3)
        if over == 0:
            value += TOP_WORTH
        return value
    outside = count(unseen(v) & int(CLASS_CARDS[game, CLASS[game, card]]))
    length = count(side)
    value = 0.0
    if over == 0 and outside > 0:
        value = (DECLARER_ACE if alone else DEFENDER_ACE) * min(1.0, outside / 5.0) * (points + 5.0)
    elif over == 1 and length > 1:
        value = GUARDED_WORTH * (points + 5.0)
    elif over == 0:
        value = RUNNER_WORTH
    if length == 1 and trumps != 0:
        value -= DECLARER_VOID if alone else DEFENDER_VOID
    elif length == 2 and points < 10 and side & TENS != 0 and over > 1:
        value += TEN_GUARD
    return value
