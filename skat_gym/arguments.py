"""Kinds of arguments of the command line."""

from __future__ import annotations

import argparse


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
