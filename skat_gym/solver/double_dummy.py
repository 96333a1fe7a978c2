"""Perfect play, all hands open: what a position is worth, card by card, and the best line."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from skat_gym.rules.card import Card
from skat_gym.rules.contract import GAME
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import DEAL, OVER, PLAY, Phase, new_deals
from skat_gym.rules.trick import NULL
from skat_gym.solver.frame import new_work
from skat_gym.solver.solve import ILLEGAL, REACHED, SCORE, VALUE, WON, same_deal, solve_rows
from skat_gym.solver.table import new_table

QUESTIONS = ("points", "score", "card points", "card scores")
"""What `solve_many` can be asked."""
_BITS = 20


class Solver:
    """Answers questions about positions in the play of a deal, seeing all cards.

    It remembers what it searched of the deal at hand, so that asking about every position of a
    deal costs little more than asking about the first. Positions are DEAL records (an array and a
    row) or a `Deal`.

    >>> solver = Solver()
    >>> hands = ["CJ SJ HJ DJ CA CT CK CQ C9 C8", "C7 SA ST SK SQ S9 S8 S7 HA HT"]
    >>> hands += ["HK HQ H9 H8 H7 DA DT DK DQ D9", "D8 D7"]
    >>> deal = Deal.of_cards(*(hand.split() for hand in hands))
    >>> deal = deal.after("pass", "pass", "18", "pick up", "D8", "D7", "clubs")
    >>> solver.points(deal), solver.score(deal)
    (120, 156)
    """

    def __init__(self, bits: int = _BITS) -> None:
        """Allocates a table of 2**bits entries of 16 bytes."""
        self._work, self._table = new_work(), new_table(bits)
        self._scratch = new_deals(1)
        self._nodes = np.zeros(1, np.int64)
        self._serial = 0
        self._deal: tuple[int, ...] = ()

    @property
    def nodes(self) -> int:
        """Entries of the search loop so far, hits in the table included."""
        return int(self._nodes[0])

    def reaches(self, deals: Any, i: int = 0, points: int = WON) -> bool:
        """Tells whether the declarer gets so many card points, put-downs or skat included.

        In null: whether no trick is taken, `points` being ignored.
        """
        return bool(self._ask(deals, i, REACHED, 1, points)[0])

    def points(self, deals: Any, i: int = 0) -> int:
        """Returns the declarer's card points at the end; in null 1 if made to take a trick."""
        return int(self._ask(deals, i, VALUE, 1)[0])

    def score(self, deals: Any, i: int = 0) -> int:
        """Returns the declarer's list score: value or minus twice the value."""
        return int(self._ask(deals, i, SCORE, 1)[0])

    def card_values(self, deals: Any, i: int = 0) -> dict[Card, int]:
        """Returns for each legal card what `points` is after it."""
        return self._cards(deals, i, VALUE)

    def score_values(self, deals: Any, i: int = 0) -> dict[Card, int]:
        """Returns for each legal card what `score` is after it."""
        return self._cards(deals, i, SCORE)

    def line(self, deals: Any, i: int = 0) -> list[Card]:
        """Returns a best line for both sides: best list scores, then best card points."""
        deal = Deal(_position(deals, i)[0])
        null = GAME[deal.record.contract] == NULL
        cards: list[Card] = []
        while deal.phase is not Phase.OVER:
            sign = 1 if deal.seat == deal.declarer else -1
            scores, values = self.score_values(deal), self.card_values(deal)
            best = max(scores, key=lambda c: (sign * scores[c], 0 if null else sign * values[c]))
            cards.append(best)
            deal = deal.after(int(best))
        return cards

    def _cards(self, deals: Any, i: int, what: int) -> dict[Card, int]:
        found = self._ask(deals, i, what, 32)
        return {Card(c): int(found[c]) for c in range(32) if found[c] != ILLEGAL}

    def _ask(self, deals: Any, i: int, what: int, width: int, need: int = WON) -> Any:
        row = _position(deals, i)
        d = row[0]
        deal = (*map(int, d.dealt), int(d.put_down), int(d.declarer), int(d.contract))
        if deal != self._deal:
            self._deal = deal
            self._serial += 1
        out = np.zeros((1, width), np.int64)
        rest = (self._work, self._table, self._nodes, self._scratch)
        solve_rows(row, 0, what, need, self._serial, *rest, out)
        return out[0]


def _position(deals: Any, i: int) -> Any:
    """Returns a position as one row; raises ValueError unless it is in its play, or over then."""
    row = deals._array if isinstance(deals, Deal) else deals[i : i + 1]
    if row.dtype != DEAL or len(row) != 1:
        raise ValueError("a position is a Deal, or a row of DEAL records")
    if int(row[0].phase) not in (PLAY, OVER) or row[0].contract < 0:
        raise ValueError("only the play of a declared game is solved: name a contract first")
    return row


def solve_many(deals: Any, what: str = "points", threads: int = 1, bits: int = _BITS) -> Any:
    """Answers one question for every position of (n,) DEAL records.

    Positions of one deal that follow each other share what is searched. Returns (n,) int64 for
    "points" and "score", (n, 32) for "card points" and "card scores" with ILLEGAL (-9999) for cards
    that are not legal. The answers do not depend on the number of threads.

    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand")
    >>> int(solve_many(deal._array, "score")[0])
    -288
    """
    if what not in QUESTIONS:
        raise ValueError(f"what is one of {', '.join(map(repr, QUESTIONS))}, not {what!r}")
    asked = SCORE if what.endswith(("score", "scores")) else VALUE
    out = np.full((len(deals), 32 if what.startswith("card") else 1), ILLEGAL, np.int64)

    def solve(first: int, last: int) -> None:
        tools = (new_work(), new_table(bits), np.zeros(1, np.int64), new_deals(1))
        solve_rows(deals, first, asked, WON, 1, *tools, out[first:last])

    _in_parts(deals, threads, solve)
    return out if what.startswith("card") else out[:, 0]


def solve_cards(deals: Any, threads: int = 1, bits: int = _BITS) -> tuple[Any, Any]:
    """Returns card points and list scores after every legal card of (n,) DEAL records.

    Both are (n, 32) int64, as `solve_many` answers "card points" and "card scores", but what one
    question searched the other need not search again.

    >>> deal = Deal.shuffled(7).after("pass", "pass", "18", "grand hand")
    >>> points, scores = solve_cards(deal._array)
    >>> int(points[0].max()), int(scores[0].max())
    (32, -288)
    """
    points, scores = (np.full((len(deals), 32), ILLEGAL, np.int64) for _ in range(2))

    def solve(first: int, last: int) -> None:
        tools = (new_work(), new_table(bits), np.zeros(1, np.int64), new_deals(1))
        serial = 1
        for row in range(first, last):
            if row > first and not same_deal(deals, row - 1, row):
                serial += 1
            # points first: 0.78 of the nodes of both apart, 0.84 the other way round
            for asked, out in ((VALUE, points), (SCORE, scores)):
                solve_rows(deals, row, asked, WON, serial, *tools, out[row : row + 1])

    _in_parts(deals, threads, solve)
    return points, scores


def _in_parts(deals: Any, threads: int, solve: Callable[[int, int], None]) -> None:
    """Has rows `first` to `last` solved, a part by each thread; raises ValueError for bad ones."""
    if threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    for i in range(len(deals)):
        _position(deals, i)
    ends = np.linspace(0, len(deals), threads + 1).astype(int).tolist()
    parts = [(first, last) for first, last in pairwise(ends) if first < last]
    if len(parts) <= 1:
        for part in parts:
            solve(*part)
        return
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(solve, *zip(*parts, strict=True)))
