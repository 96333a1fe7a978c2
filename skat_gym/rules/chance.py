"""Chance, explicit and counted: every random number is a hash of what it is for.

`mix(a, b)` folds an integer into a 64-bit key. Deal k of a root is shuffled with
`deal_key(root, k)`; a policy's randomness for a decision comes from
`decision_key(root, deal, seat, ply)`. Nothing is consumed, so results do not depend on batch
size, order or threads.
"""

from __future__ import annotations

from skat_gym.rules.bits import wrap
from skat_gym.rules.kernel import kernel

_GOLDEN = -7046029254386353131
_M1 = -4658895280553007687
_M2 = -7723592293110705685

DEAL_STREAM = 1
DECISION_STREAM = 2
SEAT_STREAM = 3
DEALER_STREAM = 4
OPPONENT_STREAM = 5
TIE_STREAM = 6


@kernel
def mix(a: int, b: int) -> int:
    """Folds b into the key a (the finaliser of splitmix64)."""
    z = wrap(a + wrap((b + 1) * _GOLDEN))
    z = wrap((z ^ ((z >> 30) & 0x3FFFFFFFF)) * _M1)
    z = wrap((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * _M2)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@kernel
def below(key: int, n: int) -> int:
    """Maps a key to 0..n-1 (n below 2**31), uniformly to within n / 2**31."""
    return (((key >> 33) & 0x7FFFFFFF) * n) >> 31


@kernel
def deal_key(root: int, number: int) -> int:
    """Returns the key that shuffles deal `number` of a root."""
    return mix(mix(root, DEAL_STREAM), number)


@kernel
def decision_key(root: int, number: int, seat: int, ply: int) -> int:
    """Returns the key of one decision: the same whoever asks, and never the deal's own."""
    return mix(mix(mix(root, DECISION_STREAM), number), ply * 4 + seat)


@kernel
def seat_key(root: int, number: int) -> int:
    """Returns the key that draws the learner's seat in deal `number`."""
    return mix(mix(root, SEAT_STREAM), number)


@kernel
def dealer_key(root: int, number: int) -> int:
    """Returns the key that draws the first dealer of match `number`."""
    return mix(mix(root, DEALER_STREAM), number)


@kernel
def opponent_key(root: int, number: int, chair: int) -> int:
    """Returns the key that draws an opponent for deal `number`: chair 0 next, 1 previous."""
    return mix(mix(mix(root, OPPONENT_STREAM), number), chair)
