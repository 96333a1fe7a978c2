"""The value of a game, counted out: with 2, game 3, schneider 4 x 11 = 44."""

from __future__ import annotations

from typing import Any

from skat_gym.play.words import Text, game_text, text
from skat_gym.rules.contract import Contract
from skat_gym.rules.result import Result

_WORDS = {
    "with": text("mit", "with"),
    "without": text("ohne", "without"),
    "game": text("Spiel", "game"),
    "hand": text("Hand", "hand"),
    "schneider": text("Schneider", "schneider"),
    "schwarz": text("Schwarz", "schwarz"),
    "announced": text("angesagt", "announced"),
    "ouvert": text("ouvert", "ouvert"),
}


def value_parts(
    contract: Contract, matadors: int, schneider: bool = False, schwarz: bool = False
) -> list[dict[str, Any]]:
    """Returns what a suit or grand game is counted from, in the order it is said; [] in null.

    Each part has a "key" (with, without, game, hand, schneider, schwarz, announced, ouvert), the
    first two a "count". Matadors are positive with, negative without.
    """
    if contract.is_null:
        return []
    run = abs(matadors)
    parts: list[dict[str, Any]] = [
        {"key": "with" if matadors > 0 else "without", "count": run},
        {"key": "game", "count": run + 1},
    ]
    marks = [
        (contract.hand, "hand"),
        (schneider or contract.schneider, "schneider"),
        (contract.schneider, "announced"),
        (schwarz or contract.schwarz, "schwarz"),
        (contract.schwarz, "announced"),
        (contract.ouvert, "ouvert"),
    ]
    return parts + [{"key": key} for there, key in marks if there]


def parts_text(
    contract: Contract, parts: list[dict[str, Any]], proviso: Text | None = None
) -> Text:
    """Says a game and its parts, the matadors under a proviso: "spades, with 2, game 3"."""
    said = [game_text(contract.game)]
    for part in parts:
        word = _WORDS[part["key"]]
        count = f" {part['count']}" if "count" in part else ""
        said.append({lang: word[lang] + count for lang in word})
    if proviso is not None:
        said[1] = {lang: f"{said[1][lang]} ({proviso[lang]})" for lang in said[1]}
    return {lang: ", ".join(part[lang] for part in said) for lang in ("de", "en")}


def result_text(result: Result) -> Text:
    """Says what a deal came to; in English as `str(result)` does.

    >>> won = Result.settled(
    ...     1, Contract.parse("spades"), bid=36, matadors=2, points=93, tricks=8)
    >>> result_text(won)["de"]
    'Pik, mit 2, Spiel 3, Schneider 4 x 11 = 44; gereizt 36; gewonnen mit 93 Augen'
    >>> lost = Result.settled(
    ...     1, Contract.parse("grand"), bid=46, matadors=-1, points=46, tricks=4)
    >>> result_text(lost)["de"]
    'Grand, ohne 1, Spiel 2 x 24 = 48; gereizt 46; verloren mit 46 Augen; zählt doppelt: -96'
    """
    contract = result.contract
    if contract is None:
        return text("eingepasst: niemand schreibt etwas", str(result))
    how = "gewonnen" if result.won else "verloren"
    doubled = "" if result.won else f"; zählt doppelt: {result.score}"
    bid = f"gereizt {result.bid}"
    if result.overbid:
        bid += f", überreizt: zählt {result.cost}"
    if contract.is_null:
        name = "Null" + " Hand" * contract.hand + " ouvert" * contract.ouvert
        what = "kein Stich" if result.tricks == 0 else "ein Stich gemacht"
        return text(f"{name} {result.value}; {bid}; {how}: {what}{doubled}", str(result))
    parts = value_parts(contract, result.matadors, result.schneider, result.schwarz)
    levels = "" if "count" in parts[-1] else f" {result.levels}"  # "Spiel 2" says it already
    count = f"{levels} x {result.value // result.levels} = {result.value}"
    missed = ""
    if contract.schwarz and result.tricks < 10:
        missed = f" in {result.tricks} Stich{'en' * (result.tricks != 1)}, Schwarz angesagt"
    elif contract.schneider and result.points < 90:
        missed = ", Schneider angesagt"
    went = f"{how} mit {result.points} Augen{missed}{doubled}"
    return text(f"{parts_text(contract, parts)['de']}{count}; {bid}; {went}", str(result))
