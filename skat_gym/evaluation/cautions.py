"""Cautions: what a reader of a comparison might take from it, and should not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skat_gym.evaluation.comparison import Comparison

FEW_DEALS = 200
SHY = 0.1
"""Whoever declares less than this share of its deals hardly declares."""
BOLD = 0.4
"""Whoever loses more than this share of many games bids too much."""
MATCH = 12


def cautions(result: Comparison) -> list[str]:
    """Returns one sentence for each way a comparison can mislead.

    The figures on self-play come from published matches of XSkat and Kermit.
    """
    a, b = result.standings
    edge = a.edge["seeger-fabian"]
    said = []
    if result.itself:
        said.append(
            "A policy against its copy: 0 by construction. What policies score among themselves "
            "says nothing of their strength: three XSkats make 880 points in 36 deals, and lose "
            "629 : 1188 to a stronger player."
        )
    elif not math.isfinite(edge.half):
        said.append("One deal has no interval: nothing can be said.")
    elif edge.low <= 0 <= edge.high:
        said.append(
            f"No difference is shown: the interval of the edge holds 0 "
            f"({edge.low:+.1f} to {edge.high:+.1f})."
        )
    else:
        total, luck = MATCH * abs(edge.mean), math.sqrt(MATCH) * a.luck
        if total < 2 * luck:
            own = math.sqrt(MATCH) * a.deviation
            said.append(
                f"One match of {MATCH} deals proves nothing: the edge is worth {total:.0f} points "
                f"there, with a standard deviation of {luck:.0f} from the luck of the cards (that "
                f"of a player's own score is {own:.0f})."
            )
    if not result.reached:
        said.append(
            f"Stopped at {result.deals} deals: the interval is +- {edge.half:.2f}, "
            f"not the {result.until:g} asked for."
        )
    if result.deals < FEW_DEALS:
        said.append(
            f"Only {result.deals} deals: with fewer than {FEW_DEALS} the interval itself is rough."
        )
    for one, other in ((a, b), (b, a)):
        shares = one.shares
        if shares.declared < SHY < other.shares.declared:
            said.append(
                f"{one.name} declares {shares.declared:.1%} of its deals "
                f"({other.name} {other.shares.declared:.1%}): what it books are the losses of "
                "the others, and it would book nothing against players who lose little."
            )
        if shares.declared > BOLD and shares.won < 1 - BOLD:
            said.append(
                f"{one.name} declares {shares.declared:.1%} of its deals and loses "
                f"{1 - shares.won:.1%} of them: the other side's score is made of these losses."
            )
    if result.contracts is not None:
        said.append(
            f"Card play alone: {result.contracts} bids, puts down and names the contracts for all, "
            "so the figures say nothing of the auction and the exchange."
        )
    return said
