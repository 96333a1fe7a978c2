"""skat-gym analyse: costs add up to what was given away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skat_gym.analysis import GameAnalysis, analyse, play_positions
from skat_gym.cli import main
from skat_gym.players import load_policy, play_out
from skat_gym.records import read_file, record_of
from skat_gym.rules import Deal
from skat_gym.rules.chance import deal_key
from skat_gym.rules.state import Phase
from skat_gym.solver import Solver

GAMES = Path(__file__).parents[1] / "data" / "records" / "analysis.sgf"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["analyse", *map(str, arguments)])
    captured = capsys.readouterr()
    lines = [x for x in captured.err.splitlines(True) if not x.startswith("skat_gym: compiling")]
    return code, captured.out, "".join(lines)


def late(number: int, policy: str, cards: int) -> Deal | None:
    """A deal played out by a policy, as if it had begun late: all but its last cards on a line."""
    deals = Deal.shuffled(deal_key(4, number))._array.copy()
    play_out(deals, np.ones((1, 3, 3), np.int64), [load_policy("rulebook")], 2, np.array([number]))
    positions = play_positions(Deal(deals[0]))
    if len(positions) < cards:
        return None
    row = positions[-cards]._array.copy()
    code = 0 if policy == "random" else 1
    play_out(row, np.full((1, 3, 3), code), [load_policy(policy)], 3, np.array([number]))
    return Deal(row[0])


def given_away(game: GameAnalysis, what: str) -> int:
    """The declarer's costs less the defenders'."""
    total = 0
    for decision in game.decisions:
        cost = getattr(decision.cost, what)
        total += cost if decision.seat == game.record.declarer else -cost
    return total


def test_costs_lead_exactly_from_the_best_to_the_real_result() -> None:
    solver = Solver()
    seen = 0
    for number in range(24):
        deal = late(number, "random" if number % 2 else "rulebook", 16)
        if deal is None:
            continue
        assert deal.phase is Phase.OVER and deal.result is not None
        game = analyse(record_of(deal), solver=solver)
        assert isinstance(game, GameAnalysis) and len(game.decisions) == len(deal.cards)
        assert all(d.cost.score >= 0 and (d.cost.points or 0) >= 0 for d in game.decisions)
        assert game.best.score - given_away(game, "score") == deal.result.score
        assert game.winnable == (game.best.score > 0)
        assert all((d.cost.score, d.cost.points) in ((0, 0), (0, None)) for d in best(game))
        if game.best.points is not None:
            assert game.best.points - given_away(game, "points") == deal.result.points
        seen += 1
    assert seen > 15


def best(game: GameAnalysis) -> list[Any]:
    return [d for d in game.decisions if d.card in d.best]


def test_a_best_line_costs_nothing_and_a_broken_game_adds_up() -> None:
    games = {n: analyse(record, n) for n, record in enumerate(read_file(GAMES), 1)}
    line = games[8]
    assert isinstance(line, GameAnalysis)
    assert {(d.cost.points, d.cost.score) for d in line.decisions} == {(0, 0)}
    assert line.record.deal is not None and line.line == line.record.deal.cards
    broken = games[7]
    assert isinstance(broken, GameAnalysis) and len(broken.decisions) == 10
    assert broken.best.points is not None and broken.reached.points is not None
    assert broken.best.points - given_away(broken, "points") == broken.reached.points
    assert broken.best.score - given_away(broken, "score") == broken.reached.score
    null = games[2]
    assert isinstance(null, GameAnalysis)
    assert null.best.points is None and null.decisions[0].cost.points is None
    assert games[5] == "passed in" and games[6] == "resigned before a card was played"


def test_worlds_are_the_same_every_time_and_tell_luck_from_error() -> None:
    record = list(read_file(GAMES))[3]
    assert record.deal is not None
    short = record_of(play_positions(record.deal)[-1])
    games = [analyse(short, number, worlds=3) for number in (1, 7)]
    first, second = games
    assert isinstance(first, GameAnalysis) and isinstance(second, GameAnalysis)
    assert first.decisions == second.decisions
    means = [d.mean_cost for d in first.decisions]
    assert all(m is not None and m.score >= 0 and (m.points or 0) >= 0 for m in means)
    plain = analyse(short)
    assert isinstance(plain, GameAnalysis)
    assert [d.cost for d in plain.decisions] == [d.cost for d in first.decisions]
    assert {d.mean_cost for d in plain.decisions} == {None}
    for decision in first.decisions:
        if decision.legal == 1:
            assert decision.mean_cost is not None and decision.mean_cost.score == 0


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, GAMES)
    assert code == 0 and err == ""
    assert "Not weighed: game 5: passed in; game 6: resigned before a card was played." in out
    assert out.count("best line: ") == 6 and "All 6 games" in out
    assert "third won with the defenders' help; best play by all: 59 points (-60)." in out
    assert "trick 2, first ♠A: 10 card points, 90 list points; better ♦7 ♦8 ♦K" in out
    assert max(map(len, out.splitlines())) <= 100


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, GAMES, "--json")
    found = json.loads(out)
    assert code == 0 and err == ""
    assert [game["game"] for game in found["games"]] == [1, 2, 3, 4, 7, 8]
    assert [game["game"] for game in found["without_play"]] == [5, 6]
    game = found["games"][3]
    assert game["best"]["score"] == -60 and not game["winnable"] and game["result"]["won"]
    dear = [d for d in game["decisions"] if d["cost"]["score"]]
    assert [(d["trick"], d["card"], d["cost"]) for d in dear] == [
        (2, "SA", {"points": 10, "score": 90})
    ]
    anna = found["players"]["first"]
    assert anna["cost"]["score"] == sum(g["totals"][0]["cost"]["score"] for g in found["games"])
    assert "mean_cost" not in anna


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "No such file"), ("", "holds no game"), ("(;GM[Chess] ;)", "GM[Chess]")],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str | None, words: str
) -> None:
    file = tmp_path / "games.sgf"
    if content is not None:
        file.write_text(content)
    code, out, err = run(capsys, file)
    assert code == 2 and out == "" and words in err and err.count("\n") == 1
