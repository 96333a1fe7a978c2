"""What the net that bids sees: ten cards, the seat, the value asked, how far the others went."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.encoding.layout import layout
from skat_gym.encoding.v1 import write_pair
from skat_gym.players.network.play_inputs import REACH_STEPS, auction_reaches
from skat_gym.rules.bits import bit, spread
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import AUCTION

LEVEL_STEPS = 32
BIDDING = layout(
    [
        ("hand", 32, "own ten cards"),
        ("level", LEVEL_STEPS, "the value asked, from 18 on, or the bid after the auction"),
        ("seat", 3, "own seat"),
        ("free", 5, "nothing"),
        ("reach_next", REACH_STEPS, "values the next seat said or held"),
        ("reach_previous", REACH_STEPS, "values the previous seat said or held"),
        ("spare", 24, "nothing"),
    ]
)
"""The inputs of the net that bids."""
BIDDING_WIDTH = sum(block.width for block in BIDDING.values())
_STATE = BIDDING["seat"].start


@kernel
def asked(v: Any) -> int:
    """Returns the index of the value that is asked of the seat to act, or of the bid."""
    if v.phase == AUCTION and v.me != v.listener:
        return int(v.bid + 1)
    return int(v.bid)


@kernel
def _write_bids(views: Any, words: Any) -> None:
    for j in range(len(views)):
        v = views[j]
        level = bit(min(asked(v) + 1, LEVEL_STEPS)) - 1
        write_pair(words, j, 0, v.hand, level)
        others = auction_reaches(v) >> REACH_STEPS
        spread(bit(v.me) | (others << 8), words, j, _STATE // 8, 64)


def bid_inputs(views: Any) -> Any:
    """Returns the inputs of (n,) views with ten cards, (n, BIDDING_WIDTH) uint8."""
    inputs = np.empty((len(views), BIDDING_WIDTH), np.uint8)
    _write_bids(views, inputs.view(np.int64))
    return inputs
