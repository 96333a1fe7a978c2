"""What the net that values games sees: ten cards, two put down, a contract, what was said."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.encoding.layout import layout
from skat_gym.encoding.symmetry import permute_words
from skat_gym.encoding.v1 import write_pair
from skat_gym.players.network.play_inputs import REACH_STEPS, auction_reaches
from skat_gym.players.network.suits import SUIT_NAMES
from skat_gym.rules.bits import bit, spread
from skat_gym.rules.contract import GAME, IS_HAND, IS_OUVERT
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import NULL

SKAT = layout(
    [
        ("kept", 32, "the ten cards to play with"),
        ("put_down", 32, "the two cards put down, none in a hand game"),
        ("game", 3, "suit, grand, null"),
        ("suit", 4, "which suit is trump, by its base value"),
        ("hand", 1, "the skat stays untouched"),
        ("ouvert", 1, "null ouvert"),
        ("seat", 3, "own seat"),
        ("free", 4, "nothing"),
        ("reach_me", REACH_STEPS, "values 18 to 50 this seat said or held"),
        ("reach_next", REACH_STEPS, "values the next seat said or held"),
        ("reach_previous", REACH_STEPS, "values the previous seat said or held"),
    ]
)
"""The inputs of the net that values games."""
SKAT_WIDTH = sum(block.width for block in SKAT.values())
_STATE = SKAT["game"].start
_SUIT = SKAT["suit"].start - _STATE
_HAND = SKAT["hand"].start - _STATE
_OUVERT = SKAT["ouvert"].start - _STATE
_SEAT = SKAT["seat"].start - _STATE
assert (SKAT["reach_me"].start - _STATE, SKAT_WIDTH - _STATE) == (16, 64)


@kernel
def _write_games(
    views: Any, rows: Any, kept: Any, down: Any, contracts: Any, namings: Any, words: Any
) -> None:
    each = len(words) // len(rows)
    for k in range(len(words)):
        i = k // each
        v = views[rows[i]]
        contract = contracts[i]
        game = int(GAME[contract])
        names = SUIT_NAMES[game, namings[k]]
        state = bit(0 if game < 4 else game - 3) | bit(_SEAT + v.me)
        state |= bit(_SUIT + game) if game < 4 else 0
        state |= (IS_HAND[contract] << _HAND) | (IS_OUVERT[contract] << _OUVERT)
        write_pair(words, k, 0, kept[i], down[i])
        permute_words(words, k, 0, names, game == NULL)
        permute_words(words, k, 4, names, game == NULL)
        spread(state | (auction_reaches(v) << 16), words, k, _STATE // 8, 64)


def game_inputs(views: Any, rows: Any, kept: Any, down: Any, contracts: Any, namings: Any) -> Any:
    """Returns the inputs of m games that could be played, (k, SKAT_WIDTH) uint8.

    Takes (n,) views of the declarer, and for each game the row of its view, the ten cards kept,
    the two put down (0 in a hand game) and the contract, (m,) int64; `namings` (k,) are k / m
    names of the suits for each game.
    """
    inputs = np.empty((len(namings), SKAT_WIDTH), np.uint8)
    if len(rows):
        _write_games(views, rows, kept, down, contracts, namings, inputs.view(np.int64))
    return inputs
