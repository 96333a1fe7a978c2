"""What the others said: how far each seat went, and what that means for the own game."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.auction import FOREHAND, MIDDLEHAND, REARHAND
from skat_gym.rules.bits import bit, highest
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import GRAND, NULL

# By suit, grand, null, in hundredths of log odds (see `estimate`).
SILENT = np.array([15, 13, 4], np.int64)
"""What each opponent is worth who passed without a word."""
SPOKE = np.array([12, 13, 5], np.int64)
"""What each opponent costs who went to 18 at least."""
FURTHER = np.array([5, 0, 9], np.int64)
"""What each step beyond 18 costs that the others went."""


@kernel
def reached(v: Any, seat: int) -> int:
    """Returns the index of the highest value a seat spoke or held, -1 if none."""
    best = _last(int(v.said[seat]))
    if seat == FOREHAND:
        best = max(best, _held(v, seat, MIDDLEHAND))
    if seat != REARHAND and v.first_out != seat:
        best = max(best, _held(v, seat, REARHAND))
    return best


@kernel
def _last(said: int) -> int:
    return highest(said) if said != 0 else -1


@kernel
def _held(v: Any, seat: int, speaker: int) -> int:
    """Returns the index of the highest value of a speaker that a listener held."""
    said = int(v.said[speaker])
    value = _last(said)
    if value < 0:
        return -1
    first = speaker == MIDDLEHAND
    gave_up = v.first_out == seat if first else v.passed & bit(seat) != 0
    if gave_up and v.passed & bit(speaker) != 0 and not first:
        gave_up = False
    asked = v.listener == seat and v.speaker == speaker and v.seat == seat
    return _last(said & ~bit(value)) if gave_up or asked else value


@kernel
def heard(v: Any, game: int) -> int:
    """Returns what the auction adds to the log odds of a game."""
    form = 2 if game == NULL else 1 if game == GRAND else 0
    far = 0
    total = 0
    for k in range(1, 3):
        seat = (v.me + k) % 3
        value = reached(v, seat)
        far = max(far, value)
        if value >= 0:
            total -= SPOKE[form]
        elif v.passed & bit(seat) != 0:
            total += SILENT[form]
    return int(total - FURTHER[form] * far)
