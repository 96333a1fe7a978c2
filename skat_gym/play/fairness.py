"""What can be checked of a match: its checksum from the start, the seed once it may be known."""

from __future__ import annotations

from typing import Any

from skat_gym.play.match_options import MatchOptions
from skat_gym.play.words import Text, text
from skat_gym.rules.match import N_DEALS


def is_told(options: MatchOptions, over: bool) -> bool:
    """Tells whether the person may know the seed of a match: from the start, or at its end."""
    return options.known or (over and options.again is None)


def check_command(options: MatchOptions) -> str:
    """Returns the command that deals the cards of a match again, with its checksum.

    >>> check_command(MatchOptions(seed=7)), check_command(MatchOptions(seed=7, deals=3, salt="ab"))
    ('skat-gym deals --seed 7', 'skat-gym deals --seed 7 --salt ab --deals 3')
    """
    salt = f" --salt {options.salt}" if options.salt else ""
    deals = f" --deals {options.deals}" if options.deals != N_DEALS else ""
    return f"skat-gym deals --seed {options.seed}{salt}{deals}"


def fairness(options: MatchOptions, over: bool) -> dict[str, Any]:
    """Returns the commitment to the seed; the seed itself when the person may know it."""
    if options.imported:
        return {"commitment": None, "seed": None, "salt": None, "code": None, "check": None}
    told = is_told(options, over)
    return {
        "commitment": options.commitment,
        "seed": str(options.seed) if told else None,
        "salt": options.salt if told else None,
        "code": options.code if told and options.again is None else None,
        "check": _check(options, told),
    }


def _check(options: MatchOptions, told: bool) -> Text:
    if options.again is not None and not told:
        match, _, deal = options.again.partition(":")
        return text(
            f"Das sind die Karten von Spiel {deal} der Partie {match}; nach deren Ende steht dort, "
            "wie sie sich prüfen lassen.",
            f"These are the cards of deal {deal} of match {match}; after its end it says there how "
            "to check them.",
        )
    if told:
        command = check_command(options)
        return text(
            f"{command} gibt die Karten noch einmal und nennt die Prüfsumme.",
            f"{command} deals the cards again and names the checksum.",
        )
    if not options.salt:
        return text(
            "Nach der Partie steht die Startzahl hier; skat-gym deals --seed STARTZAHL gibt dann "
            "die Karten noch einmal und nennt die Prüfsumme.",
            "After the match the seed is shown here; skat-gym deals --seed SEED then deals the "
            "cards again and names the checksum.",
        )
    return text(
        "Die Prüfsumme ist SHA-256 von „skat-gym seed STARTZAHL salt SALZ“; nach der Partie stehen "
        "beide hier, und skat-gym deals --seed STARTZAHL --salt SALZ gibt die Karten noch einmal.",
        'The checksum is SHA-256 of "skat-gym seed SEED salt SALT"; after the match both are shown '
        "here, and skat-gym deals --seed SEED --salt SALT deals the cards again.",
    )
