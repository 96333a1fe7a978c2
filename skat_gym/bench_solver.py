"""How much the solver searches, how long it takes, and whether it is right."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.players import load_policy, play_out
from skat_gym.players.native import RULEBOOK
from skat_gym.progress import bar
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import Phase, new_deals
from skat_gym.rules.transition import apply
from skat_gym.solver import Solver
from skat_gym.solver.frame import new_work
from skat_gym.solver.position import read_positions
from skat_gym.solver.solve import SCORE, WON, solve_rows
from skat_gym.solver.table import new_table

GAMES = ("suit", "grand", "null")
QUESTIONS = ("reaches", "points")
_BITS = 20
Row = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """Is a position with its right answer: card points, in null 1 if a trick is taken."""

    deal: Deal
    game: str
    answer: int

    @classmethod
    def of(cls, written: Mapping[str, Any], deal: Deal) -> Task:
        """Reads the answer beside a position."""
        assert deal.contract is not None
        if deal.phase is not Phase.PLAY:
            raise ValueError("a position of the file is over: no card is left to play")
        if deal.contract.is_null:
            key, name = "null_won", "null"
        else:
            key, name = "points", "grand" if deal.contract.is_grand else "suit"
        if key not in written:
            raise ValueError(f"a position of the file has no {key!r}: the answer to check")
        answer = int(written[key])
        return cls(deal, name, 1 - answer if name == "null" else answer)


def read_tasks(path: str | Path) -> list[Task]:
    """Reads the positions and answers of a file; raises ValueError if there is none."""
    tasks = [Task.of(written, deal) for written, deal in read_positions(path)]
    if not tasks:
        raise ValueError(f"{path} holds no position")
    return tasks


def measure_solver(
    tasks: Sequence[Task], say: Callable[[int, str], object] = lambda done, text: None
) -> dict[str, Any]:
    """Times the solver, on one core and by its clock; returns {"rows": [...]} for JSON.

    Every position is searched afresh for each question; only deals played out share what was
    searched. What is compiled is compiled before the clock starts. `say` is told how many of
    three times the positions are done.
    """
    done = 0

    def progress(name: str) -> Callable[[], None]:
        def step() -> None:
            nonlocal done
            done += 1
            say(done, name)

        return step

    say(0, "warming up")
    _warm_up(tasks)
    rows: list[Row] = []
    for game in GAMES:
        chosen = [task for task in tasks if task.game == game]
        for question in QUESTIONS if chosen else ():
            name = f"solver:{game}:{question}"
            rows.append(_row(name, question, chosen, progress(name)))
    name = "solver:deal:score"
    times = _played_out(tasks, progress(name))
    rows.append({"name": name, "deals": len(tasks), **_figures(times)})
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {"rows": rows, "load_average": load}


def _warm_up(tasks: Sequence[Task]) -> None:
    solver = Solver()
    for game in GAMES:
        for task in [t for t in tasks if t.game == game][:3]:
            solver.reaches(task.deal)
            solver.points(task.deal)
    _played_out(tasks[:1], lambda: None)


def _row(name: str, question: str, tasks: Sequence[Task], step: Callable[[], None]) -> Row:
    solver = Solver(_BITS)
    times, wrong = [], 0
    before = solver.nodes
    for task in tasks:
        start = time.thread_time()
        if question == "points":
            found = solver.points(task.deal)
            right = found == task.answer
        else:
            reached = solver.reaches(task.deal)
            right = reached == (task.answer == 0 if task.game == "null" else task.answer >= WON)
        times.append(time.thread_time() - start)
        wrong += not right
        step()
    nodes = (solver.nodes - before) / len(tasks)
    return {"name": name, "deals": len(tasks), "nodes": nodes, **_figures(times), "wrong": wrong}


def _figures(seconds: list[float]) -> dict[str, float]:
    ms = 1000 * np.array(seconds)
    return {
        "ms": float(ms.mean()),
        "median_ms": float(np.median(ms)),
        "p95_ms": float(np.percentile(ms, 95)),
    }


def _played_out(tasks: Sequence[Task], step: Callable[[], None]) -> list[float]:
    """Times the list scores of all legal cards at every decision, deal by deal.

    The rulebook plays each deal out; the positions of a deal share one table.
    """
    rulebook = load_policy("rulebook")
    over = np.concatenate([task.deal._array for task in tasks])
    codes = np.full((len(tasks), 3, 3), RULEBOOK, np.int64)
    play_out(over, codes, [rulebook], 0, np.arange(len(tasks)))
    rest = (new_work(), new_table(_BITS), np.zeros(1, np.int64), new_deals(1))
    times = []
    for serial, (task, end) in enumerate(zip(tasks, over, strict=True), 1):
        cards = end.cards[len(task.deal.cards) : int(end.played)]
        positions = new_deals(len(cards))
        positions[0] = task.deal.record
        for k, card in enumerate(cards[:-1], 1):
            positions[k] = positions[k - 1]
            apply(positions, k, int(card))
        out = np.zeros((len(cards), 32), np.int64)
        start = time.thread_time()
        solve_rows(positions, 0, SCORE, WON, serial, *rest, out)
        times.append(time.thread_time() - start)
        step()
    return times


def as_text(result: Mapping[str, Any]) -> str:
    """Returns the table people read."""
    heads = ("deals", "nodes", "ms", "median ms", "95 % ms", "wrong")
    lines = [f"{'':<22}" + "".join(f"{head:>11}" for head in heads)]
    for row in result["rows"]:
        nodes = f"{row['nodes']:,.0f}" if "nodes" in row else ""
        cells = [f"{row['deals']:,}", nodes]
        cells += [f"{row[key]:.2f}" for key in ("ms", "median_ms", "p95_ms")]
        cells.append(str(row.get("wrong", "")))
        lines.append(f"{row['name']:<22}" + "".join(f"{cell:>11}" for cell in cells).rstrip())
    lines.append(
        "reaches: are 61 points (in null: no trick) made; points: exactly how many; deal:score:\n"
        "list scores of all legal cards at every decision of a deal; one core; load average "
        f"{result['load_average']}"
    )
    return "\n".join(lines)


def run_bench_solver(args: Any) -> int:
    """Runs `skat-gym bench --solver`."""
    tasks = read_tasks(args.solver)
    with bar("positions", len(QUESTIONS) * len(tasks) + len(tasks)) as show:
        result = measure_solver(tasks, show)
    print(json.dumps(result, indent=2) if args.json else as_text(result))
    return 0
