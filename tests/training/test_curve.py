"""Learning curves: read from JSON lines, drawn with intervals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from training.console import answered
from training.curve import Args, draw, main

POINTS = [
    {"curve": name, "cost": cost, "edge": edge, "edge_ci": 0.8, "minutes": 3}
    for name, gain in (("play", 1.0), ("reinforcement", 2.0))
    for cost, edge in ((1_800_000, gain), (96_000, -3.2))
]


def test_points_become_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "points.jsonl"
    file.write_text("\n".join(json.dumps(p) for p in POINTS) + "\n\n")
    assert main(Args(file, tmp_path / "curve.svg", title="How it learns")) == 0
    picture = (tmp_path / "curve.svg").read_text()
    for words in ("<svg", "play", "reinforcement", "positions labelled", "How it learns", "1 M"):
        assert words in picture
    assert main(Args(file, tmp_path / "curve.png")) == 0
    assert (tmp_path / "curve.png").read_bytes()[1:4] == b"PNG"
    assert capsys.readouterr().err == ""


def test_a_curve_runs_along_its_cost() -> None:
    axes = draw(POINTS, "positions").axes[0]
    assert axes.get_xscale() == "log"
    drawn = [list(line.get_xdata()) for line in axes.lines if line.get_marker() == "o"]
    assert drawn == [[96_000, 1_800_000]] * 2


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "holds no point"), ('{"cost": 3}\n', "line 1"), ("\n3\n", "line 2")],
)
def test_what_is_no_point_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    (tmp_path / "points.jsonl").write_text(text)
    assert answered(main, Args(tmp_path / "points.jsonl", tmp_path / "curve.svg")) == 2
    err = capsys.readouterr().err
    assert words in err and err.count("\n") == 1
    assert not (tmp_path / "curve.svg").exists()
