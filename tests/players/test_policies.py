"""Policies: found by name, put together, answering alike whatever the batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import skat_gym
from skat_gym.cli import main
from skat_gym.evaluation import play_tables
from skat_gym.evaluation.tournament import tournament
from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players import (
    CompositePolicy,
    NativePolicy,
    Policy,
    PolicyError,
    Seating,
    load_policy,
    play_out,
    policy_names,
)
from skat_gym.players.network.folder import find_policies
from skat_gym.players.search import SearchPolicy
from skat_gym.rules import apply, new_deals, shuffle
from skat_gym.rules.chance import mix
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import legal_actions

NAMES = ["random", "rulebook", "rulebook+play=random", "random+auction=rulebook"]


def positions(n: int) -> tuple[Any, Any]:
    """Views and masks of the seat to act in n random deals stopped at a random moment."""
    deals, views, masks = new_deals(n), new_views(n), np.zeros(n, np.int64)
    for i in range(n):
        shuffle(deals, i, i)
        for ply in range(i % 41):
            mask = legal_actions(deals, i)
            before = deals[i : i + 1].copy()
            apply(deals, i, random_action(mask, mix(i, ply)))
            if deals[i]["phase"] == OVER:
                deals[i] = before[0]
                break
    view_seat_to_act(deals, views, masks)
    return views, masks


@pytest.mark.parametrize("name", NAMES)
def test_shuffled_split_and_rebatched_rows_get_the_same_actions(name: str) -> None:
    policy = load_policy(name)
    views, masks = positions(400)
    keys = np.arange(400, dtype=np.uint64) * 977
    whole = policy.act(views, masks, keys)
    order = np.random.default_rng(1).permutation(400)
    assert np.array_equal(policy.act(views[order], masks[order], keys[order]), whole[order])
    single = [policy.act(views[i : i + 1], masks[i : i + 1], keys[i : i + 1])[0] for i in range(99)]
    assert np.array_equal(single, whole[:99])
    assert ((masks >> whole) & 1 == 1).all()


def test_names() -> None:
    assert policy_names()[:2] == ["random", "rulebook"]
    assert isinstance(load_policy("random"), Policy)
    assert load_policy("rulebook+play=random").name == "rulebook+play=random"
    own = NativePolicy(0)
    assert load_policy(own) is own


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "there are: random, rulebook"),
        ("rulebook+play", "STAGE=POLICY"),
        ("rulebook+dance=random", "stages are auction, skat and play"),
        ("model.zip", "did you mean 'sb3:model.zip'"),
        ("sb3:model.zip", "no file 'model.zip'"),
        ("", "there is no policy"),
    ],
)
def test_unknown_names_are_one_sentence(name: str, words: str) -> None:
    with pytest.raises(PolicyError, match=words):
        load_policy(name)


class NoPhases:
    name = "no phases"

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        raise AssertionError("nobody asks it")


class OddPhases(NoPhases):
    name = "odd phases"

    def __init__(self, phases: Any) -> None:
        self.phases = phases


class Numbered(OddPhases):
    name = 7  # type: ignore[assignment]


NOBODIES: list[tuple[Any, str]] = [
    (3, "3 is no policy; a policy has name, phases and act"),
    (None, "None is no policy; a policy has name, phases and act"),
    (b"rulebook", "b'rulebook' is no policy"),
    (NoPhases(), "is no policy; a policy has name, phases and act"),
    (NoPhases, r"NoPhases is a class: an object of it plays, NoPhases\(...\)"),
    (NativePolicy, "NativePolicy is a class"),
    (Numbered({"play"}), "is no policy"),
    (OddPhases("play"), "'odd phases' has phases 'play'; phases is a set of auction, skat, play"),
    (OddPhases(None), "'odd phases' has phases None"),
    (OddPhases({"cards"}), "'odd phases' has phases {'cards'}"),
    (Path("no/such/folder"), "there is no policy 'no/such/folder'; there are: random"),
    (Path("model.zip"), "did you mean 'sb3:model.zip'"),
    (Path("tests"), "is no policy: it has no file config.json"),
]
"""What is no policy, and the sentence about it."""


@pytest.mark.parametrize(("nobody", "words"), NOBODIES)
def test_not_a_policy(nobody: Any, words: str) -> None:
    """The sentence is the same wherever a policy is asked for, and comes before any work."""
    only = str(nobody) if isinstance(nobody, Path) else ""
    for ask in (
        lambda: load_policy(nobody),
        lambda: skat_gym.evaluate(nobody, "random", deals=1),
        lambda: skat_gym.evaluate("random", nobody, deals=1),
        lambda: tournament(["random", "rulebook", nobody], deals=1),
        lambda: gymnasium.make("skat_gym:Skat/Deal-v0", opponents=["random", nobody]),
        lambda: gymnasium.make("skat_gym:Skat/Play-v0", rest=nobody),
        lambda: gymnasium.make_vec("skat_gym:Skat/Deal-v0", 2, opponents=[nobody, "random"]),
    ):
        with pytest.raises(PolicyError, match=words) as told:
            ask()
        assert "\n" not in str(told.value)
    if only:
        return
    for ask in (
        lambda: play_tables([[nobody] * 3], 1, 1),
        lambda: CompositePolicy(nobody, {}),
        lambda: CompositePolicy(load_policy("random"), {"play": nobody}),
    ):
        with pytest.raises(PolicyError, match=words):
            ask()


def test_one_that_is_no_policy_is_not_taken_for_several() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        for nobody in (NoPhases(), NoPhases, Path("no/such")):
            with pytest.raises(PolicyError):
                make("skat_gym:Skat/Deal-v0", opponents=nobody)
        for nobody in (None, 3):
            with pytest.raises(ValueError, match="opponents is one or two policies, or their na"):
                make("skat_gym:Skat/Deal-v0", opponents=nobody)


def test_paths() -> None:
    folder = Path(find_policies()["club"])
    env: Any = gymnasium.make("skat_gym:Skat/Deal-v0", opponents=folder)
    assert [policy.name for policy in env.unwrapped.setup.chairs.others] == ["club"] * 2
    assert load_policy(folder).name == "club"


LOADERS = """
import numpy as np
from skat_gym.players import load_policy


