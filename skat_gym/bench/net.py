"""A net of the size people train, as an opponent: how much of the time is its own arithmetic?"""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import numpy as np

from skat_gym.encoding import V1_WIDTH, encoding
from skat_gym.players import ALL_STAGES, CompositePolicy, Policy, load_policy
from skat_gym.rules.action import N_ACTIONS

LAYERS = (V1_WIDTH, 512, 512, 512, N_ACTIONS)


class Net:
    """Plays by three layers of 512 with weights drawn at random; notes the time of its products."""

    name = "net"
    phases = ALL_STAGES

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self._weights = [
            rng.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairwise(LAYERS)
        ]
        self._encoding = encoding("v1")
        self.products_s = 0.0

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses the legal action of the largest output."""
        rows = self._encoding.encode(views).astype(np.float32)
        for k, weights in enumerate(self._weights):
            start = time.perf_counter()
            rows = rows @ weights
            self.products_s += time.perf_counter() - start
            if k < len(self._weights) - 1:
                np.maximum(rows, 0, out=rows)
        legal = np.asarray(masks)[:, None] >> np.arange(N_ACTIONS) & 1
        return np.where(legal, rows, -np.inf).argmax(axis=1)


def seated(net: Net) -> Policy:
    """Returns the net as a player: the auction is the rulebook's, or it would bid for ever."""
    return CompositePolicy(load_policy("rulebook"), {"skat": net, "play": net}, name="net")
