"""Rounds: what is kept of them, how they go on, and who labels for whom; nets come from stubs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from skat_gym.players import load_policy
from skat_gym.players.network.bid_inputs import BIDDING_WIDTH
from skat_gym.players.network.card_play import KINDS
from skat_gym.players.network.play_inputs import PLAY_WIDTH
from skat_gym.players.network.skat_inputs import SKAT_WIDTH
from training import all as chain_of_all
from training import beliefs, bids, export, games, label, measure, play_net, rounds, verdict
from training.chain import DECIDING, nets_stamp, policy_of
from training.console import answered
from training.mlp import Mlp, save_net

SIZES = {kind: [PLAY_WIDTH, 4, 165] for kind in KINDS}
SIZES |= {"games": [SKAT_WIDTH, 4, 4], "bids": [BIDDING_WIDTH, 4, 2]}
BETTER, WORSE = 1.0, -1.0


class Script:
    """Takes the place of training and matches: nets are random, verdicts written down before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, verdicts: dict[str, float]) -> None:
        self.verdicts = verdicts
        self.done: list[str] = []
        self.players: dict[str, tuple[str, ...]] = {}
        self.judged: list[tuple[str, str, str | None]] = []
        self.seeds: list[int] = []
        self.stop_before = ""
        self._draw = torch.Generator().manual_seed(3)
        monkeypatch.setattr(rounds, "_NULL_LAYERS", (4, 4))
        monkeypatch.setattr(label, "main", self.label)
        monkeypatch.setattr(play_net, "train", self.train)
        monkeypatch.setattr(games, "gather", self.gather)
        monkeypatch.setattr(games, "train", self.train)
        monkeypatch.setattr(bids, "train", self.train)
        monkeypatch.setattr(verdict, "evaluate", self.evaluate)

    def step(self, name: str) -> None:
        if name == self.stop_before:
            raise KeyboardInterrupt
        self.done.append(name)

    def label(self, args: label.Args) -> None:
        self.step(args.out.name)
        self.players[args.out.name] = (args.policy,)

    def gather(self, args: games.Args) -> None:
        self.step(args.data[0].name)
        self.players[args.data[0].name] = (args.policy, args.favourites or args.policy)

    def train(self, args: Any) -> None:
        self.step(f"{args.out.parent.name}/{args.out.stem}")
        net = Mlp([SIZES[args.out.stem][0], *self.hidden(args), SIZES[args.out.stem][-1]])
        for tensor in net.parameters():
            torch.nn.init.normal_(tensor.data, 0, 0.1, generator=self._draw)
        save_net(args.out, net)

    def hidden(self, args: Any) -> tuple[int, ...]:
        return tuple(args.hidden) if isinstance(args, play_net.Args) else (4, 4)

    def evaluate(self, a: Any, b: Any, deals: int, seed: int, **given: Any) -> Any:
        contracts = given["contracts"]
        given["on_progress"](deals, "+0.00 +- 0.00")
        what = "cards" if contracts else "first" if b.name in ("club", "expert") else "whole"
        number = sum(1 for row in self.judged if row[2] == contracts)
        self.step(f"judge {what}")
        self.judged.append((a.name, b.name, contracts))
        self.seeds.append(seed)
        mean = self.verdicts.get(f"{what} {number}", self.verdicts.get(what, WORSE))
        told = {"seeger-fabian": SimpleNamespace(mean=mean, half=0.5)}
        return SimpleNamespace(edge=told, seat_difference=told)


@pytest.fixture
def scripted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[Script, rounds.Args]]:
    def make(**verdicts: float) -> tuple[Script, rounds.Args]:
        args = rounds.Args(tmp_path / "nets", work=tmp_path / "work", rounds=1, hidden=(4,))
        return Script(monkeypatch, verdicts), args

    return make


def stems(folder: Path) -> set[str]:
    return {file.stem for file in folder.glob("*.pt")}


