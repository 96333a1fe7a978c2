"""Trains a first agent for card play in about two minutes, measures it, and lets you play it.

First the agent learns to do what three rulebook players do (`--lessons` of their decisions), then
to do better: PPO of Stable-Baselines3 on a batch of Skat/Play-v0 against two rulebook players
(`--steps`). Its value net sees the hidden cards in training, its policy never does; auction, skat
and contract are the rulebook's. Before, between and after, the agent plays the same deals as the
random and the rulebook player would.

Example: python training/quickstart.py --steps 200000 --out runs/quickstart.zip
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # two busy threads slow torch to a twentieth
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
import tyro
from stable_baselines3 import PPO
from torch.nn import functional

import skat_gym
from skat_gym.envs import SkatVecEnv
from skat_gym.evaluation import Interval, play_tables
from skat_gym.players import CompositePolicy, Policy, load_policy
from skat_gym.progress import bar
from skat_gym.sb3 import PrivilegedPolicy, Sb3Policy

Lessons = tuple[dict[str, Any], Any, Any]
"""Observations, the actions taken there, and the returns in the end."""


@dataclass
class Args:
    """Trains a first agent for card play, measures it and says how to play against it."""

    steps: int = 200_000
    """decisions of the agent in PPO"""
    out: Path = Path("runs/quickstart.zip")
    """where the trained model is saved"""
    lessons: int = 2_000_000
    """decisions of the rulebook that are imitated first; 0 to begin with PPO"""
    maskable: bool = False
    """train with sb3-contrib's MaskablePPO instead of PPO with the privileged policy"""
    seed: int = 1
    """of training; the deals of the evaluation are others"""
    eval_deals: int = 4000
    """deals for the comparison before and after"""
    envs: int = 256
    """environments side by side"""
    width: int = 256
    """neurons in each of the policy's two layers; the value net has a quarter"""
    lesson_rate: float = 2e-3
    """the learning rate of imitation at the start; it falls to 0, as does the next"""
    learning_rate: float = 3e-4
    """of PPO; without lessons 0.001 is better"""
    entropy: float = 0.0
    """the weight of the entropy bonus; without lessons 0.01 is better"""


