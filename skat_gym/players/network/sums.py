"""Sums of a layer of integers, from the inputs that are not 0 alone: few of them are."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from skat_gym.rules.bits import count, lowest, without_lowest
from skat_gym.rules.kernel import kernel

_HIGH = -0x7F7F7F7F7F7F7F80
_REST = 0x7F7F7F7F7F7F7F7F


@kernel
def _filled(word: int) -> int:
    """Returns the highest bit of each of the eight bytes that is not 0."""
    return (((word & _REST) + _REST) | word) & _HIGH


@kernel
def _add(terms: int, where: Any, by: Any, weight: Any, sums: Any, row: int) -> None:
    """Adds `by` times the rows `where` of the weights, the first `terms` of them, to a row."""
    out = weight.shape[1]
    k = 0
    while k + 4 <= terms:
        a, b, c, d = where[k], where[k + 1], where[k + 2], where[k + 3]
        p, q, r, s = by[k], by[k + 1], by[k + 2], by[k + 3]
        for j in range(out):
            sums[row, j] += (
                np.int32(np.int32(p) * np.int32(weight[a, j]))
                + np.int32(np.int32(q) * np.int32(weight[b, j]))
                + np.int32(np.int32(r) * np.int32(weight[c, j]))
                + np.int32(np.int32(s) * np.int32(weight[d, j]))
            )
        k += 4
    while k < terms:
        a, p = where[k], by[k]
        for j in range(out):
            sums[row, j] += np.int32(np.int32(p) * np.int32(weight[a, j]))
        k += 1


@kernel
def _add_all(
    inputs: Any, words: Any, weight: Any, bias: Any, where: Any, by: Any, sums: Any
) -> None:
    out = weight.shape[1]
    for row in range(len(inputs)):
        changed = 8 * words.shape[1] + 1
        if row > 0:
            changed = 0
            for k in range(words.shape[1]):
                changed += count(_filled(words[row, k] ^ words[row - 1, k]))
                changed -= count(_filled(words[row, k]))
        onward = changed < 0
        terms = 0
        for k in range(words.shape[1]):
            left = _filled(words[row, k] ^ words[row - 1, k] if onward else words[row, k])
            while left != 0:
                place = 8 * k + (lowest(left) >> 3)
                left = without_lowest(left)
                where[terms] = place
                by[terms] = int(inputs[row, place])
                if onward:
                    by[terms] -= int(inputs[row - 1, place])
                terms += 1
        for j in range(out):
            sums[row, j] = sums[row - 1, j] if onward else bias[j]
        _add(terms, where, by, weight, sums, row)


@kernel
def _clip(sums: Any, shift: int, top: int, activations: Any) -> None:
    for row in range(len(sums)):
        for j in range(sums.shape[1]):
            activations[row, j] = min(max(sums[row, j] >> shift, 0), top)


def layer_sums(inputs: Any, weight: Any, bias: Any) -> Any:
    """Returns inputs @ weight + bias, (n, out) int32, exact while sums stay below 2**24.

    Takes (n, in) uint8, (in, out) int16 and (out,) int32. A row adds up the weights of inputs that
    are not 0, or, where fewer differ from the row before, goes on from that row's sums.
    """
    n, width = inputs.shape
    if numba.config.DISABLE_JIT:
        product: Any = inputs.astype(np.int32) @ weight.astype(np.int32) + bias
        return product
    if width % 8:
        inputs = np.pad(inputs, ((0, 0), (0, -width % 8)))
    inputs = np.ascontiguousarray(inputs)
    sums = np.empty((n, weight.shape[1]), np.int32)
    where, by = np.empty(width, np.int64), np.empty(width, np.int16)
    _add_all(inputs, inputs.view(np.int64), weight, bias, where, by, sums)
    return sums


def clipped(sums: Any, shift: int, top: int) -> Any:
    """Returns clip(floor(sums / 2**shift), 0, top) of (n, out) int32, as (n, out) uint8."""
    if shift < 0:
        sums, shift = np.minimum(sums, top) << -shift, 0
    if numba.config.DISABLE_JIT:
        return np.clip(sums >> shift, 0, top).astype(np.uint8)
    activations = np.empty(sums.shape, np.uint8)
    _clip(sums, shift, top, activations)
    return activations
