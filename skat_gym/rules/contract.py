"""The 29 contracts: five trump games in five forms each, and four nulls (ISkO 2.2, 5.1).

A contract is a number from 0 to 28: 5 * game + form for diamonds, hearts, spades, clubs, grand
with the forms plain, hand, hand schneider, hand schwarz, hand ouvert; then 25 null, 26 null hand,
27 null ouvert, 28 null ouvert hand. Each announcement implies the ones before it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skat_gym.arguments import whole
from skat_gym.rules.card import SUIT_NAMES, SUITS
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import GRAND, NULL

N_CONTRACTS = 29
FORMS = ("", "hand", "hand schneider", "hand schwarz", "hand ouvert")
NULL_FORMS = ("", "hand", "ouvert", "ouvert hand")
NULL_VALUES = (23, 35, 46, 59)
GAME_NAMES = (*SUIT_NAMES, "grand", "null")
GAME_LETTERS = SUITS + "GN"
PLAIN, HAND, SCHNEIDER, SCHWARZ, OUVERT = range(5)
FIRST_NULL = 25

BASE = np.array([9, 10, 11, 12, 24, 23], np.int64)
"""(6,): the base value of each game; for null the value of the plain game."""
GAME = np.array([c // 5 for c in range(FIRST_NULL)] + [NULL] * 4, np.int64)
FORM = np.array([c % 5 for c in range(FIRST_NULL)] + [0] * 4, np.int64)
IS_HAND = np.array([c % 5 >= HAND for c in range(FIRST_NULL)] + [0, 1, 0, 1], np.int64)
IS_OUVERT = np.array([c % 5 == OUVERT for c in range(FIRST_NULL)] + [0, 0, 1, 1], np.int64)
NULL_VALUE = np.array([0] * FIRST_NULL + list(NULL_VALUES), np.int64)


@kernel
def game_of(contract: int) -> int:
    """Returns the game of a contract: 0..3 the trump suit, 4 grand, 5 null."""
    return int(GAME[contract])


@dataclass(frozen=True)
class Contract:
    """Is what the declarer plays: a game and its announcements.

    >>> Contract.parse("grand hand schneider")
    Contract('grand hand schneider')
    >>> Contract.parse("GHS").number, Contract(27).iss
    (22, 'NO')
    """

    number: int

    def __post_init__(self) -> None:
        if type(self.number) is not int or not 0 <= self.number < N_CONTRACTS:
            object.__setattr__(self, "number", whole("a contract", self.number, 0, N_CONTRACTS - 1))

    @classmethod
    def of(
        cls,
        game: int,
        *,
        hand: bool = False,
        schneider: bool = False,
        schwarz: bool = False,
        ouvert: bool = False,
    ) -> Contract:
        """Builds a contract from its parts; later announcements imply the earlier ones.

        Raises ValueError for announcements the game does not have: anything but hand and ouvert
        in null, anything at all after picking up the skat in suit and grand.
        """
        if game == NULL:
            if schneider or schwarz:
                raise ValueError("null has no schneider or schwarz; it may be hand and ouvert")
            return cls(FIRST_NULL + 2 * ouvert + hand)
        if not hand and (schneider or schwarz or ouvert):
            raise ValueError(
                f"schneider, schwarz and ouvert are announced in hand games only, "
                f"not in {GAME_NAMES[game]} with the skat"
            )
        form = OUVERT if ouvert else SCHWARZ if schwarz else SCHNEIDER if schneider else int(hand)
        return cls(5 * game + form)

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Reads "spades hand" or the ISS form "SH" (letters after the first in any order)."""
        known = isinstance(text, str)
        words = text.lower().split() if known else []
        if words and words[0] in GAME_NAMES:
            game, marks = GAME_NAMES.index(words[0]), set(words[1:])
            names = {"hand", "schneider", "schwarz", "ouvert"}
        elif known and text and text[0] in GAME_LETTERS:
            game, marks = GAME_LETTERS.index(text[0]), set(text[1:])
            names = set("HSZO")
            if len(marks) != len(text) - 1:
                names = set()
            if "O" in marks and game != NULL:
                marks = marks | {"H"}
        else:
            names, game, marks = set(), 0, {"?"}
        if marks - names:
            raise ValueError(
                f"{text!r} is not a contract; one is written as 'spades', 'grand hand schneider', "
                "'null ouvert hand' or as S, GHS, NOH"
            )
        return cls.of(
            game,
            hand=bool(marks & {"hand", "H"}),
            schneider=bool(marks & {"schneider", "S"}),
            schwarz=bool(marks & {"schwarz", "Z"}),
            ouvert=bool(marks & {"ouvert", "O"}),
        )

    @property
    def game(self) -> int:
        """The game: 0..3 the trump suit, 4 grand, 5 null."""
        return int(GAME[self.number])

    @property
    def hand(self) -> bool:
        """Whether the skat stays untouched."""
        return bool(IS_HAND[self.number])

    @property
    def ouvert(self) -> bool:
        """Whether the declarer's cards lie open."""
        return bool(IS_OUVERT[self.number])

    @property
    def schneider(self) -> bool:
        """Whether schneider is announced."""
        return bool(FORM[self.number] >= SCHNEIDER)

    @property
    def schwarz(self) -> bool:
        """Whether schwarz is announced."""
        return bool(FORM[self.number] >= SCHWARZ)

    @property
    def is_null(self) -> bool:
        """Whether the declarer must not take a trick."""
        return self.game == NULL

    @property
    def is_grand(self) -> bool:
        """Whether the four jacks are the only trumps."""
        return self.game == GRAND

    @property
    def iss(self) -> str:
        """The contract as ISS writes it, such as "GHS", "NO" or "CO"."""
        letter = GAME_LETTERS[self.game]
        if self.is_null:
            return letter + "O" * self.ouvert + "H" * self.hand
        return letter + ("", "H", "HS", "HZ", "O")[FORM[self.number]]

    @property
    def name(self) -> str:
        """The contract in words."""
        form = NULL_FORMS[self.number - FIRST_NULL] if self.is_null else FORMS[FORM[self.number]]
        return f"{GAME_NAMES[self.game]} {form}".strip()

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Contract({self.name!r})"
