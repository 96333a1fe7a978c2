"""Measures a policy's folder: matches on duplicate deals, shape, latency; writes eval.json.

The card and the table of all shipped policies are written from it. What is played is kept under
--kept, so that the same command goes on where it was stopped, and more --deals add to it.

What is not played again stays in eval.json as it is, if the weights are the same.

Example: python -m training.measure policies/expert --opponents club --opponent-deals 3000
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # one thread: what latencies are stated for
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import hashlib
import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from skat_gym.evaluation import Comparison, Interval, play_tables
from skat_gym.players import Policy, load_policy
from skat_gym.players.network.folder import EVALUATION, PolicyFolder, find_policies, read_folder
from skat_gym.players.network.vectors import read_vectors
from skat_gym.progress import bar
from skat_gym.rules.kernel import source_stamp
from skat_gym.rules.outcome import outcomes_of
from skat_gym.version import __version__
from training.alone import Alone, play_alone
from training.card import write_card
from training.console import run
from training.latency import latency
from training.matches import STEPS, Match, plan, play, searches, whole
from training.page import write_page
from training.remembered import read_before, remembering
from training.shape import shape, without_null
from training.vectors import moments

FORMAT = 1
SEED = 31_000
"""Of the deals that policies are measured on: training leaves them alone."""


@dataclass
class Args:
    """Measures a policy's folder and writes eval.json, card.md and the table of policies."""

    folder: tyro.conf.Positional[Path]
    """the policy's folder"""
    deals: int = 8000
    """against two rulebooks"""
    opponents: list[str] = field(default_factory=list)
    """other policies to measure it against"""
    opponent_deals: int | None = None
    """against each of them (default: as many as --deals)"""
    search_deals: int = 0
    """with search on top, at the tables where it sits alone among two rulebooks"""
    itself_deals: int | None = None
    """the same among two of itself without search (default: as many as --search-deals)"""
    solver_deals: int = 0
    """card play alone, against two rulebooks that search 20 worlds by the solver"""
    self_play: int = 2000
    """deals of the policy in all three seats, from which its shape is read"""
    seed: int = SEED
    """which deals"""
    workers: int | None = None
    """processes (default: all cores where that pays)"""
    training: Path | None = None
    """JSON on what training cost, taken over as it is: minutes, positions, command, ..."""
    kept: Path = Path("runs/measure")
    """folder of what was played"""


def assess(
    folder: PolicyFolder,
    policy: Policy,
    comparisons: Mapping[str, tuple[Match, Comparison]],
    *,
    alone: Sequence[Alone] = (),
    self_play: Any | None = None,
    timing: Mapping[str, Any] | None = None,
    training: Any | None = None,
    commands: Sequence[str] = (),
) -> dict[str, Any]:
    """Returns what eval.json holds, from results that are there already.

    Takes matches with their names and comparisons by key ("full" among them), what was played
    where it sat alone, OUTCOME records (n, 1) of self-play, the timing of `latency`, what training
    says of its cost, and the commands that measured it.
    """
    _, full = comparisons["full"]
    seats = np.broadcast_to(np.arange(3), (full.deals, 3))
    strength = {"against": full.standings[1].name, "deals": full.deals, "seed": full.seed}
    shapes = {"against rulebook": shape(full.outcomes[:, :3], seats)}
    if self_play is not None:
        shapes["self-play"] = shape(self_play) | {"deals": len(self_play)}
    return {
        "format": FORMAT,
        "policy": folder.name,
        "version": folder.config["version"],
        "about": folder.config.get("about", ""),
        "sha256": folder.sha256,
        "skat_gym": __version__,
        "phases": [stage for stage in ("auction", "skat", "play") if stage in policy.phases],
        "inputs": folder.config["inputs"],
        "nets": {
            name: {"sizes": list(net.sizes), "weights": net.count}
            for name, net in folder.nets.items()
        },
        "size": {"bytes": folder.size, "weights": sum(n.count for n in folder.nets.values())},
        "strength": strength | _edges(full),
        "matches": {key: _match(m, result) for key, (m, result) in comparisons.items()},
        "alone": [one.as_dict() for one in alone],
        "steps": _steps(comparisons, alone),
        "shape": shapes,
        "latency": timing,
        "training": training,
        "weaknesses": folder.config.get("weaknesses", []),
        "commands": list(commands),
    }


def _edges(result: Comparison) -> dict[str, float | None]:
    edge = result.edge["seeger-fabian"]
    apart = result.seat_difference["seeger-fabian"]
    return {
        "edge": edge.mean,
        "edge_ci": edge.json,
        "seat_difference": apart.mean,
        "seat_difference_ci": apart.json,
    }


def _match(match: Match, result: Comparison) -> dict[str, Any]:
    others = Comparison.of(
        (match.a, match.b), without_null(result.outcomes), result.seed, itself=result.itself
    )
    return {
        "about": match.about,
        "a": match.a,
        "b": match.b,
        "contracts": match.contracts,
        "deals": result.deals,
        "seed": result.seed,
        "command": match.command,
        "passed_in": result.passed_in,
        **result.standings[0].as_dict(),
        "without_null": _edges(others),
        "cautions": result.cautions,
    }


