"""The defenders' leads in suit and grand."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.odds import chance_beaten, chance_none, worth
from skat_gym.rules.bits import bit, count, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, CLASS_CARDS, TRUMP

WON = 0.72
"""Points likely to be added to a trick the defenders win by leading."""
LOST = 1.58
"""Points the declarer is likely to gain beyond the card led."""
RESCUE = 0.32
"""How likely the partner, if able, wins what the declarer would have won."""
THROUGH = 3.41
"""What length is worth if the declarer plays second, and costs if the declarer plays last."""
TRUMP_LEAD = 0.29
"""What leading a trump costs: it does the declarer's work."""
FORCE = 1.15
"""What making a declarer void of the suit trump is worth."""
BACK = 4.72
"""What leading back the partner's suit is worth."""


@kernel
def defender_lead(v: Any, mask: int) -> int:
    """Cashes aces, leads long suits through the declarer and short ones up to the declarer."""
    me = int(v.me)
    game = int(GAME[v.contract])
    declarer = int(v.declarer)
    partner = 3 - me - declarer
    second = (me + 1) % 3 == declarer
    trumps = int(v.hand & CLASS_CARDS[game, TRUMP])
    opened = _opened(v, partner, game)
    top = -1e9
    chosen = -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        kind = int(CLASS[game, card])
        side = int(v.hand & CLASS_CARDS[game, kind])
        lost = chance_beaten(v, declarer, card, card, game)
        own = 1.0 - lost
        help_ = chance_beaten(v, partner, card, card, game)
        own += lost * RESCUE * help_ * (1.0 if second else 0.5)
        points = float(POINTS[card])
        score = own * (points + WON) - (1.0 - own) * (points + LOST)
        score -= worth(v, card, game, trumps, side)
        if kind == TRUMP:
            score -= TRUMP_LEAD
        else:
            score += THROUGH * count(side) if second else -THROUGH * count(side)
            score += FORCE * chance_none(v, declarer, int(CLASS_CARDS[game, kind]), 1.0)
            if opened & bit(kind) != 0:
                score += BACK
        if score > top:
            top = score
            chosen = card
    return chosen


@kernel
def _opened(v: Any, seat: int, game: int) -> int:
    """Returns the classes a seat has led, as a set."""
    classes = 0
    for trick in range(v.played // 3):
        leader = 0 if trick == 0 else int(v.winners[trick - 1])
        if leader == seat:
            classes |= bit(int(CLASS[game, int(v.cards[3 * trick])]))
    return classes
