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
"""The moves begin here: card, run of neighbours it belongs to << 5, place in the list << 10."""
VALUES = 30
"""The value found for each move, by its place in the list."""
SCORES = 40
"""How promising each move is."""
KEYS, SLOTS, BOUNDS = 50, 60, 70
"""Of each move that ends a trick, by its place: what KEY, SLOT and LOW | HIGH << 8 are after it.

The slot is -1 if the value is known.
"""
WIDTH = 80
DEPTH = 32


def new_work() -> Any:
    """Allocates what one search works on, (34, 80) int64: a row for the hands, then the frames."""
    return np.zeros((DEPTH + 2, WIDTH), np.int64)
