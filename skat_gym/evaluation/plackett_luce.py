"""Strengths fitted to rankings: the Plackett-Luce model (Plackett 1975, Luce 1959)."""

from __future__ import annotations

from typing import Any

import choix
import numpy as np

from skat_gym.evaluation.interval import Interval

ELO = 400.0 / np.log(10.0)
"""Points for one unit of log strength: 400 make ten to one."""
_Z = 1.959964
_PRIOR = 0.01
"""Keeps strengths finite where somebody always wins."""


def strengths(rankings: Any, n: int) -> list[Interval]:
    """Returns the strength of each of n players in Elo points, their mean 0, with intervals.

    `rankings` is (boards, 3): places in the field from first to last. In a board the first is
    chosen among three with odds by strength, the second among the two left.
    """
    rankings = np.asarray(rankings, np.int64)
    theta = choix.ilsr_rankings(n, [tuple(row) for row in rankings.tolist()], alpha=_PRIOR)
    theta = theta - theta.mean()
    # strengths are known but for a constant: J / n stands in for that direction
    level = np.full((n, n), 1.0 / n)
    covariance = np.linalg.inv(_information(rankings, theta, n) + level) - level
    half = _Z * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return [Interval(float(ELO * m), float(ELO * h)) for m, h in zip(theta, half, strict=True)]


def _information(rankings: Any, theta: Any, n: int) -> Any:
    """Returns the observed information: for each choice made, the covariance of the choice."""
    total = np.zeros((n, n))
    for left in (rankings, rankings[:, 1:]):
        odds = np.exp(theta[left])
        p = odds / odds.sum(axis=1, keepdims=True)
        for a in range(left.shape[1]):
            np.add.at(total, (left[:, a], left[:, a]), p[:, a])
            for b in range(left.shape[1]):
                np.add.at(total, (left[:, a], left[:, b]), -p[:, a] * p[:, b])
    return total
