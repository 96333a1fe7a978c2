"""Test vectors: decisions that a policy stands by, on every machine and in every batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.observation import new_views, view
from skat_gym.players.network.folder import VECTORS, PolicyFolder
from skat_gym.players.policy import Policy, PolicyError, ask
from skat_gym.rules.deal import Deal

_KEY = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Vector:
    """Is a moment of a deal and the action decided there, by the seat to act.

    As text it is the deal up to there, " > ", and the action's number.

    >>> vector = Vector(Deal.shuffled(3), 32)
    >>> Vector.parse(str(vector)) == vector
    True
    """

    deal: Deal
    action: int

    @classmethod
    def parse(cls, line: str) -> Vector:
        """Reads what `str` writes; raises ValueError."""
        text, _, action = line.partition(" > ")
        return cls(Deal.parse(text), int(action))

    def __str__(self) -> str:
        return f"{self.deal} > {self.action}"


def read_vectors(folder: PolicyFolder) -> list[Vector]:
    """Reads a folder's test vectors; none if it has no such file. Raises PolicyError."""
    try:
        return [Vector.parse(line) for line in folder.vector_lines()]
    except PolicyError:
        raise
    except ValueError as error:
        raise PolicyError(f"{str(folder.path / VECTORS)!r} is broken: {error}") from error


def questions(deals: Sequence[Deal]) -> tuple[Any, Any, Any]:
    """Returns views, masks and keys (n,) of the seats to act; key k is k * _KEY."""
    views, masks = new_views(len(deals)), np.zeros(len(deals), np.int64)
    for row, deal in enumerate(deals):
        view(deal._array, 0, deal.seat, views, row)
        masks[row] = deal.mask
    return views, masks, np.arange(len(deals), dtype=np.uint64) * _KEY


def answers(policy: Policy, deals: Sequence[Deal], batch: int | None = None) -> Any:
    """Returns what a policy decides at each moment, asked in batches of a size: (n,) int64."""
    views, masks, keys = questions(deals)
    batch = batch or max(len(deals), 1)
    parts = [
        ask(policy, views[k : k + batch], masks[k : k + batch], keys[k : k + batch])
        for k in range(0, len(deals), batch)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
