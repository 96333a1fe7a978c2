"""Learns what games are worth: ten cards, two put down, a contract, tried out in playouts.

The declarers that a policy's auctions find try several games each on the same hidden cards, the
policy playing all seats. A net regresses how the games end: 31, 61, 90 points, every trick; the
list score follows by the rules. Differences within a group count most: the luck of the hidden
cards cancels there.

Example: python -m training.games --policy runs/nets --groups 200000 --out runs/nets/games.pt
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from skat_gym.observation import VIEW
from skat_gym.players.network.skat_inputs import SKAT_WIDTH, game_inputs
from skat_gym.players.network.suits import N_NAMINGS
from training.chain import favourites_of, policy_of
from training.console import run
from training.fit import Course, fit, go_on_from
from training.games_data import auctions, targets_of, try_games
from training.log import Log
from training.mlp import Mlp, save_net
from training.origin import claim, stamp
from training.time_limit import limited_bar

HEADS = 4
"""What is told of a game: 31, 61, 90 points reached, every trick taken."""
_HEAD_WEIGHTS = (0.2, 1.0, 0.4, 0.1)


@dataclass
class Args:
    """Learns what games are worth: ten cards, two put down, a contract, tried in playouts."""

    policy: str = "rulebook"
    """who bids and plays: a name, or a folder of nets in training"""
    favourites: str | None = None
    """whose best games are among those tried: a name or folder (default: the player's own)"""
    out: Path = Path("runs/games.pt")
    """where the net is written"""
    data: list[Path] = field(default_factory=lambda: [Path("runs/games")])
    """folders of tried games; the first is filled, all are learned from"""
    groups: int = 200_000
    """declarers in the first folder"""
    group: int = 11
    """games each of them tries"""
    spread: float = 25.0
    """noise, in list points, on the rough estimate that proposes games"""
    push: float = 0.5
    """share of the deals in which one seat goes on beyond its limit"""
    shard: int = 4000
    """deals in a file"""
    hidden: tuple[int, ...] = (256, 256)
    """widths of the hidden layers"""
    epochs: int = 4
    """times through the data"""
    rate: float = 1e-3
    """the highest learning rate of the one cycle"""
    start: Path | None = None
    """a net to go on from"""
    minutes: float = 1e9
    """stop trying games after so long, at the end of a shard"""
    seed: int = 21
    """of deals, tries and training"""


def gather(args: Args) -> None:
    """Fills the first folder with tried games, of one player alone."""
    folder = args.data[0]
    policy = policy_of(args.policy)
    exchange, whose = favourites_of(args.favourites or args.policy)
    claim(
        folder,
        player=stamp(policy),
        favourites=whose,
        group=args.group,
        spread=args.spread,
        push=args.push,
        seed=args.seed,
        shard=args.shard,
    )
    log = Log(folder / "games.jsonl")
    began, groups, number = time.perf_counter(), 0, 0
    with limited_bar("trying games", args.groups, args.minutes) as show:
        while groups < args.groups:
            path = folder / f"{number:05d}.npz"
            if not path.exists():
                if time.perf_counter() - began > 60 * args.minutes:
                    break
                since = time.perf_counter()
                rng = np.random.default_rng([args.seed, number])
                deals = auctions(args.shard, args.seed, number * args.shard, policy, rng, args.push)
                tried = try_games(deals, policy, rng, args.group, args.spread, number, exchange)
                half = path.with_suffix(".part.npz")
                np.savez(half, **tried)
                half.replace(path)
                log.write(
                    shard=number,
                    groups=groups + len(tried["views"]),
                    seconds=round(time.perf_counter() - began, 1),
                    took=round(time.perf_counter() - since, 3),
                )
            with np.load(path) as shard:
                groups += len(shard["views"])
            number += 1
            show(min(groups, args.groups))


def read(folders: list[Path]) -> dict[str, Any]:
    """Reads all tried games: views of the declarers, games by row of view, targets."""
    views, parts, total = [], [], 0
    for folder in folders:
        for path in sorted(folder.glob("[0-9]*[0-9].npz")):
            with np.load(path) as shard:
                games = {k: shard[k] for k in ("row", "kept", "down", "contract")}
                games["row"] = games["row"] + total
                games["target"] = targets_of(shard["outcomes"])
                views.append(shard["views"])
                parts.append(games)
                total += len(shard["views"])
    if not parts:
        raise FileNotFoundError(f"no tried games in {', '.join(map(str, folders))}")
    joined: dict[str, Any] = {k: np.concatenate([p[k] for p in parts]) for k in parts[0]}
    joined["views"] = np.concatenate(views).astype(VIEW)
    return joined


def loss_of(out: Any, target: Any, group: Any, n_groups: int) -> tuple[Any, Any]:
    """Returns the loss, and the share of variance explained within groups."""
    weights = torch.tensor(_HEAD_WEIGHTS)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(out, target, reduction="none")
    won, told = target[:, 1], torch.sigmoid(out[:, 1])
    count = torch.zeros(n_groups).index_add(0, group, torch.ones(len(group)))

    def centred(x: Any) -> Any:
        return x - (torch.zeros(n_groups).index_add(0, group, x) / count)[group]

    wanted, said = centred(won), centred(told)
    miss = ((said - wanted) ** 2).mean()
    return (entropy @ weights).mean() + 10 * miss, 1 - miss / (wanted**2).mean().clamp(min=1e-9)


def train(args: Args) -> Mlp:
    """Trains the net on all tried games, writes it, and returns it."""
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    data = read(args.data)
    ends = np.searchsorted(data["row"], np.arange(len(data["views"]) + 1))
    held = np.arange(len(data["views"])) % 50 == 0
    train_groups, held_groups = np.flatnonzero(~held), np.flatnonzero(held)
    net = Mlp([SKAT_WIDTH, *args.hidden, HEADS])
    go_on_from(net, args.start)
    size = min(192, max(4, len(train_groups) // 8))
    steps = len(train_groups) // size

    def told(groups: Any) -> tuple[Any, Any]:
        tried = np.concatenate([np.arange(ends[g], ends[g + 1]) for g in groups])
        place = np.repeat(np.arange(len(groups)), ends[groups + 1] - ends[groups])
        namings = rng.integers(N_NAMINGS, size=len(tried))
        row, kept, down, contract = (data[k][tried] for k in ("row", "kept", "down", "contract"))
        x = torch.from_numpy(game_inputs(data["views"], row, kept, down, contract, namings))
        x = x.to(torch.bfloat16 if net.training else torch.float32)
        target = torch.from_numpy(data["target"][tried])
        return loss_of(net(x).float(), target, torch.from_numpy(place), len(groups))

    def batches() -> Iterator[Any]:
        order = rng.permutation(train_groups)
        return (order[start : start + size] for start in range(0, steps * size, size))

    def check() -> dict[str, float]:
        loss, explained = told(held_groups[:4000])
        return {"held": loss, "explained": explained, "groups": len(train_groups)}

    log = args.out.with_suffix(".jsonl")
    course = Course("training games", args.epochs, steps, args.rate, log)
    fit(net, batches, lambda groups: told(groups)[0], check, course)
    save_net(args.out, net, groups=len(train_groups))
    return net


def main(args: Args) -> None:
    """Tries games and trains the net on all of them."""
    gather(args)
    train(args)


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
