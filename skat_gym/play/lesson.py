"""The lesson after a match: the same deals, played by a policy from the person's chair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from skat_gym.play.match_table import PERSON, MatchTable
from skat_gym.play.minds import Minds
from skat_gym.play.replay import person_cost
from skat_gym.play.session import Session
from skat_gym.play.sheet import contract_fields, sheet_rows
from skat_gym.play.words import TextError
from skat_gym.rules.match import Line
from skat_gym.solver import Solver


def lesson(table: MatchTable, minds: Minds, policy: str) -> Iterator[dict[str, Any]]:
    """Yields one row as JSON for each deal of a match that is over.

    The policy sits in player 0's chair against the same opponents, with the same cards and the
    same chance for everybody. Raises TextError, code "not-now", before the end of the match.
    """
    if not table.over:
        raise TextError(
            "not-now",
            "Die Lektion gibt es nach der Partie.",
            "the lesson comes after the match",
        )
    if table.options.imported:
        raise TextError(
            "not-now",
            "Zu übernommenen Spielen gibt es keine Lektion.",
            "there is no lesson for imported games",
        )
    solver = Solver()
    scoring = table.options.scoring
    _, left, right = table.options.policies
    options = replace(table.options, policies=(policy, left, right))
    session = Session(options=options, minds=minds)
    played = sheet_rows(table.match, scoring)
    for number, mine in enumerate(played):
        session.begin()
        while session.step():
            """The policies play the deal to its end."""
        other = sheet_rows(session.match, scoring)[number]
        yield {
            "deal": number + 1,
            "you": mine["booked"],
            "bot": other["booked"],
            "difference": mine["booked"][PERSON] - other["booked"][PERSON],
            "your_game": _game(table.match.lines[number]),
            "bot_game": _game(session.match.lines[number]),
            "cost": person_cost(table, number, solver),
        }


def totals(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Returns what the rows of a lesson add up to: by player, and the person's difference."""
    you, bot = (
        [sum(row[who][player] for row in rows) for player in range(3)] for who in ("you", "bot")
    )
    return {"you": you, "bot": bot, "difference": you[PERSON] - bot[PERSON]}


def _game(line: Line) -> dict[str, Any] | None:
    contract = line.result.contract
    if contract is None:
        return None
    return {
        "player": line.declarer,
        "contract": contract_fields(contract),
        "won": line.result.won,
        "score": line.result.score,
    }
