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

    def as_dict(self) -> dict[str, float]:
        """Returns mean, low and high for JSON."""
        return {"mean": self.mean, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        return f"{self.mean:+.2f} +- {self.half:.2f}"
