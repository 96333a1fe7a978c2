"""The stack of the search: one row of integers for each card still to be laid."""

from __future__ import annotations

from typing import Any

import numpy as np

# What a frame holds. NEED is what the declarer still needs here, LEFT what is still to be had;
# TURN 0, 1, 2 counts the cards on the table: LED, SECOND; BEST lies highest, laid by HOLDER, and
# LAID points lie there. TRIED of COUNT moves were searched, BOUND is the best value among them, LOW
# and HIGH are bounds known before the search, KEY and SLOT the place in the table. GAIN is what
# the declarer won with the trick that the move ended.
NEED, LEFT, SEAT, TURN, LED, SECOND, BEST, HOLDER, LAID = range(9)
COUNT, TRIED, BOUND, LOW, HIGH, KEY, SLOT, GAIN = range(9, 17)
MOVES = 20
"""The moves begin here: card, plus 32 times the run of neighbours it belongs to."""
VALUES = 30
"""The value found for each move."""
SCORES = 40
"""How promising each move is."""
WIDTH = 50
DEPTH = 32


def new_work() -> Any:
    """Allocates what one search works on, (34, 50) int64: a row for the hands, then the frames."""
    return np.zeros((DEPTH + 2, WIDTH), np.int64)