class Mine:
    phases = frozenset({"auction", "skat", "play"})

    def __init__(self, rest):
        self.name = "mine"
        self.rest = rest

    def act(self, views, masks, keys):
        return load_policy("random").act(views, masks, keys)


def load(rest):
    return Mine(rest)


def fails(rest):
    raise KeyError("weights\\nof mine")


def nothing(rest):
    return None


def a_class(rest):
    return Mine
"""


@pytest.fixture
def loaders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third party's package with a loader that works and some that do not."""
    (tmp_path / "my_policies.py").write_text(LOADERS)
    folder = tmp_path / "mine-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(
        "[skat_gym.policies]\nmine = my_policies:load\nfails = my_policies:fails\n"
        "gone = my_policies:gone\nlost = no_such_module:load\nnothing = my_policies:nothing\n"
        "class = my_policies:a_class\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


def test_registered_policies(loaders: None) -> None:
    """By their bare name, or with something for the loader after a colon."""
    assert "mine:..." in policy_names()
    for name, rest in (("mine", ""), ("mine:", ""), ("mine:a:b", "a:b")):
        policy: Any = load_policy(name)
        assert policy.name == "mine" and policy.rest == rest
    assert load_policy("rulebook+play=mine").name == "rulebook+play=mine"
    result = skat_gym.evaluate("mine:a", "mine:b", deals=2)
    assert [standing.name for standing in result.standings] == ["mine:a", "mine:b"]


@pytest.mark.parametrize("rest", ["", ":", ":x"])
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("fails", r"loader of 'fails' policies \(my_policies:fails\) failed: KeyError: "),
        ("gone", "loader of 'gone' .* failed: AttributeError: .*gone"),
        ("lost", "loader of 'lost' .* failed: ModuleNotFoundError: .*no_such_module"),
        ("nothing", "loader of 'nothing' .* gave something else: None is no policy"),
        ("class", "loader of 'class' .* gave something else: Mine is a class"),
    ],
)
def test_broken_loaders_are_one_sentence(
    loaders: None, name: str, words: str, rest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PolicyError, match=words) as told:
        load_policy(name + rest)
    assert "\n" not in str(told.value)
    assert main(["evaluate", name + rest, "rulebook"]) == 2
    assert main(["policies", name + rest]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_search_does_not_search_within() -> None:
    for name in (
        "search:search:rulebook",
        "search:search:search:random",
        "random+play=search:search:random",
    ):
        with pytest.raises(PolicyError, match="a search within a search would not end"):
            load_policy(name)
    inner = CompositePolicy(load_policy("rulebook"), {"play": load_policy("search:rulebook")})
    with pytest.raises(ValueError, match="would not end"):
        SearchPolicy(inner)


class OnlyPlays:
    name = "only plays"
    phases = frozenset({"play"})

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return np.array([int(mask).bit_length() - 1 for mask in masks])


def test_a_stage_that_nobody_covers() -> None:
    with pytest.raises(PolicyError, match="does not decide auction"):
        Seating().seat(0, OnlyPlays())
    with pytest.raises(PolicyError, match="does not decide skat"):
        CompositePolicy(load_policy("random"), {"skat": OnlyPlays()})
    composite = CompositePolicy(load_policy("random"), {"play": OnlyPlays()})
    assert composite.phases == {"auction", "skat", "play"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n: np.zeros(n + 1, np.int64), "shape"),
        (lambda n: np.zeros(n), "float64"),
        (lambda n: [None] * n, "object"),
        (lambda n: np.full(n, 99), "action 99"),
        (lambda n: np.full(n, -1), "action -1"),
        (lambda n: np.full(n, 34), "pick up.*legal are: pass, bid"),
    ],
)
def test_hostile_answers_are_named(answer: Any, words: str) -> None:
    class Hostile(OnlyPlays):
        phases = frozenset({"auction", "skat", "play"})

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            return answer(len(views))

    seating = Seating()
    for seat in range(3):
        seating.seat(seat, Hostile())
    deals = new_deals(1)
    shuffle(deals, 0, 5)
    before = deals.tobytes()
    with pytest.raises(PolicyError, match=words):
        play_out(deals, [seating.codes], seating.policies, 1, 0)
    assert deals.tobytes() == before
