"""Who sits in which chair: the learner's own seat, and opponents fixed or drawn from a pool."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from skat_gym.envs.options import listed
from skat_gym.players import ALL_STAGES, LEARNER, Policy, PolicyLike, Seating, load_policy
from skat_gym.players.composite import covers
from skat_gym.players.native import N_NATIVE
from skat_gym.rules.chance import below, opponent_key
from skat_gym.rules.kernel import kernel

EVERYBODY = -1
"""The learner's seat where the learner decides for all three."""
_SCALE = 2**31 - 1


@kernel
def sit(
    codes: Any, i: int, seat: int, own: Any, pool: Any, limits: Any, root: int, number: int
) -> None:
    """Writes to codes[i] who decides deal `number`, seat by seat and stage by stage.

    `own` (3 stages) are the codes of the learner's seat, or of all seats for EVERYBODY. Without
    `limits` the next seat gets pool[0] and the previous one pool[1]; with them (rising integers
    below 2**31, one for each row of the pool) both are drawn.
    """
    for k in range(3):
        if seat < 0 or k == seat:
            for stage in range(3):
                codes[i, k, stage] = own[stage]
            continue
        chair = (k - seat + 2) % 3
        place = chair
        if len(limits) > 0:
            drawn = below(opponent_key(root, number, chair), _SCALE)
            place = 0
            while drawn >= limits[place]:
                place += 1
        for stage in range(3):
            codes[i, k, stage] = pool[place, stage]


class Chairs:
    """Holds the policies of an environment and the codes that stand for them (see `sit`)."""

    def __init__(self, opponents: Any, rest: PolicyLike, stages: frozenset[str]) -> None:
        others = _pair(opponents)
        own = load_policy(rest)
        unlearned = ALL_STAGES - stages
        covers(own, unlearned)
        self.policies: list[Policy] = []
        self.own = self._codes(own, unlearned)
        self.others = tuple(others)
        """The policies of the pool: the next seat's and the previous one's, or those drawn from."""
        self.pool = self._rows(others)
        self.limits = np.zeros(0, np.int64)

    @property
    def native(self) -> bool:
        """Whether everybody decides inside kernels."""
        return not self.policies

    def _codes(self, policy: Policy, stages: frozenset[str] = ALL_STAGES) -> Any:
        seating = Seating(self.policies)
        seating.seat(0, policy, stages)
        return seating.codes[0]

    def _rows(self, policies: Sequence[Policy]) -> Any:
        for policy in policies:
            covers(policy)
        return np.stack([self._codes(policy) for policy in policies])

    def draw_from(self, policies: Any, weights: Sequence[float] | None, codes: Any) -> None:
        """Fills the chairs of coming deals from a pool, each alone, by `weights`.

        `codes` are those of the deals at hand, which are played on by who began them; they are
        rewritten, for policies that nobody needs any more are let go. Raises ValueError.
        """
        one = _is_one(policies)
        many = [policies] if one else listed("policies", policies, "one policy or several")
        if not many:
            raise ValueError("policies names nobody: give at least one")
        others = [load_policy(policy) for policy in many]
        self._seat(others, _limits(weights, len(others)), codes)

    def take(self, opponents: Any, codes: Any) -> None:
        """Gives the chairs of coming deals to one policy or two (see `draw_from`)."""
        self._seat(_pair(opponents), np.zeros(0, np.int64), codes)

    def _seat(self, others: Sequence[Policy], limits: Any, codes: Any) -> None:
        for policy in others:
            covers(policy)
        kept: list[Policy] = []
        for array in (codes, self.own):
            self._keep(array, kept)
        self.policies = kept
        self.others = tuple(others)
        self.pool = self._rows(others)
        self.limits = limits

    def _keep(self, codes: Any, kept: list[Policy]) -> None:
        """Renumbers codes to those of the policies kept, which grow as needed."""
        old = codes.copy()
        for code in np.unique(old[old >= N_NATIVE]):
            policy = self.policies[int(code) - N_NATIVE]
            place = next((k for k, known in enumerate(kept) if known is policy), len(kept))
            if place == len(kept):
                kept.append(policy)
            codes[old == code] = N_NATIVE + place


def _pair(opponents: Any) -> list[Policy]:
    """Loads the next seat's policy and the previous one's."""
    if _is_one(opponents):
        return [load_policy(opponents)] * 2
    pair = listed("opponents", opponents, "one or two policies, or their names")
    if len(pair) != 2:
        raise ValueError(
            "opponents is one policy for both, or two: the next seat's and the previous "
            f"one's; not {len(pair)}"
        )
    return [load_policy(p) for p in pair]


def _is_one(policies: Any) -> bool:
    """Tells one policy, or what is meant as one, from several."""
    return isinstance(policies, (str, os.PathLike)) or hasattr(policies, "act")


def _limits(weights: Sequence[float] | None, n: int) -> Any:
    """Returns where in 0 .. 2**31 - 1 the share of each of n policies ends."""
    shares = np.ones(n) if weights is None else np.asarray(weights)
    if shares.shape != (n,) or shares.dtype.kind not in "iuf":
        raise ValueError(f"weights is {n} numbers, one for each policy; not {weights!r}")
    shares = shares.astype(np.float64)
    if not np.isfinite(shares).all() or (shares < 0).any() or shares.sum() <= 0:
        raise ValueError(f"weights are finite, not negative and not all 0; not {weights!r}")
    limits = np.round(shares.cumsum() / shares.sum() * _SCALE).astype(np.int64)
    limits[np.flatnonzero(shares)[-1] :] = _SCALE  # whatever rounding did
    return limits


assert LEARNER < 0
