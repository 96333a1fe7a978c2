"""Random games and records for the tests of this folder."""

import random
from pathlib import Path

from skat_gym.records import Record, record_of, write
from skat_gym.rules import BID, BID_VALUES, PASS, Deal, Phase
from skat_gym.rules.action import JUMP_FIRST

OWN = Path(__file__).parents[1] / "data" / "records"
SHARED = Path(__file__).parents[3] / "shared" / "data"
PACK = (
    "CJ.SJ.HJ.DJ.CA.CT.CK.CQ.SA.HA.C9.C8.ST.SK.SQ.S9.HT.HK.HQ.H9."
    "C7.S8.S7.H8.H7.DA.DT.DK.DQ.D9.D8.D7"
)
"""Forehand holds clubs with 8; middlehand hearts without 5; rearhand a null."""


def random_deal(rng: random.Random, *, passes: float = 0.2) -> Deal:
    """Plays a deal to its end with random legal actions, jump bids and every contract."""
    deal = Deal.shuffled(rng.getrandbits(62))
    while deal.phase is not Phase.OVER:
        deal = deal.after(random_action(rng, deal, passes))
    return deal


def random_action(rng: random.Random, deal: Deal, passes: float = 0.2) -> int:
    if deal.phase is not Phase.AUCTION:
        return rng.choice(deal.legal)
    if rng.random() < passes or BID not in deal.legal:
        return PASS
    record = deal.record
    last = int(record.bid)
    if deal.seat == record.speaker and record.listener >= 0 and rng.random() < 0.3:
        return JUMP_FIRST + rng.randrange(last + 1, min(last + 9, len(BID_VALUES)))
    return BID


def whole_record(rng: random.Random, number: int = 0) -> Record:
    """Makes the record of a game that was declared."""
    while True:
        deal = random_deal(rng)
        if deal.contract is not None:
            return record_of(deal, id=str(number), players=("first", "second", "third"))


def sgf(moves: str, result: str, deal: str = PACK, place: str = "Made-up Skat Server") -> str:
    return f"(;GM[Skat]PC[{place}]ID[1]MV[w {deal} {moves} ]R[{result}] ;)"


def seen_by(record: Record, view: int) -> str:
    """Writes a record as the server shows it to a seat (0..2) or the public (3)."""
    first, *moves = record.moves
    cards = first.action.split(".")
    hands = [cards[10 * seat : 10 * seat + 10] for seat in range(3)]
    shown = [hands[seat] if seat == view else ["??"] * 10 for seat in range(3)] + [["??"] * 2]
    words = ["w", "|".join(".".join(part) for part in shown)]
    picked_up = False
    for move in moves:
        action = move.action
        mine = record.declarer == view
        if move.who == "w" and len(action) == 5 and not mine:
            action = "??.??"
        elif picked_up and "." in action and move.who != "w" and not mine:
            name, _, _, *laid_open = action.split(".")
            action = ".".join([name, "??", "??", *laid_open])
            picked_up = False
        picked_up = picked_up or action == "s"
        words += [move.who, action]
    text = write(record)
    return (
        f"{text[: text.index('P0[')]}OW[{view}]"
        f"{text[text.index('P0[') : text.index('MV[')]}MV[{' '.join(words)} ]"
        f"{text[text.index(']R[') + 1 :]}"
    )
