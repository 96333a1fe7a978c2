"""Matches as game records: export to ISS SGF and import from it."""

from __future__ import annotations

from collections.abc import Iterator

from skat_gym.play.archive import Archive
from skat_gym.play.event import By, Event
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.match_table import PERSON, MatchTable, as_dealt
from skat_gym.play.words import PLAYERS, TextError
from skat_gym.records import Ending, Record, RecordError, read, record_of, write
from skat_gym.records.sgf import split

_ENDED = (Ending.FINISHED, Ending.THROWN_IN)


def export(archive: Archive, match: str | None = None) -> str:
    """Returns the finished deals of a match, or of all, as ISS SGF, one record a line."""
    wanted = [archive.entry(match)] if match is not None else archive.entries(limit=10**6)
    lines: list[str] = []
    for entry in wanted:
        if not entry.done:
            continue
        table = archive.load(entry.id)
        names = entry.names or _names(table.options)
        for number, (deal, date) in enumerate(
            zip(table.deals, archive.dates(entry.id), strict=False)
        ):
            dealer = table.match.lines[number].dealer
            first, second, third = (names[(dealer + 1 + seat) % 3] for seat in range(3))
            record = record_of(
                deal,
                players=(first, second, third),
                series=entry.id,
                id=f"{entry.id}-{number + 1}",
                date=date.replace("T", "/").replace("Z", "/UTC"),
            )
            lines.append(write(record) + "\n")
    return "".join(lines)


def _names(options: MatchOptions) -> tuple[str, str, str]:
    first, second, third = (
        place if policy is None else f"{place} {policy}"
        for place, policy in zip(PLAYERS, options.policies, strict=True)
    )
    return first, second, third


def import_games(archive: Archive, text: str) -> list[tuple[str, int]]:
    """Adds records to the archive; returns the matches they became, with their deals.

    Records of the same three players with the deal going round become one match; one of our own
    exports that is in the archive already is left out. Raises TextError, and adds nothing, if a
    record cannot be read, is not played out, or hides cards.
    """
    records = list(_records(text))
    if not records:
        raise TextError("bad-field", "Da ist keine Aufzeichnung.", "there is no record in it")
    added = []
    for group in _groups(records):
        series = group[0].series
        if series and any(entry.id == series for entry in archive.entries(limit=10**6)):
            continue
        added.append((_add(archive, group), len(group)))
    return added


def _records(text: str) -> Iterator[Record]:
    for number, part in enumerate(split(text.splitlines(keepends=True)), 1):
        try:
            record = read(part)
        except RecordError as error:
            raise TextError(
                "bad-field",
                f"Aufzeichnung {number} lässt sich nicht lesen; gelesen werden Spiele als SGF des "
                f"Internet-Skat-Servers (ISS), wie sie dieser Tisch ausgibt. Die Meldung auf "
                f"Englisch: {error}.",
                f"record {number}: {error}",
            ) from None
        if record.deal is None or record.ending not in _ENDED:
            raise TextError(
                "bad-field",
                f"Aufzeichnung {number} ist nicht zu Ende gespielt oder zeigt nicht alle Karten.",
                f"record {number} is not played out, or does not show all cards",
            )
        yield record


def _seating(record: Record) -> tuple[str, ...]:
    """Returns the players clockwise, beginning with the person, or the first by name."""
    names = record.players
    start = next((k for k, name in enumerate(names) if name == PLAYERS[PERSON]), None)
    if start is None:
        start = min(range(3), key=lambda k: names[k])
    return tuple(names[(start + k) % 3] for k in range(3))


def _dealer(record: Record) -> int:
    """Returns which of `_seating` dealt: forehand sits to the dealer's left."""
    seats = _seating(record)
    forehand = record.players[0]
    return (seats.index(forehand) + 2) % 3


def _groups(records: list[Record]) -> list[list[Record]]:
    groups: list[list[Record]] = []
    for record in records:
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and _seating(last) == _seating(record)
            and last.series == record.series
            and (_dealer(last) + 1) % 3 == _dealer(record)
        ):
            groups[-1].append(record)
        else:
            groups.append([record])
    return groups


def _add(archive: Archive, group: list[Record]) -> str:
    names = _seating(group[0])
    person = names[PERSON] == PLAYERS[PERSON]
    first, second, third = (
        None if person and player == PERSON else name or "?" for player, name in enumerate(names)
    )
    options = MatchOptions(
        seed=0,
        policies=(first, second, third),
        deals=len(group),
        first_dealer=_dealer(group[0]),
        imported=True,
    )
    table = MatchTable(options)
    events: list[Event] = []
    for record in group:
        deal = record.deal
        assert deal is not None
        events += table.begin(as_dealt(deal))
        for action in deal.actions:
            player = table.player
            assert player is not None
            by: By = "person" if person and player == PERSON else "policy"
            events += table.act(player, action, by)
    return archive.create(options, names, events)
