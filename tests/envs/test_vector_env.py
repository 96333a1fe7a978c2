"""The batches as Gymnasium wants them: spaces, wrappers, copies, misuse, threads."""

import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_games import IDS, any_legal, made
from gymnasium.vector import AsyncVectorEnv, AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from vector_games import DEALS, drawn, many, same

from skat_gym.observation import View
from skat_gym.players import ALL_STAGES, PolicyError, load_policy
from skat_gym.records import read_file
from skat_gym.rules import Deal


def play(env: Any, steps: int, seed: int = 1) -> list[Any]:
    """Plays legal actions; returns all that came of it."""
    rng = random.Random(seed)
    found = [env.reset(seed=seed)]
    masks = found[0][1]["action_mask"]
    for _ in range(steps):
        found.append(env.step(drawn(masks, rng)))
        masks = found[-1][4]["action_mask"]
    return found


@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_spaces_hold_what_is_returned(name: str, obs_mode: str) -> None:
    env = many(name, 3, obs_mode=obs_mode)
    assert env.num_envs == 3 and env.spec.id == name
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for found in play(env, 30):
        assert env.observation_space.contains(found[0])
    for space in (env.observation_space, env.action_space):
        assert pickle.loads(pickle.dumps(space)) == space
    actions = env.action_space.sample(mask=tuple(found[4]["action_mask"]))
    env.step(actions)
    env.close()
    env.close()


@pytest.mark.parametrize("mode", [mode.value for mode in AutoresetMode][:2])
def test_wrappers_count_episodes(mode: str) -> None:
    env = RecordEpisodeStatistics(many("Skat/Deal-v0", 4, autoreset_mode=mode))
    if mode == "SameStep" and tuple(map(int, gymnasium.__version__.split(".")[:2])) < (1, 4):
        pytest.skip("this Gymnasium's wrapper counts for NextStep alone")
    rng = random.Random(1)
    _, info = env.reset(seed=1)
    lengths = []
    for _ in range(80):
        *_, over, _, info = env.step(drawn(info["action_mask"], rng))
        if over.any():
            lengths += info["episode"]["l"][over].tolist()
    assert lengths and all(1 <= n < 60 for n in lengths)


def plain_arrays(thing: Any) -> Iterator[Any]:
    """Finds the arrays of numbers in what an environment returned, however deep."""
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, (tuple, list)):
        for value in thing:
            yield from plain_arrays(value)
    elif isinstance(thing, np.ndarray) and thing.dtype != object:
        yield thing


def test_arrays_are_new_every_time() -> None:
    for keywords in ({}, {"obs_mode": "dict", "privileged": True}):
        found = play(many("Skat/Deal-v0", 6, opponents="random", **keywords), 40)
        arrays = list(plain_arrays(found[-5:]))
        for k, one in enumerate(arrays):
            assert not any(np.shares_memory(one, other) for other in arrays[k + 1 :])


@pytest.mark.parametrize("name", IDS)
def test_copies_go_their_own_way(name: str) -> None:
    env = many(name, 5, opponents=["random", "rulebook"], threads=2)
    play(env, 20)
    other = copy.deepcopy(env)
    third = pickle.loads(pickle.dumps(env))
    rng = random.Random(3)
    for _ in range(40):
        actions = drawn(env.action_masks(), rng)
        result = env.step(actions)
        same(other.step(actions), result)
        same(third.step(actions), result)
    single = made(name, opponents="random")
    _, info = single.reset(seed=1)
    twin = copy.deepcopy(single)
    for _ in range(30):
        action = any_legal(info["action_mask"], rng)
        one, two = single.step(action), twin.step(action)
        assert (one[0] == two[0]).all() and one[1:4] == two[1:4]
        info = one[4]
        if one[2]:
            _, info = single.reset()
            twin.reset()


