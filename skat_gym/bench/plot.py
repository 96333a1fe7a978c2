"""Decisions a second against the size of the batch, measured and drawn."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.bench.batches import SIZES, vector

ROUNDS = 3


def by_batch(
    seconds: float, say: Callable[[str], None] = lambda _: None
) -> dict[str, dict[int, float]]:
    """Returns the decisions a second of Skat/Deal-v0 by opponents and size of the batch."""
    found: dict[str, dict[int, float]] = {}
    for opponents in ("random", "rulebook"):
        runs = {n: vector("Deal", opponents, n) for n in SIZES}
        turns: dict[int, list[float]] = {n: [] for n in SIZES}
        for turn in range(ROUNDS):
            for n, run in runs.items():
                say(f"{opponents}, batches of {n}, turn {turn + 1} of {ROUNDS}")
                decisions, start = 0, time.perf_counter()
                while time.perf_counter() - start < seconds:
                    decisions += run()
                turns[n].append(decisions / (time.perf_counter() - start))
        found[opponents] = {n: float(np.median(values)) for n, values in turns.items()}
    return found


def check(path: Path) -> None:
    """Raises what is wrong before anything is measured: no matplotlib, no such folder."""
    if find_spec("matplotlib") is None:
        raise ValueError(
            "--plot needs matplotlib: install it with python -m pip install matplotlib"
        )
    if not path.parent.is_dir():
        raise ValueError(f"--plot {path}: there is no folder {str(path.parent)!r}")


def draw(found: dict[str, dict[int, float]], path: Path) -> None:
    """Draws what `by_batch` returned to a file, such as FILE.png."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.0), layout="constrained")
    axes: Any = figure.subplots()
    for opponents, speeds in found.items():
        axes.plot(list(speeds), list(speeds.values()), marker="o", label=f"{opponents} opponents")
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="tables in the batch",
        ylabel="learner's decisions a second",
        title="Skat/Deal-v0 with features and masks, one core",
    )
    axes.set_xticks(SIZES, [str(n) for n in SIZES])
    axes.grid(visible=True, which="both", alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=150)
