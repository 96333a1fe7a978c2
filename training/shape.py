"""The shape of a policy's game: what it declares, how often, and what becomes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.evaluation.standing import CONTRACT_NAMES, KIND
from skat_gym.rules.contract import FIRST_NULL, FORM, GAME, IS_HAND, IS_OUVERT, SCHNEIDER
from skat_gym.rules.trick import GRAND


def shape(outcomes: Any, seats: Any | None = None) -> dict[str, Any]:
    """Returns the shares of a policy's games, for JSON.

    Takes OUTCOME records, and of the same shape the seat where the policy sat; without seats it
    sat everywhere. `thrown_in` and `declared` are of the deals, all others of the games it
    declared (None if there are none); `score` is what they booked on average, without what
    defenders book.
    """
    outcomes = np.asarray(outcomes)
    mine = outcomes["declarer"] >= 0
    if seats is not None:
        mine &= outcomes["declarer"] == seats
    games = outcomes[mine]
    contract = games["contract"]

    def share(which: Any) -> float | None:
        return float(which.mean()) if len(games) else None

    return {
        "thrown_in": float((outcomes["declarer"] < 0).mean()),
        "declared": float(mine.mean()),
        "won": share(games["won"] == 1),
        "suit": share(GAME[contract] < GRAND),
        "grand": share(GAME[contract] == GRAND),
        "null": share(contract >= FIRST_NULL),
        "hand": share(IS_HAND[contract] == 1),
        "overbid": share(games["overbid"] == 1),
        "schneider": share((games["schneider"] == 1) & (games["won"] == 1)),
        "announced": _part(games, (FORM[contract] >= SCHNEIDER)),
        "ouvert": _part(games, IS_OUVERT[contract] == 1),
        "contracts": {
            name: _part(games, KIND[contract] == number)
            for number, name in enumerate(CONTRACT_NAMES)
        },
    }


def without_null(outcomes: Any) -> Any:
    """Returns OUTCOME records in which null games count as thrown in: nobody books anything."""
    others = outcomes.copy()
    null = others["contract"] >= FIRST_NULL
    for field, nothing in (("declarer", -1), ("contract", -1), ("score", 0), ("won", 0)):
        others[field][null] = nothing
    return others


def _part(games: Any, which: Any) -> dict[str, float | None]:
    some = games[which]
    return {
        "share": float(which.mean()) if len(games) else None,
        "won": float((some["won"] == 1).mean()) if len(some) else None,
        "score": float(some["score"].mean()) if len(some) else None,
    }
