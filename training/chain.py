"""A policy in training: a folder of nets, one file each, run as the integer nets that ship."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.players import CompositePolicy, Policy, load_policy
from skat_gym.players.network.beliefs import Beliefs
from skat_gym.players.network.card_play import KINDS, CardPlay
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.network.folder import CONFIG, folder_named, read_folder
from skat_gym.players.network.integer_net import IntegerNet
from skat_gym.players.network.policy import PASSING, NetPlayer
from training.mlp import layers_of, load_net
from training.quantise import quantise

LEVEL_WEIGHTS = np.array([0.3, 0.3, 1.0, 0.3, 0.3], np.float32)
"""(5,): what each level of card points counts when a card is chosen."""
WORTH = 150.0
"""List points that reaching a level for sure is put at: what a game's result swings by, about."""
DECIDING = (*KINDS, "games", "bids")
"""The nets that a policy's decisions come from; a policy that ships has all of them."""


def net_of(path: Path, fold: Any | None = None) -> IntegerNet:
    """Returns the net of a file in integers, its last layer folded (see `layers_of`)."""
    return quantise(layers_of(load_net(path)[0], fold))


def card_fold(weights: Any = LEVEL_WEIGHTS) -> Any:
    """Returns the matrix (32, 165) that folds a card net's outputs to one value a card."""
    fold = np.zeros((32, 165), np.float32)
    for card in range(32):
        fold[card, 5 * card : 5 * card + 5] = weights
    return fold * WORTH


def is_shipped(folder: Path) -> bool:
    """Tells whether a folder is a policy's that ships: integer nets, which nobody trains on."""
    return (folder / CONFIG).is_file()


def is_chain(name: str) -> bool:
    """Tells whether a name is a folder of nets in training."""
    folder = Path(name)
    return folder.is_dir() and not is_shipped(folder) and any(folder.glob("*.pt"))


def check_nets(folder: Path, names: Sequence[str] = DECIDING) -> None:
    """Raises ValueError if a folder is none of nets in training that has those of some names."""
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r} of nets in training")
    if is_shipped(folder):
        raise ValueError(
            f"{str(folder)!r} is a policy that ships: its nets hold integers and are not trained on"
        )
    for name in names:
        if not (folder / f"{name}.pt").is_file():
            raise ValueError(
                f"{str(folder)!r} lacks nets in training: it has no file {name}.pt, "
                f"{', '.join(f'{other}.pt' for other in names)} are needed"
            )


def nets_stamp(folder: Path, names: Sequence[str] = DECIDING) -> str:
    """Returns a text that changes whenever one of a folder's nets does."""
    found = hashlib.sha256()
    for name in names:
        file = folder / f"{name}.pt"
        if file.is_file():
            found.update(name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def bids_fold() -> Any:
    """Returns the matrix that turns the outputs of the net that bids to list points."""
    return np.eye(2, dtype=np.float32) * 100.0


def exchange_of(folder: Path, namings: int = 1) -> Exchange:
    """Returns the exchange of a folder; without a net that bids it values games alone."""
    bids: Any = None
    if (folder / "bids.pt").exists():
        bids = net_of(folder / "bids.pt", bids_fold())
    return Exchange(net_of(folder / "games.pt"), bids, namings)


def favourites_of(name: str) -> tuple[Exchange | None, str]:
    """Returns what values the games of a player, None if no net does, and a stamp of it.

    Takes a folder of nets in training, or the name or folder of a policy that ships.
    """
    folder = folder_named(name)
    if folder is not None and is_shipped(folder):
        shipped = read_folder(folder)
        bids: Any = None
        return Exchange(shipped.nets["games"], bids, 1), shipped.sha256
    if (Path(name) / "games.pt").exists():
        return exchange_of(Path(name)), nets_stamp(Path(name), ["games"])
    return None, ""


def policy_of(name: str, namings: int = 1, passing: float = PASSING) -> Policy:
    """Returns the policy of a name, or of a folder of nets in training.

    Stages the folder has no nets for are decided by the rulebook; nets that play cards it must
    have, or ValueError is raised.
    """
    if not is_chain(name):
        return load_policy(name)
    folder = Path(name)
    check_nets(folder, KINDS)
    nets = {kind: net_of(folder / f"{kind}.pt", card_fold()) for kind in KINDS}
    exchange = None
    if (folder / "games.pt").exists() and (folder / "bids.pt").exists():
        exchange = exchange_of(folder, namings)
    beliefs = None
    if (folder / "beliefs.pt").exists():
        beliefs = Beliefs(net_of(folder / "beliefs.pt"))
    stamp = f"{nets_stamp(folder)} namings {namings} passing {passing}"
    play = CardPlay(nets, namings)
    policy = NetPlayer(name, play, exchange, passing, stamp, beliefs)
    if exchange is not None:
        return policy
    return CompositePolicy(load_policy("rulebook"), {"play": policy}, name)