@pytest.mark.parametrize("name", IDS)
def test_any_number_of_threads_and_tables(name: str) -> None:
    n = 200
    rng = random.Random(4)
    envs = [many(name, n, opponents=["random", "rulebook"], threads=k) for k in (1, 2, 3)]
    small = many(name, 3, opponents=["random", "rulebook"])
    results = [env.reset(seed=9) for env in envs]
    part = small.reset(seed=9)
    for _ in range(max(DEALS // 10, 20)):
        same(results[1], results[0])
        same(results[2], results[0])
        assert (results[0][0][:3] == part[0]).all()
        actions = drawn(envs[0].action_masks(), rng)
        results = [env.step(actions) for env in envs]
        part = small.step(actions[:3])
        assert (part[1] == results[0][1][:3]).all() and (part[2] == results[0][2][:3]).all()
    for env in envs:
        env.close()


def test_advice_is_what_the_policy_would_do() -> None:
    env = many("Skat/Deal-v0", 20, seat="all")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.advice("rulebook")
    _, info = env.reset(seed=3)
    rulebook = load_policy("rulebook")
    for _ in range(60):
        actions = env.advice("rulebook")
        deal = env.deal(0)
        view = View.of(deal, deal.seat)
        answer = rulebook.act(np.array([view.record]), np.array([deal.mask]), np.zeros(1, "u8"))
        assert answer[0] == actions[0]
        for advised in (actions, env.advice("random"), env.advice("random+play=rulebook")):
            assert info["action_mask"][np.arange(20), advised].all()
        assert (env.advice("random") == env.advice("random")).all()
        info = env.step(actions)[4]
    with pytest.raises(PolicyError, match="does not decide auction"):
        env.advice(PlayAlone())


def test_advice_where_tables_are_over() -> None:
    env = many("Skat/Play-v0", 2, autoreset_mode="Disabled")
    env.reset(seed=1)
    over = np.zeros(2, np.bool_)
    while not over.any():
        over = env.step(env.advice("rulebook"))[2]
    assert ((env.advice("rulebook") == -1) == over).all()


class PlayAlone:
    """Decides nothing but the cards."""

    name = "play alone"
    phases = frozenset({"play"})

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return load_policy("random").act(views, masks, keys)


def test_seeds() -> None:
    env = many("Skat/Deal-v0", 3, seat=1)
    one = env.reset(seed=5)[0]
    assert (env.reset(seed=[5, 6, 7])[0] == one).all()
    assert (env.reset(seed=6)[0][:2] == one[1:]).all()
    second = env.reset()[0]
    env.reset(seed=5)
    env.reset(seed=[None, 6, None])
    assert (env.reset(seed=[6, None, 6])[0][0] == one[1]).all()
    assert not (second == one).all()
    fresh = [many("Skat/Deal-v0", 2, seat=1).reset()[0] for _ in range(2)]
    assert not (fresh[0] == fresh[1]).all()
    with pytest.raises(ValueError, match="seed is one integer or 3"):
        env.reset(seed=[1, 2])


def test_reset_options() -> None:
    deal = Deal.shuffled(3)
    env, single = many("Skat/Play-v0", 2, seat=0), made("Skat/Play-v0", seat=0)
    options = {"deal": str(deal), "declarer": 1, "contract": "grand hand"}
    observations, info = env.reset(seed=1, options=options)
    observation, _ = single.reset(seed=1, options=options)
    assert (observations == observation).all() and info["phase"].tolist() == ["play"] * 2
    with pytest.raises(ValueError, match="leaves the learner no decision"):
        env.reset(options={"actions": ["pass"] * 3})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0])
    for wrong, error in (
        (np.array([True]), ValueError),
        (np.array([0, 1]), TypeError),
        ([True, False], TypeError),
        (np.array([False, False]), ValueError),
    ):
        with pytest.raises(error, match="reset_mask"):
            env.reset(options={"reset_mask": wrong})
    match = many("Skat/Match-v0", 3)
    _, info = match.reset(seed=1, options={"dealer": 2})
    assert info["match"]["dealer"].tolist() == [2, 2, 2]
    with pytest.raises(ValueError, match="knows the option 'dealer' only"):
        match.reset(options={"deal": str(deal)})
    with pytest.raises(ValueError, match="begin with a reset of all tables"):
        match.reset(options={"reset_mask": np.array([True, False, False])})


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"num_envs": 0}, "num_envs is a whole number of at least 1, not 0"),
        ({"num_envs": 2.0}, "not 2.0"),
        ({"threads": True}, "threads is a whole number"),
        ({"autoreset_mode": "never"}, "autoreset_mode is one of 'NextStep', 'SameStep'"),
        ({"opponents": "nobody"}, "there is no policy 'nobody'"),
        ({"contracts": ["grand"]}, "contracts= is for"),
    ],
)
def test_wrong_keywords(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        gymnasium.make_vec("Skat/Deal-v0", **keywords)


@pytest.mark.parametrize("kind", [np.int64, np.int16, np.uint8])
def test_numbers_of_numpy_are_numbers(kind: Any) -> None:
    env, plain = many("Skat/Deal-v0", kind(3), threads=kind(1)), many("Skat/Deal-v0", 3)
    same(env.reset(seed=kind(5)), plain.reset(seed=5))
    for seeds in (np.array([7, 5, 9], kind), [kind(7), 5, kind(9)], (7, 5, 9)):
        same(env.reset(seed=seeds), plain.reset(seed=[7, 5, 9]))
    env.reset(seed=[None, kind(3), None])


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (1.5, "a seed is a whole number of at least 0, not 1.5"),
        ("ab", "not 'ab'"),
        (True, "not True"),
        ([1, 2.5], "not 2.5"),
        ([1, "2"], "not '2'"),
        ([1, 2, 3], "seed is one integer or 2, one for each table; not 3"),
        (np.array([1.0, 2.0]), "not 1.0"),
        (np.array(3.0), "not 3.0"),
        ({1: 2}, "not {1: 2}"),
    ],
)
def test_wrong_seeds(seed: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        many("Skat/Deal-v0", 2).reset(seed=seed)


def test_huge_actions_end_as_others_that_are_none() -> None:
    """As in the single environment, whatever the number."""
    for action in (2**70, -(2**70), 2**63, 64):
        env, single = many("Skat/Deal-v0", 1, seat=1), made("Skat/Deal-v0", seat=1)
        env.reset(seed=1)
        single.reset(seed=1)
        *_, info = env.step([action])
        alone = single.step(action)
        assert alone[2] and info["final_info"]["illegal_action"][0] == alone[4]["illegal_action"]


def test_wrong_actions() -> None:
    env = many("Skat/Deal-v0", 2, seat=1, illegal_action="raise")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([32, 32])
    env.reset(seed=1)
    before = [env.deal(i) for i in range(2)]
    for actions, error, sentence in (
        ([32], ValueError, "actions is an array of 2 integers"),
        (32, ValueError, "actions is an array of 2 integers"),
        ([32, 1.5], TypeError, "an action is an integer from 0 to 63, not 1.5"),
        (["a", "b"], TypeError, "not 'a'"),
        ([None, 3], TypeError, "not None"),
        ([32, 0], ValueError, "table 1: D7 is not legal for middlehand in phase auction"),
        ([64, 32], ValueError, "table 0: action 64 is not legal"),
        ([32, 2**70], ValueError, "table 1: action 9223372036854775807 is not legal"),
        ([-(2**70), 32], ValueError, "table 0: action -9223372036854775807 is not legal"),
    ):
        with pytest.raises(error, match=sentence):
            env.step(actions)
        assert [env.deal(i) for i in range(2)] == before
    env.step([32.0, 32.0])


def test_waiting_tables_are_not_stepped() -> None:
    env = many("Skat/Bidding-v0", 3, autoreset_mode="Disabled", seat=1)
    env.reset(seed=1)
    _, _, over, _, _ = env.step([32, 32, 32])
    assert over.all()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"tables \[0, 1, 2\] wait for it"):
        env.step([32, 32, 32])


