"""Pictures of a comparison, as SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from skat_gym.evaluation.comparison import Comparison
from skat_gym.evaluation.interval import Interval
from skat_gym.evaluation.standing import CONTRACT_NAMES, edges_of
from skat_gym.rules.outcome import scores

COLOURS = ("#1b6ca8", "#c2571a")
"""Of policy A and of policy B: told apart by people who see no red and green."""
_GREY = "#8a8a8a"


def svg(figure: Figure) -> str:
    """Returns a figure as an SVG element, the same bytes for the same figures."""
    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "skat_gym", "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    found = text.getvalue()
    return found[found.index("<svg") :]


def axes_of(height: float, width: float = 8.0) -> tuple[Figure, Any]:
    """Returns a new figure of a size in inches, and its axes."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _dots(axes: Any, rows: Sequence[tuple[float, Interval, str]]) -> None:
    for y, interval, colour in rows:
        half = interval.half if np.isfinite(interval.half) else 0.0
        axes.errorbar(interval.mean, y, xerr=half, fmt="o", color=colour, capsize=3)
    axes.axvline(0, color=_GREY, linewidth=0.8)
    axes.grid(axis="x", alpha=0.25)


def edges(result: Comparison) -> Figure:
    """Draws edge and seat difference of both policies, with their intervals."""
    figure, axes = axes_of(2.8)
    rows, labels = [], []
    for scoring, title in (("seeger-fabian", "Seeger-Fabian"), ("points", "plain points")):
        for word in ("edge", "seat difference"):
            labels.append(f"{word}, {title}")
            for k, standing in enumerate(result.standings):
                figures = standing.edge if word == "edge" else standing.seat_difference
                rows.append((len(labels) - 1 + 0.22 * k - 0.11, figures[scoring], COLOURS[k]))
    _dots(axes, rows)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("points a deal, 95 % intervals")
    _legend(axes, result)
    return figure


def by_contract(result: Comparison) -> Figure:
    """Draws what each contract adds to A's seat difference, as declarer and as defender."""
    figure, axes = axes_of(3.6)
    standing = result.standings[0]
    rows, labels = [], []
    for role in ("declarer", "defender"):
        labels.append(f"all as {role}")
        rows.append((len(labels) - 1.0, standing.by_role[role].seat_difference, COLOURS[0]))
        for name in CONTRACT_NAMES:
            part = standing.by_contract[role][name]
            if part.share > 0:
                labels.append(f"{name}, {role} ({part.share:.1%})")
                rows.append((len(labels) - 1.0, part.seat_difference, _GREY))
    _dots(axes, rows)
    figure.set_figheight(0.6 + 0.24 * len(labels))
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel(f"what these deals add to {_plain(standing.name)}'s seat difference")
    return figure


def distribution(result: Comparison) -> Figure:
    """Draws how often a policy books what in one deal, Seeger-Fabian, sitting alone."""
    figure, axes = axes_of(3.0)
    booked = scores(result.outcomes)["seeger-fabian"]
    own = [booked[:, 3 * k + np.arange(3), np.arange(3)].reshape(-1) for k in range(2)]
    low, high = np.percentile(np.concatenate(own), [0.1, 99.9])
    bins = np.arange(np.floor(low / 20) * 20, np.ceil(high / 20) * 20 + 20, 20)
    for k, values in enumerate(own):
        weights = np.full(len(values), 100.0 / len(values))
        clipped = np.clip(values, bins[0], bins[-1] - 1)
        axes.hist(clipped, bins, weights=weights, histtype="step", color=COLOURS[k], linewidth=1.6)
        axes.axvline(float(values.mean()), color=COLOURS[k], linestyle=":", linewidth=1.2)
    axes.set_xlabel("Seeger-Fabian points in one deal (dotted: mean)")
    axes.set_ylabel("% of deals")
    _legend(axes, result)
    return figure


def running(result: Comparison) -> Figure:
    """Draws A's edge and its interval as the deals were played."""
    figure, axes = axes_of(2.6)
    values = edges_of(result.outcomes)
    count = np.arange(1, len(values) + 1)
    mean = values.cumsum() / count
    variance = np.maximum((values**2).cumsum() / count - mean**2, 0.0)
    half = 1.96 * np.sqrt(variance / count)
    shown = count >= min(30, len(values))
    axes.plot(count[shown], mean[shown], color=COLOURS[0])
    axes.fill_between(
        count[shown], (mean - half)[shown], (mean + half)[shown], color=COLOURS[0], alpha=0.2
    )
    axes.axhline(0, color=_GREY, linewidth=0.8)
    axes.set_xlabel("deals played")
    axes.set_ylabel("edge a deal")
    return figure


def _legend(axes: Any, result: Comparison) -> None:
    handles = [Line2D([], [], color=colour) for colour in COLOURS]
    names = [_plain(standing.name) for standing in result.standings]
    axes.legend(handles, names, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)


def _plain(name: str) -> str:
    """Keeps matplotlib from setting a name as mathematics."""
    return name.replace("$", r"\$")
