"""Waiting for a policy no longer than the table's patience."""

from __future__ import annotations

import threading
from typing import Any

from skat_gym.players import NativePolicy, Policy, PolicyError

PATIENCE = 60.0
"""Seconds for one decision."""


def answer(policy: Policy, views: Any, masks: Any, keys: Any, patience: float = PATIENCE) -> Any:
    """Returns what a policy answers; raises PolicyError if it takes longer than `patience`.

    What the policy itself raises is raised on. A policy that is given up is left to its thread,
    which does not keep the program from ending.
    """
    if isinstance(policy, NativePolicy):
        return policy.act(views, masks, keys)
    told: list[Any] = []
    failed: list[BaseException] = []

    def decide() -> None:
        try:
            told.append(policy.act(views, masks, keys))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=decide, daemon=True)
    thread.start()
    thread.join(patience)
    if failed:
        raise failed[0]
    if not told:
        raise PolicyError(f"no decision within {patience:g} seconds")
    return told[0]
