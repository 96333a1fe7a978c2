"""Named positions with what a club player does, and what the rulebook player must do.

Hands are those of forehand, middlehand, rearhand and the skat; cards not named fill them up in
ascending number. A position that fails is a fault of the rules, not of the table.
"""

from dataclasses import dataclass

import pytest

from skat_gym.observation import View, new_views
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules import Card, Deal, action_text
from skat_gym.rules.card import ALL_CARDS, card_set, cards_of


@dataclass(frozen=True)
class Position:
    """Is a moment of a deal and what is right then."""

    name: str
    hands: tuple[str, str, str, str]
    before: str
    right: str
    why: str

    def deal(self) -> Deal:
        """Build the deal at that moment."""
        parts = [[Card(c) for c in text.split()] for text in self.hands]
        rest = list(cards_of(ALL_CARDS & ~card_set(c for part in parts for c in part)))
        for part, size in zip(parts, (10, 10, 10, 2), strict=True):
            while len(part) < size:
                part.append(rest.pop(0))
        return Deal.of_cards(*parts).after(*filter(None, map(str.strip, self.before.split(","))))


FOREHAND_PLAYS = "pass, pass, 18, "
REARHAND_PLAYS = "pass, 18, pass, "
MIDDLEHAND_PLAYS = "18, pass, pass, "
JUNK = "C9 CQ CK S8 SQ SK H9 HQ HK D9"
GIANT = "CJ SJ HJ DJ CA CT SA HA H7 D8"
SOLID = "CJ HJ CA CK C9 C8 SA SK H7 D7"
LOW = "C7 C8 C9 S7 S8 S9 H7 H8 HT D7"
CLUBS = "CJ SJ CA CT CK C9 SA S7 H8 D7"

