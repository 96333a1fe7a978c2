"""How fast everything is on this machine, beside its peer, in one run."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from skat_gym.encoding import IDENTITY, V1_WIDTH, encode_row, write_mask
from skat_gym.observation import new_views, view
from skat_gym.rules.chance import mix
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action, self_play
from skat_gym.rules.state import OVER, new_deals
from skat_gym.rules.transition import apply, legal_actions, shuffle

BATCH = 1024
ROUNDS = 3
Row = dict[str, Any]


@kernel
def play_encoded(deals: Any, keys: Any, views: Any, words: Any, masks: Any, suits: Any) -> int:
    """Plays every deal at random in lockstep, writing view, features and mask each time."""
    decisions = 0
    for i in range(len(deals)):
        shuffle(deals, i, keys[i])
    live = len(deals)
    while live > 0:
        live = 0
        for i in range(len(deals)):
            d = deals[i]
            if d.phase == OVER:
                continue
            live += 1
            mask = legal_actions(deals, i)
            view(deals, i, d.seat, views, i)
            encode_row(views, i, words, i, suits)
            write_mask(mask, masks, i)
            apply(deals, i, random_action(mask, mix(keys[i], d.plies)))
            decisions += 1
    return decisions


def _kernel() -> Callable[[], int]:
    deals, keys = new_deals(BATCH), np.arange(BATCH)

    def run() -> int:
        keys[:] += BATCH
        return self_play(deals, keys)

    return run


def _kernel_features() -> Callable[[], int]:
    deals, keys, views = new_deals(BATCH), np.arange(BATCH), new_views(BATCH)
    words = np.zeros((BATCH, V1_WIDTH), np.uint8).view(np.int64)
    masks = np.zeros((BATCH, 64), np.int8).view(np.int64)

    def run() -> int:
        keys[:] += BATCH
        return play_encoded(deals, keys, views, words, masks, IDENTITY)

    return run


def _legal(mask: Any, draw: random.Random) -> int:
    actions = mask.nonzero()[0]
    return int(actions[int(draw.random() * len(actions))])


def _gym_deal() -> Callable[[], int]:
    import gymnasium

    import skat_gym  # noqa: F401 - registers the ids

    env = gymnasium.make("Skat/Deal-v0", opponents="random").unwrapped
    draw = random.Random(1)
    env.reset(seed=1)

    def run() -> int:
        decisions = 0
        for _ in range(200):
            _, info = env.reset()
            over = False
            while not over:
                _, _, over, _, info = env.step(_legal(info["action_mask"], draw))
                decisions += 1
        return decisions

    return run


def _aec() -> Callable[[], int]:
    from skat_gym.envs import skat_v0

    env = skat_v0.raw_env()
    draw = random.Random(1)
    env.reset(seed=1)

    def run() -> int:
        decisions = 0
        for _ in range(100):
            env.reset()
            while not env.terminations[env.agent_selection]:
                observation = env.last()[0]
                env.step(_legal(observation["action_mask"], draw))
                decisions += 1
        return decisions

    return run


def _openspiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("skat")
    draw = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [a for a, _ in state.chance_outcomes()]
                    state.apply_action(actions[int(draw.random() * len(actions))])
                    continue
                np.asarray(state.observation_tensor(), np.float32)
                mask = np.asarray(state.legal_actions_mask(), np.int8)
                state.apply_action(_legal(mask, draw))
                decisions += 1
        return decisions

    return run


def _openspiel_environment() -> Callable[[], int]:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment("skat")
    draw = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(30):
            step = env.reset()
            while not step.last():
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                step = env.step([legal[int(draw.random() * len(legal))]])
                decisions += 1
        return decisions

    return run


ROWS: dict[str, tuple[Callable[[], Callable[[], int]], str]] = {
    "kernel": (_kernel, "random self-play inside kernels"),
    "kernel+features": (_kernel_features, f"with view, {V1_WIDTH} features and mask each time"),
    "gym:Deal": (_gym_deal, "Skat/Deal-v0 unwrapped, random opponents, learner's steps"),
    "aec": (_aec, "PettingZoo raw_env, last() and step()"),
    "openspiel": (_openspiel, "its skat from Python, tensor and mask each time"),
    "openspiel:rl_environment": (_openspiel_environment, "its skat through rl_environment"),
}


def measure(seconds: float = 1.0, say: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Times every row, in turns, on one core; returns {"rows": [...], ...} for JSON.

    A row is {"name", "decisions_per_s", "what"}, the median of ROUNDS turns of `seconds` each;
    rows whose library is not installed say so in "missing" instead.
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
            rows[name]["missing"] = f"needs {error.name}"
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
    say("start-up")
    return {
        "rows": list(rows.values()),
        "batch": BATCH,
        "features": V1_WIDTH,
        "import_s": _seconds("import skat_gym"),
        "first_decision_s": _seconds(
            "import gymnasium; gymnasium.make('skat_gym:Skat/Deal-v0').reset(seed=1)"
        ),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


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
            lines.append(f"{row['name']:<26}{row['missing']:>26}")
            continue
        ratio = f"{speed / peer:.1f}" if peer else "-"
        lines.append(f"{row['name']:<26}{speed:>13,.0f}{ratio:>13}   {row['what']}")
    lines.append(
        f"import {result['import_s']:.2f} s; first decision of a fresh process "
        f"{result['first_decision_s']:.2f} s; batches of {result['batch']}, "
        f"{result['features']} features; load average {result['load_average']}"
    )
    return "\n".join(lines)
