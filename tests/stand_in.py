"""A stand-in for trained policies: as the rulebook bids, but it lays the lowest legal card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from nets import integer_net

from skat_gym.players import ALL_STAGES, load_policy
from skat_gym.players.network.card_play import MEMORY
from skat_gym.players.network.folder import PolicyFolder, write_folder
from skat_gym.rules.bits import lowest
from skat_gym.rules.state import PLAY

CONFIGURATION = {
    "name": "tiny",
    "version": "1",
    "about": "A stand-in.",
    "inputs": {"encoding": "v1"},
    "margin": 0.5,
    "weaknesses": ["It cannot play."],
}


class LowestCard:
    """Is made of a folder, as NetworkPolicy is."""

    phases = ALL_STAGES

    def __init__(self, folder: PolicyFolder, memory: int = MEMORY) -> None:
        assert memory == MEMORY, "it forgets nothing, for it never looks back"
        self.name = folder.name
        self.fingerprint = folder.sha256
        self._rulebook = load_policy("rulebook")

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        masks = np.asarray(masks, np.int64)
        lowest_cards = np.array([lowest(mask) for mask in masks], np.int64)
        playing = views["phase"] == PLAY
        return np.where(playing, lowest_cards, self._rulebook.act(views, masks, keys))


def write_stand_in(path: Path, vectors: list[str] | None = None) -> Path:
    """Writes a folder with two small nets."""
    nets = {"play": integer_net((60, 20, 5)), "bid": integer_net((8, 3), seed=1)}
    return write_folder(path, CONFIGURATION, nets, vectors or []).path


def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets folders load as LowestCard."""
    monkeypatch.setattr("skat_gym.players.network.policy.NetworkPolicy", LowestCard)
