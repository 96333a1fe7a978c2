"""The OUTCOME record: what is kept of a deal that is over, twelve bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.auction import BIDS
from skat_gym.rules.card import points_of
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import seeger_fabian

OUTCOME = np.dtype(
    (
        np.record,
        [
            ("declarer", np.int8),  # seat, -1 for a deal thrown in
            ("contract", np.int8),  # see `contract`, -1 for a deal thrown in
            ("picked_up", np.int8),
            ("won", np.int8),
            ("overbid", np.int8),
            ("schneider", np.int8),  # either side stayed at 30 or less
            ("schwarz", np.int8),
            ("points", np.int8),  # the declarer's card points, skat or put-downs included
            ("bid", np.int16),  # 0 for a deal thrown in
            ("score", np.int16),  # what the declarer books, losses doubled
        ],
    )
)


@kernel
def _note(deals: Any, outcomes: Any) -> None:
    for i in range(len(deals)):
        d = deals[i]
        outcomes[i].declarer = d.declarer
        outcomes[i].contract = d.contract if d.declarer >= 0 else -1
        outcomes[i].picked_up = d.picked_up
        outcomes[i].won = d.won
        outcomes[i].overbid = d.overbid
        outcomes[i].schneider = d.schneider
        outcomes[i].schwarz = d.schwarz
        outcomes[i].score = d.score
        if d.declarer >= 0:
            beside = d.put_down if d.picked_up == 1 else d.skat
            outcomes[i].points = d.points[0] + points_of(beside)
            outcomes[i].bid = BIDS[d.bid]
        else:
            outcomes[i].points = 0
            outcomes[i].bid = 0


@kernel
def _book(outcomes: Any, plain: Any, sf: Any) -> None:
    for i in range(len(outcomes)):
        o = outcomes[i]
        declarer, score = int(o.declarer), int(o.score)
        for seat in range(3):
            plain[i, seat] = score if seat == declarer else 0
            sf[i, seat] = seeger_fabian(declarer, score, seat)


def scores(outcomes: Any) -> dict[str, Any]:
    """Returns what each seat books, by scoring: (..., 3) int64 for OUTCOME records (...)."""
    flat = np.ascontiguousarray(outcomes).reshape(-1)
    plain, sf = np.zeros((len(flat), 3), np.int64), np.zeros((len(flat), 3), np.int64)
    _book(flat, plain, sf)
    shape = (*np.shape(outcomes), 3)
    return {"points": plain.reshape(shape), "seeger-fabian": sf.reshape(shape)}


def outcomes_of(deals: Any) -> Any:
    """Returns the OUTCOME records of DEAL records that are over, in the same shape."""
    flat = np.ascontiguousarray(deals).reshape(-1)
    outcomes = np.zeros(len(flat), OUTCOME)
    _note(flat, outcomes)
    return outcomes.reshape(np.shape(deals))
