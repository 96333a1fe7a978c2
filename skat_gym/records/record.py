"""A game record: who played, what was done, how it ended, what was stated and what we say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from skat_gym.records.result_line import ResultLine
from skat_gym.rules import SEAT_NAMES, Contract, Deal, Result

PLACE = "skat-gym"
"""The place of records made here; a server's habits explain nothing in them."""
SERVER = "w"
"""Who moves when the cards are dealt, the skat is shown, or a player is gone."""


class RecordError(ValueError):
    """Says in one sentence why a record cannot be read: file, game, move, what is accepted.

    >>> from skat_gym.records import read
    >>> read("(;GM[Chess] ;)")
    Traceback (most recent call last):
      ...
    skat_gym.records.record.RecordError: GM[Chess] is not a record of Skat: GM[Skat] is accepted
    """


class Move(NamedTuple):
    """Is one move of a record as ISS spells it: who ("w", "0", "1", "2") and the action.

    >>> Move("1", "CJ").seat, Move("w", "TI.0").seat
    (1, -1)
    """

    who: str
    action: str

    @property
    def seat(self) -> int:
        """The seat that moves, -1 for the server."""
        return -1 if self.who == SERVER else int(self.who)

    def __str__(self) -> str:
        return f"{self.who} {self.action}"


class Ending(StrEnum):
    """Is how a recorded game ended.

    >>> Ending("resigned") is Ending.RESIGNED
    True
    """

    FINISHED = "finished"
    """Played to its end by the rules."""
    THROWN_IN = "thrown in"
    """Nobody bid."""
    MISSED = "missed"
    """The server stopped an announced game at the trick that missed the announcement."""
    RESIGNED = "resigned"
    """The declarer or both defenders gave up."""
    TIMEOUT = "timeout"
    """A player's time ran out."""
    LEFT = "left"
    """A player left."""
    UNFINISHED = "unfinished"
    """The record breaks off."""


@dataclass(frozen=True)
class Record:
    """Is one recorded game; `read` and `record_of` make it.

    >>> from skat_gym.records import record_of
    >>> record = record_of(Deal.shuffled(1).after("pass", "pass", "pass"), id="7")
    >>> record.ending.value, str(record.result), record.id
    ('thrown in', 'passed by all: nobody scores', '7')
    """

    moves: tuple[Move, ...]
    """The deal first, then every move, in the canonical spelling (`TYPE.d1.d2`, NOH)."""
    ending: Ending
    ended_by: tuple[int, ...] = ()
    """The seats that resigned, ran out of time or left and so ended the game."""
    deal: Deal | None = None
    """The deal at its last legal moment; None while cards of it are not known for certain."""
    declarer: int | None = None
    """The declarer's seat, None while unknown or thrown in."""
    contract: Contract | None = None
    """The game named, put-downs made or not; None if none was."""
    result: Result | None = None
    """What the rules say, in resigned and abandoned games by the habits of the server; None for
    no result."""
    reason: str = ""
    """Why there is no result."""
    stated: ResultLine | None = None
    """The result that the record states, None if it has no R property."""
    place: str = ""
    comment: str = ""
    series: str = ""
    id: str = ""
    date: str = ""
    """As ISS writes it: yyyy-mm-dd/hh:mm:ss/UTC."""
    view: int | None = None
    """The seat whose view was recorded, 3 for the public's; None for all cards open."""
    players: tuple[str, str, str] = ("", "", "")
    """The names of forehand, middlehand and rearhand."""
    ratings: tuple[str, str, str] = ("", "", "")

    @property
    def actions(self) -> int:
        """How many moves the players made: bids, answers, declarations, cards, RE and SC."""
        return sum(move.who != SERVER for move in self.moves)

    def __str__(self) -> str:
        names = ", ".join(
            player or seat for player, seat in zip(self.players, SEAT_NAMES, strict=True)
        )
        parts = [self.id or "no ID", names]
        if self.declarer is not None:
            game = f"plays {self.contract}" if self.contract else "named no game"
            parts.append(f"{SEAT_NAMES[self.declarer]} {game}")
        if self.result is None:
            parts.append(f"no result: {self.reason}")
        elif self.result.contract is None:
            parts.append(str(self.result))
        else:
            score = f"; score {self.result.score:+d}" if self.result.won else ""  # a loss says it
            parts.append(f"{self.result}{self._how()}{score}")
        return ": ".join(parts)

    def _how(self) -> str:
        if self.ending is Ending.MISSED:
            return "; stopped there"
        if not self.ended_by:
            return ""
        how = {Ending.TIMEOUT: "ran out of time", Ending.LEFT: "left"}.get(self.ending, "resigned")
        return f"; {' and '.join(SEAT_NAMES[seat] for seat in self.ended_by)} {how}"
