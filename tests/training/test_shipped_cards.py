"""The cards of shipped policies and their page are what their evaluations say."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import tyro

from skat_gym.players.catalogue import searching
from skat_gym.players.network.folder import CARD, EVALUATION
from training import measure
from training.card import card, plus_minus
from training.matches import plan, searches
from training.page import LEVELS_FILE, page, read_evaluations

POLICIES = Path(__file__).parents[2] / "policies"


def test_cards_are_written_from_the_evaluations() -> None:
    for file in POLICIES.glob(f"*/{EVALUATION}"):
        evaluation = json.loads(file.read_text(encoding="utf-8"))
        assert file.with_name(CARD).read_text(encoding="utf-8") == card(evaluation), file


def test_the_page_is_written_from_the_evaluations() -> None:
    written = (POLICIES / "README.md").read_text(encoding="utf-8")
    levels = json.loads((POLICIES / LEVELS_FILE).read_text(encoding="utf-8"))
    assert written == page(read_evaluations(POLICIES), levels)


def test_the_commands_play_the_matches_that_are_told() -> None:
    for evaluation in read_evaluations(POLICIES):
        matches, alone, every = {}, {}, frozenset(evaluation["phases"])
        for command in evaluation["commands"]:
            words = shlex.split(command)
            name = evaluation["policy"]
            assert words[:4] == ["python", "-m", "training.measure", f"policies/{name}"]
            args = tyro.cli(measure.Args, args=words[3:])
            few, solver = args.opponent_deals, args.solver_deals
            for match in plan(every, args.deals, args.seed, args.opponents, few, solver):
                matches[match.key] = match.named(name).command
            for a, b, deals in searches(every, args.search_deals, args.itself_deals):
                alone[a.replace("{}", name), b.replace("{}", name)] = deals
        assert {key: one["command"] for key, one in evaluation["matches"].items()} == matches
        assert {(one["a"], one["b"]): one["deals"] for one in evaluation["alone"]} == alone


def test_the_readme_tells_the_strength_that_was_measured() -> None:
    readme = (POLICIES.parent / "README.md").read_text(encoding="utf-8")
    for evaluation in read_evaluations(POLICIES):
        name, strength = evaluation["policy"], evaluation["strength"]
        assert strength["deals"] >= 8000
        assert f"| `{name}` | {plus_minus(strength, 'edge')} |" in readme
        if found := searching(evaluation):
            assert found["deals"] >= 8000
            assert f"| `{found['policy']}` | {plus_minus(found, 'edge')} |" in readme
