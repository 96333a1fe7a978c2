"""Trains a net that plays cards: regresses what the labels say every legal card leads to.

The net tells for every card how much likelier each level of card points is reached after it than
after the mean legal card: the noise that all cards of a deal share cancels, which in trials was
worth more than anything else. A small second output tells the level of the position.

Example: python -m training.play_net --data runs/labels --kind declarer --out runs/declarer.pt
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
import torch

from skat_gym.players.network.card_play import KINDS
from skat_gym.players.network.play_inputs import PLAY_WIDTH
from training.chain import LEVEL_WEIGHTS
from training.console import run
from training.fit import Course, fit, go_on_from
from training.mlp import Mlp, save_net
from training.play_data import PlayData

OUTPUTS = 32 * 5 + 5


@dataclass
class Args:
    """Trains a net that plays cards: regresses what the labels say every legal card leads to."""

    data: list[Path] = field(default_factory=lambda: [Path("runs/labels")])
    """folders of labelled positions"""
    kind: str = "declarer"
    """who decides: declarer, defender, null_declarer, null_defender"""
    out: Path = Path("runs/declarer.pt")
    """where the net is written"""
    start: Path | None = None
    """a net to go on from"""
    hidden: tuple[int, ...] = (512, 512)
    """widths of the hidden layers"""
    epochs: int = 5
    """times through the data"""
    batch: int = 1024
    """positions in a step"""
    rate: float = 1e-3
    """the highest learning rate of the one cycle"""
    dropout: float = 0.0
    """share of activations left out in training"""
    most: int = 10**9
    """positions at most"""
    minutes: float = 1e9
    """epochs are cut so that training takes about so long"""
    seed: int = 1
    """of the weights, the order and the names of the suits"""


def losses(out: Any, legal: Any, reached: Any) -> tuple[Any, Any, Any]:
    """Returns the loss of a batch, the part of it that is about cards, and that of knowing nothing.

    Takes outputs (n, 165), legal (n, 32) bool and reached (n, 32, 5) float.
    """
    count = legal.sum(1, keepdim=True).clamp(min=1)
    weights = torch.from_numpy(LEVEL_WEIGHTS)
    seen = legal[:, :, None].float()
    mean = (reached * seen).sum(1) / count
    wanted = (reached - mean[:, None]) * seen
    told = out[:, :160].view(-1, 32, 5)
    told = (told - ((told * seen).sum(1) / count)[:, None]) * seen
    each = (((told - wanted) ** 2).sum(1) / count) @ weights
    level = ((out[:, 160:] - mean) ** 2) @ weights
    nothing = ((wanted**2).sum(1) / count) @ weights
    return each.mean() + 0.1 * level.mean(), each.mean(), nothing.mean()


def check(net: Mlp, held: PlayData) -> dict[str, float]:
    """Returns the share of variance explained, and how often the chosen card keeps 61."""
    told, known, kept, n = 0.0, 0.0, 0.0, 0
    for inputs, legal, reached in held.batches(min(2048, len(held)), np.random.default_rng(5)):
        out = net(torch.from_numpy(inputs).float())
        mask = torch.from_numpy(legal)
        _, each, nothing = losses(out, mask, torch.from_numpy(reached).float())
        told, known = told + float(each), known + float(nothing)
        value = out[:, :160].view(-1, 32, 5) @ torch.from_numpy(LEVEL_WEIGHTS)
        best = value.masked_fill(~mask, -1e9).argmax(1).numpy()
        kept += reached[np.arange(len(best)), best, 2].sum()
        n += len(best)
    return {"explained": 1 - told / max(known, 1e-9), "kept": kept / max(n, 1)}


def train(args: Args) -> Mlp:
    """Trains the net, writes it, and returns it."""
    if args.kind not in KINDS:
        raise ValueError(f"kind is one of {', '.join(KINDS)}, not {args.kind!r}")
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    data, held = PlayData.read(args.data, KINDS.index(args.kind), args.most).split()
    net = Mlp([PLAY_WIDTH, *args.hidden, OUTPUTS], args.dropout)
    go_on_from(net, args.start)
    size = min(args.batch, max(32, len(data) // 8))

    def loss_of(batch: Any) -> Any:
        inputs, legal, reached = batch
        out = net(torch.from_numpy(inputs).to(torch.bfloat16)).float()
        return losses(out, torch.from_numpy(legal), torch.from_numpy(reached).float())[0]

    course = Course(
        title=f"training {args.kind}",
        epochs=args.epochs,
        steps=max(1, len(data) // size),
        rate=args.rate,
        log=args.out.with_suffix(".jsonl"),
        minutes=args.minutes,
    )
    fit(net, lambda: data.batches(size, rng), loss_of, lambda: check(net, held), course)
    save_net(args.out, net, kind=args.kind, positions=len(data))
    return net


if __name__ == "__main__":
    sys.exit(run(train, Args, __doc__))
