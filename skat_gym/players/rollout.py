"""Playing deals on: seats taken by policies, any number of deals in lockstep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.observation import new_views, view
from skat_gym.players.composite import part_of, require
from skat_gym.players.native import N_NATIVE, RANDOM, NativePolicy, native_action
from skat_gym.players.policy import ALL_STAGES, STAGE, STAGES, Policy, ask
from skat_gym.rules.chance import decision_key
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply, legal_actions

LEARNER = -1
"""The code of a seat and stage that somebody outside decides."""


@kernel
def advance(deals: Any, i: int, codes: Any, root: int, number: int, views: Any, j: int) -> int:
    """Lets native players act in deal i until somebody else is to act, or it is over.

    `codes` is (n deals, 3 seats, 3 stages). Returns the code of who is to act, LEARNER when the
    deal is over. views[j] may be overwritten.
    """
    while deals[i].phase != OVER:
        d = deals[i]
        seat = d.seat
        code = codes[i, seat, STAGE[d.phase]]
        if code < 0 or code >= N_NATIVE:
            return int(code)
        mask = legal_actions(deals, i)
        key = decision_key(root, number, seat, d.plies)
        if code == RANDOM:  # which does not look at its cards
            apply(deals, i, random_action(mask, key))
            continue
        view(deals, i, seat, views, j)
        apply(deals, i, native_action(code, views, j, mask, key))
    return LEARNER


@kernel
def _advance_all(
    deals: Any, codes: Any, roots: Any, numbers: Any, views: Any, masks: Any, keys: Any, who: Any
) -> int:
    waiting = 0
    for i in range(len(deals)):
        code = advance(deals, i, codes, roots[i], numbers[i], views, i)
        who[i] = code
        d = deals[i]
        if d.phase == OVER:
            continue
        view(deals, i, d.seat, views, i)
        masks[i] = legal_actions(deals, i)
        keys[i] = decision_key(roots[i], numbers[i], d.seat, d.plies)
        waiting += 1
    return waiting


@kernel
def apply_rows(deals: Any, rows: Any, actions: Any) -> None:
    """Carries out one legal action in each of the deals `rows`."""
    for k in range(len(rows)):
        apply(deals, rows[k], actions[k])


class Seating:
    """Maps seats and stages to whoever decides there.

    `codes` is (3 seats, 3 stages) int64: native players by their code, the other policies by
    N_NATIVE plus their place in `policies`, LEARNER where nobody is given. A list of policies
    may be shared with other seatings; it grows.
    """

    def __init__(self, policies: list[Policy] | None = None) -> None:
        self.codes = np.full((3, 3), LEARNER, np.int64)
        self.policies: list[Policy] = [] if policies is None else policies

    def seat(self, seat: int, policy: Policy, stages: frozenset[str] = ALL_STAGES) -> None:
        """Lets a policy decide some stages of a seat; raises PolicyError if it cannot."""
        for number, stage in enumerate(STAGES):
            if stage in stages:
                self.codes[seat, number] = self._code(
                    require(part_of(policy, stage), policy.name, stage)
                )

    def _code(self, policy: Policy) -> int:
        if isinstance(policy, NativePolicy):
            return policy.code
        for k, known in enumerate(self.policies):
            if known is policy:
                return N_NATIVE + k
        self.policies.append(policy)
        return N_NATIVE + len(self.policies) - 1


def play_out(
    deals: Any, seatings: Any, policies: Sequence[Policy], roots: Any, numbers: Any
) -> None:
    """Plays every deal to its end, in place.

    Takes (n,) DEAL records, (n,) code arrays (3 seats, 3 stages) as of `Seating`, the policies
    the codes speak of, and (n,) roots and deal numbers from which decision keys are made. Raises
    PolicyError if a policy answers with anything but a legal action.
    """
    n = len(deals)
    codes = np.ascontiguousarray(np.asarray(seatings, np.int64).reshape(n, 3, 3))
    roots = np.ascontiguousarray(np.broadcast_to(np.asarray(roots, np.int64), n))
    numbers = np.ascontiguousarray(np.broadcast_to(np.asarray(numbers, np.int64), n))
    views = new_views(n)
    masks, keys, who = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    while _advance_all(deals, codes, roots, numbers, views, masks, keys, who):
        for code in np.unique(who[who != LEARNER]):
            rows = np.flatnonzero(who == code)
            policy = policies[int(code) - N_NATIVE]
            # take, since numpy indexes records field by field, at twenty times the cost
            actions = ask(policy, views.take(rows), masks[rows], keys[rows])
            apply_rows(deals, rows, actions)
