"""A match of three policies, to watch."""

from __future__ import annotations

import json as json_format
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from skat_gym.envs.recorder import Recorder
from skat_gym.play import speech
from skat_gym.play.session import Event, Session
from skat_gym.play.sheet import sheet
from skat_gym.rules.state import Phase


def play_auto(
    policies: Sequence[str],
    *,
    seed: int | None = None,
    deals: int = 12,
    record: Path | None = None,
    json: bool = False,
    show: Callable[[str], object] = print,
) -> int:
    """Plays a match of three policies and shows every deal and the sheet.

    With `json` one object is shown instead: seed, players, deals and totals.
    """
    chosen = secrets.randbits(31) if seed is None else seed
    session = Session(policies, seed=chosen, deals=deals)
    recorder = None if record is None else Recorder(record)
    show = speech.writable(show)
    names = distinct(session.names)
    rows: list[dict[str, Any]] = []

    def watch(event: Event) -> None:
        deal = event.after
        if deal.phase is not Phase.OVER:
            return
        match = session.match
        seats = [names[match.player_at(seat)] for seat in range(3)]
        result = deal.result
        assert result is not None
        rows.append(
            {
                "deal": match.number + 1,
                "dealer": names[match.dealer],
                "cards": str(deal).split()[0],
                "declarer": None if deal.declarer is None else seats[deal.declarer],
                "result": str(result),
                "score": result.score,
            }
        )
        if not json:
            show(f"Deal {match.number + 1} of {match.deals}. {names[match.dealer]} deals.")
            for line in speech.summary(deal, seats):
                show(line)
            show("")
        if recorder is not None:
            recorder.write(deal, (seats[0], seats[1], seats[2]))

    session.watch = watch
    if not json:
        show(f"A match of {deals} deals, seed {chosen}: {', '.join(names)}.\n")
    session.run()
    if json:
        match = session.match
        told = {
            "seed": chosen,
            "players": list(names),
            "deals": rows,
            "points": list(match.scores("points")),
            "seeger_fabian": list(match.scores("seeger-fabian")),
            "ranking": match.ranking(),
        }
        show(json_format.dumps(told, indent=2))
    else:
        show(sheet(session.match, names))
    return 0


def distinct(names: Sequence[str]) -> tuple[str, str, str]:
    """Numbers players of the same name, so that no two are alike."""
    first, second, third = (
        f"{name} {k}" if list(names).count(name) > 1 else name for k, name in enumerate(names, 1)
    )
    return first, second, third
