"""A policy in training: a folder of nets, one file each, run as the integer nets that ship."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.players import CompositePolicy, Policy, load_policy
from skat_gym.players.network.beliefs import Beliefs
from skat_gym.players.network.card_play import KINDS, CardPlay
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.network.integer_net import IntegerNet
from skat_gym.players.network.policy import PASSING, NetPlayer
from training.mlp import layers_of, load_net
from training.quantise import quantise

LEVEL_WEIGHTS = np.array([0.3, 0.3, 1.0, 0.3, 0.3], np.float32)
"""(5,): what each level of card points counts when a card is chosen."""
WORTH = 150.0
"""List points that reaching a level for sure is put at: what a game's result swings by, about."""


def net_of(path: Path, fold: Any | None = None) -> IntegerNet:
    """Returns the net of a file in integers, its last layer folded (see `layers_of`)."""
    return quantise(layers_of(load_net(path)[0], fold))


def card_fold(weights: Any = LEVEL_WEIGHTS) -> Any:
    """Returns the matrix (32, 165) that folds a card net's outputs to one value a card."""
    fold = np.zeros((32, 165), np.float32)
    for card in range(32):
        fold[card, 5 * card : 5 * card + 5] = weights
    return fold * WORTH


def is_chain(name: str) -> bool:
    """Tells whether a name is a folder of nets in training."""
    return Path(name).is_dir() and any(Path(name).glob("*.pt"))


def has_games(name: str) -> bool:
    """Tells whether a name is a folder with a net that values games."""
    return (Path(name) / "games.pt").exists()


def bids_fold() -> Any:
    """Returns the matrix that turns the outputs of the net that bids to list points."""
    return np.eye(2, dtype=np.float32) * 100.0


def exchange_of(folder: Path, namings: int = 1) -> Exchange:
    """Returns the exchange of a folder; without a net that bids it values games alone."""
    bids: Any = None
    if (folder / "bids.pt").exists():
        bids = net_of(folder / "bids.pt", bids_fold())
    return Exchange(net_of(folder / "games.pt"), bids, namings)


def policy_of(name: str, namings: int = 1, passing: float = PASSING) -> Policy:
    """Returns the policy of a name, or of a folder of nets in training.

    Stages the folder has no nets for are decided by the rulebook.
    """
    if not is_chain(name):
        return load_policy(name)
    folder = Path(name)
    nets = {kind: net_of(folder / f"{kind}.pt", card_fold()) for kind in KINDS}
    exchange = None
    if (folder / "games.pt").exists() and (folder / "bids.pt").exists():
        exchange = exchange_of(folder, namings)
    beliefs = None
    if (folder / "beliefs.pt").exists():
        beliefs = Beliefs(net_of(folder / "beliefs.pt"))
    play = CardPlay(nets, namings)
    policy = NetPlayer(name, play, exchange, passing, beliefs=beliefs)
    if exchange is not None:
        return policy
    return CompositePolicy(load_policy("rulebook"), {"play": policy}, name)
