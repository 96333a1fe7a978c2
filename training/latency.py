"""How long a policy takes to decide, alone and in batches."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from skat_gym.players import Policy
from skat_gym.players.network.vectors import questions
from skat_gym.players.policy import STAGE, STAGES
from skat_gym.rules import Deal

BATCH = 1024
ALONE = 200
"""Positions of a stage that are asked one at a time."""
ROUNDS = 5


def latency(policy: Policy, deals: Sequence[Deal]) -> dict[str, Any]:
    """Times a policy on moments of deals, by stage, in milliseconds a decision; for JSON.

    `alone` and `alone_p99` are mean and 99th percentile over the positions, each the best of five
    rounds; `batch` is the best of five rounds of 1,024 rows.
    """
    views, masks, keys = questions(deals)
    stages = STAGE[views["phase"]]
    result: dict[str, Any] = {"batch_size": BATCH, "threads": os.environ.get("OMP_NUM_THREADS")}
    for number, stage in enumerate(STAGES):
        rows = np.flatnonzero(stages == number)
        if stage not in policy.phases or not len(rows):
            continue
        some = rows[:ALONE]
        best = np.full(len(some), np.inf)
        for _ in range(ROUNDS):
            for k, row in enumerate(some):
                one = slice(row, row + 1)
                best[k] = min(best[k], _time(policy.act, views[one], masks[one], keys[one]))
        many = np.resize(rows, BATCH)
        batch = (views[many], masks[many], keys[many])
        together = min(_time(policy.act, *batch) for _ in range(ROUNDS)) / BATCH
        result[stage] = {
            "alone": 1e3 * float(best.mean()),
            "alone_p99": 1e3 * float(np.percentile(best, 99)),
            "batch": 1e3 * together,
        }
    return result


def _time(act: Callable[..., Any], *arguments: Any) -> float:
    start = time.perf_counter()
    act(*arguments)
    return time.perf_counter() - start
