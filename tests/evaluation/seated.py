"""Policies whose ways the evaluation must show."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players import ALL_STAGES, load_policy
from skat_gym.rules import BID, PASS
from skat_gym.rules.state import AUCTION, PLAY


class Copy:
    """Plays as another policy, but is another object outside kernels."""

    phases = ALL_STAGES

    def __init__(self, name: str) -> None:
        self.name = f"copy of {name}"
        self.policy = load_policy(name)

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return self.policy.act(views, masks, keys)


class Says(Copy):
    """Always says one thing in the auction, and is the rulebook from then on."""

    def __init__(self, action: int) -> None:
        super().__init__("rulebook")
        self.name = "passer" if action == PASS else "bidder"
        self.action = action

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        says = (views["phase"] == AUCTION) & (masks >> self.action & 1 == 1)
        return np.where(says, self.action, self.policy.act(views, masks, keys))


def passer() -> Says:
    return Says(PASS)


def bidder() -> Says:
    return Says(BID)


class Cheat(Copy):
    """Plays a card it does not hold, once: the first time it may choose among three."""

    def __init__(self) -> None:
        super().__init__("rulebook")
        self.name = "cheat"
        self.done = False

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        actions = self.policy.act(views, masks, keys)
        for j in np.flatnonzero(views["phase"] == PLAY):
            if not self.done and int(masks[j]).bit_count() == 3:
                actions[j] = next(c for c in range(32) if not int(views[j].hand) >> c & 1)
                self.done = True
        return actions


class Careless(Copy):
    """Is the rulebook, but plays any legal card in one decision of twenty."""

    def __init__(self) -> None:
        super().__init__("rulebook")
        self.name = "careless"
        self.random = load_policy("random")

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        slips = (views["phase"] == PLAY) & (keys % np.uint64(20) == 0)
        return np.where(
            slips, self.random.act(views, masks, keys), self.policy.act(views, masks, keys)
        )
