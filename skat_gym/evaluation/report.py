"""A comparison as a page to look at and to send on: one HTML file, nothing fetched."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from matplotlib.figure import Figure

from skat_gym.evaluation import plots
from skat_gym.evaluation.comparison import Comparison
from skat_gym.evaluation.standing import CONTRACT_NAMES, Part
from skat_gym.version import __version__

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1c1c; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
figure { margin: 1.5rem 0; overflow-x: auto } figcaption { color: #555 }
svg { max-width: 100%; height: auto } .cautions { border-left: 4px solid #c2571a;
  padding: .1rem 1rem; background: #fbf3ee }
"""


def report(result: Comparison) -> str:
    """Returns the page: the figures, what to beware of, and the plots."""
    one, other = (escape(s.name) for s in result.standings)
    how = "" if result.contracts is None else f", contracts by {escape(result.contracts)}"
    cautions = "".join(f"<p>{escape(c)}</p>" for c in result.cautions)
    parts = [
        f"<h1>{one} against {other}</h1>",
        f"<p>{result.deals} deals, each at six tables (every seating of one against two), "
        f"seed {result.seed}{how}. Points a deal; intervals are 95 %, paired and clustered by "
        f"deal. {result.passed_in:.1%} of the deals were thrown in.</p>",
        _figures(result),
        f'<div class="cautions">{cautions}</div>' if cautions else "",
        _figure(
            plots.edges(result),
            "Edge: the own score minus the mean of the two others at the "
            "table. Seat difference: the own score minus what the other policy scored in the "
            "same seat on the same cards.",
        ),
        _figure(
            plots.by_contract(result),
            f"Where {one}'s seat difference comes from: the parts of a role "
            "add up to the role, the roles to the whole.",
        ),
        _figure(plots.distribution(result), "What one deal books."),
        _figure(plots.running(result), f"{one}'s edge while the deals were played."),
        _contracts(result),
        f"<p>skat_gym {__version__}</p>",
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{one} against {other}</title><style>{_STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def save_report(result: Comparison, path: str | Path) -> None:
    """Writes the page to a file, which is complete or not there."""
    path = Path(path)
    page = report(result)
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(page, encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _figure(figure: Figure, caption: str) -> str:
    return f"<figure>{plots.svg(figure)}<figcaption>{caption}</figcaption></figure>"


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    body = body.replace("+-", "&plusmn;")
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _figures(result: Comparison) -> str:
    rows = []
    for s in result.standings:
        for scoring, title in (("seeger-fabian", "Seeger-Fabian"), ("points", "plain points")):
            own, edge = s.score[scoring], s.edge[scoring]
            rows.append(
                [
                    f"{escape(s.name)}, {title}",
                    str(edge),
                    str(s.seat_difference[scoring]),
                    f"{own:.2f} : {own - edge.mean:.2f}",
                ]
            )
    first = _table(["", "edge", "seat difference", "own : the two"], rows)
    names = ["declared", "won", "suit", "grand", "null", "hand", "schneider", "overbid"]
    shares = [
        [escape(s.name), *(_percent(getattr(s.shares, name)) for name in names)]
        for s in result.standings
    ]
    return first + _table(["", *names], shares)


def _percent(share: float) -> str:
    return "" if share != share else f"{share:.1%}"


def _contracts(result: Comparison) -> str:
    def cells(part: Part) -> list[str]:
        won = "" if part.won != part.won else f"{part.won:.0%}"
        return [f"{part.share:.1%}", won, str(part.seat_difference)]

    s = result.standings[0]
    head = [escape(s.name), "declares", "wins", "adds", "defends", "wins", "adds"]
    rows = [
        [name, *cells(s.by_contract["declarer"][name]), *cells(s.by_contract["defender"][name])]
        for name in CONTRACT_NAMES
    ]
    rows.append(["all", *cells(s.by_role["declarer"]), *cells(s.by_role["defender"])])
    seats = [[seat, str(edge)] for seat, edge in s.by_seat.items()]
    return _table(head, rows) + _table([f"edge of {escape(s.name)} in", ""], seats)
