"""The auction: 63 values, one speaker and one listener at a time (ISkO 3.3).

Middlehand speaks to forehand, then rearhand to whoever is left. If both pass without a word,
forehand alone says 18 or passes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.bits import bit
from skat_gym.rules.kernel import kernel

BID_VALUES = tuple(
    sorted(
        {base * level for base in (9, 10, 11, 12) for level in range(2, 19)}
        | {24 * level for level in range(2, 12)}
        | {23, 35, 46, 59}
    )
)
"""The values a bid may have, 18 to 264."""
N_BIDS = len(BID_VALUES)
BIDS = np.array(BID_VALUES, np.int64)
NOBODY = -1
FOREHAND, MIDDLEHAND, REARHAND = 0, 1, 2


@kernel
def begin_auction(d: Any) -> None:
    """Lets middlehand speak to forehand."""
    d.bid = -1
    d.speaker = MIDDLEHAND
    d.listener = FOREHAND
    d.seat = MIDDLEHAND
    d.first_out = NOBODY


@kernel
def may_bid(d: Any) -> bool:
    """Tells whether the seat to act may say the next value, or yes."""
    return bool(d.seat != d.speaker or d.bid + 1 < N_BIDS)


@kernel
def say(d: Any, value: int) -> int:
    """Lets the seat to act bid value index `value`, or hold if it listens.

    Returns the declarer, or NOBODY while the auction goes on.
    """
    if d.seat == d.listener:
        d.seat = d.speaker
        return NOBODY
    d.said[d.speaker] |= bit(value)
    d.bid = value
    if d.listener == NOBODY:
        return int(d.speaker)
    d.seat = d.listener
    return NOBODY


@kernel
def drop_out(d: Any) -> int:
    """Lets the seat to act pass; returns the declarer or NOBODY.

    With NOBODY and nobody to speak (`speaker` is NOBODY) the deal is thrown in.
    """
    out = d.seat
    d.passed |= bit(out)
    if d.first_out == NOBODY:
        d.first_out = out
    if d.speaker == REARHAND:
        left = d.listener if out == d.speaker else d.speaker
        if d.bid >= 0:
            return int(left)
        d.speaker = left
        d.listener = NOBODY
        d.seat = left
    elif d.listener == NOBODY:
        d.speaker = NOBODY
    else:
        d.listener = d.listener if out == d.speaker else d.speaker
        d.speaker = REARHAND
        d.seat = REARHAND
    return NOBODY
