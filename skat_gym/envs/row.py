"""One table of a batch as a record, and the memory of all of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

READY, GIVEN, FRESH, PLACED, ASKING, ANSWERED, ENDED, RECORDED, DONE, FAILED, SHOWN = range(11)
"""What a row is at: READY for the learner's action, GIVEN one; FRESH where an episode is to
begin, PLACED where a position was set up; ASKING a policy, ANSWERED; ENDED and to be recorded,
RECORDED; DONE until it is reset; FAILED to find a deal; SHOWN again as it stands."""
DRAWING, PUT = 1, 2
"""Whether the deal at hand was drawn for an episode, or put there and must not be replaced."""

ROW = np.dtype(
    (
        np.record,
        [
            ("state", np.int64),
            ("root", np.int64),
            ("number", np.int64),  # of the deal
            ("seat", np.int64),  # the learner's, or EVERYBODY
            ("acting", np.int64),  # -1 when over
            ("phase", np.int64),
            ("legal", np.int64),  # the mask
            ("code", np.int64),  # the policy that is asked
            ("drawing", np.int64),  # until the learner's first decision: DRAWING, or PUT
            ("draws", np.int64),
            ("acted", np.int64),  # the seat of the learner's last action
            ("attempt", np.int64),  # the action it gave
            ("illegal", np.int64),  # 1 if that ended the episode
            ("done", np.int64),  # an episode ended in this step
            ("slot", np.int64),  # where how it ended is kept
            ("reward", np.float64),
            ("returns", np.float64, (3,)),
            ("declared", np.int64),  # games of the learner in this episode
            ("won", np.int64),
            ("points", np.int64),  # its score in this episode
            ("told", np.int64),  # 1 if the match's list changed in this step
            ("match_number", np.int64),
            ("first_dealer", np.int64),
            ("asked_dealer", np.int64),  # by a reset option, else -1
            ("booked", np.int64),  # deals
            ("totals", np.int64, (3,)),  # of the players
            ("earned", np.float64),
        ],
    )
)
"""The state of one table of a batch, beside its DEAL record."""
TERMS = np.dtype(
    (
        np.record,
        [
            ("seat", np.int64),
            ("contracts", np.int64),
            ("role", np.int64),
            ("plain", np.int64),  # scoring
            ("relative", np.int64),  # reward
            ("scale", np.float64),
            ("illegal_reward", np.float64),
            ("replaces", np.int64),  # illegal actions by random ones
            ("match_deals", np.int64),
            ("records", np.int64),
            ("same_step", np.int64),  # autoreset within the step
        ],
    )
)
"""What all tables of a batch have in common."""


class Desk(NamedTuple):
    """Is the memory of a batch of n tables, row by row."""

    terms: Any
    """(1,) TERMS"""
    rows: Any
    """(n,) ROW"""
    deals: Any
    """(n,) DEAL"""
    codes: Any
    """(n, 3, 3): who decides, see `chairs.sit`, as are the next three"""
    own: Any
    pool: Any
    limits: Any
    given: Any
    """DEAL records to draw from, if any"""
    scratch: Any
    """(n,) VIEW: one for each run of `play_rows` at a time is written, the first of its rows"""
    views: Any
    """(n,) VIEW: for policies, as are masks and keys"""
    masks: Any
    keys: Any
    mask_words: Any
    """(n, 8): the learner's masks"""
    listed_deals: Any
    """(n,) DEAL: the last one booked in a match"""
    ends: Any
    """(n,) ROW: as an episode ended in this step, in the place that `slot` says; few, and close
    together, so that they stay near the processor; as are the next three"""
    last_deals: Any
    last_words: Any
    last_hidden: Any
    counts: Any
    """(n,): how many ended in this step, for each run of `play_rows` by the first of its rows"""


class Sheet(NamedTuple):
    """Is what a step writes for the learner."""

    words: Any
    """(n, width / 8)"""
    hidden: Any
    """(n, HIDDEN_WIDTH / 8), or no rows"""
