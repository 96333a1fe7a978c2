"""How well a world explains what the others did, if they play like a given policy."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.observation import new_views, view
from skat_gym.players.policy import STAGE, STAGES, Policy, ask
from skat_gym.rules.bits import bit, lowest, nth
from skat_gym.rules.chance import below, decision_key, mix
from skat_gym.rules.deal import Deal
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import PUT_DOWN, new_deals
from skat_gym.rules.transition import apply, deal_cards, legal_actions

SURPRISE = np.array([0.35, 0.6, 0.7])
"""What a decision of the auction, the exchange, the play that the policy would not have made leaves
of a world's weight: no player is exactly like the policy."""


@kernel
def _retold(
    worlds: Any,
    actions: Any,
    me: int,
    key: int,
    told: Any,
    views: Any,
    masks: Any,
    made: Any,
    world: Any,
    keys: Any,
) -> int:
    """Tells every world's deal again from its beginning; lists what the others had to decide.

    Which two of a declarer's twelve cards the skat was is drawn by lot. The put-downs are left out:
    nobody saw them. Returns the number of decisions.
    """
    n = 0
    for w in range(len(worlds)):
        d = worlds[w]
        first, second, third = int(d.dealt[0]), int(d.dealt[1]), int(d.dealt[2])
        aside = int(d.put_down)
        if d.picked_up == 1 and d.declarer != me:
            declarer = int(d.declarer)
            twelve = int(d.dealt[declarer]) | int(d.skat)
            chance = mix(key, w)
            one = nth(twelve, below(chance, 12))
            other = nth(twelve & ~bit(one), below(mix(chance, 1), 11))
            ten = twelve & ~bit(one) & ~bit(other)
            first = ten if declarer == 0 else first
            second = ten if declarer == 1 else second
            third = ten if declarer == 2 else third
        deal_cards(told, 0, first, second, third)
        for k in range(len(actions)):
            t = told[0]
            action = int(actions[k])
            if t.phase == PUT_DOWN:
                action = lowest(aside & ~int(t.put_down))
            elif t.seat != me:
                mask = legal_actions(told, 0)
                if mask & int(mask - 1) != 0 and action < 64:
                    view(told, 0, int(t.seat), views, n)
                    masks[n] = mask
                    made[n] = action
                    world[n] = w
                    keys[n] = decision_key(key, w, int(t.seat), int(t.plies))
                    n += 1
            apply(told, 0, action)
    return n


def weights(worlds: Any, me: int, policy: Policy, key: int) -> Any:
    """Returns the weight of each world, (n,) with mean 1.

    Takes (n,) DEAL records that agree with what seat `me` saw. A decision of another seat that the
    policy would have made too leaves the weight as it is, any other multiplies it by SURPRISE.
    """
    actions = np.array(Deal(worlds[0]).actions, np.int64)
    most = max(1, len(worlds) * len(actions))
    views = new_views(most)
    masks, made, world, keys = (np.zeros(most, np.int64) for _ in range(4))
    n = _retold(worlds, actions, me, key, new_deals(1), views, masks, made, world, keys)
    told = np.zeros(len(worlds))
    if n:
        stages = STAGE[views["phase"][:n]]
        known = np.array([stage in policy.phases for stage in STAGES])[stages]
        rows = np.flatnonzero(known)
        answers = ask(policy, views.take(rows), masks[rows], keys[rows])
        surprised = rows[answers != made[rows]]
        np.add.at(told, world[surprised], np.log(SURPRISE[stages[surprised]]))
    found = np.exp(told - told.max())
    return found / found.mean()
