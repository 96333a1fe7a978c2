"""The list of policies and their cards, as a program and as the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from stand_in import write_stand_in

from skat_gym.cli import main
from skat_gym.players import PolicyError
from skat_gym.players.catalogue import card_of, entries, table
from skat_gym.players.network.folder import CARD, CONFIG, EVALUATION, read_folder

STRENGTH = {
    "against": "rulebook",
    "deals": 8000,
    "seed": 1,
    "edge": 15.68,
    "edge_ci": 0.81,
    "seat_difference": 11.0,
    "seat_difference_ci": 0.6,
}

SEARCHING = {
    "a": "search:tiny",
    "b": "rulebook",
    "deals": 500,
    "seed": 1,
    "edge": 20.0,
    "edge_ci": 2.5,
}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A shipped policy of that name."""
    folder = write_stand_in(tmp_path / "tiny")
    for place in ("network.folder", "registry"):
        monkeypatch.setattr(f"skat_gym.players.{place}.find_policies", lambda: {"tiny": folder})
    return folder


def measured(folder: Path) -> None:
    stated = {
        "sha256": read_folder(folder).sha256,
        "phases": ["skat", "play"],
        "strength": STRENGTH,
        "alone": [SEARCHING | {"b": "tiny", "edge": 3.0}, SEARCHING],
    }
    (folder / EVALUATION).write_text(json.dumps(stated))
    (folder / CARD).write_text("# tiny\n\nA card.\n")


def test_a_measured_policy_is_listed_with_its_strength(
    tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measured(tiny)
    assert main(["policies", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert list(rows)[:4] == ["random", "rulebook", "tiny", "search:POLICY"]
    assert rows["tiny"]["strength"] == STRENGTH and rows["tiny"]["size"] > 1000
    assert main(["policies"]) == 0
    out = capsys.readouterr().out
    assert "tiny           A stand-in.\n" in out
    assert "edge +15.68 +- 0.81 a deal over two rulebook (8000 deals); skat, play; 0.0 MB" in out
    assert "as search:tiny: edge +20.00 +- 2.50 a deal over two rulebook (500 deals)\n" in out
    assert rows["tiny"]["searching"]["policy"] == "search:tiny"
    assert max(map(len, out.splitlines())) <= 100


def test_a_policy_that_nobody_measured(tiny: Path) -> None:
    assert "0.0 MB; not measured" in table(entries())
    with pytest.raises(PolicyError, match=r"no card\.md yet: python -m training\.measure"):
        card_of("tiny")


def test_a_broken_policy_does_not_hide_the_others(tiny: Path) -> None:
    (tiny / CONFIG).write_text("{}")
    rows = {row["name"]: row for row in entries()}
    assert rows["tiny"]["about"].startswith("broken: ") and "rulebook" in rows
    assert "has format None" in table(entries())


def test_cards(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    measured(tiny)
    for name in ("tiny", str(tiny)):
        assert main(["policies", name]) == 0
        assert capsys.readouterr().out == "# tiny\n\nA card.\n"
    assert main(["policies", "tiny", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["strength"] == STRENGTH
    assert card_of("rulebook").startswith("rulebook: rules of the card table")
    assert json.loads(card_of("random", json=True))["name"] == "random"


@pytest.mark.parametrize(
    ("name", "stages"),
    [
        ("search:rulebook", ["auction", "skat", "play"]),
        ("search:random,worlds=2", ["auction", "skat", "play"]),
        ("rulebook+play=random", ["auction", "skat", "play"]),
        ("club,memory=2", ["auction", "skat", "play"]),
    ],
)
def test_names_that_put_policies_together(
    name: str, stages: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever can be loaded is there: it has no card, but it is said what it decides."""
    assert main(["policies", name]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: decides {', '.join(stages)}; ")
    assert main(["policies", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["phases"] == stages
    unknown = re.sub("rulebook|random|club", "nobody", name)
    with pytest.raises(PolicyError, match="there is no policy 'nobody"):
        card_of(unknown)
