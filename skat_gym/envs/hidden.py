"""What a seat cannot see, for a critic in training alone: who holds which of the hidden cards."""

from __future__ import annotations

from typing import Any

from skat_gym.encoding import write_cards
from skat_gym.rules.kernel import kernel

HIDDEN_WIDTH = 96
"""Columns by card number: the next seat's hand, the previous seat's, the cards laid aside."""


@kernel
def write_hidden(deals: Any, i: int, views: Any, j: int, words: Any, row: int) -> None:
    """Writes the cards of deal i that the seat of views[j] cannot see.

    `words` is an (n, HIDDEN_WIDTH) array of uint8 seen as (n, HIDDEN_WIDTH / 8) int64. Cards
    laid aside are the put-downs, or the skat nobody took.
    """
    d = deals[i]
    v = views[j]
    me = v.me
    seen = v.hand | v.open_hand | v.put_down
    aside = d.put_down if d.picked_up == 1 else d.skat
    write_cards(d.hands[me + 1 if me < 2 else 0] & ~seen, words, row, 0)
    write_cards(d.hands[me - 1 if me > 0 else 2] & ~seen, words, row, 32)
    write_cards(aside & ~seen, words, row, 64)
