"""Reading ISS SGF: files and texts to records."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from skat_gym.records.record import SERVER, Ending, Move, Record, RecordError
from skat_gym.records.replay import replayed
from skat_gym.records.result_line import ResultLine

_PROPERTY = re.compile(r"\s*([A-Za-z]+[0-9]?)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_BEGIN = re.compile(r"\s*\(\s*;")
_END = re.compile(r"\s*;?\s*\)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_WHO = (SERVER, "0", "1", "2")
_GZIP = b"\x1f\x8b"


def read(text: str) -> Record:
    """Reads one record and replays it; raises RecordError if it is no legal game.

    >>> from skat_gym.records import read, record_of, write
    >>> from skat_gym.rules import Deal
    >>> record = record_of(Deal.shuffled(1).after("pass", "pass", "pass"))
    >>> read(write(record)) == record
    True
    """
    properties, end = _properties(text)
    if text[end:].strip():
        raise RecordError(f"one record is accepted, but {_start(text[end:])} follows it")
    return _record(properties)


def read_file(path: str | Path) -> Iterator[Record]:
    """Yields the records of a file, plain or gzip; raises RecordError at the first bad one.

    >>> from skat_gym.records import read_file
    >>> next(read_file("missing.sgf"))
    Traceback (most recent call last):
      ...
    FileNotFoundError: [Errno 2] No such file or directory: 'missing.sgf'
    """
    for number, text in texts(path):
        yield read_named(text, path, number)


def read_named(text: str, path: str | Path, number: int) -> Record:
    """Reads record `number` of a file; a RecordError names file, game and ID."""
    try:
        return read(text)
    except RecordError as error:
        found = re.search(r"\bID\[([^\]]*)\]", text)
        name = f" (ID {found[1]})" if found and found[1] else ""
        raise RecordError(f"{path}, game {number}{name}: {error}") from None


def texts(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yields the text of every record of a file with its number, counted from 1.

    A record may span lines, and a line may hold several. What is no record is yielded as it
    stands, so that `read` names it. Blank lines and lines that begin with # are left out.
    """
    number = 0
    with open_text(path) as file:
        for text in split(file):
            number += 1
            yield number, text


def holds_records(path: str | Path) -> bool:
    """Tells whether there is anything in a file that begins as a record does.

    A packed file that is broken is taken to hold some. Raises OSError if it cannot be opened.
    """
    with open(path, "rb"):
        pass
    try:
        return any(_BEGIN.match(text) for _, text in texts(path))
    except (OSError, EOFError, zlib.error):
        return True


def open_text(path: str | Path) -> IO[str]:
    """Opens a file for reading as text; gzip is told by its content."""
    with open(path, "rb") as file:
        packed = file.read(2) == _GZIP
    if packed:
        return gzip.open(path, "rt", encoding="utf-8-sig", errors="replace")
    return open(path, encoding="utf-8-sig", errors="replace")


def split(lines: Iterable[str]) -> Iterator[str]:
    """Yields the text of every record in some lines, as `texts` does."""
    text = ""
    for line in lines:
        if text and _BEGIN.match(line):  # the record before was not closed
            yield from _pieces(text)
            text = ""
        if not text and (not line.strip() or line.startswith("#")):
            continue
        text += line
        while ")" in line and text:
            try:
                _, end = _properties(text)
            except RecordError:
                break
            yield text[:end]
            text = text[end:].lstrip()
    yield from _pieces(text)


def _pieces(text: str) -> Iterator[str]:
    """Yields what is left of a damaged text: whole records, and what lies between them."""
    while text.strip():
        try:
            _, end = _properties(text)
        except RecordError:
            end = text.find("(;", 1) % (len(text) + 1)  # to the end if there is no other
        yield text[:end]
        text = text[end:].lstrip()


def _properties(text: str) -> tuple[dict[str, str], int]:
    """Reads the properties of the record that begins a text; returns them and where it ends."""
    begin = _BEGIN.match(text)
    if begin is None:
        raise RecordError(f"a record begins with (; but {_start(text)} is found")
    at = begin.end()
    found: dict[str, str] = {}
    while match := _PROPERTY.match(text, at):
        name = match[1].upper()
        if name in found:
            raise RecordError(f"{name}[...] comes twice in the record; once is accepted")
        found[name] = _ESCAPE.sub(r"\1", match[2])
        at = match.end()
    end = _END.match(text, at)
    if end is None:
        raise RecordError(
            f"a property NAME[value] or the end ;) is accepted at {_start(text[at:])}"
        )
    return found, end.end()


def _start(text: str) -> str:
    text = " ".join(text.split())
    return repr(text[:30] + "..." if len(text) > 30 else text) if text else "the end of the text"


def _record(properties: dict[str, str]) -> Record:
    game = properties.get("GM", "Skat")
    if game.strip() != "Skat":
        raise RecordError(f"GM[{game}] is not a record of Skat: GM[Skat] is accepted")
    if "MV" not in properties:
        raise RecordError("the record has no MV[...]: the moves are needed")
    view = properties.get("OW", "").strip()
    if view not in ("", "0", "1", "2", "3", "4"):
        raise RecordError(f"OW[{view}] is not a view: 0, 1, 2, 3 for the public's or 4 for all")
    try:
        stated = ResultLine.parse(properties["R"]) if "R" in properties else None
    except ValueError as error:
        raise RecordError(str(error)) from None
    header = Record(
        moves=(),
        ending=Ending.UNFINISHED,
        stated=stated,
        place=properties.get("PC", ""),
        comment=properties.get("CO", ""),
        series=properties.get("SE", ""),
        id=properties.get("ID", ""),
        date=properties.get("DT", ""),
        view=None if view in ("", "4") else int(view),
        players=(properties.get("P0", ""), properties.get("P1", ""), properties.get("P2", "")),
        ratings=(properties.get("R0", ""), properties.get("R1", ""), properties.get("R2", "")),
    )
    return replayed(header, _moves(properties["MV"]))


def _moves(text: str) -> list[Move]:
    words = text.split()
    for who in words[::2]:
        if who not in _WHO:
            raise RecordError(f"{who!r} is nobody: moves are pairs of w, 0, 1 or 2 and an action")
    if len(words) % 2:
        raise RecordError(f"the last move {words[-1]!r} has no action")
    return [Move(who, action) for who, action in zip(words[::2], words[1::2], strict=True)]
