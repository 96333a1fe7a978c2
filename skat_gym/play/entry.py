"""A match as it is listed, on the page and by the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from skat_gym.play.match_options import MatchOptions
from skat_gym.play.seat_view import options_fields
from skat_gym.play.words import PLAYERS


@dataclass(frozen=True)
class Entry:
    """Is a match as the archive lists it."""

    id: str
    created: str
    """When it was begun, in UTC, as 2026-03-09T19:20:11Z."""
    touched: str
    options: MatchOptions
    n: int
    done: int
    """How many deals are over."""
    over: bool
    names: tuple[str, str, str] | None = None
    """Who played an imported match."""


def entry_fields(entry: Entry, totals: Sequence[int]) -> dict[str, Any]:
    """Returns a match as plain data, with the totals that `Archive.totals` tells."""
    return {
        "match": entry.id,
        "created": entry.created,
        "touched": entry.touched,
        **options_fields(entry.options),
        "done": entry.done,
        "over": entry.over,
        "totals": list(totals),
        "names": list(entry.names or PLAYERS),
    }