POSITIONS = [
    # The auction.
    Position("four jacks", ("", GIANT, "", ""), "", "bid", "a grand that cannot be lost"),
    Position("no jack", ("", JUNK, "", ""), "", "pass", "no trump, no ace, no length"),
    Position("left alone", (JUNK, "", "", ""), "pass, pass", "pass", "weak hands pass here too"),
    Position("sound clubs", ("", SOLID, "", ""), "", "bid", "six trumps with two jacks, an ace"),
    Position("holds", (GIANT, "", "", ""), "18", "bid", "far below the value of the grand"),
    Position(
        "the end of the value",
        ("", "CJ HA HK H9 H8 H7 S9 SK CQ D8", "", ""),
        "18, yes, 20, yes",
        "pass",
        "hearts with one are 20, 22 is too much",
    ),
    Position("low cards", ("", LOW, "", ""), "", "bid", "a null is 23"),
    # Skat and contract.
    Position("picks up", (SOLID, "", "", ""), FOREHAND_PLAYS, "pick up", "two losers to improve"),
    Position(
        "grand hand",
        ("CJ SJ HJ DJ CA CT CK SA ST HA", "", "", ""),
        FOREHAND_PLAYS,
        "grand hand|grand hand schneider|grand hand schwarz|grand hand ouvert",
        "ten tricks from the top need no skat",
    ),
    Position(
        "blank tens",
        ("CJ SJ HJ CA CK C9 C8 SA S7 HT", "", "", "DT D9"),
        FOREHAND_PLAYS + "pick up",
        "HT|DT",
        "a ten without cover is saved by putting it down",
    ),
    Position(
        "the second blank ten",
        ("CJ SJ HJ CA CK C9 C8 SA S7 HT", "", "", "DT HK"),
        FOREHAND_PLAYS + "pick up, HT",
        "DT|HK",
        "points and a void are both gained",
    ),
    Position(
        "names the grand",
        ("CJ SJ HJ DJ CA CT SA ST HA H7", "", "", "D7 D8"),
        FOREHAND_PLAYS + "pick up, D7, D8",
        "grand",
        "four jacks and aces: a grand counts twice as much as clubs",
    ),
    Position(
        "aces out of a null",
        ("C7 C8 C9 S7 S8 ST H7 H9 HJ D7", "", "", "CA SA"),
        FOREHAND_PLAYS + "pick up",
        "CA|SA",
        "the only cards that take tricks",
    ),
    Position(
        "null ouvert",
        ("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8", "", "", "CA SA"),
        FOREHAND_PLAYS + "pick up, CA, SA",
        "null ouvert",
        "nothing can go wrong with the cards on the table",
    ),
    # The declarer.
    Position(
        "draws trumps",
        (CLUBS, "", "", ""),
        FOREHAND_PLAYS + "clubs hand",
        "CJ|SJ",
        "trumps from the top, before aces are ruffed",
    ),
    Position(
        "draws the last jack",
        ("CJ SJ HJ CA CT CK SA ST HA H7", "", "", ""),
        FOREHAND_PLAYS + "grand hand",
        "CJ|SJ|HJ",
        "one jack is out, and it could ruff an ace",
    ),
    Position(
        "takes the ten",
        ("ST SK S9 HA HK H9 DA DK D9 C7", "CQ C8 HT H7 DT DQ HQ SQ S8 D8", "", ""),
        REARHAND_PLAYS + "clubs hand, ST, S8",
        "SA",
        "the last to play wins what the ace wins",
    ),
    Position(
        "keeps the ten",
        ("HA HK", "H8 CQ", "CJ SJ HJ DJ CA CT CK SA HT H9", ""),
        REARHAND_PLAYS + "clubs hand, HA, H8",
        "H9",
        "the trick is lost, the ten is not",
    ),
    Position(
        "ruffs what is worth it",
        ("HA HK", "HT CQ", "CJ SJ HJ DJ CA CT CK C9 SA DK", ""),
        REARHAND_PLAYS + "clubs hand, HA, HT",
        "C9|CK|CT|CA|DJ|HJ",
        "21 points for a trump, nobody behind",
    ),
    Position(
        "wins cheaply",
        ("CQ C8", "C7 HT", "CJ SJ HJ DJ CK CT SA ST HA H7", ""),
        REARHAND_PLAYS + "clubs hand, CQ, C7",
        "CT",
        "the ten comes home when it wins as the last card",
    ),
    # The defenders.
    Position(
        "smears",
        ("SA S9 S8", "SK S7 CJ SJ HJ DJ CA CT CK DQ", "ST SQ H7 D7", ""),
        MIDDLEHAND_PLAYS + "clubs hand, SA, S7",
        "ST",
        "the partner's ace has won",
    ),
    Position(
        "gives nothing",
        ("CJ SJ CT CK C9 SA S7 H8 D7 D8", "CA CQ C8 ST SK S9 H9 HT DT DA", "", ""),
        FOREHAND_PLAYS + "clubs hand, CJ",
        "C8",
        "the jack cannot be beaten",
    ),
    Position(
        "smears off suit",
        (
            "CJ SJ CA CT CK C9 H8 D7 D8 S7",
            "SA SK S9 S8 HA HK H9 DA DK D9",
            "HJ DJ C8 C7 HT H7 DT DQ HQ CQ",
            "",
        ),
        FOREHAND_PLAYS + "clubs hand, S7, SA",
        "HT|DT",
        "a ten is safe on the partner's ace, and a trump would be wasted",
    ),
    Position(
        "leaves the partner's trick",
        (
            "CJ SJ CA CT CK C9 H8 D7 D8 S7",
            "SA SK S9 S8 HA HT H9 DA DK DT",
            "HJ DJ C8 C7 HK H7 D9 DQ HQ CQ",
            "",
        ),
        FOREHAND_PLAYS + "clubs hand, S7, SA",
        "HK|HQ|DQ|H7|D9",
        "no trump on a trick that is won",
    ),
    Position(
        "ruffs the ace",
        ("CJ SJ CA CT CK SA S7 H8 D7 D8", "C9 C8 HA HK H9 DA DK D9 DQ HQ", "ST SK", ""),
        FOREHAND_PLAYS + "clubs hand, SA",
        "C9|C8",
        "void in spades with small trumps: eleven points",
    ),
    Position(
        "takes with the last card",
        ("CJ SJ CA CT CK C9 HK H8 D7 D8", "H9 S9", "HA HQ ST SK", ""),
        FOREHAND_PLAYS + "clubs hand, HK, H9",
        "HA",
        "the king is caught by the ace",
    ),
    Position(
        "does not lead the ten",
        ("ST SK S8 HT HK H9 DA DQ D9 C7", "", "CJ SJ CA CT CK C9 SQ S7 H8 D7", ""),
        REARHAND_PLAYS + "clubs hand",
        "DA|DQ|D9|S8|SK|HK|H9",
        "a ten without the ace is led into the declarer's hands",
    ),
    Position(
        "no trump for the declarer",
        ("SA ST S8 HA HK H9 DA DQ CQ C7", "", "CJ SJ CA CT CK C9 SQ S7 H8 D7", ""),
        REARHAND_PLAYS + "clubs hand",
        "SA|ST|S8|HA|HK|H9|DA|DQ|D9",
        "drawing trumps is the declarer's work",
    ),
    # Null.
    Position(
        "ducks high",
        ("CA CK S9 HA HK H9 DA DK D9 SK", "SQ CT", "C7 C8 C9 S7 S8 ST H7 H8 D7 D8", ""),
        REARHAND_PLAYS + "null hand, S9, SQ",
        "ST",
        "the highest card that loses goes first",
    ),
    Position(
        "under the declarer",
        ("C7 C9 CQ S7 S8 ST H7 H8 D7 D8", "C8 CA SJ SQ HT HQ DT DQ SA HJ", "", ""),
        FOREHAND_PLAYS + "null hand, C9",
        "C8",
        "the nine may be left with the trick",
    ),
    Position(
        "keeps aces from a null",
        (
            "CA C7 SA S9 HA HJ DA DJ D9 H9",
            "CJ CQ SJ SQ HT HQ DT DQ SK CT",
            "C8 C9 CK S7 S8 ST H7 H8 D7 D8",
            "",
        ),
        REARHAND_PLAYS + "null hand",
        "C7|S9|H9|D9|DJ|HJ",
        "an ace catches nobody",
    ),
    Position(
        "leads from safety",
        ("C7 C9 CJ S7 S9 SJ H7 H9 D7 D8", "", "", ""),
        FOREHAND_PLAYS + "null hand",
        "C7|S7|H7|D7|D8|H9|C9|S9",
        "a jack may stay with the trick",
    ),
    Position(
        "throws the danger",
        ("DA DK", "DQ SQ", "C7 C8 C9 S7 S8 S9 H7 H8 H9 SK", ""),
        REARHAND_PLAYS + "null hand, DA, DQ",
        "SK",
        "the only card that could be caught",
    ),
    Position(
        "the single card against a null",
        ("D9 C9 CJ CQ CK S9 SQ SK HQ HK", "", "", ""),
        REARHAND_PLAYS + "null hand",
        "D9",
        "a short suit first: soon high cards can be thrown on it",
    ),
]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: p.name.replace(" ", "-"))
def test_plays_what_a_club_player_plays(position: Position) -> None:
    deal = position.deal()
    views = new_views(1)
    views[0] = View.of(deal, deal.seat).record
    answer = action_text(int(rulebook_action(views, 0, deal.mask, 0)))
    assert answer in position.right.split("|"), f"{answer}, but {position.why}"


def test_there_are_thirty() -> None:
    assert len({p.name for p in POSITIONS}) >= 30
