"""Self-play: pools of opponents drawn by key, all three seats, and batches of many policies."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_games import any_legal, made, played
from gymnasium.vector import AutoresetMode
from vector_games import drawn, many, same, side_by_side, singles

from skat_gym.players import ALL_STAGES, PolicyError, load_policy


class Counted:
    """Plays at random, and counts how often and for how many rows it is asked."""

    phases = ALL_STAGES

    def __init__(self, name: str) -> None:
        self.name, self.calls, self.rows = name, 0, 0

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        self.calls += 1
        self.rows += len(views)
        return load_policy("random").act(views, masks, keys)


def test_shares_of_a_pool() -> None:
    """Weights are shares of chairs and deals; a weight of 0 is never drawn."""
    env = many("Skat/Deal-v0", 500, seat=0)
    pool = [Counted(name) for name in "abc"]
    env.set_opponents(pool, weights=[1, 0, 3])
    env.reset(seed=1)
    codes = env.tables.codes[:, :, 0].copy()
    assert set(np.unique(codes)) == {-1, 2, 4}
    assert (codes[:, 0] == -1).all()
    for seat in (1, 2):
        assert 0.68 < (codes[:, seat] == 4).mean() < 0.82
    both = (codes[:, 1] == 4) & (codes[:, 2] == 4)
    assert 0.48 < both.mean() < 0.65, "each chair is drawn alone"
    env.reset()
    assert (env.tables.codes[:, :, 0] != codes).any(), "and each deal anew"
    assert pool[1].calls == 0


@pytest.mark.parametrize("name", ["Skat/Deal-v0", "Skat/Play-v0", "Skat/Match-v0"])
def test_a_pool_means_the_same_in_single_environments(name: str) -> None:
    mode = AutoresetMode.SAME_STEP
    ours, theirs = many(name, 6), singles(name, 6, mode)
    for round_, (pool, weights) in enumerate(
        ((["random", "rulebook"], None), ([Counted("x"), "random"], [2.5, 1]), ("rulebook", None))
    ):
        ours.set_opponents(pool, weights)
        theirs.call("set_opponents", pool, weights)
        episodes = 5 if "Match" in name else 40
        for _ in side_by_side(ours, theirs, mode, episodes, seed=round_):
            pass


def test_deals_at_hand_are_played_on_by_who_began_them() -> None:
    rng = random.Random(1)
    first, second = Counted("first"), Counted("second")
    single = made("Skat/Deal-v0")
    single.set_opponents(first)
    _, info = single.reset(seed=2)
    single.set_opponents([second])
    over = False
    while not over:
        _, _, over, _, info = single.step(any_legal(info["action_mask"], rng))
    assert first.calls > 0 and second.calls == 0
    asked = first.calls
    list(played(single, rng))
    assert first.calls == asked and second.calls > 0

    first, second = Counted("first"), Counted("second")
    env = many("Skat/Deal-v0", 40)
    env.set_opponents(first)
    _, info = env.reset(seed=2)
    old = np.ones(40, bool)
    env.set_opponents([second, "rulebook"])
    while old.any():
        codes = env.tables.codes[old]
        known = [p for p in env.setup.chairs.policies if p is first]
        assert known and set(np.unique(codes)) <= {-1, 2}
        *_, over, _, info = env.step(drawn(info["action_mask"], rng))
        old &= ~over
    asked = first.calls
    for _ in range(20):
        *_, info = env.step(drawn(info["action_mask"], rng))
    assert first.calls == asked and second.calls > 0


def test_policies_let_go_are_forgotten() -> None:
    env = many("Skat/Deal-v0", 4)
    for k in range(20):
        env.set_opponents([Counted(str(k)), Counted(f"{k}'")])
        env.reset(seed=k)
    assert len(env.setup.chairs.policies) <= 4


def test_one_call_for_all_tables_that_wait() -> None:
    env = many("Skat/Play-v0", 256, opponents=Counted("net"), seat=0, rest="rulebook")
    policy = env.setup.chairs.policies[0]
    _, info = env.reset(seed=1)
    policy.calls = policy.rows = 0
    rng = random.Random(1)
    for _ in range(8):
        *_, info = env.step(drawn(info["action_mask"], rng))
    assert policy.rows / policy.calls > 40


def test_wrong_pools() -> None:
    for env in (many("Skat/Deal-v0", 2), made("Skat/Deal-v0")):
        for policies, weights, error, sentence in (
            ([], None, ValueError, "policies names nobody"),
            (["random"], [1, 2], ValueError, "weights is 1 numbers"),
            (["random"], [-1], ValueError, "not negative"),
            (["random", "rulebook"], [0, 0], ValueError, "not all 0"),
            (["random"], [float("nan")], ValueError, "finite"),
            (["random"], ["much"], ValueError, "weights is 1 numbers"),
            ("nobody", None, PolicyError, "there is no policy"),
            (5, None, ValueError, "policies is one policy or several"),
        ):
            with pytest.raises(error, match=sentence):
                env.set_opponents(policies, weights)
        env.reset(seed=1)
    for env in (many("Skat/Deal-v0", 2, seat="all"), made("Skat/Deal-v0", seat="all")):
        with pytest.raises(ValueError, match="no opponents to set"):
            env.set_opponents("random")


def test_every_seat_is_the_learners() -> None:
    env = many("Skat/Deal-v0", 5, seat="all")
    single = made("Skat/Deal-v0", seat="all")
    rng = random.Random(4)
    seats = set()
    for *_, info in played(single, rng, seed=1):
        seats.add(info["seat"])
    assert info["returns"].shape == (3,) and abs(info["returns"].sum()) < 1e-9
    _, info = env.reset(seed=1)
    finished = 0
    while finished < 30:
        acting = info["seat"].copy()
        _, rewards, over, _, info = env.step(drawn(info["action_mask"], rng))
        for i in np.flatnonzero(over):
            finished += 1
            assert rewards[i] == info["final_info"]["returns"][i][acting[i]]
    assert seats == {0, 1, 2}


def test_a_spec_makes_the_batch_again() -> None:
    env = many("Skat/Play-v0", 3, opponents="random", role="declarer")
    again = gymnasium.make_vec(env.spec)
    same(again.reset(seed=1), env.reset(seed=1))
    again = gymnasium.make_vec(type(env.spec).from_json(env.spec.to_json()))
    same(again.reset(seed=1), env.reset(seed=1))
