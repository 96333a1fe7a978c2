"""The tables of the archive."""

from __future__ import annotations

import sqlite3

SCHEMA = 1
_TABLES = """
CREATE TABLE match(
    id TEXT PRIMARY KEY, created TEXT NOT NULL, touched TEXT NOT NULL, version TEXT NOT NULL,
    options TEXT NOT NULL, n INTEGER NOT NULL, over INTEGER NOT NULL, practice INTEGER NOT NULL,
    daily TEXT, names TEXT
) STRICT;
CREATE TABLE deal(
    match TEXT NOT NULL REFERENCES match(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    dealer INTEGER NOT NULL, cards TEXT NOT NULL, bid_up_to INTEGER,
    over INTEGER NOT NULL DEFAULT 0, date TEXT,
    declarer INTEGER, contract INTEGER, bid INTEGER, points INTEGER, score INTEGER, won INTEGER,
    overbid INTEGER, schneider INTEGER, schwarz INTEGER,
    PRIMARY KEY (match, number)
) STRICT;
CREATE TABLE move(
    match TEXT NOT NULL, deal INTEGER NOT NULL, ply INTEGER NOT NULL, player INTEGER NOT NULL,
    action INTEGER NOT NULL, by TEXT NOT NULL,
    PRIMARY KEY (match, deal, ply),
    FOREIGN KEY (match, deal) REFERENCES deal(match, number) ON DELETE CASCADE
) STRICT;
CREATE TABLE mark(
    match TEXT NOT NULL, deal INTEGER NOT NULL, ply INTEGER NOT NULL, player INTEGER NOT NULL,
    why TEXT NOT NULL,
    FOREIGN KEY (match, deal) REFERENCES deal(match, number) ON DELETE CASCADE
) STRICT;
"""


def schema_of(connection: sqlite3.Connection) -> int:
    """Returns the schema of a file, 0 for one that is no archive."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def lay_out(connection: sqlite3.Connection) -> bool:
    """Makes the tables in an empty file; tells whether it was empty."""
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return False
    for statement in _TABLES.split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    return True
