"""One decision of the rulebook player, whatever the phase."""

from __future__ import annotations

from typing import Any

from skat_gym.players.rulebook.bidding import bids
from skat_gym.players.rulebook.declarer import declarer_lead
from skat_gym.players.rulebook.defender import defender_lead
from skat_gym.players.rulebook.endgame import endgame
from skat_gym.players.rulebook.exchange import choice, plan
from skat_gym.players.rulebook.following import following
from skat_gym.players.rulebook.null import null_card
from skat_gym.rules.action import BID, DECLARE_FIRST, PASS
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.contract import GAME
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import AUCTION, CHOICE, PLAY, PUT_DOWN
from skat_gym.rules.trick import NULL


@kernel
def rulebook_action(views: Any, j: int, mask: int, key: int) -> int:
    """Decides for views[j], whose seat is to act, with `mask` the legal actions.

    `key` goes unused: the rules leave nothing to chance.
    """
    v = views[j]
    mask = int(mask)
    if without_lowest(mask) == 0:
        return lowest(mask)
    action = -1
    if v.phase == PLAY:
        if GAME[v.contract] == NULL:
            action = null_card(v, mask)
        elif v.played % 3 != 0:
            action = following(v, mask)
        elif v.me == v.declarer:
            action = declarer_lead(v, mask)
        else:
            action = defender_lead(v, mask)
        action = endgame(v, mask, action)
    elif v.phase == AUCTION:
        action = BID if bids(v) else PASS
    elif v.phase == CHOICE:
        action = choice(v)
    else:
        down, contract = plan(v)
        action = DECLARE_FIRST + contract
        if v.phase == PUT_DOWN:
            action = lowest(down & ~int(v.put_down))
    return action if action >= 0 and mask & bit(action) != 0 else lowest(mask)