def _steps(
    comparisons: Mapping[str, tuple[Match, Comparison]], alone: Sequence[Alone] = ()
) -> list[dict[str, Any]]:
    """What each stage adds to the edge over two rulebooks, paired by deal."""
    keys = ["+".join(STEPS[: k + 1]) for k in range(len(STEPS))]
    rows: list[dict[str, Any]] = []
    before: Any = 0.0
    for key in [*(k for k in keys if k in comparisons), "full"]:
        match, result = comparisons[key]
        edges = result.edges
        n = min(len(edges), len(before)) if rows else len(edges)
        step = Interval.of(edges[:n] - (before[:n] if rows else 0.0))
        row = {"key": key, "a": match.a, "deals": result.deals, **_edges(result)}
        rows.append(row | {"step": step.mean, "step_ci": step.json, "step_deals": n})
        before = edges
    for one in alone:
        if one.b == "rulebook":
            n = min(len(one.edges), len(before))
            step = Interval.of(one.edges[:n] - before[:n])
            figures = {key: one.as_dict()[key] for key in ("a", "deals", "edge", "edge_ci")}
            figures |= {"step": step.mean, "step_ci": step.json, "step_deals": n}
            rows.append({"key": "search"} | figures)
    return rows


def measure(args: Args) -> dict[str, Any]:
    """Plays the matches that are not kept yet and returns what eval.json holds."""
    folder = read_folder(args.folder)
    training = None
    if args.training is not None:
        training = json.loads(args.training.read_text(encoding="utf-8"))
    policy = load_policy(str(args.folder))
    shipped = find_policies().get(folder.name)
    same = shipped is not None and shipped.resolve() == args.folder.resolve()
    reference = folder.name if same else str(args.folder)
    comparisons = {}
    matches = plan(
        policy.phases,
        args.deals,
        args.seed,
        args.opponents,
        args.opponent_deals,
        args.solver_deals,
    )
    for match in matches:
        file = args.kept / f"{folder.name}-{_file_name(match.key, match.seed, folder, reference)}"
        with bar(f"{folder.name}: {match.key}", match.deals) as show:
            result = play(
                match,
                folder.name,
                reference,
                workers=args.workers,
                checkpoint=file,
                on_progress=_telling(show),
            )
        comparisons[match.key] = (match.named(folder.name), result)
        print(f"{match.key}: edge {result.edge['seeger-fabian']}", flush=True)
    with bar(f"{folder.name}: self-play", args.self_play) as show:
        player = load_policy(whole(policy.phases).replace("{}", reference))
        done = 0

        def count(n: int) -> None:
            nonlocal done
            done += n
            show(done)

        played = play_tables([[player] * 3], args.self_play, args.seed, count)
    deals = [vector.deal for vector in read_vectors(folder)] or moments(policy, 90)
    return assess(
        folder,
        policy,
        comparisons,
        alone=_searched(args, folder, reference, policy.phases),
        self_play=outcomes_of(played.deals),
        timing=latency(policy, deals),
        training=training,
        commands=[command_of(args)],
    )


def command_of(args: Args) -> str:
    """Returns the command that measures the same, but for what only this machine knows."""
    words = ["python", "-m", "training.measure", _told(args.folder)]
    for one in fields(args):
        value = getattr(args, one.name)
        usual = one.default if one.default_factory is MISSING else one.default_factory()
        if one.name in ("folder", "training", "kept", "workers") or value == usual:
            continue
        values = value if isinstance(value, list) else [value]
        words += [f"--{one.name.replace('_', '-')}", *map(str, values)]
    return shlex.join(words)


def _told(folder: Path) -> str:
    """The folder as seen from here; elsewhere it is what it is called, for nobody else has it."""
    here, there = Path.cwd(), folder.resolve()
    return there.relative_to(here).as_posix() if there.is_relative_to(here) else there.name


def _searched(
    args: Args, folder: PolicyFolder, reference: str, phases: frozenset[str]
) -> list[Alone]:
    """Plays the matches with search that are not kept yet."""
    args.kept.mkdir(parents=True, exist_ok=True)
    found = []
    for a, b, n in searches(phases, args.search_deals, args.itself_deals):
        name = _file_name(f"alone {a} {b}", args.seed, folder, reference)
        with bar(f"{folder.name}: with search", n) as show:
            played = play_alone(
                a.replace("{}", reference),
                b.replace("{}", reference),
                n,
                args.seed,
                workers=args.workers,
                checkpoint=args.kept / f"{folder.name}-{name}",
                on_progress=show,
            )
        first, second = (x.replace("{}", folder.name) for x in (a, b))
        found.append(Alone(first, second, args.seed, played.outcomes))
    return found


def _telling(show: Callable[..., None]) -> Callable[[int, Interval], None]:
    return lambda done, edge: show(done, f"edge {edge}")


def _file_name(key: str, seed: int, folder: PolicyFolder, reference: str) -> str:
    """Another file for other weights and other rules, which begin anew."""
    about = f"{folder.sha256} {reference} {source_stamp()} {seed}"
    plain = "".join(c if c.isalnum() else "-" for c in key)
    return f"{plain}-{hashlib.sha256(about.encode()).hexdigest()[:12]}"


def main(args: Args) -> int:
    """Measures and writes the three files."""
    if args.deals < 2 or args.self_play < 2:
        raise ValueError("--deals and --self-play are at least 2")
    evaluation, kept = remembering(measure(args), read_before(args.folder))
    if kept:
        print(f"kept from before, of the same weights: {', '.join(kept)}")
    text = json.dumps(evaluation, indent=1, allow_nan=False)
    (args.folder / EVALUATION).write_text(text + "\n", encoding="utf-8")
    write_card(args.folder)
    if args.folder.resolve() in {path.resolve() for path in find_policies().values()}:
        write_page(args.folder.parent)
    strength = Interval(evaluation["strength"]["edge"], evaluation["strength"]["edge_ci"])
    print(f"{evaluation['policy']}: edge {strength} over two {evaluation['strength']['against']}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
