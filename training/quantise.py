"""From a float net to the integer net that ships: the finest scales at which sums stay exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.players.network.integer_net import EXACT, TOP, IntegerNet, largest_sums
from skat_gym.players.policy import PolicyError

STEPS = 64
"""Integer steps of an activation of 1."""
CLAMP = TOP / STEPS
"""Hidden activations of the float net are clamp(x, 0, CLAMP)."""
MOST_BITS = 20
"""No scale is finer than 2**-MOST_BITS."""
_ROOM = 1.5
"""How far above the largest activation seen a stretched one still fits."""
_CHUNK = 4096
_WIDEST = np.iinfo(np.int16).max


@dataclass(frozen=True)
class Deviation:
    """Is how far an integer net's outputs are from the float net's, in the float net's units."""

    largest: float
    mean: float
    spread: float
    """The standard deviation of the float net's outputs, each around its own mean."""

    def __str__(self) -> str:
        return (
            f"outputs deviate by {self.mean:.2g} on average, {self.largest:.2g} at most; "
            f"their spread is {self.spread:.2g}"
        )


def quantise(layers: Sequence[tuple[Any, Any]], *, top: int = 1) -> IntegerNet:
    """Returns the integer net nearest to a float net.

    Takes weight (out, in) and bias (out,) of each layer, as torch.nn.Linear has them, as arrays;
    hidden activations are clamp(x, 0, CLAMP) and inputs integers from 0 to `top`. Each layer gets
    the largest power of two as its scale at which weights fit int16 and no sum reaches 2**24.
    Hidden activations are rounded to the nearest step: half a step is in the bias. Raises
    PolicyError if a layer's weights are too large for any scale, or not finite.

    >>> net = quantise([(np.array([[0.5, -0.25]]), np.array([1.0]))])
    >>> net.values(np.array([[1, 1]], np.uint8)).tolist()
    [[1.25]]
    """
    tensors, shifts = [], []
    unit = 1.0
    for k, (weight, bias) in enumerate(layers):
        weight = np.asarray(weight, np.float64).T
        bias = np.asarray(bias, np.float64)
        steps = STEPS if k else 1  # what an input of 1 is in integers
        hidden = k < len(layers) - 1
        half = 0.5 / STEPS if hidden else 0.0
        power = _finest(weight, bias + half, steps, TOP if k else top)
        if power is None:
            raise PolicyError(
                f"layer {k} cannot be held in integers: its weights reach "
                f"{np.abs(weight).max(initial=0.0):.3g} and its biases "
                f"{np.abs(bias).max(initial=0.0):.3g}"
            )
        tensors.append(_rounded(weight, bias + half, steps, power))
        # sums are in steps of 1 / (steps * 2**power), activations in steps of 1 / STEPS
        if hidden:
            shifts.append(power + _log2(steps) - _log2(STEPS))
        unit = 1.0 / (steps * 2.0**power)
    return IntegerNet(tensors, shifts, unit, top=top)


def without_silent(layers: Sequence[tuple[Any, Any]], x: Any) -> list[tuple[Any, Any]]:
    """Returns the same float net without hidden neurons that none of the inputs x (n, in) wakes.

    Training leaves up to a third of them so. Outputs on x are the same; widths stay multiples of
    eight where they were.
    """
    kept = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
    for k in range(len(kept) - 1):
        often = np.zeros(len(kept[k][1]), np.int64)
        for start in range(0, len(x), _CHUNK):
            a = np.asarray(x[start : start + _CHUNK], np.float32)
            for weight, bias in kept[: k + 1]:
                a = np.clip(a @ weight.T + bias, 0.0, CLAMP)
            often += (a > 0).sum(axis=0)
        n = max(int((often > 0).sum()), 1)
        n = min(n + -n % 8, len(often))
        awake = np.sort(np.argsort(-often, kind="stable")[:n])
        kept[k] = (kept[k][0][awake], kept[k][1][awake])
        kept[k + 1] = (kept[k + 1][0][:, awake], kept[k + 1][1])
    return kept


def stretch(layers: Sequence[tuple[Any, Any]], x: Any) -> list[tuple[Any, Any]]:
    """Returns the same float net with activations that use the whole range, so steps are finer.

    On the inputs x (n, in) the largest activation of a neuron becomes CLAMP / 1.5, if it is below;
    the weights it goes to shrink as much. Outputs on x are the same but for rounding.
    """
    stretched = [(np.array(w, np.float64), np.array(b, np.float64)) for w, b in layers]
    a = np.asarray(x, np.float64)
    for k in range(len(stretched) - 1):
        weight, bias = stretched[k]
        a = np.clip(a @ weight.T + bias, 0.0, CLAMP)
        largest = a.max(axis=0)
        factor = np.maximum(CLAMP / (_ROOM * np.where(largest > 0, largest, CLAMP)), 1.0)
        factor = np.minimum(factor, CLAMP)  # a neuron that hardly fires stays small
        stretched[k] = (weight * factor[:, None], bias * factor)
        following, its_bias = stretched[k + 1]
        stretched[k + 1] = (following / factor, its_bias)
        a *= factor
    return stretched


def deviation(layers: Sequence[tuple[Any, Any]], net: IntegerNet, x: Any) -> Deviation:
    """Compares an integer net with the float net it was made of, on inputs (n, in)."""
    exact = float_outputs(layers, x)
    apart = np.abs(net.values(x) - exact)
    spread = float(np.sqrt(exact.var(axis=0).mean()))
    return Deviation(float(apart.max()), float(apart.mean()), spread)


def float_outputs(layers: Sequence[tuple[Any, Any]], x: Any) -> Any:
    """Returns the float net's outputs, (n, out) float64, for inputs (n, in)."""
    a = np.asarray(x, np.float64)
    for k, (weight, bias) in enumerate(layers):
        a = a @ np.asarray(weight, np.float64).T + np.asarray(bias, np.float64)
        if k < len(layers) - 1:
            a = np.clip(a, 0.0, CLAMP)
    return a


def _rounded(weight: Any, bias: Any, steps: int, power: int) -> tuple[Any, Any]:
    scale = 2.0**power
    return (
        np.rint(weight * scale).astype(np.int16),
        np.rint(bias * scale * steps).astype(np.int32),
    )


def _finest(weight: Any, bias: Any, steps: int, top: int) -> int | None:
    """Returns the largest power of two that a layer can be scaled by, None if there is none."""
    if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
        return None
    for power in range(MOST_BITS, -MOST_BITS, -1):
        scale = 2.0**power
        if np.abs(weight * scale).max(initial=0.0) > _WIDEST:
            continue
        if np.abs(bias * scale * steps).max(initial=0.0) >= EXACT:
            continue
        if (largest_sums(*_rounded(weight, bias, steps, power), top) < EXACT).all():
            return power
    return None


def _log2(steps: int) -> int:
    return steps.bit_length() - 1
