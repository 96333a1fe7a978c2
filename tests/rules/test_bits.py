"""Sets of cards and actions: what is written to columns of features, bit by bit."""

import random
from typing import Any

import numba
import numpy as np

from skat_gym.rules.bits import spread

WIDTHS = (8, 24, 32, 56, 64)


@numba.njit
def spread_all(elements: int, words: Any, place: int) -> None:
    """Writes a set in every width, each to its own row."""
    spread(elements, words, 0, place, 8)
    spread(elements, words, 1, place, 24)
    spread(elements, words, 2, place, 32)
    spread(elements, words, 3, place, 56)
    spread(elements, words, 4, place, 64)


def test_spread_writes_a_byte_for_each_element_and_no_other() -> None:
    rng = random.Random(1)
    sets = [0, -1, 1, -(1 << 63), *(rng.getrandbits(64) - (1 << 63) for _ in range(300))]
    for elements in sets:
        place = rng.randrange(3)
        columns = np.full((len(WIDTHS), 80), 7, np.uint8)
        expected = columns.copy()
        for row, width in enumerate(WIDTHS):
            expected[row, 8 * place : 8 * place + width] = [elements >> k & 1 for k in range(width)]
        spread_all(elements, columns.view(np.int64), place)
        assert np.array_equal(columns, expected)
