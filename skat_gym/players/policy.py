"""Who may sit down: the Policy protocol, batch first."""

from __future__ import annotations

import os
from collections.abc import Iterable
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
        uint64 keys, the only source of randomness, all of them read-only; returns (n,) integers.
        """
        ...


PolicyLike = str | os.PathLike[str] | Policy
"""A policy, or what `load_policy` makes one of."""


def known_policy(policy: Any) -> Policy:
    """Returns a policy object as it is; raises PolicyError, in one sentence, if it is none."""
    if isinstance(policy, type):
        raise PolicyError(
            f"{policy.__name__} is a class: an object of it plays, {policy.__name__}(...)"
        )
    if not isinstance(policy, Policy) or not isinstance(policy.name, str):
        raise PolicyError(
            f"{policy!r} is no policy; a policy has name, phases and act(views, masks, keys)"
        )
    stages: Any = policy.phases
    if isinstance(stages, str) or not isinstance(stages, Iterable) or set(stages) - ALL_STAGES:
        raise PolicyError(
            f"policy {policy.name!r} has phases {stages!r}; phases is a set of auction, skat, play"
        )
    return policy


def read_only(array: Any) -> Any:
    """Returns an array for somebody who may look at it and not change it."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def ask(policy: Policy, views: Any, masks: Any, keys: Any) -> Any:
    """Returns what a policy chooses for each row, (n,) int64 legal actions.

    The arrays it gets are read-only, and its answer is held against `masks`, which it does not
    get. Raises PolicyError if it answers with anything else, or tries to write.
    """
    masks = np.asarray(masks, np.int64)
    shown = read_only(masks.copy())
    try:
        answer = policy.act(read_only(views), shown, read_only(keys).view(np.uint64))
    except Exception as error:
        told = writes_into(policy.name, error)
        if not told:
            raise
        raise PolicyError(told) from error
    return checked_actions(policy, answer, views, masks)


def writes_into(name: str, error: Exception) -> str:
    """Says that a policy tried to change what it was given, if that is what an error is about."""
    numpys = isinstance(error, (ValueError, TypeError)) and not isinstance(error, PolicyError)
    if not numpys or "read-only" not in str(error):
        return ""
    return (
        f"policy {name!r} writes into what it was given ({error}); views, masks and keys are "
        "read-only: copy what is to change"
    )


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
