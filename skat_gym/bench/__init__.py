"""How fast everything is on this machine, beside its peers, in one run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from skat_gym.bench import batches, kernels, peers, plot, tables
from skat_gym.bench.batches import net_share, training_shares
from skat_gym.bench.kernels import BATCH
from skat_gym.encoding import V1_WIDTH

__all__ = ["ROWS", "as_text", "measure", "plot"]

ROUNDS = 3
_PACKAGES = {
    "pyspiel": "open_spiel",
    "pettingzoo.classic": '"pettingzoo[classic]"',
    "rlcard": '"pettingzoo[classic]"',
}
"""Where modules of the peers come from, if not from a package of their name."""
Row = dict[str, Any]
Maker = Callable[[], Callable[[], int]]

ROWS: dict[str, tuple[Maker, str]] = {
    "kernel": (kernels.rules, "random self-play inside kernels"),
    "kernel+features": (
        kernels.features,
        f"with view, {V1_WIDTH} features and mask each time",
    ),
}
for _name in ("Deal", "Play", "Bidding", "Discard", "Match"):
    for _opponents in ("random", "rulebook"):
        ROWS[f"vector:{_name}:{_opponents}"] = (
            partial(batches.vector, _name, _opponents),
            f"make_vec, {BATCH} tables, learner's decisions",
        )
    ROWS[f"vector:{_name}:net"] = (
        partial(batches.vector_net, _name),
        "with a 3 x 512 net as both opponents",
    )
ROWS |= {
    "sb3:Deal:random": (batches.sb3_deal, f"SkatVecEnv, {BATCH} tables, learner's decisions"),
    "gym:Deal": (tables.gym_deal, "Skat/Deal-v0 unwrapped, random opponents, learner's steps"),
    "aec": (tables.aec, "PettingZoo raw_env, last() and step()"),
    "openspiel": (peers.openspiel, "its skat from Python, tensor and mask each time"),
    "openspiel:rl_environment": (peers.openspiel_environment, "its skat through rl_environment"),
    "pettingzoo:gin_rummy": (peers.pettingzoo_rummy, "PettingZoo's card game, last() and step()"),
}


def measure(seconds: float = 1.0, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Times every row, in turns, on one core; returns {"rows": [...], ...} for JSON.

    A row is {"name", "decisions_per_s", "what"}, the median of ROUNDS turns of `seconds` each;
    rows whose library is not installed say so in "missing", and how to install it.
    """
    runs: dict[str, Callable[[], int]] = {}
    rows: dict[str, Row] = {}
    for name, (make, what) in ROWS.items():
        rows[name] = {"name": name, "decisions_per_s": None, "what": what}
        say(f"preparing {name}")
        try:
            runs[name] = make()
            runs[name]()
        except ImportError as error:
            rows[name]["missing"] = f"not measured: {_needs(error)}"
            runs.pop(name, None)
    turns: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(ROUNDS):
        for name, run in runs.items():
            say(f"{name}, turn {turn + 1} of {ROUNDS}")
            decisions, start = 0, time.perf_counter()
            while time.perf_counter() - start < seconds:
                decisions += run()
            turns[name].append(decisions / (time.perf_counter() - start))
    for name, values in turns.items():
        rows[name]["decisions_per_s"] = float(np.median(values))
    say("shares of the time")
    shares = {"net's products in vector:Deal:net": net_share()}
    try:
        for name, share in training_shares().items():
            shares[f"environment in {name}"] = share
    except ImportError as error:
        say(f"no shares of training without {error.name}")
    say("start-up")
    return {
        "rows": list(rows.values()),
        "shares": shares,
        "batch": BATCH,
        "features": V1_WIDTH,
        "import_s": _seconds("import skat_gym"),
        "first_decision_s": _seconds(
            "import gymnasium; gymnasium.make('skat_gym:Skat/Deal-v0').reset(seed=1)"
        ),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _needs(error: ImportError) -> str:
    """Says what to install for a row whose library is not here."""
    module = error.name or "pettingzoo.classic"
    known = next((name for name in _PACKAGES if module.startswith(name)), module)
    return f"pip install {_PACKAGES.get(known, known)}"


def _seconds(code: str) -> float:
    """The fastest of three fresh processes, the interpreter's own start left out."""

    def once(source: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", source], check=True)
        return time.perf_counter() - start

    return max(min(once(code) for _ in range(3)) - min(once("pass") for _ in range(3)), 0.0)


def as_text(result: dict[str, Any]) -> str:
    """Returns the table people read."""
    peer = next(r["decisions_per_s"] for r in result["rows"] if r["name"] == "openspiel")
    lines = [f"{'':<26}{'decisions/s':>13}{'x openspiel':>13}"]
    for row in result["rows"]:
        speed = row["decisions_per_s"]
        if speed is None:
            lines.append(f"{row['name']:<26}   {row['missing']}")
            continue
        ratio = f"{speed / peer:.1f}" if peer else "-"
        lines.append(f"{row['name']:<26}{speed:>13,.0f}{ratio:>13}   {row['what']}")
    lines += [f"{name:<40}{share:>6.0%} of the time" for name, share in result["shares"].items()]
    lines.append(
        f"import {result['import_s']:.2f} s; first decision of a fresh process "
        f"{result['first_decision_s']:.2f} s; batches of {result['batch']}, "
        f"{result['features']} features; load average {result['load_average']}"
    )
    return "\n".join(lines)