@pytest.mark.parametrize(
    ("cards", "whole", "kept"),
    [
        (BETTER, BETTER, set(DECIDING)),
        (BETTER, WORSE, set(KINDS)),
        (WORSE, BETTER, set(DECIDING)),
        (WORSE, WORSE, set()),
    ],
)
def test_what_is_kept_is_a_player(
    scripted: Any, cards: float, whole: float, kept: set[str]
) -> None:
    """Games alone are none: those that are kept bring the cards along they were judged with."""
    script, args = scripted(cards=cards, whole=whole)
    rounds.improve(args)
    assert stems(args.nets) == kept
    if kept:
        assert policy_of(str(args.nets)).phases == {"auction", "skat", "play"}
        assert nets_stamp(args.nets, KINDS) == nets_stamp(args.work / "candidate-0", KINDS)
    else:
        assert rounds.standing(args).startswith("no round was better than the rulebook")
    judged = args.work / "whole-0"
    assert script.judged[1][0] == str(judged)
    if kept == set(DECIDING):
        assert nets_stamp(args.nets) == nets_stamp(judged)
    told = [json.loads(line) for line in (args.work / "rounds.jsonl").read_text().splitlines()]
    assert [row["kept"] for row in told] == [cards > 0, whole > 0]


def test_the_whole_game_is_judged_with_the_cards_that_are_kept(scripted: Any) -> None:
    """Of the second round the cards are rejected: its games are tried and judged without them."""
    script, args = scripted(**{"cards 0": BETTER, "cards 1": WORSE, "whole": BETTER})
    rounds.improve(replace(args, rounds=2))
    assert script.seeds[2] >= script.seeds[0] + args.deals, "each round has deals of its own"
    first, second = (args.work / f"candidate-{k}" for k in (0, 1))
    judged = args.work / "whole-1"
    assert nets_stamp(first, KINDS) != nets_stamp(second, KINDS)
    assert nets_stamp(judged, KINDS) == nets_stamp(args.nets, KINDS) == nets_stamp(first, KINDS)
    assert nets_stamp(args.nets) == nets_stamp(judged) != nets_stamp(args.work / "whole-0")
    assert script.players["games-1"] == (str(judged), str(judged))


@pytest.mark.parametrize("cards", [BETTER, WORSE])
@pytest.mark.parametrize("whole", [BETTER, WORSE])
def test_the_chain_ships_what_decides_everything(
    scripted: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    cards: float,
    whole: float,
) -> None:
    script, _ = scripted(cards=cards, whole=whole)
    monkeypatch.setattr(chain_of_all, "ROUNDS", {"30m": (1, 0.1, 20), "3h": (2, 0.1, 20)})
    monkeypatch.setattr(export, "choose", lambda _: [])
    monkeypatch.setattr(export.samples, "__defaults__", (41, 400))
    measured: list[measure.Args] = []

    def no_beliefs(args: beliefs.Args) -> None:
        save_net(args.out, Mlp([PLAY_WIDTH, 4, 96]))

    def no_matches(args: measure.Args) -> int:
        measured.append(args)
        return 0

    monkeypatch.setattr(beliefs, "train", no_beliefs)
    monkeypatch.setattr(measure, "main", no_matches)
    args = chain_of_all.Args(to=tmp_path / "mine", work=tmp_path / "all", hidden=(4,))
    code = answered(chain_of_all.train_all, args)
    err = capsys.readouterr().err
    if whole > 0:
        assert (code, err) == (0, "")
        assert load_policy(str(args.to)).phases == {"auction", "skat", "play"}
        cost = json.loads((args.work / "cost.json").read_text())
        assert cost["command"] == "python -m training.all --budget 30m --hidden 4"
        assert measured[0].folder == args.to and measured[0].training == args.work / "cost.json"
    else:
        assert code == 2 and err.count("\n") == 1 and not args.to.exists() and not measured
        words = "the card play alone" if cards > 0 else "there is nothing to ship"
        assert words in err and "a longer --budget goes on" in err
        before = list(script.done)
        script.verdicts = {"cards": WORSE, "whole": BETTER}
        assert answered(chain_of_all.train_all, replace(args, budget="3h")) == 0
        assert not set(script.done[len(before) :]) & {"cards-0", "candidate-0/declarer"}
        assert (args.to / "config.json").exists()


