"""Learns how far to bid: what playing is worth, from ten cards, seat, value and what was said.

Auctions are played by a policy, one seat going on beyond its limit, so that the others' passing
says what it says in real games. The best game with the true skat, as the net of games values it,
is regressed on what the declarer knew before seeing it; a second output is the best hand game.

Example: python -m training.bids --policy runs/nets --deals 600000 --out runs/nets/bids.pt
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players.network.bid_inputs import BIDDING_WIDTH, bid_inputs
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.rollout import apply_rows
from skat_gym.rules.action import PICK_UP
from training.chain import exchange_of, policy_of
from training.console import run
from training.fit import Course, fit
from training.games_data import auctions
from training.mlp import Mlp, save_net
from training.time_limit import limited_bar

UNIT = 100.0
"""List points that an output of 1 stands for."""


@dataclass
class Args:
    """Learns how far to bid: what playing is worth, before the skat is seen."""

    policy: str = "rulebook"
    """who bids: a name, or a folder of nets in training"""
    nets: Path = Path("runs/nets")
    """the folder whose games.pt values games"""
    out: Path = Path("runs/nets/bids.pt")
    """where the net is written"""
    deals: int = 600_000
    """auctions"""
    hidden: tuple[int, ...] = (256, 128)
    """widths of the hidden layers"""
    epochs: int = 6
    """times through the data"""
    rate: float = 2e-3
    """the highest learning rate of the one cycle"""
    minutes: float = 1e9
    """stop playing auctions after so long"""
    seed: int = 31
    """of the deals and of training"""


def gather(args: Args) -> tuple[Any, Any]:
    """Returns inputs (n, width) uint8 and worths (n, 2) float32, in units of 100 list points."""
    policy = policy_of(args.policy)
    exchange: Exchange = exchange_of(args.nets, namings=1)
    rng = np.random.default_rng(args.seed)
    inputs, worths, played, began = [], [], 0, time.perf_counter()
    with limited_bar("auctions", args.deals, args.minutes) as show:
        while played < args.deals and time.perf_counter() - began < 60 * args.minutes:
            deals = auctions(8000, args.seed, played, policy, rng, 0.9)
            played += 8000
            n = len(deals)
            views, masks = new_views(n), np.zeros(n, np.int64)
            view_seat_to_act(deals, views, masks)
            inputs.append(bid_inputs(views))
            by_hand = exchange.hand_games(views, masks)[:, PICK_UP + 1 :].max(axis=1)
            apply_rows(deals, np.arange(n), np.full(n, PICK_UP))
            view_seat_to_act(deals, views, masks)
            with_skat = exchange.best_games(views)[2]
            worths.append(np.stack([with_skat, by_hand], axis=1).astype(np.float32) / UNIT)
            show(played)
    return np.concatenate(inputs), np.concatenate(worths)


def train(args: Args) -> Mlp:
    """Plays auctions, trains the net, writes it, and returns it."""
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    inputs, worths = gather(args)
    held = max(1, len(inputs) // 50)
    x, y = torch.from_numpy(inputs[held:]), torch.from_numpy(worths[held:])
    x_held, y_held = torch.from_numpy(inputs[:held]).float(), torch.from_numpy(worths[:held])
    net = Mlp([BIDDING_WIDTH, *args.hidden, 2])
    size = min(1024, max(16, len(x) // 8))
    steps = len(x) // size

    def batches() -> Iterator[Any]:
        order = torch.from_numpy(rng.permutation(len(x)))
        return (order[start : start + size] for start in range(0, steps * size, size))

    def loss_of(rows: Any) -> Any:
        return ((net(x[rows].to(torch.bfloat16)).float() - y[rows]) ** 2).mean()

    def check() -> dict[str, float]:
        told = 1 - ((net(x_held) - y_held) ** 2).mean(0) / y_held.var(0).clamp(min=1e-9)
        return {"explained": told[0], "explained_hand": told[1], "rows": len(x)}

    log = args.out.with_suffix(".jsonl")
    fit(net, batches, loss_of, check, Course("training bids", args.epochs, steps, args.rate, log))
    save_net(args.out, net, unit=UNIT, rows=len(x))
    return net


if __name__ == "__main__":
    sys.exit(run(train, Args, __doc__))
