"""Ships nets in training as a policy's folder: integer weights, configuration, test vectors.

Example: python -m training.export --nets runs/nets --to policies/expert --about "the best we have"
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import Policy, load_policy
from skat_gym.players.network.bid_inputs import bid_inputs
from skat_gym.players.network.card_play import KINDS, kind_of
from skat_gym.players.network.folder import write_folder, write_vectors
from skat_gym.players.network.play_inputs import play_inputs
from skat_gym.players.network.policy import INPUTS, PASSING
from skat_gym.players.network.skat_inputs import game_inputs
from skat_gym.players.rollout import apply_rows
from skat_gym.players.search import read_options
from skat_gym.progress import bar
from skat_gym.rules.action import PICK_UP
from skat_gym.rules.contract import IS_HAND, N_CONTRACTS
from training.chain import bids_fold, card_fold, check_nets, is_shipped, policy_of
from training.console import run
from training.games_data import auctions
from training.mlp import layers_of, load_net
from training.noisy_play import NOISE, guests, play_noisily, shuffled
from training.null_seeker import NullSeeker
from training.quantise import deviation, quantise, stretch, without_silent
from training.vectors import choose

_SAMPLE = 60_000
"""Inputs of each net at most: enough to tell which neurons never fire."""
_DEALS = 6000
_STRETCHED = 3000
_TRIMMED = (*KINDS, "beliefs")
"""Nets of which the inputs are as many-sided as in play."""


@dataclass
class Args:
    """Ships nets in training as a policy's folder."""

    nets: Path
    """the folder of nets"""
    to: Path
    """the policy's folder; its name is the policy's"""
    about: str = ""
    """one line about it"""
    version: str = "1"
    """of the policy"""
    card_namings: int = 6
    """names of the suits under which a card is looked at: 1 to 6, 12 or 24"""
    game_namings: int = 2
    """names of the suits under which a game is looked at"""
    games: int = 32
    """games looked at in an exchange"""
    passing: float = PASSING
    """what leaving the game to others is worth"""
    search: str = ""
    """options of search on top of it, such as "judge=playouts,worlds=48" """
    weaknesses: list[str] = field(default_factory=list)
    """sentences for the card"""


def samples(policy: Policy, seed: int = 41, deals: int = _DEALS) -> dict[str, Any]:
    """Returns inputs of every net, as met in games of a policy, with guests and random cards."""
    rulebook = load_policy("rulebook")
    rng = np.random.default_rng(seed)
    found: dict[str, Any] = {}
    for player in (policy, NullSeeker(rulebook)):
        dealt = shuffled(deals, seed)
        noise = np.array(NOISE)[rng.integers(len(NOISE), size=deals)]
        met = play_noisily(dealt, player, rng, noise, 0.03, guests(deals, rng)).reshape(-1)
        met = met[met["phase"] != 0]
        views, masks = new_views(len(met)), np.zeros(len(met), np.int64)
        view_seat_to_act(met, views, masks)
        kinds = kind_of(views)
        for number, kind in enumerate(KINDS):
            rows = np.flatnonzero(kinds == number)[:_SAMPLE]
            if len(rows) > len(found.get(kind, ())):
                namings = rng.integers(24, size=len(rows))
                found[kind] = play_inputs(views.take(rows), masks[rows], namings)
    found["beliefs"] = np.concatenate([found[kind] for kind in KINDS])
    dealt = auctions(deals, seed, 0, rulebook, rng, 0.5)
    views, masks = new_views(len(dealt)), np.zeros(len(dealt), np.int64)
    view_seat_to_act(dealt, views, masks)
    found["bids"] = bid_inputs(views)
    contracts = rng.integers(N_CONTRACTS, size=len(dealt))
    hand = IS_HAND[contracts] == 1
    down = np.where(hand, 0, dealt["skat"])
    rows = np.flatnonzero(~hand)
    apply_rows(dealt, rows, np.full(len(rows), PICK_UP))
    view_seat_to_act(dealt, views, masks)
    kept, namings = views["hand"] & ~down, rng.integers(24, size=len(dealt))
    found["games"] = game_inputs(views, np.arange(len(dealt)), kept, down, contracts, namings)
    return found


def check_place(to: Path) -> None:
    """Raises ValueError, before hours of work, if a policy's folder cannot be written there."""
    if to.exists() and not is_shipped(to):
        raise ValueError(f"{str(to)!r} is something else than a policy: name a new folder")


def export(args: Args) -> None:
    """Writes the folder and says how far the integer nets are from the float ones.

    Raises ValueError if a net is missing, or if the folder is something else than a policy.
    """
    check_nets(args.nets)
    check_place(args.to)
    folds: dict[str, Any] = {kind: card_fold() for kind in KINDS}
    folds |= {"bids": bids_fold(), "games": None}
    if (args.nets / "beliefs.pt").exists():
        folds["beliefs"] = None
    nets, told = {}, []
    policy = policy_of(str(args.nets))
    with bar("shipping", len(folds) + 2) as show:  # games and test vectors, besides the nets
        show(0, "games to look at")
        inputs = samples(policy)
        for number, (name, fold) in enumerate(folds.items(), 1):
            show(number, name)
            layers = layers_of(load_net(args.nets / f"{name}.pt")[0], fold)
            if name in _TRIMMED:
                layers = without_silent(layers, inputs[name])
            sample = inputs[name][:_STRETCHED].astype(np.float64)
            nets[name] = quantise(stretch(layers, sample))
            told.append(f"{name}: {deviation(layers, nets[name], sample)}")
        show(len(folds) + 1, "test vectors")
        folder = write_folder(args.to, _config(args), nets)
        write_vectors(folder.path, choose(load_policy(str(args.to))))
    print("\n".join(told))
    print(f"{folder.path}: {folder.size / 2**20:.1f} MB, SHA-256 {folder.sha256}")


def _config(args: Args) -> dict[str, Any]:
    return {
        "name": args.to.name,
        "version": args.version,
        "about": args.about,
        "inputs": INPUTS,
        "card_namings": args.card_namings,
        "game_namings": args.game_namings,
        "games": args.games,
        "passing": args.passing,
        "search": read_options(f"it,{args.search}")[1] if args.search else {},
        "weaknesses": args.weaknesses,
    }


if __name__ == "__main__":
    sys.exit(run(export, Args, __doc__))
