"""Trains a first agent for card play in about two minutes, measures it, and lets you play it.

PPO of Stable-Baselines3 on a batch of Skat/Play-v0 against two rulebook players, with a masked
policy whose value net sees the hidden cards in training; auction, skat and contract are the
rulebook's. Before and after training the agent plays the same deals as the random and the
rulebook player would.

Example: python training/quickstart.py --steps 900000 --out runs/quickstart.zip
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # two busy threads slow torch to a twentieth
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import sys
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
from skat_gym.sb3 import PrivilegedPolicy, Sb3Policy

Lesson = tuple[dict[str, Any], Any, Any]
"""Observations, the actions taken there, and the returns in the end."""


@dataclass
class Args:
    """Trains a first agent for card play, measures it and says how to play against it."""

    steps: int = 900_000
    """decisions of the agent"""
    out: Path = Path("runs/quickstart.zip")
    """where the trained model is saved"""
    lessons: int = 1_000_000
    """decisions of the rulebook that are imitated first"""
    maskable: bool = False
    """train with sb3-contrib's MaskablePPO instead of PPO with the privileged policy"""
    seed: int = 1
    """of training; the deals of the evaluation are others"""
    eval_deals: int = 4000
    """deals for the comparison before and after"""
    envs: int = 256
    """environments side by side"""
    width: int = 256
    """neurons in each of the two layers"""
    learning_rate: float = 1e-3
    """at the start; it falls to 0"""
    entropy: float = 0.01
    """the weight of the entropy bonus"""


def make_model(args: Args) -> Any:
    """Makes the learner and its environments."""
    keywords: dict[str, Any] = {}
    if not args.maskable:  # the value net sees all cards while it trains, the player never does
        keywords = {"obs_mode": "dict", "privileged": True}
    envs = SkatVecEnv("Skat/Play-v0", args.envs, **keywords)
    n_steps = 32
    settings: dict[str, Any] = {
        "n_steps": n_steps,
        "batch_size": min(2048, n_steps * args.envs),
        "n_epochs": 2,
        "gamma": 1.0,
        "gae_lambda": 0.9,
        "ent_coef": args.entropy,
        "learning_rate": lambda left: args.learning_rate * left,
        "policy_kwargs": {
            "net_arch": [args.width, args.width],
            "activation_fn": torch.nn.ReLU,
        },
        "seed": args.seed,
        "device": "cpu",
    }
    if args.maskable:
        from sb3_contrib import MaskablePPO

        return MaskablePPO("MlpPolicy", envs, **settings)
    return PPO(PrivilegedPolicy, envs, **settings)


def rulebook_games(tables: int, steps: int, seed: int) -> Iterator[Lesson]:
    """Yields what three rulebook players saw, did and got: `steps` decisions at each table."""
    envs: Any = gymnasium.make_vec(
        "Skat/Play-v0", num_envs=tables, seat="all", obs_mode="dict", privileged=True
    )
    seen, info = envs.reset(seed=seed)
    while True:
        views, actions, seats, overs, ends = [], [], [], [], []
        for _ in range(steps):
            views.append(seen)
            actions.append(envs.advice("rulebook"))
            seats.append(info["seat"])
            seen, _, over, _, info = envs.step(actions[-1])
            overs.append(over)
            ends.append(info["final_info"]["returns"] if over.any() else np.zeros((tables, 3)))
        returns, left = np.empty((steps, tables)), np.full((tables, 3), np.nan)
        for t in reversed(range(steps)):
            left = np.where(overs[t][:, None], ends[t], left)
            returns[t] = left[np.arange(tables), seats[t]]
        seen_all = {key: np.concatenate([view[key] for view in views]) for key in seen}
        choice = (seen_all["action_mask"].sum(axis=1) > 1) & ~np.isnan(returns.ravel())
        yield (
            {key: rows[choice] for key, rows in seen_all.items()},
            np.concatenate(actions)[choice],
            returns.ravel()[choice],
        )


def imitate(model: Any, args: Args) -> None:
    """Teaches the policy what the rulebook plays, and the value net what comes of it."""
    policy, draw = model.policy, np.random.default_rng(args.seed)
    policy.set_training_mode(True)
    adam = torch.optim.Adam(policy.parameters(), args.learning_rate)
    games = rulebook_games(args.envs, 128, args.seed)
    done = 0
    while done < args.lessons:
        seen, actions, returns = next(games)
        order = draw.permutation(len(actions))
        for rows in np.array_split(order, max(len(order) // 1024, 1)):
            for group in adam.param_groups:
                group["lr"] = args.learning_rate * max(1 - done / args.lessons, 0.1)
            obs = {key: torch.from_numpy(value[rows]) for key, value in seen.items()}
            chosen = torch.from_numpy(actions[rows])
            if args.maskable:
                values, log_prob, _ = policy.evaluate_actions(
                    obs["observation"], chosen, action_masks=seen["action_mask"][rows]
                )
            else:
                values, log_prob, _ = policy.evaluate_actions(obs, chosen)
            aims = torch.from_numpy(returns[rows]).float()
            loss = functional.mse_loss(values.flatten(), aims) - log_prob.mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
            done += len(rows)


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
    if args.steps < 1 or args.eval_deals < 2:
        print("quickstart: --steps is at least 1, --eval-deals at least 2", file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    print(f"skat_gym {skat_gym.__version__}: PPO on Skat/Play-v0, {args.steps} decisions")
    model = make_model(args)
    model.skat_stages = ["play"]

    def agent() -> Sb3Policy:
        return Sb3Policy(model.policy, name="agent", stages=frozenset({"play"}))

    random, rulebook = edges("random", args.eval_deals), edges("rulebook", args.eval_deals)
    before = edges(agent(), args.eval_deals)
    model.learn(args.steps, progress_bar=True)
    after = edges(agent(), args.eval_deals)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    model.save(args.out)
    print(
        f"\nEdge over two rulebook players, Seeger-Fabian points a deal, {args.eval_deals} deals:"
    )
    for name, values in (
        ("random", random),
        ("before training", before),
        ("after training", after),
        ("rulebook", rulebook),
    ):
        print(f"  {name:<16}{Interval.of(values)}")
    ratio = Interval.of_ratio(after - random, rulebook - random)
    print(f"(trained - random) / (rulebook - random) = {ratio.mean:.3f} +- {ratio.half:.3f}")
    print(f"\nSaved {args.out}. Play against it:")
    print(f'  skat-gym play --terminal --opponents "rulebook+play=sb3:{args.out}"')
    return 0


if __name__ == "__main__":
    sys.exit(main(tyro.cli(Args, description=__doc__)))
