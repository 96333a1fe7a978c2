"""Sets of cards and actions as 64-bit integers.

All integers inside kernels are int64; bit 63 is the sign bit, so sets are tested with `!= 0`.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
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
