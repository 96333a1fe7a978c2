"""The loop that all nets are trained in: AdamW, one cycle of the learning rate, bfloat16."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from skat_gym.progress import bar
from training.log import Log
from training.mlp import Mlp, load_net

_PROBE = 12


@dataclass(frozen=True)
class Course:
    """Is how a net is trained."""

    title: str
    epochs: int
    steps: int
    """In an epoch."""
    rate: float
    """The highest learning rate."""
    log: Path
    minutes: float = 1e9
    """Epochs are cut so that training takes about so long, one at least."""


def fit(
    net: Mlp,
    batches: Callable[[], Iterator[Any]],
    loss_of: Callable[[Any], Any],
    check: Callable[[], dict[str, float]],
    course: Course,
) -> None:
    """Trains a net.

    `batches` yields the batches of one epoch, `loss_of` takes one of them, `check` returns figures
    on what was held back, logged after every epoch.
    """
    torch.set_num_threads(1)
    optimizer = torch.optim.AdamW(net.parameters(), course.rate, weight_decay=0.01)
    log = Log(course.log, board=True)

    def step(batch: Any) -> float:
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):
            loss = loss_of(batch)
        torch.autograd.backward(loss)
        return float(loss.detach())

    epochs = course.epochs
    if course.minutes < 1e6:
        net.train()
        began = time.perf_counter()
        for _, batch in zip(range(_PROBE), batches(), strict=False):
            step(batch)
        pace = (time.perf_counter() - began) / min(_PROBE, course.steps)
        epochs = max(1, min(epochs, int(60 * course.minutes / (pace * course.steps))))
    total_steps = max(4, epochs * course.steps) + 1
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, course.rate, total_steps=total_steps, pct_start=0.2
    )
    began, done = time.perf_counter(), 0
    with bar(course.title, epochs * course.steps) as show:
        for epoch in range(1, epochs + 1):
            net.train()
            total = 0.0
            for batch in batches():
                total += step(batch)
                optimizer.step()
                schedule.step()
                done += 1
                show(done, f"loss {total / (done - (epoch - 1) * course.steps):.4f}")
            net.eval()
            with torch.inference_mode():
                figures = {name: round(float(value), 5) for name, value in check().items()}
            seconds = round(time.perf_counter() - began, 1)
            loss = round(total / course.steps, 5)
            log.write(step=done, epoch=epoch, loss=loss, **figures, seconds=seconds)


def go_on_from(net: Mlp, path: Path | None) -> None:
    """Takes over the weights of a net that was saved, if there is one.

    Raises ValueError if it has layers of other widths.
    """
    if path is not None:
        old, _ = load_net(path)
        if old.sizes != net.sizes:
            there, wanted = (" x ".join(map(str, sizes)) for sizes in (old.sizes, net.sizes))
            raise ValueError(
                f"{path} has layers of {there}: a net of {wanted} cannot go on from it"
            )
        net.load_state_dict(dict(zip(net.state_dict(), old.state_dict().values(), strict=True)))
