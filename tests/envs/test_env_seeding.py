"""Seeds: the same seed gives the same games, here, later and in another process."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from env_games import IDS, any_legal, made

from skat_gym.rules import Deal
from skat_gym.rules.chance import deal_key


def digest(name: str, seed: int, episodes: int = 4, **keywords: Any) -> str:
    """Hashes everything an environment says in some episodes of a seed."""
    env = made(name, opponents=["rulebook", "random"], **keywords)
    rng = random.Random(seed)
    words = hashlib.sha256()
    for episode in range(episodes):
        observation, info = env.reset(seed=seed if episode == 0 else None)
        over, reward = False, 0.0
        while True:
            words.update(observation.tobytes() + info["action_mask"].tobytes())
            words.update(f"{reward} {over} {info['seat']} {info['phase']}".encode())
            words.update(f"{info.get('returns')} {info.get('result')}".encode())
            if over:
                break
            observation, reward, over, _, info = env.step(any_legal(info["action_mask"], rng))
    return words.hexdigest()


def all_digests() -> list[str]:
    return [digest(name, seed=11) for name in IDS]


def elsewhere(expression: str, **variables: str) -> list[str]:
    """Returns the words that an expression gives in a new process."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"from {__name__} import *\nprint({expression})"],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).resolve().parent,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_same_seed_same_episodes_again_and_in_a_new_process() -> None:
    here = all_digests()
    np.random.seed(4)
    random.seed(4)
    assert all_digests() == here
    assert elsewhere("*all_digests()") == here


def test_same_episodes_without_compiled_kernels() -> None:
    """With NUMBA_DISABLE_JIT=1, for debugging, every byte is the same."""
    here = [digest(name, 11, episodes=2) for name in IDS[:4]]
    code = "*[digest(name, 11, episodes=2) for name in IDS[:4]]"
    assert elsewhere(code, NUMBA_DISABLE_JIT="1") == here


@pytest.mark.parametrize("name", IDS)
def test_global_generators_have_no_influence(name: str) -> None:
    env = made(name, opponents="random", illegal_action="random")
    np.random.seed(0)
    first = env.reset(seed=3)[0]
    after = env.step(63)[0]
    state = np.random.get_state()[1]
    np.random.seed(1)
    assert (env.reset(seed=3)[0] == first).all()
    assert (env.step(63)[0] == after).all()
    np.random.seed(0)
    assert (np.random.get_state()[1] == state).all(), "no global generator is drawn from"


@pytest.mark.parametrize("name", IDS)
def test_second_deal_comes_from_the_seed(name: str) -> None:
    """BC62: deterministic on every reset, not on the first alone."""
    dealt = []
    for _ in range(2):
        env = made(name)
        env.reset(seed=42)
        first = env.deal.dealt
        env.reset()
        dealt.append((first, env.deal.dealt))
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]


@pytest.mark.parametrize("name", IDS)
def test_different_seeds_differ(name: str) -> None:
    env = made(name)
    seen = set()
    for seed in range(50):
        env.reset(seed=seed)
        seen.add(env.deal.dealt)
    assert len(seen) == 50


def test_without_a_seed_two_environments_differ() -> None:
    first, second = made("Skat/Deal-v0"), made("Skat/Deal-v0")
    first.reset()
    second.reset()
    assert first.deal.dealt != second.deal.dealt


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
@pytest.mark.parametrize("name", IDS)
def test_every_environment_plays_the_same_deals(name: str, opponents: str) -> None:
    env = made(name, opponents=opponents)
    deal_env = made("Skat/Deal-v0", seat=1)
    rng = random.Random(1)
    for episode in range(8):
        _, info = env.reset(seed=77 if episode == 0 else None)
        deal_env.reset(seed=77)
        root = deal_env._table.root
        over = False
        while not over:
            number = env._table.number
            assert env.deal.dealt == Deal.shuffled(deal_key(root, number)).dealt
            _, _, over, _, info = env.step(any_legal(info["action_mask"], rng))
    numbers = []
    for _ in range(5):
        numbers.append(deal_env._table.number)
        assert deal_env.deal.dealt == Deal.shuffled(deal_key(root, numbers[-1])).dealt
        deal_env.reset()
    assert numbers == [0, 1, 2, 3, 4]


def test_pettingzoo_deals_the_same_cards() -> None:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    raw, env = skat_v0.raw_env(), made("Skat/Deal-v0", seat="all")
    raw.reset(seed=9)
    env.reset(seed=9)
    for _ in range(5):
        assert raw._table.deal == env.deal
        raw.reset()
        env.reset()


@pytest.mark.parametrize("name", ["Skat/Bidding-v0", "Skat/Discard-v0", "Skat/Play-v0"])
def test_seat_is_drawn_evenly(name: str) -> None:
    env = made(name)
    seats = [0, 0, 0]
    n = 900
    for episode in range(n):
        _, info = env.reset(seed=5 if episode == 0 else None)
        seats[info["seat"]] += 1
    low = 0.29 if name != "Skat/Discard-v0" else 0.25  # some seats declare less often
    assert min(seats) > low * n, seats


def test_all_deals_draw_the_seat_evenly() -> None:
    env = made("Skat/Deal-v0")
    seats = [0, 0, 0]
    for episode in range(3000):
        seats[env.reset(seed=6 if episode == 0 else None)[1]["seat"]] += 1
    assert min(seats) > 900, seats


def test_random_in_place_of_an_illegal_action_is_drawn_by_the_seed() -> None:
    drawn = []
    for seed in [*range(40), *range(40)]:
        env = made("Skat/Play-v0", seat=0, illegal_action="random")
        _, info = env.reset(seed=seed)
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        drawn.append(env.deal.cards[:1] + tuple(c for c in env.deal.cards if c in range(32)))
    assert drawn[:40] == drawn[40:]
