"""A match of three policies, to watch."""

from __future__ import annotations

import json as json_format
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from skat_gym.envs.recorder import Recorder
from skat_gym.play.event import Event
from skat_gym.play.session import Session
from skat_gym.play.sheet import sheet
from skat_gym.play.voice import Voice, writable
from skat_gym.rules.match import player_at


def play_auto(
    policies: Sequence[str],
    *,
    seed: int | None = None,
    deals: int = 12,
    record: Path | None = None,
    json: bool = False,
    language: str = "en",
    show: Callable[[str], object] = print,
) -> int:
    """Plays a match of three policies and shows every deal and the sheet.

    With `json` one object is shown instead: seed, players, deals and totals.
    """
    chosen = secrets.randbits(31) if seed is None else seed
    recorder = None if record is None else Recorder(record)
    show = writable(show)
    rows: list[dict[str, Any]] = []
    session = Session(policies, seed=chosen, deals=deals)
    names = distinct(session.names)
    voice = Voice(language, names)

    def watch(event: Event) -> None:
        if event.kind == "replaced":
            show(str(voice.event(event)))
        if event.kind != "deal_over":
            return
        deal, dealer = session.table.deals[-1], session.match.lines[-1].dealer
        first, second, third = (names[player_at(dealer, seat)] for seat in range(3))
        result = event.data["result"]
        rows.append(
            {
                "deal": event.deal + 1,
                "dealer": names[dealer],
                "cards": str(deal).split()[0],
                "declarer": None if event.player is None else names[event.player],
                "result": str(result),
                "score": result.score,
            }
        )
        if not json:
            show(
                voice.say(
                    f"Spiel {event.deal + 1} von {deals}. {names[dealer]} gibt.",
                    f"Deal {event.deal + 1} of {deals}. {names[dealer]} deals.",
                )
            )
            for line in voice.summary(deal, (first, second, third)):
                show(line)
            show("")
        if recorder is not None:
            recorder.write(deal, (first, second, third))

    session.watch = watch
    if not json:
        told = f"{chosen}: {', '.join(names)}.\n"
        show(
            voice.say(
                f"Eine Partie von {deals} Spielen, Startzahl {told}",
                f"A match of {deals} deals, seed {told}",
            )
        )
    with session.minds:
        session.run()
    match = session.match
    if json:
        show(
            json_format.dumps(
                {
                    "seed": chosen,
                    "players": list(names),
                    "deals": rows,
                    "points": list(match.scores("points")),
                    "seeger_fabian": list(match.scores("seeger-fabian")),
                    "ranking": match.ranking(),
                },
                indent=2,
            )
        )
    else:
        show(sheet(match, names, language))
    return 0


def distinct(names: Sequence[str]) -> tuple[str, str, str]:
    """Numbers players of the same name, so that no two are alike."""
    first, second, third = (
        f"{name} {k}" if list(names).count(name) > 1 else name for k, name in enumerate(names, 1)
    )
    return first, second, third
