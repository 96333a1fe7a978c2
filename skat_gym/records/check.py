"""Checking records: what they state against what the rules say."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from skat_gym.records.expected import expected_line, habit_lines
from skat_gym.records.record import PLACE, Ending, Record, RecordError
from skat_gym.records.result_line import ResultLine
from skat_gym.records.sgf import read_named, texts

BIG = 1_000_000
"""From this many bytes on a file's progress is shown."""


@dataclass(frozen=True)
class Difference:
    """Is one thing that a record states and the rules do not say.

    >>> print(Difference("score", "v:-96", "v:-48"))
    score: stated v:-96, by the rules v:-48
    """

    field: str
    stated: str
    rules: str
    habit: str = ""
    """The habit of the server that explains it; empty for a mismatch."""

    @property
    def explained(self) -> bool:
        """Whether a habit of the server explains it."""
        return bool(self.habit)

    def __str__(self) -> str:
        text = f"{self.field}: stated {self.stated or 'nothing'}, by the rules {self.rules}"
        return f"{text} (explained: {self.habit})" if self.habit else text


def check(record: Record) -> list[Difference]:
    """Compares the result a record states with the rules; an empty list is agreement.

    Abandoned games and games stopped at a missed announcement are settled by the habits of the
    server, so they must agree exactly. Where hidden cards leave the result open, only declarer and
    ending are compared.

    >>> from skat_gym.records import check, record_of
    >>> from skat_gym.rules import Deal
    >>> check(record_of(Deal.shuffled(1).after("pass", "pass", "pass")))
    []
    """
    stated = record.stated
    if stated is None:
        return []
    told = stated.fields()
    expected = expected_line(record)
    if expected is None:
        return [] if stated.outcome == "unknown" else _differences(told, _certain_fields(record))
    found = _differences(told, expected.fields())
    if not found or record.place == PLACE:
        return found
    return min(
        [found] + [_explain(found, told, line, habit) for habit, line in habit_lines(record)],
        key=lambda differences: sum(not d.explained for d in differences),
    )


def _explain(
    found: list[Difference], told: dict[str, str], line: ResultLine, habit: str
) -> list[Difference]:
    """Marks the differences that a habit explains, unless it disagrees where the rules agree."""
    open_fields = {difference.field for difference in _differences(told, line.fields())}
    if not open_fields < {difference.field for difference in found}:
        return found
    return [d if d.field in open_fields else replace(d, habit=habit) for d in found]


def _differences(told: dict[str, str], say: dict[str, str]) -> list[Difference]:
    """Compares field by field; what old records do not tell is no difference."""
    if told.keys() != say.keys() and ("result" in told or "result" in say):
        return [Difference("result", " ".join(told.values()), " ".join(say.values()))]
    return [
        Difference(field, told[field], text)
        for field, text in say.items()
        if field in told and told[field] != text
    ]


def _certain_fields(record: Record) -> dict[str, str]:
    """Lists what a result line must say although cards that count are hidden."""
    gone = record.ended_by[0] if record.ended_by else -1
    line = ResultLine(
        "",
        declarer=-1 if record.declarer is None else record.declarer,
        left=gone if record.ending is Ending.LEFT else -1,
        timeout=gone if record.ending is Ending.TIMEOUT else -1,
        resigned=record.ending is Ending.RESIGNED,
    )
    kept = ("declarer", "penalty 0", "penalty 1", "penalty 2", "left", "timeout", "resigned")
    return {field: text for field, text in line.fields().items() if field in kept}


@dataclass
class CheckSummary:
    """Counts what was checked; `str` is the last line that is shown.

    >>> print(CheckSummary(games=2, moves=80))
    2 games, 80 moves, 0 mismatches, 0 explained
    """

    games: int = 0
    moves: int = 0
    """Moves of players: bids, answers, declarations, cards, RE and SC."""
    mismatches: int = 0
    """Differences that nothing explains, and records that are illegal or unreadable."""
    explained: int = 0
    """Differences that a habit of the server explains."""

    @property
    def ok(self) -> bool:
        """Whether nothing is a mismatch."""
        return self.mismatches == 0

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.moves} moves, {self.mismatches} mismatches, "
            f"{self.explained} explained"
        )


def check_files(
    paths: Iterable[str | Path], show: Callable[[str], object] = print, check: bool = True
) -> CheckSummary:
    """Replays the records of files and shows every difference, then the summary.

    Args:
        paths: files of ISS SGF, plain or gzip.
        show: takes one line of text at a time.
        check: False shows one line for every game instead of the differences.

    Returns:
        The counts. A record that is illegal or unreadable, or a file that cannot be opened, is
        one mismatch; the next one is read all the same.

    >>> from skat_gym.records import check_files
    >>> summary = check_files(["missing.sgf"])
    missing.sgf: No such file or directory
    0 games, 0 moves, 1 mismatches, 0 explained
    """
    summary = CheckSummary()
    for path in paths:
        try:
            with _progress(Path(path)) as advance:
                _check_file(path, show, check, summary, advance)
        except (OSError, EOFError, zlib.error) as error:
            summary.mismatches += 1
            show(f"{path}: {getattr(error, 'strerror', None) or error}")
    show(str(summary))
    return summary


def _check_file(
    path: str | Path,
    show: Callable[[str], object],
    compare: bool,
    summary: CheckSummary,
    advance: Callable[[], object],
) -> None:
    for number, text in texts(path):
        summary.games += 1
        advance()
        try:
            record = read_named(text, path, number)
        except RecordError as error:
            summary.mismatches += 1
            show(str(error))
            continue
        summary.moves += record.actions
        if not compare:
            show(str(record))
            continue
        for difference in check(record):
            summary.mismatches += not difference.explained
            summary.explained += difference.explained
            name = f" (ID {record.id})" if record.id else ""
            show(f"{path}, game {number}{name}: {difference}")


@contextmanager
def _progress(path: Path) -> Iterator[Callable[[], object]]:
    """Shows on a terminal how many games of a big file are read."""
    if not sys.stderr.isatty() or not path.is_file() or path.stat().st_size < BIG:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}: {task.completed} games"))
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task(path.name, total=None)
        yield lambda: progress.advance(task)
