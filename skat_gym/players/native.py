"""The players that decide inside kernels: random and rulebook."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.observation import writable
from skat_gym.players.policy import ALL_STAGES
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action

RANDOM = 0
RULEBOOK = 1
N_NATIVE = 2
"""Codes below this one decide inside kernels."""
NATIVE_NAMES = ("random", "rulebook")


@kernel
def native_action(code: int, views: Any, j: int, mask: int, key: int) -> int:
    """Returns the action of a native player for views[j]."""
    if code == RULEBOOK:
        return int(rulebook_action(views, j, mask, key))
    return random_action(mask, key)


@kernel
def _native_actions(code: int, views: Any, masks: Any, keys: Any, actions: Any) -> None:
    for j in range(len(views)):
        actions[j] = native_action(code, views, j, masks[j], keys[j])


class NativePolicy:
    """Is a player compiled with the rules.

    >>> from skat_gym.observation import View
    >>> from skat_gym.rules import Deal
    >>> deal = Deal.shuffled(7)
    >>> policy = NativePolicy(RANDOM)
    >>> actions = policy.act(View.of(deal, 1)._array, np.array([deal.mask]), np.array([3]))
    >>> int(actions[0]) in deal.legal
    True
    """

    phases = ALL_STAGES

    def __init__(self, code: int) -> None:
        self.code = code
        self.name = NATIVE_NAMES[code]
        self.fingerprint = self.name

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`)."""
        actions = np.empty(len(views), np.int64)
        masks, keys = np.array(masks, np.int64), np.array(keys).view(np.int64)
        _native_actions(self.code, writable(views), masks, keys, actions)
        return actions
