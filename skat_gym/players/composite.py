"""Players put together: one policy for each stage of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from skat_gym.players.policy import (
    ALL_STAGES,
    STAGE,
    STAGES,
    Policy,
    PolicyError,
    ask,
    fingerprint,
    known_policy,
)


class CompositePolicy:
    """Decides each stage by the policy that is named for it, the rest by a base policy.

    >>> from skat_gym.players.registry import load_policy
    >>> load_policy("rulebook+play=random").name
    'rulebook+play=random'
    """

    def __init__(self, base: Policy, parts: Mapping[str, Policy], name: str | None = None) -> None:
        for part in (base, *parts.values()):
            known_policy(part)
        for stage, part in parts.items():
            if stage not in STAGES:
                raise PolicyError(f"{stage!r} is no stage; stages are auction, skat and play")
            if stage not in part.phases:
                raise PolicyError(
                    f"policy {part.name!r} does not decide {stage}; it decides "
                    f"{', '.join(sorted(part.phases))}"
                )
        self.parts = {stage: parts.get(stage) or part_of(base, stage) for stage in STAGES}
        self.name = name or base.name + "".join(f"+{s}={p.name}" for s, p in parts.items())
        self.phases = frozenset(s for s, part in self.parts.items() if part is not None)

    @property
    def fingerprint(self) -> str:
        """The stages and what decides them, see `policy.fingerprint`."""
        told = (f"{s}={fingerprint(part)}" for s, part in self.parts.items() if part is not None)
        return "+".join(told)

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`)."""
        actions = np.empty(len(views), np.int64)
        stages = STAGE[views["phase"]]
        for number, stage in enumerate(STAGES):
            rows = np.flatnonzero(stages == number)
            if len(rows):
                part = require(self.parts[stage], self.name, stage)
                actions[rows] = ask(part, views.take(rows), masks[rows], keys[rows])
        return actions


def part_of(policy: Policy, stage: str) -> Policy | None:
    """Returns who decides a stage for a policy: itself, one of its parts, or nobody."""
    if isinstance(policy, CompositePolicy):
        return policy.parts[stage]
    return policy if stage in policy.phases else None


def require(part: Policy | None, name: str, stage: str) -> Policy:
    """Returns a part, or raises PolicyError if nobody covers the stage."""
    if part is None:
        raise PolicyError(
            f"policy {name!r} does not decide {stage}; put it together with one that does, "
            f"such as 'rulebook+play={name}'"
        )
    return part


def covers(policy: Policy, stages: frozenset[str] = ALL_STAGES) -> None:
    """Raises PolicyError unless a policy decides all the stages."""
    known_policy(policy)
    for stage in STAGES:
        if stage in stages:
            require(part_of(policy, stage), policy.name, stage)
