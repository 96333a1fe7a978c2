"""A player that looks for null games, so that there are enough of them to learn from."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from skat_gym.players import Policy
from skat_gym.players.policy import ALL_STAGES
from skat_gym.rules.action import BID, DECLARE_FIRST, PASS, PICK_UP
from skat_gym.rules.auction import BIDS
from skat_gym.rules.contract import FIRST_NULL
from skat_gym.rules.state import AUCTION, CHOICE, DECLARE, PUT_DOWN
from skat_gym.rules.trick import NULL, STRENGTH

_RANK = STRENGTH[NULL, :8]


def _exposure(cards: int) -> float:
    """Measures a suit: its i-th lowest card is safe while at most i cards lie below it outside."""
    own = sorted(int(_RANK[k]) for k in range(8) if cards >> k & 1)
    total = 0.0
    for place, rank in enumerate(own):
        over = rank - 2 * place
        total += 1.0 + over if over > 0 else 0.0
    return total


EXPOSURE = np.array([_exposure(cards) for cards in range(256)], np.float32)
_PAIRS = np.array(list(combinations(range(12), 2)))
_TEN, _TWELVE = 10, 12


def exposure(hands: Any) -> Any:
    """Returns how exposed (n,) hands are in null, (n,) float32; 0 never takes a trick."""
    return sum(EXPOSURE[(hands >> (8 * suit)) & 0xFF] for suit in range(4))


def best_put_downs(cards: Any) -> tuple[Any, Any]:
    """Returns the two put-downs that leave (n,) sets of twelve least exposed, and how exposed."""
    bits = np.unpackbits(np.asarray(cards, "<u4").view(np.uint8).reshape(-1, 4), axis=1)
    order = np.array([8 * (k // 8) + 7 - k % 8 for k in range(32)])
    held = np.argsort(1 - bits[:, order], axis=1, kind="stable")[:, :_TWELVE]
    one = np.int64(1) << held.astype(np.int64)
    pairs = one[:, _PAIRS[:, 0]] | one[:, _PAIRS[:, 1]]
    left = exposure(np.asarray(cards, np.int64)[:, None] & ~pairs)
    best = left.argmin(axis=1)
    rows = np.arange(len(held))
    return pairs[rows, best], left[rows, best]


class NullSeeker:
    """Plays null or null ouvert with every hand that might do for it, else as its base would."""

    phases = ALL_STAGES

    def __init__(self, base: Policy, limit: float = 4.0) -> None:
        """Takes how exposed ten cards may be for the auction (two of them will go)."""
        self.base, self.limit = base, limit
        self.name = f"null seeker on {base.name}"

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`)."""
        actions = np.asarray(self.base.act(views, masks, keys)).copy()
        hand, phase, bid = views["hand"], views["phase"], views["bid"]
        keys = np.asarray(keys).view(np.uint64)
        bold = (keys >> np.uint64(20)) % np.uint64(2) == 0  # half of them play ouvert
        ten = exposure(hand)
        seeks = ten <= self.limit + 2.0
        holds = views["me"] == views["listener"]
        asked = BIDS[np.clip(np.where(holds, bid, bid + 1), 0, len(BIDS) - 1)]
        going = (phase == AUCTION) & seeks
        actions[going] = np.where(asked <= np.where(bold, 46, 23), BID, PASS)[going]
        actions[(phase == CHOICE) & seeks] = PICK_UP
        putting = np.flatnonzero((phase == PUT_DOWN) | (phase == DECLARE))
        if len(putting):
            cards = hand[putting] | views["put_down"][putting]
            pairs, left = best_put_downs(cards)
            seeks_now = left <= self.limit
            todo = pairs & ~views["put_down"][putting]
            first = todo & -todo
            card = np.round(np.log2(np.maximum(first, 1))).astype(np.int64)
            down = seeks_now & (phase[putting] == PUT_DOWN) & (todo != 0)
            actions[putting[down]] = card[down]
            naming = seeks_now & (phase[putting] == DECLARE)
            named = DECLARE_FIRST + FIRST_NULL + 2 * bold[putting]
            plain = np.full(len(putting), DECLARE_FIRST + FIRST_NULL)
            named = np.where(masks[putting] >> plain & 1 == 1, named, plain + 2)
            legal = masks[putting] >> named & 1 == 1
            actions[putting[naming & legal]] = named[naming & legal]
        return actions
