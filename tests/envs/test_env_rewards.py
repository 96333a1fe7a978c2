"""Rewards: the learner's own, by the score, in every seat."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from env_games import IDS, any_legal, made, played

from skat_gym.rules import Contract

FILE = Path(__file__).resolve().parents[1] / "data" / "cases_envs.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
SCRIPTED = [
    pytest.param(log, score, id=f"{case['id']}-{score}")
    for case in CASES
    for log, score in zip(case["input"]["logs"], case["expected"]["scores"], strict=True)
]
GAMES = dict(zip("DHSCGN", ("diamonds", "hearts", "spades", "clubs", "grand", "null"), strict=True))


def before_the_last_trick(log: dict[str, Any], seat: int) -> dict[str, Any]:
    """Returns reset options that lead to the last trick of a log: everybody has one card."""
    cards = log["deal"]
    return {
        "deal": [*cards["F"], *cards["M"], *cards["R"], *cards["skat"]],
        "seat": seat,
        "declarer": "FMR".index(log["declarer"]),
        "bid": log["final_bid"],
        "contract": GAMES[log["contract"]],
        "put_down": log["discards"],
        "actions": log["plays"][:27],
    }


def points(score: int, declarer: int, scoring: str) -> list[int]:
    """Says what the three seats book, from the score of the declarer alone."""
    bonus = 50 if score > 0 else -50
    others = 40 if score < 0 else 0
    if scoring == "points":
        bonus, others = 0, 0
    return [score + bonus if seat == declarer else others for seat in range(3)]


def relative(scores: list[int], seat: int) -> float:
    others = [scores[k] for k in range(3) if k != seat]
    return scores[seat] - sum(others) / 2


@pytest.mark.parametrize("name", ["Skat/Deal-v0", "Skat/Play-v0"])
@pytest.mark.parametrize("scoring", ["points", "seeger-fabian"])
@pytest.mark.parametrize("reward", ["own", "relative"])
@pytest.mark.parametrize(("log", "score"), SCRIPTED)
def test_scripted_games(
    log: dict[str, Any], score: int, reward: str, scoring: str, name: str
) -> None:
    """BC60, BC64, BC90: the same game with the learner in each seat."""
    declarer = "FMR".index(log["declarer"])
    booked = points(score, declarer, scoring)
    earned = []
    for seat in range(3):
        env = made(name, reward=reward, scoring=scoring, reward_scale=0.5, opponents="random")
        _, info = env.reset(seed=1, options=before_the_last_trick(log, seat))
        assert info["seat"] == seat and info["action_mask"].sum() == 1
        _, paid, over, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert over is True and truncated is False and type(paid) is float
        assert [str(card) for card in env.deal.cards] == log["plays"]
        own = booked[seat] if reward == "own" else relative(booked, seat)
        assert paid == 0.5 * own == info["returns"][seat]
        assert (info["declarer"], info["score"], info["won"]) == (declarer, score, score > 0)
        assert info["contract"] == GAMES[log["contract"]] and info["contract"] in info["result"]
        assert (paid > 0) == ((score > 0) == (seat == declarer)) or booked[seat] == 0
        earned.append(paid)
    if reward == "relative":
        assert sum(earned) == 0
        assert (earned[declarer] > 0) == (score > 0)


def test_the_last_card_is_a_defenders() -> None:
    """BC60 speaks of games in which somebody else than the learner ends the deal."""
    log = CASES[0]["input"]["logs"][0]
    env = made("Skat/Deal-v0", opponents="random")
    env.reset(seed=1, options=before_the_last_trick(log, 2))
    env.step(int(env.action_masks().argmax()))
    assert env.deal.declarer == 2 and int(env.deal.cards[-1]) in map(int, env.deal.dealt[1])


@pytest.mark.parametrize("name", ["Skat/Bidding-v0", "Skat/Deal-v0"])
def test_thrown_in_pays_nothing(name: str) -> None:
    for seat in range(3):
        env = made(name, seat=seat, opponents="random")
        said = {0: ["pass", "pass"], 1: [], 2: ["pass"]}[seat]
        for seed in range(12):
            _, info = env.reset(seed=seed, options={"actions": said})
            _, reward, over, _, info = env.step(32)
            if over and info["declarer"] == -1:
                assert reward == 0 and info["score"] == 0 and info["contract"] == ""
                assert info["returns"].tolist() == [0, 0, 0] and info["won"] is False
                break
        else:
            pytest.fail("no deal was thrown in")


@pytest.mark.parametrize("won", [True, False])
def test_the_extreme_games(won: bool) -> None:
    """BC82: a grand ouvert with four is worth 264, lost -528; an illegal action costs more."""
    hand = f"CJ SJ HJ DJ CA CT CK CQ C9 {'C8' if won else 'D7'}".split()
    others = [s + r for s in "DHSC" for r in "789QKTAJ" if s + r not in hand]
    env = made("Skat/Play-v0", opponents="random")
    options = {"deal": [*hand, *others], "declarer": 0, "contract": "grand hand ouvert", "seat": 0}
    observation, info = env.reset(seed=1, options=options)
    total, over = 0.0, False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, over, _, info = env.step(int(legal[-1 if won else 0]))
        assert env.observation_space.contains(observation)
        total += reward
    assert info["won"] is won
    assert info["score"] == (264 if won else -528)
    assert np.isfinite(info["returns"]).all() and abs(info["returns"].sum()) < 1e-9
    assert total == pytest.approx(3.14 if won else -6.18)
    assert env.illegal_reward < -6.18
    for scoring in ("points", "seeger-fabian"):
        for kind in ("own", "relative"):
            worst = made("Skat/Deal-v0", scoring=scoring, reward=kind, reward_scale=2)
            scores = points(-528, 0, scoring)
            paid = scores[0] if kind == "own" else relative(scores, 0)
            assert worst.illegal_reward == -2000 < 2 * paid


@pytest.mark.parametrize("name", IDS[:4])
def test_the_reward_comes_at_the_end(name: str) -> None:
    rng = random.Random(4)
    for reward in ("own", "relative"):
        for scoring in ("points", "seeger-fabian"):
            env = made(name, reward=reward, scoring=scoring, opponents="random")
            for episode in range(30):
                *steps, last = played(env, rng, seed=None if episode else 9)
                assert all(paid == 0.0 and not over for _, paid, over, _ in steps)
                _, paid, over, info = last
                seat, result = info["seat"], env.deal.result
                assert over is True
                booked = points(result.score, result.declarer, scoring)
                if result.declarer < 0:
                    booked = [0, 0, 0]
                own = booked if reward == "own" else [relative(booked, k) for k in range(3)]
                assert info["returns"] == pytest.approx([0.01 * value for value in own])
                assert paid == info["returns"][seat]
                assert info["result"] == str(result)
                if reward == "relative":
                    assert sum(info["returns"]) == pytest.approx(0)


def test_own_and_relative_reward_the_declarer_for_overbidding_alike() -> None:
    env = made("Skat/Deal-v0", seat=0, opponents="random", scoring="points", reward="own")
    options = {"declarer": 0, "bid": 264, "contract": "grand hand"}
    _, info = env.reset(seed=2, options=options)
    over = False
    while not over:
        _, reward, over, _, info = env.step(any_legal(info["action_mask"], random.Random(1)))
    assert "overbid" in info["result"] and reward == 0.01 * -528
    assert Contract.parse(info["contract"]).hand


def test_pettingzoo_pays_every_seat() -> None:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    rng = random.Random(5)
    for kind in ("own", "relative"):
        env = skat_v0.env(reward=kind, scoring="points", reward_scale=1)
        for seed in range(30):
            env.reset(seed=seed)
            totals = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                observation, reward, over, truncated, info = env.last()
                totals[agent] += reward
                assert not truncated
                if over:
                    assert info["result"] == str(env.unwrapped._table.result)
                env.step(None if over else any_legal(observation["action_mask"], rng))
            scores = list(env.unwrapped._table.result.scores())
            paid = scores if kind == "own" else [relative(scores, k) for k in range(3)]
            assert list(totals.values()) == paid
