"""The declarer's leads in suit and grand."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.odds import chance_beaten, may_hold, worth
from skat_gym.rules.bits import count, lowest, without_lowest
from skat_gym.rules.card import POINTS
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, CLASS_CARDS, GRAND, TRUMP

WON = 1.01
"""Points the defenders are likely to add to a trick the declarer wins by leading."""
LOST = 16.84
"""Points the defenders are likely to add to a trick they win."""
FIRST_DRAW = 48.02
"""What leading trumps is worth while the defenders may hold one."""
DRAW = 5.95
GRAND_DRAW = 3.85
"""The same for each trump, up to four, that the defenders may hold."""
SPARE = 0.33
"""The same for each trump held above theirs."""
LENGTH = 4.25
"""What leading from length is worth, by card."""


@kernel
def declarer_lead(v: Any, mask: int) -> int:
    """Draws trumps from the top, cashes what is sure and else leads low from length."""
    me = int(v.me)
    game = int(GAME[v.contract])
    left_hand = (me + 1) % 3
    right_hand = (me + 2) % 3
    trumps = int(v.hand & CLASS_CARDS[game, TRUMP])
    against = (may_hold(v, left_hand) | may_hold(v, right_hand)) & int(CLASS_CARDS[game, TRUMP])
    top = -1e9
    chosen = -1
    while mask != 0:
        card = lowest(mask)
        mask = without_lowest(mask)
        kind = int(CLASS[game, card])
        side = int(v.hand & CLASS_CARDS[game, kind])
        own = 1.0 - chance_beaten(v, left_hand, card, card, game)
        own *= 1.0 - chance_beaten(v, right_hand, card, card, game)
        points = float(POINTS[card])
        score = own * (points + WON) - (1.0 - own) * (points + LOST)
        score -= worth(v, card, game, trumps, side)
        if kind == TRUMP:
            if count(trumps) > 1 or against == 0:
                drawn = float(min(count(against), 4))
                score += (GRAND_DRAW if game == GRAND else DRAW) * drawn
                score += SPARE * (count(trumps) - count(against))
                if against != 0:
                    score += FIRST_DRAW
        else:
            score += LENGTH * count(side)
        if score > top:
            top = score
            chosen = card
    return chosen
