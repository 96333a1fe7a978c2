"""Means with their 95 % intervals, paired and clustered by deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

_Z = 1.959964


@dataclass(frozen=True)
class Interval:
    """Is a mean and half the width of its 95 % interval.

    >>> print(Interval.of([1.0, 3.0, 2.0, 2.0]))
    +2.00 +- 0.80
    """

    mean: float
    half: float

    @classmethod
    def of(cls, values: Any) -> Interval:
        """Takes one value for each deal (the mean over the deal's tables)."""
        values = np.asarray(values, np.float64)
        n = len(values)
        if n < 2:
            return cls(float(values.mean()) if n else 0.0, float("inf"))
        return cls(float(values.mean()), float(_Z * values.std(ddof=1) / np.sqrt(n)))

    @classmethod
    def of_ratio(cls, above: Any, below: Any) -> Interval:
        """Takes paired values for each deal; gives mean(above) / mean(below).

        The interval is by the delta method. Raises ValueError if mean(below) is 0.
        """
        above, below = np.asarray(above, np.float64), np.asarray(below, np.float64)
        base = below.mean()
        if base == 0:
            raise ValueError("the ratio has no meaning: its denominator is 0 on these deals")
        ratio = above.mean() / base
        return cls(float(ratio), cls.of((above - ratio * below) / base).half)

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    @property
    def json(self) -> float | None:
        """Half the width for JSON: None if there is no interval."""
        return self.half if np.isfinite(self.half) else None

    def __str__(self) -> str:
        if not np.isfinite(self.half):
            return f"{self.mean:+.2f} +- ?"
        return f"{self.mean:+.2f} +- {self.half:.2f}"


class Running:
    """Is an interval that grows with the values added.

    >>> running = Running()
    >>> running.add([1.0, 3.0])
    >>> running.add([2.0, 2.0])
    >>> print(running.count, running.interval)
    4 +2.00 +- 0.80
    """

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, values: Any) -> None:
        """Adds one value for each deal."""
        values = np.asarray(values, np.float64)
        self.count += len(values)
        self._sum += float(values.sum())
        self._squares += float((values**2).sum())

    @property
    def interval(self) -> Interval:
        """The interval of all values so far."""
        n = self.count
        if n < 2:
            return Interval(self._sum, float("inf"))
        mean = self._sum / n
        variance = max(0.0, (self._squares - n * mean**2) / (n - 1))
        return Interval(mean, float(_Z * np.sqrt(variance / n)))
