"""Evaluations from the command line: progress while they run, then text, JSON, files."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from skat_gym.evaluation.comparison import DEALS, MOST_DEALS, evaluate
from skat_gym.evaluation.games import check_place, save_games
from skat_gym.evaluation.interval import Interval
from skat_gym.progress import bar


def run_evaluate(args: Any) -> int:
    """Runs `skat-gym evaluate`."""
    for option in ("save", "report"):
        if getattr(args, option) is not None:
            check_place(getattr(args, option), f"--{option}")
    if args.report is not None:
        from skat_gym.evaluation.report import save_report  # says at once if a package is missing
    most = args.deals or (DEALS if args.until is None else MOST_DEALS)
    with bar("deals", most) as show, _resumable(args):

        def on_progress(done: int, edge: Interval) -> None:
            total = most
            if args.until is not None and edge.half > 0 and done > 1:
                total = min(most, max(done, round(done * (edge.half / args.until) ** 2)))
            show(done, f"edge {edge}", total)

        result = evaluate(
            args.a,
            args.b,
            args.deals,
            args.seed,
            contracts=args.fixed_contracts,
            until=args.until,
            workers=args.workers,
            checkpoint=args.checkpoint,
            keep_deals=args.save is not None,
            on_progress=on_progress,
        )
    print(json.dumps(result.as_dict(), indent=2, allow_nan=False) if args.json else result)
    sys.stdout.flush()  # the figures are out, whatever becomes of the files
    if args.save is not None:
        with bar("writing", result.deals) as show:
            written = 0

            def on_written(n: int) -> None:
                nonlocal written
                written += n
                show(written)

            save_games(result, args.save, on_written)
    if args.report is not None:
        save_report(result, args.report)
    return 0


def run_tournament(args: Any) -> int:
    """Runs `skat-gym tournament`."""
    from skat_gym.evaluation.ladder import Ladder
    from skat_gym.evaluation.tournament import BLOCK, tournament

    live: Live | None = None
    if sys.stderr.isatty():
        live = Live(console=Console(stderr=True), transient=True)

    def on_progress(done: int, total: int, ladder: Ladder) -> None:
        if live is not None:
            live.update(_ladder(done, total, ladder))

    with _resumable(args):
        if live is not None:
            live.start()
        try:
            result = tournament(
                args.policies,
                args.deals,
                args.seed,
                workers=args.workers,
                checkpoint=args.checkpoint,
                on_progress=on_progress,
            )
        finally:
            if live is not None:
                live.stop()
    if result.deals != args.deals:
        print(
            f"skat-gym tournament: played {result.deals} deals, not {args.deals}: every three of "
            f"the field play blocks of {BLOCK}, and all of them equally many",
            file=sys.stderr,
        )
    print(json.dumps(result.as_dict(), indent=2, allow_nan=False) if args.json else result)
    return 0


def _ladder(done: int, total: int, ladder: Any) -> Table:
    table = Table(title=f"{done} of {total} deals")
    for head in ("", "policy", "openskill"):
        table.add_column(head)
    for place, rung in enumerate(ladder.standing(), 1):
        table.add_row(str(place), Text(rung.name), str(rung))
    return table


@contextmanager
def _resumable(args: Any) -> Generator[None, None, None]:
    """Says how to go on when somebody stops a run that is kept."""
    try:
        yield
    except KeyboardInterrupt:
        if args.checkpoint is not None and Path(args.checkpoint).exists():
            print(
                f"skat-gym {args.command}: stopped; the same command goes on from "
                f"{args.checkpoint}",
                file=sys.stderr,
            )
        raise
