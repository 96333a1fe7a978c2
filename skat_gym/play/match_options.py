"""What a match is made of: seed, players, length, scoring; its short code; levels of players."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from skat_gym.play.words import Text, TextError, both, text
from skat_gym.rules.chance import below, deal_key, dealer_key
from skat_gym.rules.deal import Deal
from skat_gym.rules.match import N_DEALS, SCORINGS

MOST_DEALS = 120
THREE_CHAIRS = text(
    "am Tisch sind drei Plätze, und ein Mensch nimmt den ersten",
    "a table has three chairs, and a person may take the first",
)


@dataclass(frozen=True)
class Level:
    """Is a policy that people are offered to play against."""

    policy: str
    title: Text
    """What it is called, in a word or two."""
    about: Text
    """What it does, in a line."""


LEVELS = (
    Level(
        "club,memory=1",
        text("Verein, vergesslich", "Club, forgetful"),
        text(
            "wie Verein, weiß aber nur noch den letzten Stich",
            "as Club, but remembers the last trick alone",
        ),
    ),
    Level(
        "rulebook",
        text("Faustregeln", "Rules of thumb"),
        text(
            "spielt nach Faustregeln und rechnet die letzten vier Karten aus",
            "rules of the card table, the last four cards played out",
        ),
    ),
    Level(
        "search:rulebook",
        text("Faustregeln, rechnend", "Rules of thumb, searching"),
        text(
            "rechnet Verteilungen durch, die zu allem Gesehenen passen; denkt etwas länger",
            "plays out deals that agree with what it has seen; thinks a little longer",
        ),
    ),
    Level(
        "club",
        text("Verein", "Club"),
        text("hat das Spiel an vielen Spielen gelernt", "learned the game from many deals"),
    ),
    Level(
        "expert,memory=4",
        text("Experte, vergesslich", "Expert, forgetful"),
        text(
            "wie Experte, weiß aber nur noch die letzten vier Stiche",
            "as Expert, but remembers the last four tricks alone",
        ),
    ),
    Level(
        "expert",
        text("Experte", "Expert"),
        text("die stärkste gelernte Spielweise", "the strongest policy that was trained"),
    ),
    Level(
        "search:expert",
        text("Experte, rechnend", "Expert, searching"),
        text(
            "rechnet dazu Verteilungen durch, die zu allem Gesehenen passen; denkt etwas länger",
            "plays out deals that agree with what it has seen as well; thinks a little longer",
        ),
    ),
)
"""From easy to strong, as policies/levels.json has it; none plays at random."""
UNTRAINED = "search:rulebook"
"""Is offered where no trained policy is: its place among those is not measured."""
_DEFAULTS = ("expert", "rulebook")


def levels(names: Collection[str] | None = None) -> tuple[Level, ...]:
    """Returns the levels whose policies exist, from easy to strong, then other shipped policies.

    >>> [level.policy for level in levels(["random", "rulebook", "club", "search:POLICY"])]
    ['club,memory=1', 'rulebook', 'club']
    """
    there = _names() if names is None else names
    found = [level for level in LEVELS if _base(level.policy) in there]
    if any(_base(level.policy) != _base(UNTRAINED) for level in found):
        found = [level for level in found if level.policy != UNTRAINED]
    known = {"random", *(level.policy for level in LEVELS)}
    others = [name for name in there if name not in known and ":" not in name]
    return (*found, *(Level(name, both(name), both("")) for name in others))


def default_opponent(names: Collection[str] | None = None) -> str:
    """Returns the strongest policy that decides at once: expert where it is shipped.

    >>> default_opponent(["random", "rulebook"])
    'rulebook'
    """
    there = _names() if names is None else names
    return next(name for name in _DEFAULTS if name in there)


def _names() -> Collection[str]:
    from skat_gym.players import policy_names

    return policy_names()


def _base(policy: str) -> str:
    return policy.removeprefix("search:").partition(",")[0]


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE = re.compile(r"skat1-(\d{1,3})([ps])-([0-9a-z]{1,13})(?:~([^~\s]+)~([^~\s]+))?")
_SCORING = {"p": "points", "s": "seeger-fabian"}


@dataclass(frozen=True)
class MatchOptions:
    """Is everything a match follows from, apart from what the person does.

    >>> options = MatchOptions(seed=7)
    >>> options.code
    'skat1-12s-7~rulebook~rulebook'
    >>> MatchOptions.of_code(options.code).seed
    7
    """

    seed: int
    policies: tuple[str | None, str | None, str | None] = (None, "rulebook", "rulebook")
    """By player, 0 first; None for the person (player 0 only)."""
    deals: int = N_DEALS
    scoring: str = "seeger-fabian"
    practice: bool = False
    """Whether moves may be taken back; such matches do not count."""
    known: bool = False
    """Whether the person knew the seed from the beginning."""
    salt: str = ""
    """Keeps the commitment from being tried out; hexadecimal digits."""
    daily: str | None = None
    """The day whose deals these are, yyyy-mm-dd."""
    again: str | None = None
    """The match and deal that is played again, "ID:NUMBER", counted from 1."""
    first_deal: int = 0
    """Which deal of the seed is the first."""
    first_dealer: int | None = None
    """None: it follows from the seed."""
    imported: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise TextError(
                "bad-field",
                f"Eine Startzahl ist eine ganze Zahl von 0 bis 2**63 - 1, nicht {self.seed}.",
                f"a seed is a whole number from 0 to 2**63 - 1, not {self.seed}",
            )
        if not 1 <= self.deals <= MOST_DEALS:
            raise TextError(
                "bad-field",
                f"Eine Partie hat 1 bis {MOST_DEALS} Spiele, nicht {self.deals}.",
                f"a match has 1 to {MOST_DEALS} deals, not {self.deals}",
            )
        if self.scoring not in SCORINGS:
            raise TextError(
                "bad-field",
                f"Gewertet wird nach 'points' oder 'seeger-fabian', nicht {self.scoring!r}.",
                f"scoring is 'points' or 'seeger-fabian', not {self.scoring!r}",
            )
        if len(self.policies) != 3 or None in self.policies[1:]:
            raise TextError("bad-field", THREE_CHAIRS["de"], THREE_CHAIRS["en"])

    @property
    def dealer(self) -> int:
        """The player who deals first."""
        if self.first_dealer is not None:
            return self.first_dealer
        return int(below(dealer_key(self.seed, 0), 3))

    def deal(self, number: int) -> Deal:
        """Deals deal `number` of the match, counted from 0."""
        return Deal.shuffled(deal_key(self.seed, self.first_deal + number))

    @property
    def commitment(self) -> str:
        """The SHA-256 sum that is shown before the first deal (see `commitment`)."""
        return commitment(self.seed, self.salt)

    @property
    def code(self) -> str:
        """The match in one word, for others to play the same."""
        letter = "p" if self.scoring == "points" else "s"
        left, right = self.policies[1:]
        return f"skat1-{self.deals}{letter}-{_base36(self.seed)}~{left}~{right}"

    @classmethod
    def of_code(cls, code: str, **keywords: Any) -> MatchOptions:
        """Reads a match code, with or without the policies; raises TextError."""
        found = _CODE.fullmatch(code.strip())
        if found is None:
            raise TextError(
                "bad-field",
                f"{code!r} ist kein Code einer Partie; einer sieht so aus: skat1-12s-k3v9x2.",
                f"{code!r} is no match code; one looks like skat1-12s-k3v9x2",
            )
        deals, letter, digits, left, right = found.groups()
        if left is not None:
            keywords["policies"] = (None, left, right)
        return cls(
            seed=int(digits, 36),
            deals=int(deals),
            scoring=_SCORING[letter],
            known=True,
            salt=new_salt(),
            **keywords,
        )

    @classmethod
    def of_day(cls, day: str, **keywords: Any) -> MatchOptions:
        """Returns the match of a day, yyyy-mm-dd: the same deals for everybody."""
        return cls(seed=daily_seed(day), daily=day, known=True, salt=new_salt(), **keywords)

    @classmethod
    def fresh(cls, **keywords: Any) -> MatchOptions:
        """Returns a match of cards that nobody knows."""
        return cls(seed=secrets.randbits(63), salt=new_salt(), **keywords)


def options_of(
    policies: Sequence[str],
    *,
    seed: int | None = None,
    deals: int = 12,
    scoring: str = "seeger-fabian",
    practice: bool = False,
    code: str | None = None,
    day: str | None = None,
) -> MatchOptions:
    """Returns the options of a person's match: of a code, a day, a seed, or fresh cards."""
    left, right = policies
    if code is not None:
        return MatchOptions.of_code(code, policies=(None, left, right), practice=practice)
    if day is not None:
        return MatchOptions.of_day(
            day, policies=(None, left, right), scoring=scoring, practice=practice
        )
    if seed is None:
        return MatchOptions.fresh(
            policies=(None, left, right), deals=deals, scoring=scoring, practice=practice
        )
    return MatchOptions(
        seed=seed,
        policies=(None, left, right),
        deals=deals,
        scoring=scoring,
        practice=practice,
        known=True,
        salt=new_salt(),
    )


def commitment(seed: int, salt: str = "") -> str:
    """Returns the SHA-256 sum of the text "skat-gym seed SEED salt SALT".

    >>> commitment(1, "00")[:8]
    '1539da24'
    """
    return hashlib.sha256(f"skat-gym seed {seed} salt {salt}".encode()).hexdigest()


def daily_seed(day: str) -> int:
    """Returns the seed of a day: 63 bits of the SHA-256 sum of "skat-gym daily DAY"."""
    digest = hashlib.sha256(f"skat-gym daily {day}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def new_salt() -> str:
    """Draws a salt of 128 bits."""
    return secrets.token_hex(16)


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits
