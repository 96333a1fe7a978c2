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

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players.network.bid_inputs import BIDDING_WIDTH, bid_inputs
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.rollout import apply_rows
from skat_gym.progress import bar
from skat_gym.rules.action import PICK_UP
from training.chain import exchange_of, policy_of
from training.games_data import auctions
from training.log import Log
from training.mlp import Mlp, save_net

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
    with bar("auctions", args.deals) as show:
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
    torch.set_num_threads(1)
    rng = np.random.default_rng(args.seed)
    log = Log(args.out.with_suffix(".jsonl"), board=True)
    began = time.perf_counter()
    inputs, worths = gather(args)
    held = max(1, len(inputs) // 50)
    x, y = torch.from_numpy(inputs[held:]), torch.from_numpy(worths[held:])
    x_held, y_held = torch.from_numpy(inputs[:held]).float(), torch.from_numpy(worths[:held])
    net = Mlp([BIDDING_WIDTH, *args.hidden, 2])
    size = min(1024, max(16, len(x) // 8))
    steps = len(x) // size
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, args.rate, total_steps=max(4, args.epochs * steps) + 1, pct_start=0.2
    )
    done = 0
    with bar("training bids", args.epochs * steps) as show:
        for epoch in range(args.epochs):
            order, total = torch.from_numpy(rng.permutation(len(x))), 0.0
            for start in range(0, steps * size, size):
                rows = order[start : start + size]
                loss = ((net(x[rows].float()) - y[rows]) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                schedule.step()
                total += float(loss.detach())
                done += 1
                show(done)
            with torch.inference_mode():
                miss = ((net(x_held) - y_held) ** 2).mean(0)
            told = 1 - miss / y_held.var(0).clamp(min=1e-9)
            log.write(
                step=done,
                epoch=epoch + 1,
                loss=round(total / steps, 4),
                explained=round(float(told[0]), 4),
                explained_hand=round(float(told[1]), 4),
                rows=len(x),
                seconds=round(time.perf_counter() - began, 1),
            )
    save_net(args.out, net, unit=UNIT, rows=len(x))
    return net


if __name__ == "__main__":
    train(tyro.cli(Args, description=__doc__))
