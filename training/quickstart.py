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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro
from stable_baselines3 import PPO

import skat_gym
from skat_gym.envs import SkatVecEnv
from skat_gym.evaluation import Interval, play_tables
from skat_gym.players import CompositePolicy, Policy, load_policy
from skat_gym.sb3 import PrivilegedPolicy, Sb3Policy


@dataclass
class Args:
    """Trains a first agent for card play, measures it and says how to play against it."""

    steps: int = 900_000
    """decisions of the agent"""
    out: Path = Path("runs/quickstart.zip")
    """where the trained model is saved"""
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
