"""Sets of cards and actions as 64-bit integers.

All integers inside kernels are int64; bit 63 is the sign bit, so sets are tested with `!= 0`.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from skat_gym.rules.kernel import kernel

_WORD = 0xFFFFFFFFFFFFFFFF


@kernel
def wrap(x: int) -> int:
    """Reduces an integer to int64, as compiled code does by itself (plain Python does not)."""
    low = x & 0xFFFFFFFF
    high = (x >> 32) & 0xFFFFFFFF
    if high >= 0x80000000:
        high -= 0x100000000
    return (high << 32) | low


@kernel
def bit(k: int) -> int:
    """Returns the set that holds element k alone (0..63)."""
    return wrap(1 << k)


if numba.config.DISABLE_JIT:

    def spread(x: int, words: Any, row: int, place: int, n: int) -> None:
        """Writes the lowest n elements of a set (n a multiple of 8) to words[row, place ...].

        Each gets a byte of its own, 0 or 1, eight to a word.
        """
        for k in range(n // 8):
            byte = (int(x) >> (8 * k)) & 0xFF
            words[row, place + k] = sum((byte >> b & 1) << (8 * b) for b in range(8))

    def count(x: int) -> int:
        """Counts the elements of a set."""
        return (int(x) & _WORD).bit_count()

    def lowest(x: int) -> int:
        """Returns the smallest element of a set that is not empty."""
        word = int(x) & _WORD
        return (word & -word).bit_length() - 1

    def highest(x: int) -> int:
        """Returns the largest element of a set that is not empty."""
        return (int(x) & _WORD).bit_length() - 1

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctpop(typingctx: Any, x: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def _cttz(typingctx: Any, x: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctlz(typingctx: Any, x: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctlz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), code

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def spread(typingctx: Any, x: Any, words: Any, row: Any, place: Any, n: Any) -> Any:
        """Writes the lowest n elements of a set to words[row, place ...].

        Each gets a byte of its own, 0 or 1, eight to a word.
        """
        width = n.literal_value

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            elements, array, i, j, _ = args
            kind = signature.args[1]
            memory = context.make_array(kind)(context, builder, array)
            target = cgutils.get_item_pointer(context, builder, kind, memory, (i, j))
            flags = builder.trunc(elements, ir.IntType(width)) if width < 64 else elements
            flags = builder.bitcast(flags, ir.VectorType(ir.IntType(1), width))
            columns = builder.zext(flags, ir.VectorType(ir.IntType(8), width))
            store = builder.store(columns, builder.bitcast(target, columns.type.as_pointer()))
            store.align = 8
            return context.get_dummy_value()

        return types.void(types.int64, words, types.int64, types.int64, n), code

    @kernel
    def count(x: int) -> int:
        """Counts the elements of a set."""
        return int(_ctpop(x))

    @kernel
    def lowest(x: int) -> int:
        """Returns the smallest element of a set that is not empty."""
        return int(_cttz(x))

    @kernel
    def highest(x: int) -> int:
        """Returns the largest element of a set that is not empty."""
        return int(63 - _ctlz(x))


@kernel
def without_lowest(x: int) -> int:
    """Removes the smallest element."""
    return x & wrap(x - 1)


@kernel
def nth(x: int, n: int) -> int:
    """Returns the element of rank n, counted upwards from 0."""
    for _ in range(n):
        x = without_lowest(x)
    return lowest(x)
