"""Writing down the games of a comparison: ISS SGF, one game a line."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from skat_gym.evaluation.comparison import SEATINGS, Comparison
from skat_gym.records import record_of, write
from skat_gym.rules.deal import Deal


def save_games(
    result: Comparison, path: str | Path, on_progress: Callable[[int], None] | None = None
) -> None:
    """Writes every game of a comparison that kept its deals.

    The ID of a game is DEAL.TABLE, its series the seed. The file is complete or not there: it is
    written beside its place first. A name that ends in .gz packs it.
    """
    if result.played is None:
        raise ValueError("the deals were not kept: evaluate(..., keep_deals=True)")
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    names = [s.name for s in result.standings]
    players = [[names[0 if is_a else 1] for is_a in row] for row in SEATINGS]
    try:
        with _opened(beside, packed=path.suffix == ".gz") as file:
            for number, tables in enumerate(result.played):
                for table, deal in enumerate(tables):
                    first, second, third = players[table]
                    record = record_of(
                        Deal(deal),
                        players=(first, second, third),
                        id=f"{number}.{table}",
                        series=str(result.seed),
                    )
                    file.write(write(record) + "\n")
                if on_progress is not None:
                    on_progress(1)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _opened(path: Path, *, packed: bool) -> IO[str]:
    if packed:
        return gzip.open(path, "wt", encoding="utf-8")
    return path.open("w", encoding="utf-8")


def check_place(path: str | Path, what: str) -> None:
    """Raises ValueError or OSError unless a file can be made there, before any work is done."""
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{what} {str(path)!r} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise ValueError(f"{what} {str(path)!r}: there is no folder {str(path.parent)!r}")
    beside = path.with_name(path.name + ".part")
    try:
        beside.touch()
        beside.unlink()
    except OSError as error:  # about the file that was asked for, not the one beside it
        raise OSError(error.errno, error.strerror, str(path)) from None
