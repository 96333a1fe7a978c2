"""Masks: always those of the decision at hand, fresh, and all ones after the end."""

import random
from typing import Any

import numpy as np
import pytest
from env_games import IDS, any_legal, made, played

EPISODES = {"Skat/Bidding-v0": 400, "Skat/Match-v0": 20}
STAGES = {
    "Skat/Bidding-v0": {32, 33},
    "Skat/Discard-v0": {*range(32), *range(34, 64)},
    "Skat/Play-v0": set(range(32)),
    "Skat/Deal-v0": set(range(64)),
    "Skat/Match-v0": set(range(64)),
}


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_masks_are_the_legal_actions(name: str, obs_mode: str, opponents: str) -> None:
    """BC66, BC70: at every step, after the others have moved, and after a reset."""
    env = made(name, obs_mode=obs_mode, opponents=opponents)
    rng = random.Random(2)
    seen = set()
    for episode in range(EPISODES.get(name, 200)):
        for observation, _, over, info in played(env, rng, seed=3 if episode == 0 else None):
            mask, method = info["action_mask"], env.action_masks()
            assert mask.shape == method.shape == (64,)
            assert mask.dtype == np.int8 and method.dtype == np.bool_
            assert (mask == method).all()
            if obs_mode == "dict":
                assert observation["action_mask"].dtype == np.int8
                assert (observation["action_mask"] == mask).all()
                assert env.observation_space.contains(observation)
            if over:
                assert mask.all()
                continue
            assert tuple(np.flatnonzero(mask)) == env.deal.legal != ()
            assert env.deal.seat == info["seat"]
            assert info["phase"] == env.deal.phase.name.lower().replace("_", " ")
            seen |= set(np.flatnonzero(mask).tolist())
    assert seen <= STAGES[name]
    assert len(seen) >= min(32, len(STAGES[name]))


@pytest.mark.parametrize("name", IDS)
def test_arrays_are_fresh(name: str) -> None:
    env = made(name, obs_mode="dict")
    rng = random.Random(1)
    arrays: list[Any] = []
    copies: list[Any] = []
    for episode in range(3):
        for observation, _, _, info in played(env, rng, seed=4 if episode == 0 else None):
            new = [*observation.values(), info["action_mask"], env.action_masks()]
            for array in new:
                assert not any(np.shares_memory(array, other) for other in arrays[-40:])
                arrays.append(array)
                copies.append(array.copy())
            if len(arrays) > 400:
                break
    assert all((a == c).all() for a, c in zip(arrays, copies, strict=True)), "nothing changed later"


def test_writing_to_a_mask_changes_nothing() -> None:
    env = made("Skat/Play-v0")
    _, info = env.reset(seed=1)
    legal = info["action_mask"].copy()
    info["action_mask"][:] = 1
    env.action_masks()[:] = True
    assert (env.action_masks() == legal).all()
    assert env.step(int(np.flatnonzero(legal == 0)[0]))[1] == env.illegal_reward


def test_all_seats() -> None:
    """seat="all": the observation is always that of the seat to act."""
    rng = random.Random(7)
    for name, first in (("Skat/Deal-v0", 1), ("Skat/Play-v0", 0), ("Skat/Bidding-v0", 1)):
        env = made(name, seat="all")
        hand = env._table.encoding.layout["hand"].slice
        for episode in range(25):
            seats = []
            for observation, reward, over, info in played(env, rng, seed=None if episode else 2):
                if over:
                    assert info["returns"].shape == (3,)
                    assert reward == info["returns"][seats[-1]]
                    break
                assert reward == 0
                seats.append(info["seat"])
                assert info["seat"] == env.deal.seat
                held = tuple(np.flatnonzero(observation[hand]))
                assert held == tuple(sorted(map(int, env.deal.hands[info["seat"]])))
            assert seats[0] == first
            if name == "Skat/Play-v0":
                assert set(seats) == {0, 1, 2}


def test_every_phase_appears_in_a_whole_deal() -> None:
    env = made("Skat/Deal-v0", seat="all")
    rng = random.Random(5)
    phases = {info["phase"] for _ in range(40) for *_, info in played(env, rng)}
    assert phases == {"auction", "choice", "put down", "declare", "play", "over"}


def test_second_put_down_is_not_the_first_again() -> None:
    """BC42, BC76: a card put down cannot be put down again; the order does not matter."""
    env = made("Skat/Discard-v0", illegal_action="raise")
    _, info = env.reset(seed=8)
    seat = info["seat"]
    _, _, _, _, info = env.step(34)
    first, second = np.flatnonzero(info["action_mask"])[[3, 8]].tolist()
    assert info["action_mask"].sum() == 12
    _, _, _, _, info = env.step(first)
    assert info["seat"] == seat and info["action_mask"].sum() == 11
    assert not info["action_mask"][first]
    with pytest.raises(ValueError, match="not legal"):
        env.step(first)
    env.step(second)
    deal = env.deal
    assert [len(hand) for hand in deal.hands] == [10, 10, 10]
    assert deal.put_down == (first, second)

    env.reset(seed=8)
    for action in (34, second, first):
        env.step(action)
    assert env.deal == deal and hash(env.deal) == hash(deal)


def test_pettingzoo_masks() -> None:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    rng = random.Random(3)
    for mask_in in ("observation", "info"):
        env = skat_v0.env(mask_in=mask_in)
        for seed in range(25):
            env.reset(seed=seed)
            while env.agents and not any(env.terminations.values()):
                deal = env.unwrapped._table.deal
                agents = list(env.possible_agents)
                rng.shuffle(agents)
                for agent in agents:
                    observation = env.observe(agent)
                    place = env.infos[agent] if mask_in == "info" else observation
                    mask = place["action_mask"]
                    mine = agent == env.agent_selection
                    assert tuple(np.flatnonzero(mask)) == (deal.legal if mine else ())
                assert env.agent_selection == f"player_{deal.seat}"
                mask = (env.infos[env.agent_selection] if mask_in == "info" else env.last()[0])[
                    "action_mask"
                ]
                env.step(any_legal(mask, rng))
