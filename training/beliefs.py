"""Learns what a player may believe of hidden cards: with whom each of them is likely to lie.

Deals are played by a policy, with few random cards, so that bids, put-downs and cards tell what
they tell in real games. From a player's view a net tells for every card it does not see whether the
next player has it, the previous one, or nobody (the skat or the put-downs). A search draws its
worlds by that.

Example: python -m training.beliefs --policy runs/nets --deals 60000 --out runs/nets/beliefs.pt
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
from skat_gym.players import Policy
from skat_gym.players.network.play_inputs import PLAY_WIDTH, play_inputs
from skat_gym.players.network.suits import CARD_NAMES, N_NAMINGS
from skat_gym.rules.card import ALL_CARDS
from skat_gym.rules.contract import GAME
from training.chain import policy_of
from training.console import run
from training.fit import Course, fit, go_on_from
from training.mlp import Mlp, save_net
from training.noisy_play import guests, play_noisily, shuffled
from training.time_limit import limited_bar

NOISE = (0.0, 0.0, 0.2)
"""Shares of random cards; a third of the deals gets each."""
_SHARD = 2000
_CARDS = np.arange(32)
SEEN = 3
"""The place of a card that the player sees."""


@dataclass
class Args:
    """Learns with whom each card that a player does not see is likely to lie."""

    policy: str = "rulebook"
    """who plays: a name, or a folder of nets in training"""
    out: Path = Path("runs/nets/beliefs.pt")
    """where the net is written"""
    deals: int = 60_000
    """deals to play"""
    share: float = 0.5
    """share of the positions learned from"""
    start: Path | None = None
    """a net to go on from"""
    hidden: tuple[int, ...] = (256,)
    """widths of the hidden layers"""
    epochs: int = 4
    """times through the data"""
    rate: float = 1e-3
    """the highest learning rate of the one cycle"""
    minutes: float = 1e9
    """stop playing deals after so long"""
    seed: int = 71
    """of the deals and of training"""


def places_of(rows: Any, views: Any) -> Any:
    """Returns where each card lies for the seat to act, (n, 32) int8: 0 next, 1 previous, 2 aside.

    Cards that the seat sees are SEEN. Takes (n,) DEAL records in their play, and their views.
    """
    me, at = views["me"].astype(np.int64), np.arange(len(rows))
    played = views["by"].sum(axis=1)
    seen = views["hand"] | views["put_down"] | views["open_hand"] | played
    unseen = ALL_CARDS & ~seen
    places = np.full((len(rows), 32), SEEN, np.int8)
    places[(unseen[:, None] >> _CARDS & 1) == 1] = 2
    for k in (0, 1):
        held = rows["hands"][at, (me + 1 + k) % 3] & unseen
        places[(held[:, None] >> _CARDS & 1) == 1] = k
    return places


def gather(args: Args, policy: Policy) -> tuple[Any, Any, Any]:
    """Plays deals; returns views (n,), masks (n,) and places (n, 32), of each deal in one piece."""
    rng = np.random.default_rng(args.seed)
    parts, began = [], time.perf_counter()
    with limited_bar("playing", args.deals, args.minutes) as show:
        for first in range(0, args.deals, _SHARD):
            if time.perf_counter() - began > 60 * args.minutes:
                break
            n = min(_SHARD, args.deals - first)
            noise = np.array(NOISE)[rng.integers(len(NOISE), size=n)]
            deals = shuffled(n, args.seed, first)
            met = play_noisily(deals, policy, rng, noise, guest_seats=guests(n, rng))
            wanted = (met["phase"] != 0) & (rng.random(met.shape) < args.share)
            rows = np.ascontiguousarray(met[wanted])
            views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
            view_seat_to_act(rows, views, masks)
            parts.append((views, masks, places_of(rows, views)))
            show(first + n)
    views, masks, places = (np.concatenate(column) for column in zip(*parts, strict=True))
    return views, masks, places


def losses(out: Any, places: Any) -> tuple[Any, Any]:
    """Returns the loss of a batch, and that of knowing only how many cards lie where.

    Takes outputs (n, 96) and places (n, 32) int64; both losses are means over hidden cards.
    """
    hidden = places != SEEN
    told = torch.log_softmax(out.view(-1, 3, 32), 1)
    at = places.clamp(max=2)[:, None]
    loss = -told.gather(1, at)[:, 0][hidden].mean()
    counts = torch.stack([(places == k).sum(1) for k in range(3)], 1).float()
    share = counts / hidden.sum(1, keepdim=True).clamp(min=1)
    plain = -(share[:, :, None].expand(-1, -1, 32).gather(1, at)[:, 0][hidden]).log().mean()
    return loss, plain


def train(args: Args) -> Mlp:
    """Plays deals, trains the net, writes it, and returns it."""
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    views, masks, places = gather(args, policy_of(args.policy))
    n = len(views)
    held = n - max(1, n // 50)  # the last deals
    net = Mlp([PLAY_WIDTH, *args.hidden, 96])
    go_on_from(net, args.start)
    size = min(1024, max(32, held // 8))

    def batch(rows: Any) -> tuple[Any, Any]:
        namings = rng.integers(N_NAMINGS, size=len(rows))
        inputs = play_inputs(views.take(rows), masks[rows], namings)
        named = np.empty((len(rows), 32), np.int64)
        names = CARD_NAMES[GAME[views["contract"][rows]], namings]
        np.put_along_axis(named, names, places[rows].astype(np.int64), axis=1)
        return torch.from_numpy(inputs), torch.from_numpy(named)

    def batches() -> Iterator[Any]:
        order = rng.permutation(held)
        return (batch(order[k : k + size]) for k in range(0, held - size + 1, size))

    def loss_of(pair: Any) -> Any:
        return losses(net(pair[0].to(torch.bfloat16)).float(), pair[1])[0]

    def check() -> dict[str, float]:
        inputs, named = batch(np.arange(held, n))
        loss, plain = losses(net(inputs.float()), named)
        return {"nats": float(loss), "nats_by_counts": float(plain), "positions": n}

    course = Course(
        title="training beliefs",
        epochs=args.epochs,
        steps=max(1, held // size),
        rate=args.rate,
        log=args.out.with_suffix(".jsonl"),
    )
    fit(net, batches, loss_of, check, course)
    save_net(args.out, net, positions=n)
    return net


if __name__ == "__main__":
    sys.exit(run(train, Args, __doc__))
