"""The kernels find as many auctions, declarations and plays as the oracle counted."""

from pathlib import Path
from typing import Any

import pytest

from skat_gym.rules import BID_VALUES, DEAL, Deal, Phase, apply, is_legal, legal_actions, new_deals
from skat_gym.rules.action import JUMP_FIRST
from skat_gym.rules.card import elements

COUNTS = Path(__file__).parents[1] / "data" / "counts.txt"
LINES = [
    line.split(": ")
    for line in COUNTS.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
ENDLESS = 1000


class Tree:
    """Counts what lies below a position, one row of an array for each action on the way."""

    def __init__(self, deal: Deal, end: Phase, jumps: bool) -> None:
        self.deals = new_deals(160)
        self.deals[0] = deal.record
        self.phases: Any = self.deals["phase"]
        self.end = end
        self.jumps = jumps
        self.leaves = self.over = self.points = self.scores = 0
        self.positions: set[bytes] = set()

    def walk(self, level: int, depth: int) -> None:
        """Walk through the tree below row `level`."""
        if depth == 0 or self.phases[level] in (self.end, Phase.OVER):
            self._count(level)
            return
        actions = list(elements(legal_actions(self.deals, level)))
        if self.jumps:
            first = JUMP_FIRST + int(self.deals["bid"][level]) + 2
            last = JUMP_FIRST + len(BID_VALUES)
            actions += [a for a in range(first, last) if is_legal(self.deals, level, a)]
        for action in actions:
            self.deals[level + 1] = self.deals[level]
            apply(self.deals, level + 1, action)
            self.walk(level + 1, depth - 1)

    def _count(self, level: int) -> None:
        self.leaves += 1
        self.positions.add(self.deals[level].tobytes())
        if self.phases[level] == Phase.OVER:
            result = Deal(self.deals[level]).result
            assert result is not None
            self.over += 1
            self.points += result.points
            self.scores += result.score

    def __str__(self) -> str:
        return (
            f"{self.leaves} leaves, {len(self.positions)} positions, "
            f"{self.over} over, {self.points} points, {self.scores} scores"
        )


def test_the_file_is_whole() -> None:
    assert len(LINES) == 77
    assert len({tuple(line[:2]) for line in LINES}) == len(LINES)


@pytest.mark.parametrize(
    ("how", "counted", "position"),
    [pytest.param(*line[1:], id=f"{line[0]}, {line[1]}") for line in LINES],
)
def test_counts(how: str, counted: str, position: str) -> None:
    deal = Deal.parse(position)
    assert str(deal) == position
    first, second = how.split(", ")[0].split()
    end, depth = (Phase[second.upper()], ENDLESS) if first == "to" else (Phase.OVER, int(first))
    tree = Tree(deal, end, "jumps" in how)
    tree.walk(0, depth)
    assert str(tree) == counted
    assert tree.deals.dtype == DEAL
