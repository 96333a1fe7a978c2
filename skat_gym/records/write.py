"""Writing ISS SGF, and making records of deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from skat_gym.records.expected import expected_line
from skat_gym.records.record import PLACE, SERVER, Ending, Move, Record
from skat_gym.records.replay import replayed
from skat_gym.rules import (
    BID_VALUES,
    PASS,
    PICK_UP,
    Contract,
    Deal,
    action_text,
    apply,
    new_deals,
)
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.state import AUCTION, PLAY, PUT_DOWN


def write(record: Record) -> str:
    """Writes a record as one line of ISS SGF (without the line's end); `read` reads it back.

    >>> from skat_gym.records import record_of
    >>> print(write(record_of(Deal.shuffled(1).after("pass", "pass", "pass")))[-25:])
    1 p 2 p 0 p ]R[passed] ;)
    """
    properties = [
        ("GM", "Skat"),
        ("PC", record.place),
        ("CO", record.comment),
        ("SE", record.series),
        ("ID", record.id),
        ("DT", record.date),
    ]
    if record.view is not None:
        properties.append(("OW", str(record.view)))
    properties += [(f"P{seat}", name) for seat, name in enumerate(record.players)]
    properties += [(f"R{seat}", rating) for seat, rating in enumerate(record.ratings)]
    properties.append(("MV", "".join(f"{move} " for move in record.moves)))
    if record.stated is not None:
        properties.append(("R", str(record.stated)))
    return "(;" + "".join(f"{name}[{_escaped(value)}]" for name, value in properties) + " ;)"


def _escaped(value: str) -> str:
    """Escapes what would end the value, and what would look like the next record's begin."""
    return value.replace("\\", "\\\\").replace("]", "\\]").replace("(;", "\\(;")


def record_of(
    deal: Deal,
    *,
    players: tuple[str, str, str] = ("", "", ""),
    ratings: tuple[str, str, str] = ("", "", ""),
    place: str = PLACE,
    comment: str = "",
    series: str = "",
    id: str = "",
    date: str = "",
    resigned: Iterable[int] = (),
    timeout: int | None = None,
    left: int | None = None,
) -> Record:
    """Makes the record of a deal, finished or not.

    Args:
        deal: the deal as it stands. Put-downs not yet followed by a contract are left out: the
            format has no place for them.
        players: the names of forehand, middlehand and rearhand.
        ratings: their ratings as text.
        place: where it was played; with the default no habit of a server explains a difference.
        comment: any text.
        series: the number of the series or match.
        id: the number of the game.
        date: as ISS writes it, yyyy-mm-dd/hh:mm:ss/UTC.
        resigned: the seats that resigned after the last card: the declarer, or the defenders.
        timeout: the seat whose time ran out then.
        left: the seat that left then.

    Raises:
        RecordError: if the game was over already, or nobody can resign yet.

    >>> record = record_of(Deal.shuffled(1).after("18", "pass", "pass"), timeout=1)
    >>> record.reason, str(record.stated)[:22]
    ('middlehand ran out of time before the game was declared', 'd:1 penalty v:0 m:0 bi')
    """
    moves = _moves_of(deal)
    moves += [Move(str(int(seat)), "RE") for seat in resigned]
    if timeout is not None:
        moves.append(Move(SERVER, f"TI.{timeout:d}"))
    if left is not None:
        moves.append(Move(SERVER, f"LE.{left:d}"))
    header = Record(
        moves=(),
        ending=Ending.UNFINISHED,
        place=place,
        comment=comment,
        series=series,
        id=id,
        date=date,
        players=players,
        ratings=ratings,
    )
    record = replayed(header, moves)
    return replace(record, stated=expected_line(record))


def _moves_of(deal: Deal) -> list[Move]:
    """Spells the actions of a deal, the deal itself first."""
    cards = [str(card) for part in (*deal.dealt, deal.skat) for card in part]
    moves = [Move(SERVER, ".".join(cards))]
    deals = new_deals(1)
    forehand, middlehand, rearhand = deal.dealt
    deals[0] = Deal.of_cards(forehand, middlehand, rearhand, deal.skat).record
    phases, seats, speakers, bids = (deals[name] for name in ("phase", "seat", "speaker", "bid"))
    aside: list[str] = []
    for action in deal.actions:
        phase, who, listens = phases[0], str(seats[0]), seats[0] != speakers[0]
        apply(deals, 0, action)
        if phase == AUCTION:
            word = "p" if action == PASS else "y" if listens else str(BID_VALUES[bids[0]])
            moves.append(Move(who, word))
        elif action == PICK_UP:
            moves += [Move(who, "s"), Move(SERVER, ".".join(map(str, deal.skat)))]
        elif phase == PUT_DOWN:
            aside.append(action_text(action))
        elif phase == PLAY:
            moves.append(Move(who, action_text(action)))
        else:
            name = Contract(action - DECLARE_FIRST).iss
            moves.append(Move(who, ".".join([name, *aside])))
    return moves