def test_rounds_that_are_done_are_not_done_again(scripted: Any) -> None:
    script, args = scripted(cards=BETTER, whole=BETTER)
    rounds.improve(args)
    first = list(script.done)
    rounds.improve(args)
    assert script.done == first
    rounds.improve(replace(args, rounds=2))
    assert script.done == first + [step.replace("-0", "-1") for step in first]
    assert script.players["cards-1"] == (str(args.nets),)


STEPS = [
    "cards-0",
    "candidate-0/defender",
    "judge cards",
    "games-0",
    "whole-0/games",
    "whole-0/bids",
    "judge whole",
]


@pytest.mark.parametrize("stop", STEPS)
def test_a_round_goes_on_where_it_was_stopped(scripted: Any, stop: str) -> None:
    script, args = scripted(cards=BETTER, whole=BETTER)
    script.stop_before = stop
    assert answered(rounds.improve, args) == 130
    script.stop_before = ""
    assert answered(rounds.improve, args) == 0
    assert len(script.done) == len(set(script.done)) and set(script.done) >= set(STEPS)
    assert stems(args.nets) == set(DECIDING)
    assert nets_stamp(args.nets) == nets_stamp(args.work / "whole-0")


def test_nets_half_taken_over_are_taken_over_again(
    scripted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, args = scripted(cards=BETTER, whole=WORSE)
    real = verdict.shutil.copy

    def breaks(source: Path, to: Path) -> None:
        if Path(source).stem == "null_declarer":
            raise OSError("no space left")
        real(source, to)

    monkeypatch.setattr(verdict.shutil, "copy", breaks)
    with pytest.raises(OSError, match="no space"):
        rounds.improve(args)
    assert stems(args.nets) < set(KINDS)
    monkeypatch.setattr(verdict.shutil, "copy", real)
    rounds.improve(args)
    assert nets_stamp(args.nets) == nets_stamp(args.work / "candidate-0")


def test_other_nets_are_not_gone_on_with(scripted: Any, tmp_path: Path) -> None:
    _, args = scripted(cards=BETTER, whole=BETTER)
    rounds.improve(args)
    with pytest.raises(ValueError, match="rounds of other nets"):
        rounds.improve(replace(args, nets=tmp_path / "others"))
    assert not (tmp_path / "others").exists()
    with pytest.raises(ValueError, match="hidden layers of 4 4, not of 8 8"):
        rounds.improve(replace(args, hidden=(8,)))


def test_layers_are_as_wide_as_asked(scripted: Any) -> None:
    script, args = scripted(cards=BETTER)
    widths: dict[str, tuple[int, ...]] = {}

    def hidden(task: Any) -> tuple[int, ...]:
        widths[task.out.stem] = tuple(getattr(task, "hidden", ()))
        return (4, 4)

    script.hidden = hidden
    rounds.improve(replace(args, hidden=(12, 8)))
    assert widths["declarer"] == widths["defender"] == (12, 8)
    assert widths["null_declarer"] == (4, 4)


def test_the_first_player_teaches_until_it_is_beaten(scripted: Any) -> None:
    verdicts = {"cards": BETTER, "whole": BETTER, "first 1": WORSE, "first 3": BETTER}
    script, args = scripted(**verdicts)
    args = replace(args, first="club", rounds=1)
    rounds.improve(args)
    assert script.judged[-1] == (str(args.nets), "club", None)
    assert script.judged[0][1] == "rulebook"  # nets are judged by what there was before them
    assert rounds.standing(args).endswith("club not yet")
    rounds.improve(replace(args, rounds=3))
    nets, last = str(args.nets), str(args.work / "whole-2")
    assert [script.players[f"cards-{k}"] for k in range(3)] == [("club",), ("club",), (nets,)]
    assert script.players["games-0"] == ("club", "club")
    assert script.players["games-1"] == ("club", str(args.work / "whole-1"))
    assert script.players["games-2"] == (last, last)
    assert len(script.judged) == 3 * 2 + 2


def test_who_only_plays_cards_is_no_first_player(tmp_path: Path) -> None:
    cards = SimpleNamespace(name="cards", phases=frozenset({"play"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "policy_of", lambda _: cards)
        with pytest.raises(ValueError, match="does not decide every stage"):
            rounds.improve(rounds.Args(tmp_path / "nets", first="cards", work=tmp_path / "work"))
    assert not (tmp_path / "work").exists()
