"""Positions as JSON objects: hands, what lies aside, the game, the cards played.

{"hands": [[...], [...], [...]], "putdown": ["DK", "HK"], "game": "S", "declarer": 2, "plays": []}
is a game after picking up, suit "D" "H" "S" "C", grand "G" or null "N". Instead of game,
"contract" may tell all: {"game": "C", "hand": true, "ouvert": false, "schneider_announced": false,
"schwarz_announced": false}; "bid" is 18 if it is missing, "plays" empty, and "skat_or_putdown" is
another name of "putdown": in a hand game they are the skat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from skat_gym.records.sgf import open_text
from skat_gym.rules.action import BID, JUMP_FIRST, PASS
from skat_gym.rules.auction import BID_VALUES, MIDDLEHAND, REARHAND
from skat_gym.rules.contract import GAME_LETTERS, Contract
from skat_gym.rules.deal import Deal


def position_of(written: Mapping[str, Any]) -> Deal:
    """Returns the deal at the position that a JSON object tells of.

    Raises ValueError, in one sentence, if something is missing or impossible.

    >>> hands = ["CJ SJ HJ DJ CA CT CK CQ C9 C8", "C7 SA ST SK SQ S9 S8 S7 HA HT"]
    >>> hands += ["HK HQ H9 H8 H7 DA DT DK DQ D9"]
    >>> written = {"hands": [h.split() for h in hands], "putdown": ["D8", "D7"], "game": "C"}
    >>> position_of({**written, "declarer": 0, "plays": ["CJ"]}).seat
    1
    """
    try:
        hands = written["hands"]
        aside = written["putdown"] if "putdown" in written else written["skat_or_putdown"]
        declarer = int(written["declarer"])
        contract = _contract(written)
        bid = int(written.get("bid", BID_VALUES[0]))
        forehand, middlehand, rearhand = hands
        deal = Deal.of_cards(forehand, middlehand, rearhand, aside)
        deal = deal.after(*_auction(declarer, bid))
        if not contract.hand:
            deal = deal.after("pick up", *aside)
        return deal.after(contract.name, *written.get("plays", ()))
    except KeyError as error:
        raise ValueError(f"a position needs {error.args[0]!r}") from None
    except TypeError as error:
        raise ValueError(f"no position: {error}") from None


def _contract(written: Mapping[str, Any]) -> Contract:
    told = written["contract"] if "contract" in written else {"game": written["game"]}
    if isinstance(told, str):
        return Contract.parse(told)
    if told["game"] not in tuple(GAME_LETTERS):
        raise ValueError(f"game is one of {' '.join(GAME_LETTERS)}, not {told['game']!r}")
    return Contract.of(
        GAME_LETTERS.index(told["game"]),
        hand=bool(told.get("hand", False)),
        ouvert=bool(told.get("ouvert", False)),
        schneider=bool(told.get("schneider_announced", False)),
        schwarz=bool(told.get("schwarz_announced", False)),
    )


def _auction(declarer: int, bid: int) -> list[int]:
    """Returns an auction in which a seat becomes declarer at a value."""
    if bid not in BID_VALUES:
        raise ValueError(f"{bid} is no value that can be bid")
    if declarer not in (0, 1, 2):
        raise ValueError(f"declarer is a seat, 0, 1 or 2, not {declarer}")
    value = JUMP_FIRST + BID_VALUES.index(bid)
    if declarer == MIDDLEHAND:
        return [value, PASS, PASS]
    if declarer == REARHAND:
        return [PASS, value, PASS]
    return [value, BID, PASS, PASS]


def read_positions(path: str | Path) -> Iterator[tuple[Mapping[str, Any], Deal]]:
    """Yields every object of a JSON-lines file, plain or gzip, with its position.

    Raises ValueError, naming the line, at the first that is no position.
    """
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                written = json.loads(line)
                if not isinstance(written, dict):
                    raise ValueError("a position is a JSON object")
                deal = position_of(written)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
            yield written, deal
