"""The score sheet of a match, as on paper: as data, as text, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import cache
from typing import Any

from skat_gym.play.words import PLAYERS, contract_text, text
from skat_gym.rules.contract import BASE, Contract
from skat_gym.rules.match import Line, Match, ranking
from skat_gym.rules.scoring import DECLARER_BONUS, DEFENDER_BONUS

_WIDTH = 12
_GAME = 28
OVERBID = text("überreizt", "overbid")
"""Marks a game that was overbid, whose score is more than its value doubled."""
_LABELS = {
    "en": (
        "no.",
        "game",
        "with",
        "score",
        "passed by all",
        "points",
        "games won : lost",
        f"(won - lost) x {DECLARER_BONUS}",
        f"others' lost x {DEFENDER_BONUS}",
        "total (Seeger-Fabian)",
        "place",
    ),
    "de": (
        "Nr.",
        "Spiel",
        "mit",
        "Punkte",
        "eingepasst",
        "Spielpunkte",
        "Spiele gewonnen : verloren",
        f"(gewonnen - verloren) x {DECLARER_BONUS}",
        f"von anderen verloren x {DEFENDER_BONUS}",
        "Summe (Seeger-Fabian)",
        "Platz",
    ),
}


@cache
def contract_fields(contract: Contract) -> dict[str, Any]:
    """Returns a contract as JSON fields; always the same object, not to be changed."""
    return {
        "game": contract.name.split()[0],
        "hand": contract.hand,
        "schneider": contract.schneider,
        "schwarz": contract.schwarz,
        "ouvert": contract.ouvert,
        "name": contract_text(contract),
        "iss": contract.iss,
    }


def sheet_rows(match: Match, scoring: str) -> list[dict[str, Any]]:
    """Returns a row for each deal with what is written down, and the running points."""
    part = Match(match.deals, match.first_dealer)
    rows = []
    before = (0, 0, 0)
    for number, line in enumerate(match.lines, 1):
        part.book(line.result)
        totals = part.scores(scoring)
        row = _row(line)
        row |= {
            "deal": number,
            "running": list(part.scores("points")),
            "won_count": list(part.won()),
            "lost_count": list(part.lost()),
            "booked": [now - then for now, then in zip(totals, before, strict=True)],
            "totals": list(totals),
            "marked": False,
        }
        before = totals
        rows.append(row)
    return rows


def _row(line: Line) -> dict[str, Any]:
    result, contract = line.result, line.result.contract
    none = contract is None
    return {
        "dealer": line.dealer,
        "declarer": line.declarer,
        "passed_in": none,
        "contract": None if contract is None else contract_fields(contract),
        "base": _base(result.value, contract),
        "matadors": None if contract is None or contract.is_null else result.matadors,
        "hand": None if contract is None else contract.hand,
        "schneider": None if none else result.schneider,
        "schneider_announced": None if contract is None else contract.schneider,
        "schwarz": None if none else result.schwarz,
        "schwarz_announced": None if contract is None else contract.schwarz,
        "ouvert": None if contract is None else contract.ouvert,
        "levels": None if contract is None or contract.is_null else result.levels,
        "overbid": None if none else result.overbid,
        "plus": result.score if result.score > 0 else None,
        "minus": -result.score if result.score < 0 else None,
        "won": None if none else result.won,
        "score": None if none else result.score,
    }


def _base(value: int, contract: Contract | None) -> int | None:
    if contract is None:
        return None
    return value if contract.is_null else int(BASE[contract.game])


def sheet_foot(match: Match) -> dict[str, list[int]]:
    """Returns the final count of each player (ISkO, Seeger-Fabian)."""
    won, lost = match.won(), match.lost()
    return {
        "points": list(match.scores("points")),
        "won": list(won),
        "lost": list(lost),
        "won_lost": [DECLARER_BONUS * (w - x) for w, x in zip(won, lost, strict=True)],
        "others_lost": [DEFENDER_BONUS * (sum(lost) - lost[k]) for k in range(3)],
        "total": list(match.scores("seeger-fabian")),
    }


def places(totals: Sequence[int]) -> list[int]:
    """Returns the place of each player; those with equal totals share one.

    >>> places([5, 9, 5])
    [2, 1, 2]
    """
    found = [0, 0, 0]
    place = 1
    for group in ranking(totals):
        for player in group:
            found[player] = place
        place += len(group)
    return found


def sheet(match: Match, names: Sequence[str], language: str = "en") -> str:
    """Returns the list: a row for each deal with running points, and the final count.

    >>> from skat_gym.rules import Result
    >>> match = Match(deals=1)
    >>> match.book(Result.thrown_in())
    >>> print(sheet(match, ["you", "left", "right"]).splitlines()[1])
      1  passed by all                                     0           0           0
    """
    number, game, run, score, passed, *feet = _LABELS[language]
    heads = [name[: _WIDTH - 1] for name in names]
    lines = [f"{number:>3}  {game:<{_GAME}}{run:>4}{score:>7}" + _columns(heads)]
    for row, line in zip(sheet_rows(match, "points"), match.lines, strict=True):
        running = row["running"]
        if line.declarer is None:
            lines.append(f"{row['deal']:>3}  {passed:<{_GAME + 11}}" + _columns(running))
            continue
        matadors = f"{row['matadors']:+d}" if row["matadors"] else ""
        told = f"{_game(line, names[line.declarer], language):<{_GAME}}{matadors:>4}"
        lines.append(f"{row['deal']:>3}  {told}{line.result.score:>+7}" + _columns(running))
    lines.append("-" * len(lines[0]))
    foot = sheet_foot(match)
    counts = [f"{w}:{x}" for w, x in zip(foot["won"], foot["lost"], strict=True)]
    shown: list[Sequence[object]] = [foot["points"], counts, foot["won_lost"], foot["others_lost"]]
    shown.append(foot["total"])
    if match.over:
        shown.append(places(foot["total"]))
    for label, values in zip(feet, shown, strict=False):
        lines.append(f"{'':5}{label:<{_GAME + 11}}" + _columns(values))
    return "\n".join(lines)


def _columns(values: Sequence[object]) -> str:
    return "".join(f"{value!s:>{_WIDTH}}" for value in values)


def _game(line: Line, declarer: str, language: str) -> str:
    contract = line.result.contract
    assert contract is not None
    mark = f", {OVERBID[language]}" if line.result.overbid else ""
    words = f"{declarer}: {contract_text(contract)[language]}{mark}"
    if len(words) < _GAME:
        return words
    return f"{declarer[: _GAME - 7 - len(mark)]}: {contract.iss}{mark}"


def sheet_csv(match: Match, scoring: str, names: Sequence[str] = PLAYERS) -> str:
    """Returns the rows as comma separated values with a head line."""
    fields = "deal dealer declarer game base matadors hand schneider schneider_announced schwarz"
    fields += " schwarz_announced ouvert levels overbid plus minus won"
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(
        [*fields.split(), *(f"points {n}" for n in names), *(f"total {n}" for n in names)]
    )
    for row in sheet_rows(match, scoring):
        told = dict(row)
        told["game"] = row["contract"]["name"]["en"] if row["contract"] else "passed in"
        told["dealer"] = names[row["dealer"]]
        told["declarer"] = None if row["declarer"] is None else names[row["declarer"]]
        cells = [told[field] for field in fields.split()]
        plain = ["" if c is None else int(c) if isinstance(c, bool) else c for c in cells]
        writer.writerow([*plain, *row["running"], *row["totals"]])
    return written.getvalue()
