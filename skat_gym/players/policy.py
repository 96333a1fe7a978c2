"""Who may sit down: the Policy protocol, batch first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from skat_gym.rules.action import action_text
from skat_gym.rules.card import elements
from skat_gym.rules.deal import SEAT_NAMES
from skat_gym.rules.state import Phase

STAGES = ("auction", "skat", "play")
"""What a policy can decide; "skat" is everything from picking up to naming the contract."""
ALL_STAGES = frozenset(STAGES)
STAGE = np.array([0, 1, 1, 1, 2, -1], np.int64)
"""(6,): the stage, an index into STAGES, of each phase."""


class PolicyError(ValueError):
    """Says that a policy cannot be loaded, or gave an answer that is no legal action."""


@dataclass(frozen=True)
class Evaluation:
    """Is what a policy thinks of the actions, for hints and lessons."""

    probabilities: Any
    """(n, 64) float32: how likely the policy is to choose each action; 0 where illegal."""
    scores: Any | None = None
    """(n, 64) float32: the expected list score after each action, if the policy knows it; in the
    play all cards may be off by the same. -inf where illegal, and for actions not looked at."""


@runtime_checkable
class Policy(Protocol):
    """Decides for any number of views at once.

    >>> import numpy as np
    >>> class FirstLegal:
    ...     name = "first legal"
    ...     phases = ALL_STAGES
    ...     def act(self, views, masks, keys):
    ...         return np.array([min(elements(mask)) for mask in masks])
    >>> isinstance(FirstLegal(), Policy)
    True
    """

    name: str
    phases: frozenset[str]
    """The stages it can decide: a subset of "auction", "skat", "play"."""

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row.

        Takes (n,) VIEW records of the seats to act, (n,) int64 masks of legal actions and (n,)
        uint64 keys, the only source of randomness; returns (n,) integers.
        """
        ...


def fingerprint(policy: Policy) -> str:
    """Returns a text that changes whenever a policy would decide otherwise.

    It is the policy's attribute `fingerprint`; raises PolicyError if it has none.
    """
    text = getattr(policy, "fingerprint", "")
    if not isinstance(text, str) or not text:
        raise PolicyError(
            f"policy {policy.name!r} cannot be told from another of its name: give it an attribute "
            "fingerprint, a text that changes when it does, or keep no checkpoint"
        )
    return text


def checked_actions(policy: Policy, actions: Any, views: Any, masks: Any) -> Any:
    """Returns a policy's answer as (n,) int64; raises PolicyError if it is not legal."""
    try:
        answer = np.asarray(actions)
    except ValueError:
        answer = np.empty(0, object)
    if answer.shape != (len(views),) or not np.issubdtype(answer.dtype, np.integer):
        raise PolicyError(
            f"policy {policy.name!r} answered {answer.dtype} of shape {answer.shape}; "
            f"act returns {len(views)} integer(s), one for each view"
        )
    answer = answer.astype(np.int64)
    inside = (answer >= 0) & (answer < 64)
    legal = inside & (masks >> np.where(inside, answer, 0) & 1 == 1)
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        action, view = int(answer[row]), views[row]
        what = action_text(action) if inside[row] else f"action {action}"
        allowed = ", ".join(action_text(a) for a in elements(int(masks[row])))
        phase = Phase(int(view.phase)).name.lower().replace("_", " ")
        raise PolicyError(
            f"policy {policy.name!r} chose {what} as {SEAT_NAMES[int(view.me)]} "
            f"in phase {phase}; legal are: {allowed}"
        )
    return answer
