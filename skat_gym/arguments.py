"""Kinds of arguments: those of functions, and those of the command line."""

from __future__ import annotations

import argparse
import math
from numbers import Integral, Real
from typing import Any


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Returns an argument as an int, NumPy's integers, too.

    Raises ValueError unless it is a whole number of at least `low`, and at most `high`.

    >>> whole("deals", 3, 1)
    3
    """
    if isinstance(value, Integral) and not isinstance(value, bool):
        number = int(value)
        if low <= number and (high is None or number <= high):
            return number
    accepted = f"of at least {low}" if high is None else f"from {low} to {high}"
    raise ValueError(f"{name} is a whole number {accepted}, not {value!r}")


def positive(name: str, value: Any) -> float:
    """Returns an argument as a float; raises ValueError unless it is positive and finite."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not 0 < float(value) < math.inf:
        raise ValueError(f"{name} is a positive number, not {value!r}")
    return float(value)


def count(text: str) -> int:
    """Reads a whole number of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return number


def seed(text: str) -> int:
    """Reads a seed, 0 to 2**63 - 1."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2**63 - 1")
    return number