class Cheat:
    """Answers well until it is told to cheat."""

    name = "cheat"
    phases = ALL_STAGES
    answer: Any = None

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        if self.answer is not None:
            return self.answer
        return np.array([(int(m) & -int(m)).bit_length() - 1 for m in masks], np.int64)


def test_a_player_that_breaks_the_rules() -> None:
    cheat = Cheat()
    env = many("Skat/Deal-v0", 3, seat=1, opponents=cheat)
    env.reset(seed=1)
    cheat.answer = np.array([5, 5, 5])
    with pytest.raises(PolicyError, match="policy 'cheat'"):
        env.step([32, 32, 32])
    cheat.answer = None
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([32, 32, 32])
    env.reset()
    env.step([32, 32, 32])


def test_filters_that_nothing_fits() -> None:
    env = many("Skat/Play-v0", 2, opponents=Cheat(), rest=Cheat(), contracts=["null"])
    with pytest.raises(RuntimeError, match="no deal that fits came up in 1000"):
        env.reset(seed=1)


@pytest.mark.parametrize("name", ["Skat/Deal-v0", "Skat/Match-v0"])
def test_records(name: str, tmp_path: Path) -> None:
    file = tmp_path / "batch.sgf"
    env = many(name, 4, record=str(file), opponents="random")
    found = play(env, 150)
    booked = sum(int(result[2].sum()) for result in found[1:])
    games = list(read_file(file))
    assert len(games) >= booked * (12 if "Match" in name else 1) > 0
    ours = sorted(str(game.deal.dealt) for game in games)
    singles = []
    for i in range(4):
        single = made(name, opponents="random", record=str(tmp_path / f"{i}.sgf"))
        rng = random.Random(1)
        single.reset(seed=1 + i)
        over = False
        while not over:
            *_, over, _, _ = single.step(any_legal(single.action_masks(), rng))
        singles += [str(game.deal.dealt) for game in read_file(tmp_path / f"{i}.sgf")][:1]
    assert set(singles) <= set(ours)


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = many("Skat/Deal-v0", 2, render_mode="ansi", seat=1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.render()
    env.reset(seed=1)
    texts = env.render()
    assert len(texts) == 2 and all(text.startswith("middlehand: ") for text in texts)
    human = many("Skat/Deal-v0", 2, render_mode="human", seat=1)
    human.reset(seed=1)
    human.render()
    assert capsys.readouterr().out.strip() == "\n\n".join(texts)


def test_async_vector_env_of_single_environments() -> None:
    def make() -> Any:
        return gymnasium.make("skat_gym:Skat/Deal-v0", opponents="random")

    env = AsyncVectorEnv([make] * 2, autoreset_mode=AutoresetMode.SAME_STEP, context="spawn")
    ours = many("Skat/Deal-v0", 2, opponents="random")
    one, two = env.reset(seed=3), ours.reset(seed=3)
    same(two, one)
    rng = random.Random(1)
    for _ in range(30):
        actions = drawn(two[1]["action_mask"], rng)
        one, two = env.step(actions), ours.step(actions)
        same(two, one)
        two = two[0], two[4]
    env.close()
