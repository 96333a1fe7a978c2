"""What the games of a hand would be worth, and whether they reach the bid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from skat_gym.observation import View
from skat_gym.play.value_text import parts_text, value_parts
from skat_gym.play.words import Text, contract_text, game_text, text
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import card_set
from skat_gym.rules.contract import BASE, FIRST_NULL, NULL_VALUES, Contract
from skat_gym.rules.scoring import matadors, settle
from skat_gym.rules.state import Phase
from skat_gym.rules.trick import GRAND, NULL

OPEN = text("falls der Skat nichts ändert", "unless the skat changes that")
"""Says that a count of matadors is over fewer cards than will count."""
_SUITS_AND_GRAND = range(5)


@dataclass(frozen=True)
class Worth:
    """Is a game as its declarer would count it before the play.

    >>> worth = Worth(Contract.parse("spades"), 2, bid=36, certain=True)
    >>> worth.value, worth.needs, worth.text["en"]
    (33, 'schneider', 'spades, with 2, game 3 = 33, bid 36')
    >>> Worth(Contract.parse("spades"), -1, bid=20, certain=False).text["de"]
    'Pik, ohne 1 (falls der Skat nichts ändert), Spiel 2 = 22, gereizt 20'
    """

    contract: Contract
    matadors: int
    """Over the cards the declarer has seen: positive with, negative without, 0 in null."""
    bid: int
    """The value bid, 0 if nobody bid yet."""
    certain: bool
    """Whether all twelve cards have been seen."""

    def _settled(self, points: int, tricks: int) -> tuple[int, int]:
        settled = settle(self.contract.number, self.bid, self.matadors, points, tricks)
        return int(settled[0]), int(settled[1])

    @property
    def levels(self) -> int:
        """What the base value is multiplied by, 0 in null."""
        return self._settled(61, 5)[0]

    @cached_property
    def value(self) -> int:
        """The value of the game if it is just won."""
        return self._settled(61, 5)[1]

    @property
    def needs(self) -> str | None:
        """What it takes to reach the bid: None, "schneider", "schwarz" or "more"."""
        if self.value >= self.bid:
            return None
        if self._settled(90, 9)[1] >= self.bid:
            return "schneider"
        return "schwarz" if self._settled(120, 10)[1] >= self.bid else "more"

    @property
    def open(self) -> bool:
        """Whether a jack or trump in the skat could still change the matadors.

        With all of them nothing can. With fewer the one that is missing may lie there, and without
        some each of those: a game without 1 becomes one with 2 or more by the jack of clubs.
        """
        if self.certain or self.contract.is_null:
            return False
        return self.matadors < most_matadors(self.contract.game)

    @property
    def text(self) -> Text:
        """The count in words."""
        bid = text(f", gereizt {self.bid}", f", bid {self.bid}") if self.bid else text("", "")
        said = contract_text(self.contract)
        if not self.contract.is_null:
            parts = value_parts(self.contract, self.matadors)
            said = parts_text(self.contract, parts, OPEN if self.open else None)
        return {lang: f"{said[lang]} = {self.value}{bid[lang]}" for lang in said}

    @property
    def warning(self) -> Text | None:
        """Says that the game is worth less than the bid, and what that means."""
        needs = self.needs
        if needs is None:
            return None
        if needs == "more":
            said = text(
                f"unter {self.bid}: überreizt, verloren", f"below {self.bid}: overbid, lost"
            )
        else:
            said = text(
                f"unter {self.bid}: verloren ohne {needs.capitalize()}",
                f"below {self.bid}: lost without {needs}",
            )
        return {lang: f"{said[lang]}, {OPEN[lang]}" for lang in said} if self.open else said


class Counter:
    """Counts contracts on the cards that one seat has seen."""

    def __init__(self, view: View) -> None:
        self._held = card_set(view.hand) | card_set(view.put_down)
        self._bid, self._certain = view.bid, bool(view.found)
        self._runs = [int(matadors(self._held, game)) for game in range(6)]

    def worth(self, contract: Contract) -> Worth:
        """Counts a contract."""
        return Worth(contract, self._runs[contract.game], self._bid, self._certain)


def worths(view: View) -> list[Worth]:
    """Counts the games there are to choose from: suits, grand, and nulls that reach the bid."""
    count = Counter(view).worth
    plain = [count(Contract.of(game)) for game in _SUITS_AND_GRAND]
    forms = range(4) if view.phase in (Phase.AUCTION, Phase.CHOICE) else (0, 2)
    nulls = [count(Contract(FIRST_NULL + form)) for form in forms]
    return plain + [null for null in nulls if null.value >= null.bid]


def meaning(value: int) -> list[tuple[int, int, Text]]:
    """Returns which games have exactly a value that is bid: game, levels (0 in null), in words.

    >>> [told["en"] for _, _, told in meaning(20)]
    ['hearts with or without 1']
    """
    found = []
    for game in _SUITS_AND_GRAND:
        levels, rest = divmod(value, int(BASE[game]))
        if rest or levels < 2:
            continue
        name, run = game_text(game), levels - 1
        if run <= most_matadors(game):
            told = text(f"{name['de']} mit oder ohne {run}", f"{name['en']} with or without {run}")
        else:
            told = text(f"{name['de']}, {levels}-fach", f"{name['en']}, {levels} times")
        found.append((game, levels, told))
    for form, worth in enumerate(NULL_VALUES):
        if worth == value:
            found.append((NULL, 0, contract_text(Contract(FIRST_NULL + form))))
    return found


def most_matadors(game: int) -> int:
    """Returns how many trumps a suit or grand game has, all in a row from the jack of clubs.

    >>> most_matadors(GRAND)
    4
    """
    return 4 if game == GRAND else 11


def next_value(view: View) -> int | None:
    """Returns the value that the speaker would bid next, None at the end of the list."""
    place = int(view.numbers.bid) + 1
    return BID_VALUES[place] if place < len(BID_VALUES) else None
