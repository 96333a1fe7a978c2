"""Nets the tests share: float layers as training leaves them, integer nets made of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from skat_gym.players.network.integer_net import IntegerNet


def float_layers(sizes: tuple[int, ...], seed: int, scale: float = 1.0) -> list[tuple[Any, Any]]:
    """Returns (out, in) weights and (out,) biases with the spread that training starts from."""
    rng = np.random.default_rng(seed)
    layers = []
    for inputs, outputs in pairwise(sizes):
        spread = scale * np.sqrt(2.0 / inputs)
        layers.append((rng.normal(0, spread, (outputs, inputs)), rng.normal(0, 0.1, outputs)))
    return layers


def integer_net(sizes: tuple[int, ...], seed: int = 0, widest: int = 60) -> IntegerNet:
    """Returns a net of random integers whose hidden activations are spread over 0 to 255."""
    rng = np.random.default_rng(seed)
    layers = []
    for inputs, outputs in pairwise(sizes):
        weight = rng.integers(-widest, widest + 1, (inputs, outputs)).astype(np.int16)
        layers.append((weight, rng.integers(-500, 501, outputs).astype(np.int32)))
    return IntegerNet(layers, [2, *[9] * (len(sizes) - 3)][: len(sizes) - 2], 2.0**-10)


def inputs(n: int, width: int, seed: int = 1) -> Any:
    """Returns (n, width) uint8 of ones and zeros, one in eight set, as views are encoded."""
    return (np.random.default_rng(seed).random((n, width)) < 0.125).astype(np.uint8)
