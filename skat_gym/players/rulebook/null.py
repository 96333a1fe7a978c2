"""Null, for the declarer and against: low cards duck, high cards go when it costs nothing."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.odds import chance_none, may_hold, unseen
from skat_gym.rules.bits import bit, count, lowest, without_lowest
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS_CARDS, NULL, STRENGTH, STRONGER

# Cards read from the view get "+ 0": it widens them to int64, so that callees compile once.

# The declarer: peril by card that lies too high, the risk of taking the trick, and what a high card
# is worth getting rid of when following, when throwing, and costs when leading.
DEPTH = 1.31
DOOM = 300.0
SHED = 0.1
DISCARD = 0.1
START_LOW = 0.44

# A defender who cannot follow throws high cards, from short suits, none from a suit the declarer
# has not got.
THROW_HIGH = 0.41
THROW_SHORT = 0.88
USELESS = 3.0

# A defender who leads wants the declarer unable to duck and the partner able to.
DUCK_PULL = 0.85
TRAP_UNDER = 8.04
TRAP_FREE = 4.84
ABLE = 3.29
LEAD_SHORT = 0.78
LEAD_LOW = 0.03
AGAIN = 0.26

# A defender who plays before the declarer: the trap, then high cards first.
FOLLOW_TRAP = 18.51
UNLOAD = 0.08
OVER = -1.13


@kernel
def _below(card: int) -> int:
    """Returns the cards of the suit that a card beats."""
    return int(CLASS_CARDS[NULL, card >> 3]) & ~int(STRONGER[NULL, card]) & ~bit(card)


@kernel
def peril(own: int, others: int) -> float:
    """Measures how exposed the cards of one suit are to being forced to win.

    The i-th lowest card is safe while no more than i cards lie below it elsewhere.
    """
    total = 0.0
    higher = own
    while higher != 0:
        card = lowest(higher)
        higher = without_lowest(higher)
        under = _below(card)
        over = count(others & under) - count(own & under)
        if over > 0:
            total += 1.0 + DEPTH * over
    return total


@kernel
def null_card(v: Any, mask: int) -> int:
    """Chooses a card in null for the seat to act."""
    if v.me == v.declarer:
        return _duck(v, mask)
    return _attack(v, mask)


@kernel
def _duck(v: Any, mask: int) -> int:
    me = int(v.me)
    laid = v.played % 3
    others = unseen(v)
    led = int(v.cards[v.played - laid]) + 0 if laid != 0 else -1
    best = led
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        if int(STRONGER[NULL, led]) & bit(second) != 0:
            best = second
    top = -1e9
    chosen = -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        suit = int(CLASS_CARDS[NULL, card >> 3])
        over = int(STRONGER[NULL, card])
        kept = int(v.hand) & suit
        relief = peril(kept, others & suit) - peril(kept & ~bit(card), others & suit)
        high = float(STRENGTH[NULL, card])
        if laid == 0:
            score = relief - START_LOW * high
        elif card >> 3 == led >> 3:
            score = relief + SHED * high
        else:
            score = relief + DISCARD * high
        if laid == 0 or (card >> 3 == led >> 3 and int(STRONGER[NULL, best]) & bit(card) != 0):
            taken = 1.0
            if laid < 2:
                taken *= chance_none(v, (me + 1) % 3, over, 1.0)
            if laid == 0:
                taken *= chance_none(v, (me + 2) % 3, over, 1.0)
            score -= DOOM * taken
        if score > top:
            top = score
            chosen = card
    return chosen


@kernel
def _attack(v: Any, mask: int) -> int:
    declarer = int(v.declarer)
    me = int(v.me)
    partner = 3 - me - declarer
    laid = v.played % 3
    led = int(v.cards[v.played - laid]) + 0 if laid != 0 else -1
    best = led
    holder = (me - laid + 3) % 3
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        if int(STRONGER[NULL, led]) & bit(second) != 0:
            best = second
            holder = (me + 2) % 3
    fresh = 15
    for trick in range(v.played // 3):
        fresh &= ~bit(int(v.cards[3 * trick]) >> 3)
    to_come = laid == 0 or (laid == 1 and (me + 1) % 3 == declarer)
    top = -1e9
    chosen = -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        suit = int(CLASS_CARDS[NULL, card >> 3])
        length = count(int(v.hand) & suit)
        high = float(STRENGTH[NULL, card])
        follows = laid == 0 or card >> 3 == led >> 3
        wins = laid == 0 or (follows and int(STRONGER[NULL, best]) & bit(card) != 0)
        if not follows:
            # a short suit gone lets this seat throw more, a high card gone lets partner duck
            score = THROW_HIGH * high - THROW_SHORT * length
            if may_hold(v, declarer) & suit == 0:
                score -= USELESS
        elif to_come:
            winning = card if wins else best
            able = 1.0 - chance_none(v, declarer, int(CLASS_CARDS[NULL, winning >> 3]), 1.0)
            trap = 0.0
            if able > 0.0:
                duck = 1.0 - chance_none(v, declarer, _below(winning), DUCK_PULL)
                trap = able * (1.0 - duck)
            if laid == 0:
                cover = chance_none(v, partner, int(STRONGER[NULL, card]), 1.0)
                free = chance_none(v, partner, suit, 1.0)
                score = trap * (TRAP_UNDER * cover + TRAP_FREE * free)
                score += ABLE * able - LEAD_SHORT * length - LEAD_LOW * high
                if fresh & bit(card >> 3) == 0:
                    score += AGAIN
            else:
                score = FOLLOW_TRAP * trap + (UNLOAD * high if not wins else -OVER * high)
        elif holder == declarer:
            score = (-10.0 if wins else 10.0) + 0.1 * high
        else:
            score = 0.1 * high
        if score > top:
            top = score
            chosen = card
    return chosen
