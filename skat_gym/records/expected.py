"""The result line that the rules, and the habits a server surely has, give a record."""

from __future__ import annotations

from dataclasses import replace

from skat_gym.records.record import Ending, Record
from skat_gym.records.result_line import ResultLine
from skat_gym.records.standing import Standing, missed_in_last_trick
from skat_gym.rules import Contract, Result
from skat_gym.rules.scoring import matadors

MISSED_LEVEL = "later versions of the server leave the missed announced level out of the value"
SKAT_ALONE = (
    "a player is gone before the put-downs: the server counts the matadors of the skat alone"
)


def expected_line(record: Record) -> ResultLine | None:
    """Returns the result line a record should state; None if hidden cards leave it open."""
    if record.result is not None:
        return line_of(record, record.result)
    if record.ending is Ending.UNFINISHED:
        return ResultLine("unknown")
    if record.contract is not None:
        return None
    return line_of(record, None)


def line_of(record: Record, result: Result | None) -> ResultLine:
    """States a result with the way the game ended; None is a penalty for who is gone."""
    gone = record.ended_by[0] if record.ended_by else -1
    left = gone if record.ending is Ending.LEFT else -1
    timeout = gone if record.ending is Ending.TIMEOUT else -1
    if result is not None:
        resigned = record.ending is Ending.RESIGNED
        return ResultLine.of(result, left=left, timeout=timeout, resigned=resigned)
    declarer = record.declarer
    fined = {gone}
    if declarer is not None and gone != declarer:
        fined = {0, 1, 2} - {declarer}  # once there is a declarer the other two are one side
    return ResultLine(
        "penalty",
        declarer=-1 if declarer is None else declarer,
        penalties=(int(0 in fined), int(1 in fined), int(2 in fined)),
        left=left,
        timeout=timeout,
    )


def habit_lines(record: Record) -> list[tuple[str, ResultLine]]:
    """Lists the other lines a server may state for a record, each with the habit behind it."""
    found = []
    for habit, result in (
        (MISSED_LEVEL, _without_missed_level(record)),
        (SKAT_ALONE, _with_skat_alone(record)),
    ):
        if result is not None:
            found.append((habit, line_of(record, result)))
    return found


def _without_missed_level(record: Record) -> Result | None:
    """Settles a missed announcement as later versions do: announced, but not reached.

    They count a schwarz against a declarer who announced schneider alone, and no schneider.
    """
    result, contract = record.result, record.contract
    if result is None or contract is None or result.won or not contract.schneider:
        return None
    if not _announcement_missed_at_end(record):
        return None
    schwarz = not contract.schwarz and (
        result.schwarz or (record.ending is Ending.MISSED and result.tricks == 0)
    )
    hand = Contract.of(contract.game, hand=True)
    announced = contract.number - hand.number
    run = abs(result.matadors) + announced + schwarz  # levels, whatever they are for
    lost = Result.settled(result.declarer, hand, bid=result.bid, matadors=run, points=60, tricks=1)
    return replace(
        lost,
        contract=contract,
        matadors=result.matadors,
        points=result.points,
        tricks=result.tricks,
        schneider=schwarz,
        schwarz=schwarz,
    )


def _announcement_missed_at_end(record: Record) -> bool:
    if record.ending is Ending.FINISHED:
        return record.deal is not None and missed_in_last_trick(record.deal)
    return record.ending is Ending.MISSED or record.declarer in record.ended_by


def _with_skat_alone(record: Record) -> Result | None:
    """Settles a game named, but not put down for, with the matadors of the two skat cards."""
    deal, contract = record.deal, record.contract
    if deal is None or contract is None or deal.contract is not None or not record.ended_by:
        return None
    run = int(matadors(deal.record.skat, contract.game))
    standing = replace(Standing.of(deal, contract), matadors=run)
    if record.declarer in record.ended_by:
        return standing.given_up()
    return standing.rest_to_declarer()
