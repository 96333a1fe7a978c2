"""The command line: skat-gym play | evaluate | replay | solve | analyse | bench and others."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from skat_gym.arguments import count, seed
from skat_gym.cli_matches import add_matches
from skat_gym.cli_play import add_deals, add_play
from skat_gym.exit_code import answered
from skat_gym.version import __version__


class _Parser(argparse.ArgumentParser):
    """Answers bad input with one sentence and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _width(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def _runs(command: Any) -> None:
    command.add_argument("--seed", type=seed, default=0, help="which deals (default 0)")
    command.add_argument(
        "--workers", type=count, help="processes (default: all cores where that pays)"
    )
    command.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help="keep what is played here; the same command goes on from it",
    )
    command.add_argument("--json", action="store_true", help="print JSON")


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the whole command line."""
    top = _Parser(
        prog="skat-gym",
        description="Skat: play it, compare players, check records.",
        epilog="example: skat-gym play --auto --deals 3 --seed 1",
    )
    top.add_argument("--version", action="version", version=f"skat-gym {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Any], int], text: str, example: str) -> Any:
        sub = commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=f"example: {example}",
        )
        sub.set_defaults(run=run)
        return sub

    add_play(command)
    add_matches(command)
    add_deals(command)

    evaluate = command(
        "evaluate",
        _evaluate,
        "compare two policies on the same deals in every seating",
        "skat-gym evaluate rulebook random --deals 1000 --seed 1",
    )
    evaluate.add_argument("a", metavar="A", help="a policy, see skat-gym policies")
    evaluate.add_argument("b", metavar="B", help="the policy to compare it with")
    evaluate.add_argument(
        "--deals",
        type=count,
        help="default 1000, six tables each; with --until the most there may be",
    )
    evaluate.add_argument(
        "--until",
        type=_width,
        metavar="W",
        help="go on until the 95 %% interval of the edge is +- W or less",
    )
    evaluate.add_argument(
        "--fixed-contracts",
        metavar="NAME",
        help="compare card play alone: this policy bids, puts down and names the contracts",
    )
    evaluate.add_argument("--save", type=Path, metavar="FILE.sgf", help="write every game down")
    evaluate.add_argument(
        "--report", type=Path, metavar="FILE.html", help="a page with the figures and plots"
    )
    _runs(evaluate)

    tournament = command(
        "tournament",
        _tournament,
        "let a field of policies play each other on duplicate deals",
        "skat-gym tournament rulebook random rulebook+play=random --deals 2000",
    )
    tournament.add_argument("policies", nargs="+", metavar="POLICY", help="three or more policies")
    tournament.add_argument(
        "--deals",
        type=count,
        default=2000,
        help="default 2000, each by three in six seatings; rounded up to whole blocks of 16 for "
        "every three of the field",
    )
    _runs(tournament)

    replay = command(
        "replay",
        _replay,
        "replay game records (ISS SGF, also gzipped) by the rules",
        "skat-gym replay games.sgf.gz --check",
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help=".sgf or .sgf.gz")
    replay.add_argument("--check", action="store_true", help="compare with the stated results")

    solve = command(
        "solve",
        _solve,
        "say what every card of a position is worth under perfect play, all hands open",
        "skat-gym solve games.sgf --game 3 --move 13",
    )
    solve.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="records (.sgf) or positions (.jsonl), also gzipped",
    )
    solve.add_argument("--deal", metavar="TEXT", help="the position as text: cards, then actions")
    solve.add_argument("--game", type=count, metavar="N", help="of a record file (default 1)")
    solve.add_argument(
        "--move", type=count, metavar="M", help="before card M of the play (default 1, the lead)"
    )
    solve.add_argument(
        "--json",
        action="store_true",
        help="a JSON object for each position: card points (null: a trick taken) for each card",
    )
    solve.add_argument("--score", action="store_true", help="with --json: list scores instead")

    analyse = command(
        "analyse",
        _analyse,
        "say what each card of recorded games cost, and what was in them",
        "skat-gym analyse games.sgf --worlds 20",
    )
    analyse.add_argument("file", type=Path, metavar="FILE", help=".sgf or .sgf.gz")
    analyse.add_argument(
        "--worlds",
        type=count,
        metavar="N",
        help="weigh each card over N deals that looked the same to its player, too",
    )
    analyse.add_argument("--json", action="store_true", help="print JSON")

    policies = command(
        "policies",
        _policies,
        "list the policies there are, with their strength, or show one's card",
        "skat-gym policies rulebook",
    )
    policies.add_argument(
        "name", nargs="?", metavar="NAME", help="show this policy's card (--json: its evaluation)"
    )
    policies.add_argument("--json", action="store_true", help="print JSON")

    bench = command(
        "bench", _bench, "time rules and environments beside OpenSpiel", "skat-gym bench --json"
    )
    bench.add_argument(
        "--solver", type=Path, metavar="FILE", help="time the solver instead, on these positions"
    )
    bench.add_argument("--json", action="store_true", help="print JSON")
    bench.add_argument(
        "--seconds", type=float, default=1.0, help="for each row and turn (default 1.0)"
    )
    bench.add_argument(
        "--plot", type=Path, metavar="FILE.png", help="draw decisions/s against the batch's size"
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit code: 0 well, 1 differences found, 2 bad input."""
    args = parser().parse_args(arguments)
    return answered(f"skat-gym {args.command}", lambda: args.run(args))


def _evaluate(args: Any) -> int:
    from skat_gym.evaluation.console import run_evaluate

    return run_evaluate(args)


def _tournament(args: Any) -> int:
    from skat_gym.evaluation.console import run_tournament

    return run_tournament(args)


def _replay(args: Any) -> int:
    from skat_gym.records import check_files, holds_records

    for file in args.files:  # what cannot be opened or holds none is bad input, not a mismatch
        if not holds_records(file):
            raise ValueError(f"{file} holds no game record: (;GM[Skat]...) of the ISS is accepted")
    return 0 if check_files(args.files, check=args.check).ok else 1


def _solve(args: Any) -> int:
    from skat_gym.analysis.console import run_solve

    if args.score and not args.json:
        raise ValueError("--score goes with --json: without it both values are shown")
    return run_solve(args)


def _analyse(args: Any) -> int:
    from skat_gym.analysis.console import run_analyse

    return run_analyse(args)


def _policies(args: Any) -> int:
    from skat_gym.players.catalogue import card_of, entries, table

    if args.name is not None:
        print(card_of(args.name, json=args.json).rstrip())
    else:
        rows = entries()
        print(json.dumps(rows, indent=2) if args.json else table(rows))
    return 0


def _bench(args: Any) -> int:
    if args.solver is not None:
        from skat_gym.bench_solver import run_bench_solver

        return run_bench_solver(args)
    if not args.seconds > 0:
        raise ValueError(f"--seconds is a positive number, not {args.seconds}")
    from skat_gym.bench import as_text, measure, plot

    if args.plot is not None:
        plot.check(args.plot)

    def say(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    result = measure(args.seconds, say)
    if args.plot is not None:
        result["by_batch"] = plot.by_batch(args.seconds, say)
        plot.draw(result["by_batch"], args.plot)
    say("")
    print(json.dumps(result, indent=2) if args.json else as_text(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
