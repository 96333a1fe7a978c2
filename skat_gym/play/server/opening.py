"""Opening the tables: rules, archive, policies and the match that the page begins with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skat_gym.play.archive import Archive, default_archive
from skat_gym.play.claim import find_claim
from skat_gym.play.match_options import MatchOptions, default_opponent
from skat_gym.play.minds import Minds
from skat_gym.play.seat_view import seat_view
from skat_gym.play.server.connection import Connection
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.serve import LOADING
from skat_gym.play.session import Session
from skat_gym.players import PolicyError
from skat_gym.rules.transition import legal_actions

__all__ = ["Connection", "open_hall"]
"""What connections need is loaded here, too: not while a thread beside them loads the rest."""
_LATE = 18
"""Cards after which few deals agree with a view."""


def open_hall(
    opponents: tuple[str, str] | None,
    save: Path | None,
    deals: int,
    begin: Callable[[], MatchOptions] | None,
    match: str | None,
    resume: str | None,
    early: bool,
    show: Callable[[str], object],
) -> tuple[Hall, str | None]:
    """Opens the hall as soon as a match can begin in it; tells the match to show, if any.

    If it is `early`, what is needed later is loaded meanwhile. But where the rules must be
    compiled, once on every machine, all of it comes first: nobody is to wait in the middle of a
    deal.

    Args:
        opponents: the players of a new match if the page names no others, None for the usual ones.
        save: the archive, None for the usual one.
        deals: the length of a new match if the page asks for no other.
        begin: says what a match is like that begins at once.
        match: its id.
        resume: the match to go on with, "" for the one touched last.
        early: whether somebody waits for the page already.
        show: shows lines.

    Raises:
        ValueError, PolicyError or TextError if a match cannot begin, or there is none.
    """
    archive, minds = Archive(save or default_archive()), Minds()
    pair = opponents or (default_opponent(), default_opponent())
    if not early:
        _check(minds, pair)
    _begin(minds)
    first: Any = legal_actions
    whole = not early or bool(first.stats.cache_misses)
    if whole:
        _play(minds)
    hall = Hall(archive, minds, pair, deals=deals)
    try:
        if begin is not None:
            match = hall.new(begin(), match).id
        elif resume is not None:
            match = resume or archive.unfinished()
            match = match and archive.entry(match).id
    except Exception:
        minds.close()
        raise
    rest = (minds, pair, whole, show)
    threading.Thread(target=_warm, args=rest, name=LOADING, daemon=True).start()
    return hall, match


def _check(minds: Minds, pair: tuple[str, str]) -> None:
    """Raises PolicyError, and leaves no process behind, where an opponent is no policy."""
    try:
        for policy in dict.fromkeys(pair):
            minds.check(policy)
    except PolicyError:
        minds.close()
        raise


def _begin(minds: Minds) -> None:
    """Loads, or compiles, what the beginning of a match needs."""
    session = Session([None, "random", "random"], seed=1, deals=1, minds=minds)
    session.run()
    seat_view(session.table)


def _play(minds: Minds) -> None:
    """Loads, or compiles, the rest of the rules, the rulebook player and the solver."""
    session = Session([None, "rulebook", "random"], seed=1, deals=1, minds=minds)
    while not session.table.over:
        session.run()
        seat_view(session.table)
        if session.waits:
            if len(session.view.cards) > _LATE:
                find_claim(session.view)
            session.act(session.deal.legal[0])


def _warm(
    minds: Minds, opponents: tuple[str, str], whole: bool, show: Callable[[str], object]
) -> None:
    """Loads opponents and rules while the person looks at the page."""
    for policy in dict.fromkeys(opponents):
        try:
            minds.check(policy)
        except PolicyError as error:
            show(f"{policy}: {error}")
    if not whole:
        _play(minds)
