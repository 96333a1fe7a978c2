"""Draws learning curves, strength against what it cost, from JSON lines.

A line is a point: {"curve": "card play", "cost": 96000, "edge": -3.2, "edge_ci": 0.7}, with the
edge a deal and half its 95 % interval; "name" and other keys may be there and are left alone.

Example: python -m training.curve runs/points.jsonl runs/curve.svg --cost "positions labelled"
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tyro
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from skat_gym.evaluation.plots import axes_of, svg
from training.console import run

_COLOURS = ("#1b6ca8", "#c2571a", "#3a7d44", "#7b4b94", "#8a8a8a")


def read_points(file: Path) -> list[dict[str, Any]]:
    """Reads points, one a line; raises ValueError, naming the line that is none."""
    points = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            point = json.loads(line)
            cost, edge, half = (float(point[key]) for key in ("cost", "edge", "edge_ci"))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(
                f"{file}, line {number}: a point has cost, edge and edge_ci, numbers all of them"
            ) from error
        points.append({**point, "cost": cost, "edge": edge, "edge_ci": half})
    if not points:
        raise ValueError(f"{file} holds no point")
    return points


def draw(points: Sequence[Mapping[str, Any]], cost: str, title: str = "") -> Figure:
    """Draws a curve for each name under "curve", its points in the order of their cost."""
    figure, axes = axes_of(4.0)
    curves: dict[str, list[Mapping[str, Any]]] = {}
    for point in points:
        curves.setdefault(str(point.get("curve", "")), []).append(point)
    for number, (name, some) in enumerate(curves.items()):
        some = sorted(some, key=lambda p: p["cost"])
        axes.errorbar(
            [p["cost"] for p in some],
            [p["edge"] for p in some],
            yerr=[p["edge_ci"] for p in some],
            fmt="o-",
            color=_COLOURS[number % len(_COLOURS)],
            capsize=3,
            label=name,
        )
    costs = [p["cost"] for p in points if p["cost"] > 0]
    if len(costs) == len(points) and max(costs) >= 10 * min(costs):
        axes.set_xscale("log")
    axes.xaxis.set_major_formatter(EngFormatter(sep=" "))
    axes.axhline(0, color="#8a8a8a", linewidth=0.8)
    axes.grid(alpha=0.25)
    axes.set_xlabel(cost)
    axes.set_ylabel("edge a deal, 95 % intervals")
    axes.set_title(title)
    if any(curves):
        axes.legend(frameon=False)
    return figure


@dataclass
class Args:
    """Draws learning curves from JSON lines."""

    points: tyro.conf.Positional[Path]
    """JSON lines with cost, edge, edge_ci and curve"""
    out: tyro.conf.Positional[Path]
    """the picture: .svg, or another kind matplotlib writes"""
    cost: str = "positions labelled"
    """what the cost is, for the axis"""
    title: str = ""
    """above the picture"""


def main(args: Args) -> int:
    """Draws and says so."""
    points = read_points(args.points)
    figure = draw(points, args.cost, args.title)
    if args.out.suffix == ".svg":
        args.out.write_text(svg(figure) + "\n", encoding="utf-8")
    else:
        figure.savefig(args.out, dpi=150)
    print(f"{len(points)} points in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main, Args, __doc__))
