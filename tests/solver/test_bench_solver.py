"""skat-gym bench --solver: its rows, and that wrong answers are counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skat_gym.cli import main
from skat_gym.solver.position import read_positions

DATA = Path(__file__).parents[1] / "data" / "solver_positions.jsonl"


def test_rows_and_wrong_answers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = []
    for written, deal in read_positions(DATA):
        if not 12 <= len(deal.cards) <= 20 or len(lines) == 30:
            continue
        values = list(written["value"].values())
        pick = max if deal.seat == deal.declarer else min
        if written["game"] == "N":
            taken = (min if deal.seat == deal.declarer else max)(values)
            lines.append({**written, "null_won": not taken})
        else:
            lines.append({**written, "points": pick(values)})
    lines[0]["points" if "points" in lines[0] else "null_won"] = -1
    file = tmp_path / "bench.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["bench", "--solver", str(file), "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    games = ["suit", "grand", "null"]
    expected = [f"solver:{g}:{q}" for g in games for q in ("reaches", "points")]
    assert list(rows) == [*expected, "solver:deal:score"]
    assert sum(row.get("wrong", 0) for row in rows.values()) in (1, 2)
    for name in expected:
        assert {"nodes", "ms", "median_ms", "p95_ms", "wrong"} <= rows[name].keys()
    assert rows["solver:deal:score"]["ms"] > 0 and rows["solver:deal:score"]["deals"] == len(lines)
    assert main(["bench", "--solver", str(file)]) == 0
    assert "solver:grand:points" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "words"), [(None, "No such file"), ("", "no position"), (0, "no 'points'")]
)
def test_bad_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: object, words: str
) -> None:
    file = tmp_path / "bench.jsonl"
    if content is not None:
        file.write_text(DATA.read_text().splitlines()[0] if content == 0 else "")
    assert main(["bench", "--solver", str(file)]) == 2
    assert words in capsys.readouterr().err
