"""What the archive says of the person: declared, won, by game, Seeger-Fabian per list of 36."""

from __future__ import annotations

from typing import Any

from skat_gym.play.archive import Archive
from skat_gym.play.match_table import PERSON
from skat_gym.play.sheet import places
from skat_gym.rules.contract import GAME_NAMES, Contract
from skat_gym.rules.scoring import seeger_fabian

_LIST = 36
_COUNTED = (
    "FROM deal JOIN match ON match.id = deal.match "
    "WHERE deal.over AND NOT match.practice "
    "AND json_extract(match.options, '$.policies[0]') IS NULL"
)


def statistics(archive: Archive) -> dict[str, Any]:
    """Returns figures over all deals that are over; practice does not count.

    >>> with Archive(":memory:") as archive:
    ...     statistics(archive)["deals"]
    0
    """
    rows = archive.connection.execute(
        "SELECT declarer, contract, bid, score, won, overbid, schneider, schwarz " + _COUNTED
    ).fetchall()
    played = [row for row in rows if row[0] is not None]
    own = [(Contract(row[1]), *row[2:]) for row in played if row[0] == PERSON]
    against = [row for row in played if row[0] != PERSON]
    won = sum(bool(row[3]) for row in own)
    total = sum(int(seeger_fabian(row[0], row[3], PERSON)) for row in played)
    deals = len(rows)
    return {
        "deals": deals,
        "passed_in": deals - len(played),
        "declared": len(own),
        "won": won,
        "declared_share": _share(len(own), deals),
        "won_share": _share(won, len(own)),
        "defended": len(against),
        "defended_won": sum(not row[4] for row in against),
        "points": sum(row[2] for row in own),
        "seeger_fabian": total,
        "seeger_fabian_36": round(total / deals * _LIST, 1) if deals else None,
        "average_bid": _mean([row[1] for row in own]),
        "average_score": _mean([row[2] for row in own]),
        "overbid": sum(bool(row[4]) for row in own),
        "hand": sum(row[0].hand for row in own),
        "ouvert": sum(row[0].ouvert for row in own),
        "schneider": sum(bool(row[5] and row[3]) for row in own),
        "schwarz": sum(bool(row[6] and row[3]) for row in own),
        "games": _games(own),
        **_matches(archive),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _mean(values: list[int]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None


def _games(own: list[Any]) -> list[dict[str, Any]]:
    told = []
    for game, name in enumerate(GAME_NAMES):
        some = [row for row in own if row[0].game == game]
        won = sum(bool(row[3]) for row in some)
        points = sum(row[2] for row in some)
        told.append({"game": name, "declared": len(some), "won": won, "points": points})
    return told


def _matches(archive: Archive) -> dict[str, Any]:
    """Counts the matches that are over, and the places the person took in them."""
    rows = archive.connection.execute(
        "SELECT match.id, json_extract(match.options, '$.scoring'), deal.declarer, deal.score "
        + _COUNTED
        + " AND match.over"
    ).fetchall()
    totals: dict[str, list[int]] = {}
    for match, scoring, declarer, score in rows:
        total = totals.setdefault(match, [0, 0, 0])
        if declarer is None:
            continue
        if scoring == "points":
            total[declarer] += score
            continue
        for player in range(3):
            total[player] += int(seeger_fabian(declarer, score, player))
    took = [places(total)[PERSON] for total in totals.values()]
    named = ("first", "second", "third")
    return {
        "matches": len(totals),
        "places": {name: took.count(place) for place, name in enumerate(named, 1)},
    }
