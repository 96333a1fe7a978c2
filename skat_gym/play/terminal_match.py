"""Opening the archive and sitting down at a table in plain lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from skat_gym.envs.recorder import Recorder
from skat_gym.play.archive import Archive, default_archive
from skat_gym.play.match_options import MatchOptions, options_of
from skat_gym.play.minds import Minds
from skat_gym.play.session import Session
from skat_gym.play.spoken import in_colour
from skat_gym.play.terminal import Ask, Terminal
from skat_gym.play.voice import Show, writable


def default_language() -> str:
    """Returns the language of the person's settings, "de" or "en"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        told = os.environ.get(name)
        if told:
            return "de" if told.lower().startswith("de") else "en"
    return "en"


def play_terminal(
    policies: Sequence[str],
    *,
    seed: int | None = None,
    deals: int = 12,
    options: MatchOptions | None = None,
    save: Path | None = None,
    resume: str | None = None,
    record: Path | None = None,
    language: str | None = None,
    ask: Ask = input,
    show: Show = print,
) -> int:
    """Plays a match of a person and two policies; returns the exit code.

    `policies` are the players to the left and to the right. The match is kept in the archive,
    `save` or the usual one, after every action; `resume` is the match to go on with ("" for the
    one touched last). Raises PolicyError or ValueError for what cannot be done, before anything is
    lost.
    """
    recorder = None if record is None else Recorder(record)
    interactive = show is print and sys.stdout.isatty()
    colour = interactive and not os.environ.get("NO_COLOR")
    spoken = language or default_language()
    with Archive(save or default_archive()) as archive, Minds() as minds:
        if resume is not None:
            match = resume or archive.unfinished()
            if match is None:
                raise ValueError(f"{archive.path}: there is no match to go on with")
            session = Session(match=match, archive=archive, minds=minds)
            if session.options.policies[0] is not None:
                raise ValueError(f"match {match} has no chair for a person")
        else:
            made = options or options_of(policies, seed=seed, deals=deals)
            session = Session(options=made, archive=archive, minds=minds)
        told = writable(show)
        table = Terminal(
            session,
            recorder=recorder,
            ask=ask,
            show=in_colour(told) if colour else told,
            language=spoken,
            tables=interactive,
            afterwards=ask is input,
            kept=() if save is None else ("--save", str(save)),
        )
        _introduce(table)
        return table.play()


def _introduce(table: Terminal) -> None:
    session = table.session
    _, left, right = session.names
    deals, match = session.options.deals, session.id
    more = deals != 1
    table.show(
        table.voice.say(
            f"Partie {match}, {deals} Spiel{'e' * more}. {left} sitzt links, {right} rechts von "
            "dir. „hilfe“ hilft jederzeit.",
            f"Match {match} of {deals} deal{'s' * more}. {left} sits to your left, {right} to your "
            "right. Type help at any time.",
        )
    )
    table.spoken.fairness()
    if session.table.deals:
        table.spoken.sheet()
