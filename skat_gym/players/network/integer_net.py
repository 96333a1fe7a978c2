"""A net of integers: the same bits on every machine and for every batch size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.players.network.sums import clipped, layer_sums
from skat_gym.players.policy import PolicyError

TOP = 255
"""The largest activation of a hidden layer."""
EXACT = 2**24
"""Below this every integer is a float32, and every sum on the way to it an int32."""
_ROWS = 128
"""Rows computed at a time, so that what lies between two layers stays near."""


def largest_sums(weight: Any, bias: Any, top: int) -> Any:
    """Returns the most that the absolute value of a sum can reach, by column: (out,) int64.

    Takes (in, out) and (out,) integers. Inputs are from 0 to `top`, so whatever the order of
    addition a partial sum lies between top times the negative and top times the positive weights.
    """
    weight = np.asarray(weight, np.int64)
    one_sign = np.maximum(np.maximum(weight, 0).sum(axis=0), -np.minimum(weight, 0).sum(axis=0))
    return top * one_sign + np.abs(np.asarray(bias, np.int64))


class IntegerNet:
    """Is a multilayer perceptron with integer weights, biases and activations.

    Layer k computes z = a @ W + b; a hidden layer hands on clip(floor(z / 2**shift), 0, 255), the
    last one gives z. No partial sum reaches 2**24 (checked here), so each operation is exact:
    results depend neither on the order of addition nor on the batch. What inputs of 0 would add
    is left out (`sums`): of a hundred inputs or activations some ten are not 0.

    >>> net = IntegerNet([(np.array([[3], [-1]], np.int16), np.array([2], np.int32))], [], 0.5)
    >>> net.forward(np.array([[1, 1], [0, 1]], np.uint8)).tolist()
    [[4.0], [1.0]]
    >>> net.unit
    0.5
    """

    def __init__(
        self,
        layers: Sequence[tuple[Any, Any]],
        shifts: Sequence[int],
        unit: float,
        *,
        top: int = 1,
    ) -> None:
        """Makes the net.

        Args:
            layers: weight (in, out) int16 and bias (out,) int32 of each layer.
            shifts: one for each hidden layer.
            unit: what an output of 1 is worth; `forward(x) * unit` are real values.
            top: the largest input, 1 for binary ones, at most 255.

        Raises:
            PolicyError: if the tensors do not fit together, or sums may reach 2**24.
        """
        if not layers or len(shifts) != len(layers) - 1:
            raise PolicyError(
                f"a net needs a shift for each hidden layer: {len(layers)} layers and "
                f"{len(shifts)} shifts do not go together"
            )
        if not (np.isfinite(unit) and unit > 0):
            raise PolicyError(f"the unit of a net is a number above 0, not {unit!r}")
        if not 1 <= top <= TOP:
            raise PolicyError(f"the largest input of a net is from 1 to {TOP}, not {top}")
        self.layers: list[tuple[Any, Any]] = []
        """Weights and biases as they are stored."""
        for k, (weight, bias) in enumerate(layers):
            weight, bias = np.asarray(weight), np.asarray(bias)
            if weight.dtype != np.int16 or bias.dtype != np.int32:
                raise PolicyError(
                    f"layer {k} has weights of {weight.dtype} and biases of {bias.dtype}; "
                    "they are int16 and int32"
                )
            width = self.layers[-1][0].shape[1] if k else weight.shape[0] if weight.ndim else 0
            if weight.ndim != 2 or weight.shape[0] != width or bias.shape != weight.shape[1:]:
                raise PolicyError(
                    f"layer {k} has weights {weight.shape} and biases {bias.shape}, "
                    f"which do not take {width} inputs to as many outputs as biases"
                )
            most = largest_sums(weight, bias, TOP if k else top)
            if (most >= EXACT).any():
                raise PolicyError(
                    f"layer {k} may sum to {int(most.max())} in column {int(most.argmax())}; "
                    f"sums stay below 2**24 = {EXACT} to be exact"
                )
            self.layers.append((np.ascontiguousarray(weight), np.ascontiguousarray(bias)))
        self.shifts = tuple(int(shift) for shift in shifts)
        self.unit = float(unit)
        self.top = top

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many inputs, neurons of each hidden layer, and outputs."""
        return (self.layers[0][0].shape[0], *(weight.shape[1] for weight, _ in self.layers))

    @property
    def count(self) -> int:
        """How many weights and biases."""
        return int(sum(weight.size + bias.size for weight, bias in self.layers))

    def forward(self, x: Any) -> Any:
        """Returns (n, out) float32 integers for (n, in) integers from 0 to `top`, of any dtype.

        Raises ValueError for another shape; larger inputs are not looked for.
        """
        if x.ndim != 2 or x.shape[1] != self.sizes[0]:
            raise ValueError(f"inputs are (n, {self.sizes[0]}), not {x.shape}")
        out = np.empty((len(x), self.sizes[-1]), np.float32)
        for first in range(0, len(x), _ROWS):
            part = x[first : first + _ROWS].astype(np.uint8, copy=False)
            out[first : first + _ROWS] = self._sums(part)
        return out

    def values(self, x: Any) -> Any:
        """Returns the outputs as real values: (n, out) float32 for (n, in) inputs."""
        return self.forward(x) * np.float32(self.unit)

    def _sums(self, activations: Any) -> Any:
        for (weight, bias), shift in zip(self.layers, self.shifts, strict=False):
            activations = clipped(layer_sums(activations, weight, bias), shift, TOP)
        return layer_sums(activations, *self.layers[-1])
