"""The DEAL record: everything there is to know about one deal, as one row of a NumPy array."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np


class Phase(IntEnum):
    """Is the phase of a deal; CHOICE, PUT_DOWN and DECLARE together are the skat phase."""

    AUCTION = 0
    CHOICE = 1
    """The declarer picks up the skat or names a hand game."""
    PUT_DOWN = 2
    DECLARE = 3
    PLAY = 4
    OVER = 5


AUCTION, CHOICE, PUT_DOWN, DECLARE, PLAY, OVER = (int(p) for p in Phase)

DEAL = np.dtype(
    (
        np.record,
        [
            ("dealt", np.int64, (3,)),  # the ten cards of each seat
            ("skat", np.int64),  # the two cards dealt to the table
            ("hands", np.int64, (3,)),  # what each seat holds now
            ("put_down", np.int64),  # the declarer's put-downs, none in a hand game
            ("phase", np.int64),
            ("seat", np.int64),  # to act; -1 when over
            ("plies", np.int64),  # actions so far
            ("said", np.int64, (3,)),  # value indices each seat spoke (not held)
            ("passed", np.int64),  # seats that passed, as a set
            ("first_out", np.int64),  # who passed first, -1 nobody
            ("bid", np.int64),  # index of the last value, -1 none
            ("speaker", np.int64),  # -1 nobody
            ("listener", np.int64),  # -1 nobody
            ("declarer", np.int64),  # -1 nobody yet
            ("contract", np.int64),  # -1 none yet
            ("picked_up", np.int64),  # 1 if the declarer took the skat
            ("cards", np.int8, (30,)),  # in the order played, -1 for none
            ("winners", np.int8, (10,)),  # of each trick, -1 for none
            ("played", np.int64),  # how many cards lie
            ("by", np.int64, (3,)),  # cards played by each seat
            ("void", np.int64, (3,)),  # cards a seat has shown by play not to hold
            ("points", np.int64, (2,)),  # card points taken by declarer, defenders
            ("tricks", np.int64, (2,)),  # tricks taken by declarer, defenders
            ("matadors", np.int64),  # this and below: set when the deal is over
            ("levels", np.int64),
            ("value", np.int64),
            ("won", np.int64),
            ("overbid", np.int64),
            ("schneider", np.int64),
            ("schwarz", np.int64),
            ("score", np.int64),
        ],
    )
)
"""One deal; sets are bit masks, see `card` and `auction` for their numbering."""


def new_deals(n: int) -> Any:
    """Allocates an array of n DEAL records (to be filled by `deal_cards` or `shuffle`)."""
    return np.zeros(n, DEAL)
