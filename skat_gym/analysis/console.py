"""Positions and games from the command line: `skat-gym solve` and `skat-gym analyse`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.analysis.game import GameAnalysis, analyse, play_positions
from skat_gym.analysis.report import player_totals, report, totals_table, without_play
from skat_gym.analysis.sheet import sheet
from skat_gym.machine import cores
from skat_gym.progress import bar
from skat_gym.records import Record
from skat_gym.records.sgf import open_text, read_named, texts
from skat_gym.rules.card import Card
from skat_gym.rules.deal import Deal
from skat_gym.rules.state import Phase
from skat_gym.solver import ILLEGAL, Solver, solve_many
from skat_gym.solver.position import read_positions

_PART = 64
"""Positions solved together before their answers are printed."""


def run_solve(args: Any) -> int:
    """Runs `skat-gym solve`."""
    deals = _deals(args)
    if not args.json:
        solver = Solver()
        for number, deal in enumerate(deals):
            print(("\n\n" if number else "") + sheet(deal, solver), flush=True)
        return 0
    with bar("positions", len(deals)) as show:
        for first in range(0, len(deals), _PART):
            part = deals[first : first + _PART]
            for answer in _answers(part, args.score):
                print(json.dumps(answer), flush=True)
            show(first + len(part))
    return 0


def _answers(deals: list[Deal], score: bool) -> Iterator[dict[str, int | bool]]:
    rows = np.concatenate([deal._array for deal in deals])
    threads = min(cores(), len(deals))
    found = solve_many(rows, "card scores" if score else "card points", threads=threads)
    for deal, values in zip(deals, found, strict=True):
        contract = deal.contract
        truth = contract is not None and contract.is_null and not score
        legal = np.flatnonzero(values != ILLEGAL)
        yield {str(Card(int(c))): bool(values[c]) if truth else int(values[c]) for c in legal}


def _deals(args: Any) -> list[Deal]:
    """Returns the positions asked for; raises ValueError unless all are in their play."""
    if (args.deal is None) == (args.file is None):
        raise ValueError("a position is asked for: give a FILE, or --deal TEXT")
    if args.file is None or _holds_positions(args.file):
        if args.game is not None or args.move is not None:
            raise ValueError("--game and --move go with a file of records")
    else:
        return [_of_record(args.file, args.game or 1, args.move or 1)]
    if args.file is None:
        return [_in_play(Deal.parse(args.deal), "--deal")]
    deals = [deal for _, deal in read_positions(args.file)]
    return [_in_play(deal, f"{args.file}, position {k}") for k, deal in enumerate(deals, 1)]


def _holds_positions(path: Path) -> bool:
    """Tells positions, JSON objects, from records by the first thing in a file."""
    with open_text(path) as file:
        for line in file:
            if line.strip():
                return line.lstrip().startswith("{")
    return False


def _in_play(deal: Deal, where: str) -> Deal:
    if deal.phase is Phase.OVER:
        raise ValueError(f"{where}: the deal is over, no card is left to play")
    if deal.phase is not Phase.PLAY:
        raise ValueError(f"{where}: the position is not in play, no game has been named")
    return deal


def _of_record(path: Path, number: int, move: int) -> Deal:
    """Returns game `number` of a file where its card `move` is to be played."""
    games = dict(islice(texts(path), number))
    if number not in games:
        count = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise ValueError(f"{path} has {count}: there is no game {number}")
    deal = read_named(games[number], path, number).deal
    where = f"{path}, game {number}"
    if deal is None:
        raise ValueError(f"{where}: cards of it were never shown")
    positions = play_positions(deal)
    if not positions:
        raise ValueError(f"{where}: no card was played, no game was named")
    if positions[-1].phase is Phase.OVER:
        positions.pop()
    if move > len(positions):
        raise ValueError(f"{where}: there is no move {move}, the last is {len(positions)}")
    return positions[move - 1]


def run_analyse(args: Any) -> int:
    """Runs `skat-gym analyse`."""
    records = [(n, read_named(text, args.file, n)) for n, text in texts(args.file)]
    if not records:
        raise ValueError(f"{args.file} holds no game")
    worlds = args.worlds or 0
    games: list[GameAnalysis] = []
    left_out: dict[int, str] = {}
    with bar("cards", sum(_n_cards(record) for _, record in records)) as show:
        for number, found in _analysed(records, worlds, show):
            if isinstance(found, str):
                left_out[number] = found
                continue
            games.append(found)
            if not args.json:
                print(report(found) + "\n", flush=True)
    if args.json:
        print(json.dumps(_as_dict(games, left_out, worlds), indent=2))
        return 0
    if len(games) > 1:
        print("\n".join([f"All {len(games)} games", *totals_table(player_totals(games), worlds)]))
    if left_out:
        print(without_play(left_out))
    return 0


def _n_cards(record: Record) -> int:
    return 0 if record.deal is None else len(record.deal.cards)


def _analysed(
    records: list[tuple[int, Record]], worlds: int, show: Any
) -> Iterator[tuple[int, GameAnalysis | str]]:
    solver = Solver()
    done = 0

    def on_card() -> None:
        nonlocal done
        done += 1
        show(done, f"game {number}")

    for number, record in records:
        yield number, analyse(record, number, worlds, solver, on_card)


def _as_dict(games: list[GameAnalysis], left_out: dict[int, str], worlds: int) -> dict[str, Any]:
    return {
        "games": [game.as_dict() for game in games],
        "without_play": [{"game": n, "why": why} for n, why in left_out.items()],
        "players": {name: total.as_dict(worlds) for name, total in player_totals(games).items()},
        "worlds": worlds,
    }
