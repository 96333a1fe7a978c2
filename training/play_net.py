"""Trains a net that plays cards: regresses what perfect play makes of every legal card.

The net tells for every card how much likelier each level of card points is reached after it than
after the mean legal card: the noise that all cards of a deal share cancels, which in trials was
worth more than anything else. A small second output tells the level of the position.

Example: python -m training.play_net --data runs/labels --kind declarer --out runs/declarer.pt
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
import tyro

from skat_gym.players.network.card_play import KINDS
from skat_gym.players.network.play_inputs import PLAY_WIDTH
from skat_gym.progress import bar
from training.chain import LEVEL_WEIGHTS
from training.log import Log
from training.mlp import Mlp, load_net, save_net
from training.play_data import PlayData

OUTPUTS = 32 * 5 + 5


@dataclass
class Args:
    """Trains a net that plays cards: regresses what perfect play makes of every legal card."""

    data: list[Path] = field(default_factory=lambda: [Path("runs/labels")])
    """folders of labelled positions"""
    kind: Literal["declarer", "defender", "null_declarer", "null_defender"] = "declarer"
    """who decides"""
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
    dropout: float = 0.1
    """share of activations left out in training"""
    most: int = 10**9
    """positions at most"""
    minutes: float = 1e9
    """epochs are cut so that training takes about so long"""
    seed: int = 1
    """of the weights, the order and the names of the suits"""


def losses(out: Any, legal: Any, reached: Any) -> tuple[Any, Any]:
    """Returns the loss of a batch, and that of a net that knows nothing."""
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
    return each.mean() + 0.1 * level.mean(), (each.mean(), nothing.mean())


def check(net: Mlp, held: PlayData, rng: np.random.Generator) -> tuple[float, float]:
    """Returns the share of variance explained, and how often the chosen card keeps 61."""
    told, known, kept, n = 0.0, 0.0, 0.0, 0
    with torch.inference_mode():
        for inputs, legal, reached in held.batches(min(2048, len(held)), rng):
            out = net(torch.from_numpy(inputs).float())
            mask = torch.from_numpy(legal)
            _, (each, nothing) = losses(out, mask, torch.from_numpy(reached).float())
            told, known = told + float(each), known + float(nothing)
            value = out[:, :160].view(-1, 32, 5) @ torch.from_numpy(LEVEL_WEIGHTS)
            best = value.masked_fill(~mask, -1e9).argmax(1).numpy()
            kept += reached[np.arange(len(best)), best, 2].sum()
            n += len(best)
    return 1 - told / max(known, 1e-9), kept / max(n, 1)


def train(args: Args) -> Mlp:
    """Trains the net, writes it, and returns it."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(args.seed)
    data, held = PlayData.read(args.data, KINDS.index(args.kind), args.most).split()
    net = Mlp([PLAY_WIDTH, *args.hidden, OUTPUTS], args.dropout)
    if args.start is not None:
        old, _ = load_net(args.start)
        net.load_state_dict(dict(zip(net.state_dict(), old.state_dict().values(), strict=True)))
    size = min(args.batch, max(32, len(data) // 8))
    steps = max(1, len(data) // size)
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.01)
    log = Log(args.out.with_suffix(".jsonl"), board=True)
    epochs, done, began = args.epochs, 0, time.perf_counter()
    schedule: Any = None
    with bar(f"training {args.kind}", epochs * steps) as show:
        epoch = 0
        while epoch < epochs:
            net.train()
            total = 0.0
            for inputs, legal, reached in data.batches(size, rng):
                if done == 40 or (done == 0 and args.minutes > 1e6):
                    if args.minutes < 1e6:
                        pace = (time.perf_counter() - began) / 40
                        fit = int(60 * args.minutes / (pace * steps))
                        epochs = max(1, min(epochs, fit))
                    left = max(4, epochs * steps - done)
                    schedule = torch.optim.lr_scheduler.OneCycleLR(
                        optimizer, args.rate, total_steps=left + 1, pct_start=0.2
                    )
                with torch.autocast("cpu", torch.bfloat16):
                    out = net(torch.from_numpy(inputs).to(torch.bfloat16))
                loss, _ = losses(
                    out.float(), torch.from_numpy(legal), torch.from_numpy(reached).float()
                )
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                if schedule is not None:
                    schedule.step()
                total += float(loss.detach())
                done += 1
                show(done, f"loss {total / (done - epoch * steps):.4f}", epochs * steps)
            epoch += 1
            net.eval()
            told, kept = check(net, held, np.random.default_rng(5))
            log.write(
                step=done,
                epoch=epoch,
                loss=round(total / steps, 5),
                explained=round(told, 4),
                kept=round(kept, 5),
                positions=len(data),
                seconds=round(time.perf_counter() - began, 1),
            )
    save_net(args.out, net, kind=args.kind, positions=len(data))
    return net


if __name__ == "__main__":
    train(tyro.cli(Args, description=__doc__))
