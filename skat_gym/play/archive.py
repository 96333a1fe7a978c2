"""The archive: every match, deal and move in one SQLite file, whole after every action."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from skat_gym.play.archive_tables import SCHEMA, lay_out, schema_of
from skat_gym.play.entry import Entry
from skat_gym.play.event import Event
from skat_gym.play.match_id import new_id
from skat_gym.play.match_options import MatchOptions
from skat_gym.play.match_table import MatchTable
from skat_gym.play.words import TextError
from skat_gym.rules.deal import Deal
from skat_gym.rules.scoring import booked
from skat_gym.version import __version__


def default_archive() -> Path:
    """Returns where the archive is: $SKAT_GYM_HOME, or the user's data folder."""
    home = os.environ.get("SKAT_GYM_HOME")
    if home:
        return Path(home) / "table.sqlite"
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "skat-gym" / "table.sqlite"


class Archive:
    """Keeps matches in a file that several programs may have open.

    One transaction for each command; a program killed at any moment leaves the match as it was
    after the last one.

    >>> from skat_gym.play.match_table import MatchTable
    >>> with Archive(":memory:") as archive:
    ...     table = MatchTable(MatchOptions(seed=1))
    ...     match = archive.create(table.options)
    ...     archive.write(match, table.begin())
    ...     str(archive.load(match).deal) == str(table.deal)
    True
    """

    def __init__(self, path: str | Path) -> None:
        """Opens the file, or makes it; raises ValueError if it is something else."""
        self.path = path
        if str(path) != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        try:
            self.connection = sqlite3.connect(
                path, isolation_level=None, timeout=10, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise ValueError(f"{path}: {error}; no archive can be kept there") from None
        try:
            # a program that is killed loses nothing this way; a power cut may lose the last moves
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute("PRAGMA foreign_keys = ON")
            self._prepare()
        except sqlite3.DatabaseError as error:
            self.connection.close()
            raise ValueError(f"{path} is no archive of skat_gym: {error}") from None
        except ValueError:
            self.connection.close()
            raise

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self.connection.close()

    def _prepare(self) -> None:
        version = schema_of(self.connection)
        if version > SCHEMA:
            raise ValueError(
                f"{self.path} was written by a newer skat_gym (schema {version}, this one knows "
                f"{SCHEMA}): update skat_gym"
            )
        if version == SCHEMA:
            return
        with self._transaction() as connection:
            if schema_of(connection) == SCHEMA:
                return
            if not lay_out(connection):
                raise ValueError(f"{self.path} is a database, but not one of skat_gym")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    def create(
        self,
        options: MatchOptions,
        names: Sequence[str] | None = None,
        events: Sequence[Event] = (),
        match: str | None = None,
    ) -> str:
        """Begins a match, with what happened in it so far; returns its id."""
        match = match or new_id()
        now = _now()
        with self._transaction() as connection:
            connection.execute(
                "INSERT INTO match VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)",
                (
                    match,
                    now,
                    now,
                    __version__,
                    json.dumps(asdict(options)),
                    int(options.practice),
                    options.daily,
                    None if names is None else json.dumps(list(names)),
                ),
            )
            self._add(connection, match, events)
        return match

    def write(self, match: str, events: Sequence[Event]) -> None:
        """Writes what one command led to, all of it or nothing.

        Raises TextError: code "stale" if somebody else has gone on with the match, "no-match" if it
        was deleted.
        """
        if not events:
            return
        with self._transaction() as connection:
            row = connection.execute("SELECT n FROM match WHERE id = ?", (match,)).fetchone()
            if row is None:
                raise _no_match(match)
            if row[0] != events[0].n - 1:
                raise TextError(
                    "stale",
                    "Die Partie wurde anderswo weitergespielt.",
                    "the match was gone on with somewhere else",
                )
            self._add(connection, match, events)

    def _add(self, connection: sqlite3.Connection, match: str, events: Sequence[Event]) -> None:
        if not events:
            return
        for event in events:
            self._add_one(connection, match, event)
        over = any(event.kind == "match_over" for event in events)
        connection.execute(
            "UPDATE match SET n = ?, touched = ?, over = over OR ? WHERE id = ?",
            (events[-1].n, _now(), over, match),
        )

    def _add_one(self, connection: sqlite3.Connection, match: str, event: Event) -> None:
        here = (match, event.deal)
        if event.kind == "deal_begun":
            connection.execute(
                "INSERT INTO deal(match, number, dealer, cards, date) VALUES (?, ?, ?, ?, ?)",
                (*here, event.data["dealer"], str(event.data["cards"]), _now()),
            )
        elif event.action is not None:
            connection.execute(
                "INSERT INTO move SELECT ?, ?, count(*), ?, ?, ? FROM move "
                "WHERE match = ? AND deal = ?",
                (*here, event.player, event.action, event.by, *here),
            )
        elif event.kind == "replaced":
            connection.execute(
                "INSERT INTO mark SELECT ?, ?, count(*), ?, ? FROM move "
                "WHERE match = ? AND deal = ?",
                (*here, event.player, event.data["why"], *here),
            )
        elif event.kind == "taken_back":
            for table in ("move", "mark"):
                connection.execute(
                    f"DELETE FROM {table} WHERE match = ? AND deal = ? AND ply >= ?",
                    (*here, event.data["moves"]),
                )
        elif event.kind == "bid_up_to":
            connection.execute(
                "UPDATE deal SET bid_up_to = ? WHERE match = ? AND number = ?",
                (event.data["value"], *here),
            )
        elif event.kind == "deal_over":
            result = event.data["result"]
            declarer = None if result.declarer < 0 else event.player
            connection.execute(
                "UPDATE deal SET over = 1, declarer = ?, contract = ?, bid = ?, points = ?, "
                "score = ?, won = ?, overbid = ?, schneider = ?, schwarz = ? "
                "WHERE match = ? AND number = ?",
                (
                    declarer,
                    None if result.contract is None else result.contract.number,
                    result.bid,
                    result.points,
                    result.score,
                    result.won,
                    result.overbid,
                    result.schneider,
                    result.schwarz,
                    *here,
                ),
            )

    def entry(self, match: str) -> Entry:
        """Returns a match as it is listed; raises TextError, code "no-match"."""
        found = list(self._entries("WHERE id = ?", (match,)))
        if not found:
            raise _no_match(match)
        return found[0]

    def delete(self, match: str) -> None:
        """Deletes a match with its deals and moves for good; raises TextError, code "no-match".

        What it counted goes too: the statistics are over the matches there are.
        """
        with self._transaction() as connection:
            if not connection.execute("DELETE FROM match WHERE id = ?", (match,)).rowcount:
                raise _no_match(match)

    def entries(self, limit: int = 200) -> list[Entry]:
        """Lists the matches, the one touched last first."""
        return list(self._entries("ORDER BY touched DESC, created DESC LIMIT ?", (limit,)))

    def daily(self, day: str) -> str | None:
        """Returns the match of a day, None if none was begun."""
        row = self.connection.execute(
            "SELECT id FROM match WHERE daily = ? ORDER BY created LIMIT 1", (day,)
        ).fetchone()
        return None if row is None else str(row[0])

    def unfinished(self) -> str | None:
        """Returns the match touched last of those that are not over, None if there is none."""
        row = self.connection.execute(
            "SELECT id FROM match WHERE over = 0 ORDER BY touched DESC, rowid DESC LIMIT 1"
        ).fetchone()
        return None if row is None else str(row[0])

    def _entries(self, where: str, arguments: tuple[Any, ...]) -> Iterator[Entry]:
        rows = self.connection.execute(
            "SELECT id, created, touched, options, n, over, names, "
            "(SELECT count(*) FROM deal WHERE deal.match = match.id AND deal.over) "
            f"FROM match {where}",
            arguments,
        )
        for name, created, touched, options, n, over, names, done in rows.fetchall():
            told = None if names is None else tuple(json.loads(names))
            yield Entry(name, created, touched, _options(options), n, done, bool(over), told)

    def load(self, match: str) -> MatchTable:
        """Returns the table of a match as it stood after the last command."""
        entry = self.entry(match)
        table = MatchTable(entry.options)
        deals = self.connection.execute(
            "SELECT number, cards, bid_up_to FROM deal WHERE match = ? ORDER BY number", (match,)
        ).fetchall()
        for number, cards, limit in deals:
            moves = self.connection.execute(
                "SELECT player, action, by FROM move WHERE match = ? AND deal = ? ORDER BY ply",
                (match, number),
            ).fetchall()
            try:
                table.restore(Deal.parse(cards), moves)
            except ValueError as error:
                raise TextError(
                    "failed",
                    f"Partie {match} lässt sich nicht fortsetzen; die Meldung auf Englisch: "
                    f"{error}.",
                    f"match {match} cannot be gone on with: {error}",
                ) from None
            table.bid_up_to = limit
            table.marks[-1] = [
                (player, why)
                for player, why in self.connection.execute(
                    "SELECT player, why FROM mark WHERE match = ? AND deal = ?", (match, number)
                )
            ]
        table.n = entry.n
        return table

    def totals(self, entry: Entry) -> tuple[int, int, int]:
        """Returns the totals of the players of a match, by its scoring."""
        rows = self.connection.execute(
            "SELECT declarer, score FROM deal WHERE match = ? AND over AND declarer IS NOT NULL",
            (entry.id,),
        )
        totals = [0, 0, 0]
        for declarer, score in rows.fetchall():
            for player in range(3):
                plain = entry.options.scoring == "points"
                totals[player] += int(booked(declarer, score, player, plain))
        return totals[0], totals[1], totals[2]

    def dates(self, match: str) -> list[str]:
        """Returns when each deal of a match was dealt."""
        rows = self.connection.execute(
            "SELECT date FROM deal WHERE match = ? ORDER BY number", (match,)
        )
        return [date or "" for (date,) in rows]


def _no_match(match: str) -> TextError:
    return TextError("no-match", f"Es gibt keine Partie {match!r}.", f"there is no match {match!r}")


def _options(text: str) -> MatchOptions:
    kept = json.loads(text)
    kept["policies"] = tuple(kept["policies"])
    return MatchOptions(**kept)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
