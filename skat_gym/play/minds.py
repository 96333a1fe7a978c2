"""Who decides for the policies of a table, and what happens if one of them fails."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.observation import View
from skat_gym.play.patience import PATIENCE, answer
from skat_gym.play.words import TextError
from skat_gym.play.worker import LOADING, Worker
from skat_gym.players import (
    CompositePolicy,
    NativePolicy,
    Policy,
    PolicyError,
    load_policy,
    policy_names,
)
from skat_gym.players.composite import covers
from skat_gym.players.native import NATIVE_NAMES, RULEBOOK
from skat_gym.players.network.folder import find_policies, folder_named
from skat_gym.players.policy import (
    STAGES,
    Evaluation,
    checked_actions,
    read_only,
    writes_into,
)
from skat_gym.rules import Deal

log = logging.getLogger(__name__)
_RULEBOOK = NativePolicy(RULEBOOK)


@dataclass(frozen=True)
class Decision:
    """Is what a policy decided; with `failure`, what the rulebook player decided in its place."""

    action: int
    failure: str = ""
    """What went wrong, in one sentence; empty if nothing did."""


class Minds:
    """Asks policies, by their names or as objects, for one decision at a time.

    Players compiled with the rules and the policies that are shipped answer at once, the latter
    until there are many tables (`relieve`). Other named policies, and searches, are loaded in one
    worker process, which is stopped and begun anew when one of them takes too long; policy objects
    of this process are waited for in a thread.

    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7)
    >>> with Minds() as minds:
    ...     minds.decide("random", View.of(deal, 1), deal.mask, key=3).action in deal.legal
    True
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        """Waits no longer than `patience` seconds for a decision."""
        self.patience = patience
        self._quick: dict[str, Policy] = {}
        self._away: set[str] = set()
        self._leaving: set[str] = set()
        self._evaluates: dict[str, bool] = {}
        self._worker = Worker()
        self._turn = threading.Lock()

    def __enter__(self) -> Minds:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the worker process."""
        self._worker.stop()

    def check(self, policy: str | Policy) -> str:
        """Returns the name of a policy; raises PolicyError unless it decides every stage."""
        if not isinstance(policy, str):
            covers(load_policy(policy))
            return policy.name
        if not self.is_quick(policy):
            self.evaluates(policy)
        return policy

    def is_quick(self, policy: str | Policy) -> bool:
        """Tells whether a policy decides in this process, in a millisecond or two.

        Raises PolicyError if its name is that of one that does, and it cannot be loaded.
        """
        if not isinstance(policy, str):
            return _is_native(policy)
        if policy in self._quick:
            return policy not in self._away
        if policy in self._evaluates:  # the worker process has it: no need to look for its folder
            return False
        parts = [_named(part) for part in policy.split("+")]
        if not all(_is_ours(part) for part in parts):
            return False
        loaded = load_policy(policy)
        covers(loaded)
        self._quick[policy] = loaded
        return True

    def relieve(self) -> None:
        """Lets shipped policies decide in the worker process, as soon as that answers for them.

        Many tables are served better so; for one, nobody is to wait for the process to begin.
        """
        staying = set(self._quick) - self._away - set(NATIVE_NAMES) - self._leaving
        if staying:
            self._leaving |= staying
            threading.Thread(target=self._hand_over, args=(sorted(staying),), daemon=True).start()

    def _hand_over(self, policies: list[str]) -> None:
        deal = Deal.shuffled(1)
        views: Any = View.of(deal, deal.seat).record.reshape(1)
        masks, keys = np.array([deal.mask]), np.zeros(1, np.uint64)
        for policy in policies:
            try:
                with self._turn:
                    self._worker.ask("act", policy, LOADING, views, masks, keys)
                self._away.add(policy)
            except PolicyError:  # it goes on deciding here
                log.exception("policy %r stays in the server's process", policy)

    def evaluates(self, policy: str | Policy) -> bool:
        """Tells whether a policy says what it thinks of the actions (`Policy.evaluate`)."""
        if not isinstance(policy, str):
            return hasattr(policy, "evaluate")
        if self.is_quick(policy) or policy in self._away:
            return hasattr(self._quick[policy], "evaluate")
        if policy not in self._evaluates:
            with self._turn:
                told = self._worker.ask("describe", policy, LOADING)
            self._evaluates[policy] = bool(told["evaluates"])
        return self._evaluates[policy]

    def decide(self, policy: str | Policy, view: View, mask: int, key: int) -> Decision:
        """Returns the policy's decision, or the rulebook player's if it fails."""
        views: Any = view.record.reshape(1)
        masks = np.array([mask], np.int64)
        keys = np.array([key], np.int64).view(np.uint64)
        name = policy if isinstance(policy, str) else policy.name
        try:
            told = self._ask(policy, read_only(views), read_only(masks.copy()), read_only(keys))
            return Decision(int(checked_actions(_Named(name), told, views, masks)[0]))
        except PolicyError as error:
            failure = str(error)
        except Exception as error:
            failure = writes_into(name, error) or f"{type(error).__name__}: {error}"
        if not failure.startswith("policy "):
            failure = f"policy {name!r} failed: {failure}"
        return Decision(int(_RULEBOOK.act(views, masks, keys)[0]), failure)

    def evaluate(self, policy: str | Policy, view: View, mask: int) -> Evaluation | None:
        """Returns what a policy thinks of the actions, None if it does not say or fails."""
        views, masks = read_only(view.record.reshape(1)), read_only(np.array([mask], np.int64))
        try:
            if not self.evaluates(policy):
                return None
            if isinstance(policy, str) and policy in self._quick:
                told = _evaluate(self._quick[policy], views, masks)
            elif isinstance(policy, str):
                with self._turn:
                    told = self._worker.ask("evaluate", policy, self.patience, views, masks)
            else:
                told = _evaluate(policy, views, masks)
        except Exception:
            return None
        return told if isinstance(told, Evaluation) else None

    def _ask(self, policy: str | Policy, views: Any, masks: Any, keys: Any) -> Any:
        if not isinstance(policy, str):
            return answer(policy, views, masks, keys, self.patience)
        if self.is_quick(policy):
            return self._quick[policy].act(views, masks, keys)
        with self._turn:
            return self._worker.ask("act", policy, self.patience, views, masks, keys)


def no_policy(policy: str, error: PolicyError) -> TextError:
    """Says in both languages why nobody can play by the name of a policy.

    >>> no_policy("nobody", PolicyError("there is no policy 'nobody'")).text["de"][:38]
    "Einen Mitspieler 'nobody' gibt es nich"
    """
    if all(_is_known(_named(part)) for part in policy.split("+")):
        said = f"Mit dem Mitspieler {policy!r} geht es nicht; die Meldung auf Englisch: {error}."
    else:
        known = ", ".join(policy_names())
        said = f"Einen Mitspieler {policy!r} gibt es nicht; es gibt: {known}."
    return TextError("no-policy", said, str(error))


def _evaluate(policy: Any, views: Any, masks: Any) -> Any:
    return policy.evaluate(views, masks)


class _Named:
    """Stands for a policy of the worker process where a name is all that is asked for."""

    phases: frozenset[str] = frozenset()

    def __init__(self, name: str) -> None:
        self.name = name

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Refuses: the policy itself is elsewhere."""
        raise PolicyError(f"policy {self.name!r} thinks in another process")


def _named(part: str) -> str:
    """Returns the policy of "STAGE=POLICY", or of "POLICY" alone."""
    stage, found, name = part.partition("=")
    return name if found and stage in STAGES else part


def _is_ours(name: str) -> bool:
    """Tells whether a name without stages is that of a native player or a shipped policy."""
    return name in NATIVE_NAMES or name.partition(",memory=")[0] in find_policies()


def _is_known(name: str) -> bool:
    """Tells whether a name without stages begins with that of a policy, a folder or a loader."""
    base = name.removeprefix("search:").partition(",")[0]
    registered = ":" in base or f"{base}:..." in policy_names()
    return _is_ours(base) or registered or folder_named(base) is not None


def _is_native(policy: Policy) -> bool:
    if isinstance(policy, CompositePolicy):
        return all(part is None or _is_native(part) for part in policy.parts.values())
    return isinstance(policy, NativePolicy)
