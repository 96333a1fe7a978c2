"""The rules alone and with features: what the kernels do when nobody waits for Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from skat_gym.encoding import IDENTITY, V1_WIDTH, encode_row, write_mask
from skat_gym.observation import new_views, view
from skat_gym.rules.chance import mix
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action, self_play
from skat_gym.rules.state import OVER, new_deals
from skat_gym.rules.transition import apply, legal_actions, shuffle

BATCH = 1024


@kernel
def play_encoded(deals: Any, keys: Any, views: Any, words: Any, masks: Any, suits: Any) -> int:
    """Plays every deal at random in lockstep, writing view, features and mask each time."""
    decisions = 0
    for i in range(len(deals)):
        shuffle(deals, i, keys[i])
    live = len(deals)
    while live > 0:
        live = 0
        for i in range(len(deals)):
            d = deals[i]
            if d.phase == OVER:
                continue
            live += 1
            mask = legal_actions(deals, i)
            view(deals, i, d.seat, views, i)
            encode_row(views, i, words, i, suits)
            write_mask(mask, masks, i)
            apply(deals, i, random_action(mask, mix(keys[i], d.plies)))
            decisions += 1
    return decisions


def rules() -> Callable[[], int]:
    """Makes what plays a batch of deals at random."""
    deals, keys = new_deals(BATCH), np.arange(BATCH)

    def run() -> int:
        keys[:] += BATCH
        return self_play(deals, keys)

    return run


def features() -> Callable[[], int]:
    """Makes what does so with view, features and mask at each decision."""
    deals, keys, views = new_deals(BATCH), np.arange(BATCH), new_views(BATCH)
    words = np.zeros((BATCH, V1_WIDTH), np.uint8).view(np.int64)
    masks = np.zeros((BATCH, 64), np.int8).view(np.int64)

    def run() -> int:
        keys[:] += BATCH
        return play_encoded(deals, keys, views, words, masks, IDENTITY)

    return run
