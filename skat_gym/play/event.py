"""What happens at a table, one thing at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "deal_begun",
    "bid",
    "hold",
    "pass",
    "auction_won",
    "passed_in",
    "picked_up",
    "put_down",
    "declared",
    "card_played",
    "trick_taken",
    "finished",
    "deal_over",
    "match_over",
    "replaced",
    "taken_back",
    "bid_up_to",
]
By = Literal["person", "policy", "rulebook", "finish"]
"""Who decided: the person, the policy of the chair, the rulebook player in the place of a policy
that failed, or nobody, because the rest of the deal was decided."""


@dataclass(frozen=True)
class Event:
    """Is one thing that happened, with all there is to know of it: not every player may see it.

    >>> Event("pass", 3, player=1, deal=0, action=32, by="policy").data
    {}
    """

    kind: Kind
    n: int
    """The state number of the match after it."""
    deal: int = 0
    """The number of the deal, from 0."""
    player: int | None = None
    """Who acted, took the trick or became declarer."""
    action: int | None = None
    """The public number, if the event is somebody's action."""
    by: By | None = None
    data: dict[str, Any] = field(default_factory=dict)
    """What else belongs to the kind: bid, card, trick, cards, contract, result ..."""
