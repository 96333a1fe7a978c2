"""Measuring: what eval.json holds, and the card and the page that are written from it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from stand_in import LowestCard, stand_in, write_stand_in

from skat_gym.evaluation import evaluate, play_tables
from skat_gym.players import load_policy
from skat_gym.players.network.folder import CARD, EVALUATION, read_folder
from skat_gym.players.network.vectors import Vector, answers, read_vectors
from skat_gym.rules import Phase
from skat_gym.rules.contract import FIRST_NULL
from skat_gym.rules.outcome import outcomes_of, scores
from training import alone, card, measure, page, vectors
from training.console import answered
from training.latency import latency
from training.matches import Match, plan, play, searches, whole
from training.remembered import read_before, remembering
from training.shape import shape, without_null

EVERY = frozenset({"auction", "skat", "play"})
DEALS = 40


def test_the_plan_of_a_whole_policy() -> None:
    matches = {m.key: m.named("club") for m in plan(EVERY, 100, 7, ["search:rulebook"], 30)}
    assert {key: (m.a, m.b, m.contracts, m.deals) for key, m in matches.items()} == {
        "play": ("rulebook+play=club", "rulebook", None, 100),
        "play+skat": ("rulebook+play=club+skat=club", "rulebook", None, 100),
        "full": ("club", "rulebook", None, 100),
        "own contracts": ("club", "rulebook", "club", 100),
        "full, search:rulebook": ("club", "search:rulebook", None, 30),
        "rulebook's contracts, search:rulebook": ("club", "search:rulebook", "rulebook", 30),
    }
    more = plan(EVERY, 100, 7, solver_deals=6)
    assert (more[-1].key, more[-1].deals) == ("rulebook's contracts, search:rulebook,worlds=20", 6)
    assert (more[-1].b, more[-1].contracts) == ("search:rulebook,worlds=20", "rulebook")
    assert matches["own contracts"].command == (
        "skat-gym evaluate club rulebook --deals 100 --seed 7 --fixed-contracts club"
    )


def test_the_plan_of_a_policy_that_only_plays() -> None:
    matches = {m.key: m.named("club") for m in plan(frozenset({"play"}), 100, 7)}
    assert [(key, m.a) for key, m in matches.items()] == [
        ("full", "rulebook+play=club"),
        ("own contracts", "rulebook+play=club"),
    ]
    assert whole(frozenset({"skat", "play"})) == "rulebook+play={}+skat={}"


def test_searches_of_policies() -> None:
    assert searches(EVERY, 20) == [("search:{}", "rulebook", 20), ("search:{}", "{}", 20)]
    assert searches(EVERY, 20, 8) == [("search:{}", "rulebook", 20), ("search:{}", "{}", 8)]
    assert searches(EVERY, 0) == []
    assert searches(frozenset({"play"}), 5) == [
        ("rulebook+play=search:{}", "rulebook", 5),
        ("rulebook+play=search:{}", "rulebook+play={}", 5),
    ]


@pytest.fixture(scope="module")
def outcomes() -> Any:
    rulebook = load_policy("rulebook")
    return outcomes_of(play_tables([[rulebook] * 3], 3000, 3).deals)


def test_shape_counts_every_game_once(outcomes: Any) -> None:
    got = shape(outcomes)
    games = outcomes[outcomes["declarer"] >= 0]
    assert got["declared"] == pytest.approx(1 - got["thrown_in"]) == len(games) / 3000
    assert got["suit"] + got["grand"] + got["null"] == pytest.approx(1)
    parts = got["contracts"].values()
    assert sum(p["share"] for p in parts) == pytest.approx(1)
    won = sum(p["share"] * p["won"] for p in parts if p["share"])
    assert won == pytest.approx(got["won"]) == pytest.approx((games["won"] == 1).mean())
    booked = sum(p["share"] * p["score"] for p in parts if p["share"])
    assert booked == pytest.approx(games["score"].mean())
    by_seat = [shape(outcomes, np.full((3000, 1), seat))["declared"] for seat in range(3)]
    assert sum(by_seat) == pytest.approx(got["declared"]) and min(by_seat) > 0.1


def test_a_policy_that_never_declared_has_no_shares(outcomes: Any) -> None:
    got = shape(outcomes[outcomes["declarer"] == 0], 1)
    assert got["declared"] == 0 and got["won"] is None and got["contracts"]["grand"]["won"] is None


def test_null_games_are_left_out(outcomes: Any) -> None:
    before = outcomes.copy()
    others = without_null(outcomes)
    null = outcomes["contract"] >= FIRST_NULL
    assert null.any() and np.array_equal(outcomes, before)
    for booked in scores(others).values():
        assert not booked[null].any()
    assert np.array_equal(others[~null], outcomes[~null])


def test_vectors_are_of_every_phase_and_contract(tmp_path: Path) -> None:
    policy = LowestCard(read_folder(write_stand_in(tmp_path / "tiny")))
    chosen = [Vector.parse(line) for line in vectors.choose(policy, 300)]
    assert len(chosen) == 300 and len({v.deal for v in chosen}) > 290
    phases = [v.deal.phase for v in chosen]
    assert all(phases.count(p) >= 20 for p in set(Phase) - {Phase.OVER})
    assert len({v.deal.contract for v in chosen if v.deal.phase is Phase.PLAY}) >= 25
    assert all(len(v.deal.legal) > 1 for v in chosen)
    assert [v.action for v in chosen] == answers(policy, [v.deal for v in chosen], 7).tolist()


def figures(folder: Path) -> dict[str, Any]:
    """The evaluation of the stand-in, from a few deals."""
    read = read_folder(folder)
    policy = LowestCard(read)
    comparisons = {}
    for match in plan(EVERY, DEALS, 5, ["random"], 20):
        comparisons[match.key] = (match.named("tiny"), play(match, "tiny", str(folder)))
    own = outcomes_of(play_tables([[policy] * 3], 10, 5).deals)
    timing = latency(policy, vectors.moments(policy, 9))
    cost = {"command": "python -m training.all", "minutes": 3.5, "play": {"positions": 1000}}
    return measure.assess(read, policy, comparisons, self_play=own, timing=timing, training=cost)


def test_evaluation_card_and_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    folder = write_stand_in(tmp_path / "tiny")
    evaluation = figures(folder)
    full, strength = evaluation["matches"]["full"], evaluation["strength"]
    assert evaluation["sha256"] == read_folder(folder).sha256
    assert strength["edge"] == full["edge"] < 0 and strength["deals"] == DEALS
    assert full["by_role"].keys() == {"declarer", "defender", "thrown in"}
    steps = evaluation["steps"]
    assert [s["a"] for s in steps] == ["rulebook+play=tiny", "rulebook+play=tiny+skat=tiny", "tiny"]
    assert sum(s["step"] for s in steps) == pytest.approx(full["edge"])
    assert steps[1]["step"] == steps[2]["step"] == steps[2]["step_ci"] == 0
    assert set(evaluation["latency"]) > {"auction", "play"}
    assert str(tmp_path) not in json.dumps(evaluation)

    (folder / EVALUATION).write_text(json.dumps(evaluation, allow_nan=False))
    card.write_card(folder)
    assert page.main(page.Args(tmp_path)) == 0
    text = (folder / CARD).read_text()
    for words in (
        "# tiny",
        evaluation["sha256"],
        f"{full['edge']:+.2f} +- {full['edge_ci']:.2f}",
        "- It cannot play.",
        "loses to two `rulebook`",
        "- play: positions 1000",
        "60 - 20 - 5",
        "--fixed-contracts tiny",
    ):
        assert words in text
    assert f"[tiny](tiny/{CARD}) | A stand-in. |" in (tmp_path / "README.md").read_text()
    assert read_folder(folder).sha256 == evaluation["sha256"]


def test_the_whole_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(monkeypatch)
    folder = write_stand_in(tmp_path / "tiny")
    for place in ("training.measure", "skat_gym.players.network.folder"):
        monkeypatch.setattr(f"{place}.find_policies", lambda: {"tiny": folder})
    assert vectors.main(vectors.Args(folder, n=60)) == 0
    assert len(read_vectors(read_folder(folder))) == 60
    arguments: dict[str, Any] = {"self_play": 4, "workers": 1, "kept": tmp_path / "kept"}
    args = measure.Args(folder, deals=4, training=tmp_path / "cost.json", **arguments)
    assert answered(measure.main, args) == 2
    assert "cost.json" in capsys.readouterr().err and not (folder / EVALUATION).exists()
    assert measure.main(measure.Args(folder, deals=4, **arguments)) == 0
    assert "tiny: edge " in capsys.readouterr().out
    assert len(list((tmp_path / "kept").iterdir())) == 4
    assert (tmp_path / "README.md").is_file() and (folder / CARD).is_file()
    first = json.loads((folder / EVALUATION).read_text())
    assert first["commands"] == ["python -m training.measure tiny --deals 4 --self-play 4"]
    assert str(tmp_path) not in (folder / EVALUATION).read_text()

    (tmp_path / "cost.json").write_text('{"minutes": 3}')
    more = {"opponents": ["random"], "opponent_deals": 2, "training": tmp_path / "cost.json"}
    assert measure.main(measure.Args(folder, deals=4, **arguments, **more)) == 0
    second = json.loads((folder / EVALUATION).read_text())
    assert second["matches"].keys() > first["matches"].keys() and second["training"]
    capsys.readouterr()
    assert measure.main(measure.Args(folder, deals=4, **arguments)) == 0
    told = capsys.readouterr().out
    third = json.loads((folder / EVALUATION).read_text())
    assert third["matches"] == second["matches"] and third["training"] == second["training"]
    assert third["commands"] == [*second["commands"], *first["commands"]]
    assert "tiny against random" in told and "training" in told
    assert third["commands"][0] in (folder / CARD).read_text()


def test_the_command_names_what_differs_and_no_place_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"opponents": ["club", "random"], "search_deals": 8, "workers": 2}
    args = measure.Args(tmp_path / "runs" / "tiny", training=tmp_path / "cost.json", **asked)
    options = "--opponents club random --search-deals 8"
    assert measure.command_of(args) == f"python -m training.measure tiny {options}"
    monkeypatch.chdir(tmp_path)
    assert measure.command_of(args) == f"python -m training.measure runs/tiny {options}"


def test_of_other_weights_nothing_is_remembered(tmp_path: Path) -> None:
    new = {
        "sha256": "b",
        "matches": {},
        "alone": [],
        "steps": [],
        "training": None,
        "commands": ["n"],
    }
    row = {"a": "x", "b": "y"}
    old = {"sha256": "a", "matches": {"full": row}, "alone": [row], "steps": [{"key": "search"}]}
    assert remembering(new, old) == (new, []) == remembering(new, None)
    assert read_before(tmp_path) is None
    told, kept = remembering(new, {**old, "sha256": "b", "training": 3, "commands": ["o"]})
    assert told["alone"] == [row] and told["steps"] == [{"key": "search"}]
    assert told["commands"] == ["o", "n"]
    told, _ = remembering(new, {**old, "sha256": "b", "commands": ["n", "o"]})
    assert told["commands"] == ["o", "n"], "played last, it says what there is"
    told, kept = remembering(new, {**old, "sha256": "b", "alone": [], "matches": {}, "training": 3})
    assert told["commands"] == ["n"] and kept == ["training"]
    told, kept = remembering(new, {**old, "sha256": "b", "training": 3, "commands": ["o"]})
    assert told["training"] == 3 and "training" in kept


def test_no_average_is_told_of_few_games() -> None:
    e = {
        "strength": {"deals": 100},
        "shape": {
            "against rulebook": {
                **dict.fromkeys(("thrown_in", "declared", "won", "suit", "grand", "null"), 0.5),
                **{"hand": 0.1, "overbid": 0.0},
                "announced": {"share": 0.02, "won": 1.0, "score": 84.0},
                "ouvert": {"share": 0.4, "won": 1.0, "score": 46.0},
                "contracts": {"grand": {"share": 0.1, "won": 1.0, "score": 48.0}},
            }
        },
    }
    told = card._shapes(e)
    assert "(3: -)" in told and "84" not in told and "(60: +46.0)" in told
    assert "| against rulebook: grand | 15 | 10.0% | - | - |" in told


def test_search_is_a_step_over_the_deals_both_played(tmp_path: Path) -> None:
    """The paired step is the difference on the deals that both comparisons have."""
    read = read_folder(write_stand_in(tmp_path / "tiny"))
    longer = evaluate("rulebook", "random", 30, 5)
    shorter = evaluate("rulebook+play=random", "random", 20, 5)
    matches = {m.key: m for m in plan(EVERY, 30, 5)}
    searching = alone.Alone("search:tiny", "rulebook", 5, shorter.outcomes[:, :3])
    itself = alone.Alone("search:tiny", "tiny", 5, shorter.outcomes[:, :3])
    got = measure.assess(
        read, LowestCard(read), {"full": (matches["full"], longer)}, alone=[searching, itself]
    )
    assert got["alone"] == [searching.as_dict(), itself.as_dict()]
    assert "`search:tiny`: the full game, where it sits alone" in card.card(got)
    first, second = got["steps"]
    assert first["step"] == first["edge"] == longer.edge["seeger-fabian"].mean
    assert second["step_deals"] == 20 and second["edge"] == shorter.edge["seeger-fabian"].mean
    assert second["step"] == pytest.approx((shorter.edges - longer.edges[:20]).mean())
    assert "Not measured." in card.card(got) and "Not stated." in card.card(got)


def test_wrong_numbers_are_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert answered(measure.main, measure.Args(tmp_path, deals=1)) == 2
    assert answered(measure.main, measure.Args(tmp_path)) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "at least 2" in lines[0] and "is no policy" in lines[1] and len(lines) == 2


def test_a_page_without_policies() -> None:
    assert "None is shipped yet" in page.page([])


def test_a_broken_evaluation_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / EVALUATION).write_text("{")
    assert answered(page.main, page.Args(tmp_path)) == 2
    err = capsys.readouterr().err
    assert "eval.json' is broken" in err and err.count("\n") == 1
    assert not (tmp_path / "README.md").exists()


def test_matches_are_named_in_both_places() -> None:
    match = Match("k", "about", "{}", "rulebook", "{}", 3, 4).named("a b")
    assert match.command.startswith("skat-gym evaluate 'a b' rulebook --deals 3 --seed 4")


def test_where_it_sits_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The edge is that of the comparison; what was played is kept, and not mixed up."""
    args = alone.Args("club", "rulebook", deals=300, seed=5, kept=tmp_path / "kept", json=True)
    assert alone.main(args) == 0
    told = json.loads(capsys.readouterr().out)
    found = evaluate("club", "rulebook", deals=300, seed=5)
    assert told["edge"] == found.edge["seeger-fabian"].mean and told["deals"] == 300
    assert told["command"] == "python -m training.alone club rulebook --deals 300 --seed 5"
    kept = (tmp_path / "kept").read_bytes()
    again = alone.play_alone("club", "rulebook", 256, 5, checkpoint=tmp_path / "kept")
    assert np.array_equal(again.edges, found.edges[:256])
    assert (tmp_path / "kept").read_bytes() == kept
    assert answered(alone.main, replace(args, a="random")) == 2
    assert answered(alone.main, replace(args, deals=1, kept=None)) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and "deals are at least 2, not 1" in lines[1]


def test_searches_are_measured_and_kept(tmp_path: Path) -> None:
    read = read_folder(write_stand_in(tmp_path / "tiny"))
    args = measure.Args(read.path, search_deals=6, itself_deals=4, kept=tmp_path / "kept")
    phases = load_policy("club").phases
    rulebook, itself = measure._searched(args, read, "club", phases)
    assert (rulebook.a, rulebook.b, len(rulebook.edges)) == ("search:tiny", "rulebook", 6)
    assert (itself.a, itself.b, len(itself.edges)) == ("search:tiny", "tiny", 4)
    assert len(list((tmp_path / "kept").iterdir())) == 2