def make_model(args: Args) -> Any:
    """Makes the learner and its environments."""
    keywords: dict[str, Any] = {"opponents": "rulebook"}
    if not args.maskable:  # the value net sees all cards while it trains, the player never does
        keywords |= {"obs_mode": "dict", "privileged": True}
    envs = SkatVecEnv("Skat/Play-v0", args.envs, **keywords)
    n_steps = 32
    settings: dict[str, Any] = {
        "n_steps": n_steps,
        "batch_size": min(1024, n_steps * args.envs),
        "n_epochs": 2,
        "gamma": 1.0,
        "gae_lambda": 0.95,
        "ent_coef": args.entropy,
        "learning_rate": lambda left: args.learning_rate * left,
        "policy_kwargs": {
            "net_arch": {"pi": [args.width] * 2, "vf": [max(args.width // 4, 1)] * 2},
            "activation_fn": torch.nn.ReLU,
        },
        "seed": args.seed,
        "device": "cpu",
    }
    if args.maskable:
        from sb3_contrib import MaskablePPO

        return MaskablePPO("MlpPolicy", envs, **settings)
    return PPO(PrivilegedPolicy, envs, **settings)


def rulebook_games(tables: int, seed: int, steps: int = 128) -> Iterator[Lessons]:
    """Yields what rulebook players saw, did and got in `steps` decisions at each table, for ever.

    Decisions with one legal card alone, and those whose end is not known yet, are left out.
    """
    envs: Any = gymnasium.make_vec(
        "Skat/Play-v0", num_envs=tables, seat="all", obs_mode="dict", privileged=True
    )
    seen, info = envs.reset(seed=seed)
    while True:
        rows = []
        for _ in range(steps):
            actions, seat = envs.advice("rulebook"), info["seat"]
            after, _, over, _, info = envs.step(actions)
            ends = info["final_info"]["returns"] if over.any() else None
            rows.append((seen, actions, seat, over, ends))
            seen = after
        returns: list[Any] = []
        to_come = np.full((tables, 3), np.nan)
        for _, _, seat, over, ends in reversed(rows):
            if ends is not None:
                to_come[over] = ends[over]
            returns.insert(0, to_come[np.arange(tables), seat])
        aims = np.concatenate(returns)
        views = {key: np.concatenate([row[0][key] for row in rows]) for key in seen}
        kept = (views["action_mask"].sum(axis=1) > 1) & ~np.isnan(aims)
        actions = np.concatenate([row[1] for row in rows])
        yield {key: view[kept] for key, view in views.items()}, actions[kept], aims[kept]


def imitate(model: Any, args: Args) -> None:
    """Teaches the policy what the rulebook plays, and the value net what comes of it."""
    policy, draw = model.policy, np.random.default_rng(args.seed)
    policy.set_training_mode(True)
    adam = torch.optim.Adam(policy.parameters())
    games, done = rulebook_games(args.envs, args.seed), 0
    with bar("lessons", args.lessons) as show:
        while done < args.lessons:
            seen, actions, aims = next(games)
            order = draw.permutation(len(actions))
            for rows in np.array_split(order, max(len(order) // 512, 1)):
                adam.param_groups[0]["lr"] = args.lesson_rate * max(1 - done / args.lessons, 0.02)
                obs: Any = {key: torch.from_numpy(view[rows]) for key, view in seen.items()}
                keywords = {"action_masks": seen["action_mask"][rows]} if args.maskable else {}
                values, log_likelihood, _ = policy.evaluate_actions(
                    obs["observation"] if args.maskable else obs,
                    torch.from_numpy(actions[rows]),
                    **keywords,
                )
                misses = functional.mse_loss(values.flatten(), torch.from_numpy(aims[rows]).float())
                adam.zero_grad()
                (misses - log_likelihood.mean()).backward()
                adam.step()
                done += len(rows)
            show(min(done, args.lessons))


def edges(player: str | Policy, deals: int, seed: int = 20_000) -> Any:
    """Returns a player's Seeger-Fabian edge over two rulebook players, one value a deal.

    The player takes each seat in turn; contracts are the rulebook's in every case.
    """
    rulebook = load_policy("rulebook")
    own = CompositePolicy(rulebook, {"play": load_policy(player)})
    seatings = [[own if k == seat else rulebook for k in range(3)] for seat in range(3)]
    scores = play_tables(seatings, deals, seed).seeger_fabian.astype(np.float64)
    mine = scores[:, np.arange(3), np.arange(3)]
    return (mine - (scores.sum(axis=2) - mine) / 2).mean(axis=1)


def main(args: Args) -> int:
    """Trains, measures, saves and prints what to do next."""
    if args.steps < 1 or args.lessons < 0 or args.eval_deals < 2:
        print("quickstart: --steps is at least 1, --lessons 0, --eval-deals 2", file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    print(
        f"skat_gym {skat_gym.__version__}: Skat/Play-v0, {args.lessons} decisions of the rulebook, "
        f"then {args.steps} of PPO"
    )
    model = make_model(args)
    model.skat_stages = ["play"]

    def agent() -> Sb3Policy:
        return Sb3Policy(model.policy, name="agent", stages=frozenset({"play"}))

    random, rulebook = edges("random", args.eval_deals), edges("rulebook", args.eval_deals)
    before = edges(agent(), args.eval_deals)
    start = time.process_time()
    imitate(model, args)
    seconds = time.process_time() - start
    imitated = edges(agent(), args.eval_deals)
    start = time.process_time()
    model.learn(args.steps, progress_bar=True)
    seconds += time.process_time() - start
    after = edges(agent(), args.eval_deals)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(args.out)
    print(
        f"\nEdge over two rulebook players, Seeger-Fabian points a deal, {args.eval_deals} deals:"
    )
    for name, values in (
        ("random", random),
        ("before training", before),
        ("after imitation", imitated),
        ("after PPO", after),
        ("rulebook", rulebook),
    ):
        print(f"  {name:<16}{Interval.of(values)}")
    ratio = Interval.of_ratio(after - random, rulebook - random)
    print(f"(trained - random) / (rulebook - random) = {ratio.mean:.3f} +- {ratio.half:.3f}")
    print(f"after {seconds:.0f} s of training (of this process)")
    print(f"\nSaved {args.out}. Play against it:")
    print(f'  skat-gym play --terminal --opponents "rulebook+play=sb3:{args.out}"')
    return 0


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Args, description=__doc__)))
