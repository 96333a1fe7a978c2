"""The match that a page asks for."""

from __future__ import annotations

from typing import Any

from skat_gym.play.match_options import MatchOptions
from skat_gym.play.server.hall import Hall
from skat_gym.play.server.message import Message
from skat_gym.play.words import TextError


def wanted(message: Message, hall: Hall) -> MatchOptions:
    """Reads what a new match is to be made of; raises TextError."""
    left, right = message.texts("opponents", 2) if message.has("opponents") else hall.opponents
    told: dict[str, Any] = {
        "policies": (None, left, right),
        "practice": message.flag("practice"),
    }
    if message.has("code"):
        return MatchOptions.of_code(message.text("code", most=800), **told)
    told["deals"] = message.number("deals") if message.has("deals") else hall.deals
    if message.has("scoring"):
        told["scoring"] = message.text("scoring")
    if message.flag("daily"):
        return MatchOptions.of_day(hall.today(), **{**told, "deals": 12})
    if not message.has("seed"):
        return MatchOptions.fresh(**told)
    seed = message.text("seed", most=20)
    if not seed.isascii() or not seed.isdecimal():
        raise TextError(
            "bad-field",
            f"Eine Startzahl besteht aus Ziffern, nicht {seed!r}.",
            f"a seed is made of digits, not {seed!r}",
        )
    return MatchOptions(seed=int(seed), known=True, **told)
