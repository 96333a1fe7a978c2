"""The second and the third card to a trick in suit and grand, for either side."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.odds import chance_beaten, turning, worth
from skat_gym.rules.bits import lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, CLASS_CARDS, TRUMP, power

TEMPO = 0.81
"""Points that winning the trick is worth beyond the cards in it."""
TO_COME = 3.01
"""Points the third card is likely to bring."""
RISK = 1.2
"""What a point lost costs, where a point won is worth one."""
SMEAR = 0.35
"""What a point laid on the partner's trick is worth beyond itself: it is safe there."""

BRINGING_HOME = 12.0
"""What a ten or an ace laid on a trick that is surely the partner's is worth beyond its points."""
OVERTAKING = 12.0
"""What ruffing a trick that is the partner's for sure costs: it does the declarer's work."""


@kernel
def following(v: Any, mask: int) -> int:
    """Weighs the points of the trick, won or lost, against what each card is good for later."""
    me = int(v.me)
    game = int(GAME[v.contract])
    laid = v.played % 3
    led = int(v.cards[v.played - laid]) + 0  # + 0 widens to int64, for one compilation
    table = float(POINTS[led])
    best = led
    holder = (me - laid + 3) % 3
    if laid == 2:
        second = int(v.cards[v.played - 1]) + 0
        table += float(POINTS[second])
        if power(second, led, game) > power(led, led, game):
            best = second
            holder = (me + 2) % 3
    ours = (holder == v.declarer) == (me == v.declarer)
    third = (me + 1) % 3
    friend = laid == 1 and me != v.declarer and third != v.declarer
    alone = me == v.declarer
    trumps = int(v.hand & CLASS_CARDS[game, TRUMP])
    now = 0.0 if laid == 2 else chance_beaten(v, third, best, led, game)
    top = -1e9
    chosen = -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        wins = power(card, led, game) > power(best, led, game)
        if laid == 2:
            own = 1.0 if wins or ours else 0.0
        elif friend:
            own = 1.0 if wins else now
        elif wins:
            own = 1.0 - chance_beaten(v, third, card, led, game)
        else:
            own = 1.0 - now if ours else 0.0
        points = table + float(POINTS[card]) + (TO_COME if laid == 1 else 0.0)
        side = int(v.hand & CLASS_CARDS[game, CLASS[game, card]])
        sure = int(table) + int(POINTS[card])
        score = own * (points + TEMPO) - (1.0 - own) * points * RISK
        if own == 1.0:
            score += turning(v, alone, sure)
        elif own == 0.0:
            score -= turning(v, not alone, sure)
        if not wins and ours and me != v.declarer:
            score += SMEAR * own * float(POINTS[card])
        score -= worth(v, card, game, trumps, side)
        if ours and not alone and now == 0.0 and POINTS[card] >= 10:
            score += BRINGING_HOME
        if wins and ours and not alone and now == 0.0 and CLASS[game, card] == TRUMP:
            score -= OVERTAKING
        if score > top:
            top = score
            chosen = card
    return chosen
