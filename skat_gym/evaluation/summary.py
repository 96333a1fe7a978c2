"""The figures of a comparison as text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from skat_gym.evaluation.standing import CONTRACT_NAMES, Standing

if TYPE_CHECKING:
    from skat_gym.evaluation.comparison import Comparison

_SCORINGS = (("seeger-fabian", "Seeger-Fabian"), ("points", "plain points"))


def summary(result: Comparison) -> str:
    """Writes a comparison as lines of at most 100 characters."""
    one, other = result.standings
    how = "" if result.contracts is None else f", contracts by {result.contracts}"
    lines = [
        f"{one.name} against {other.name}: {result.deals} deals, each at six tables, "
        f"seed {result.seed}{how}",
        "points a deal, 95 % intervals clustered by deal",
        "",
    ]
    width = max(len(one.name), len(other.name), 12)
    for scoring, title in _SCORINGS:
        lines.append(
            f"{title:<{width}}  {'edge':>18}  {'seat difference':>18}  {'own : the two':>17}"
        )
        for s in result.standings:
            own, edge = s.score[scoring], s.edge[scoring]
            lines.append(
                f"{s.name:<{width}}  {edge!s:>18}  {s.seat_difference[scoring]!s:>18}  "
                f"{f'{own:.2f} : {own - edge.mean:.2f}':>17}"
            )
        lines.append("")
    lines.append(f"{'shares':<{width}}" + "".join(f"{t:>10}" for t in _SHARES))
    lines += [f"{s.name:<{width}}" + _shares(s) for s in result.standings]
    lines += [f"thrown in {result.passed_in:.1%}; shares of the games declared, except `declares`"]
    lines += ["", f"where {one.name}'s seat difference comes from", *_parts(one, width)]
    if result.cautions:
        lines.append("")
        for caution in result.cautions:
            lines += textwrap.wrap(f"! {caution}", 98, subsequent_indent="  ")
    return "\n".join(lines)


_SHARES = ("declares", "wins", "suit", "grand", "null", "hand", "schneider", "overbid")


def _shares(standing: Standing) -> str:
    s = standing.shares
    values = (s.declared, s.won, s.suit, s.grand, s.null, s.hand, s.schneider, s.overbid)
    return "".join(f"{'-':>10}" if value != value else f"{value:>10.1%}" for value in values)


def _parts(standing: Standing, width: int) -> list[str]:
    lines = []
    for role in ("declarer", "defender"):
        part = standing.by_role[role]
        won = "-" if part.won != part.won else f"{part.won:.1%}"
        lines.append(
            f"  {f'as {role}':<{width}}{part.share:>7.1%} of its deals, {won:>6} won, "
            f"adds {part.seat_difference}"
        )
    for name in CONTRACT_NAMES:
        cells = []
        for role in ("declarer", "defender"):
            part = standing.by_contract[role][name]
            cells.append(f"{role} {part.share:>6.1%} {part.seat_difference!s:>16}")
        lines.append(f"  {name:<{width}}" + "   ".join(cells))
    seats = ", ".join(f"{seat} {edge}" for seat, edge in standing.by_seat.items())
    return [*lines, f"  edge by seat: {seats}"]
