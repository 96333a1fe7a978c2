"""The peers: other libraries' card games, driven from Python as a learner would."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from skat_gym.bench.tables import legal


def openspiel() -> Callable[[], int]:
    """Plays OpenSpiel's skat with its observation tensor and mask."""
    import pyspiel

    game = pyspiel.load_game("skat")
    draw = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [a for a, _ in state.chance_outcomes()]
                    state.apply_action(actions[int(draw.random() * len(actions))])
                    continue
                np.asarray(state.observation_tensor(), np.float32)
                mask = np.asarray(state.legal_actions_mask(), np.int8)
                state.apply_action(legal(mask, draw))
                decisions += 1
        return decisions

    return run


def openspiel_environment() -> Callable[[], int]:
    """Plays it through OpenSpiel's own environment for learners."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment("skat")
    draw = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(30):
            step = env.reset()
            while not step.last():
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                step = env.step([legal[int(draw.random() * len(legal))]])
                decisions += 1
        return decisions

    return run


def pettingzoo_rummy() -> Callable[[], int]:
    """Plays PettingZoo's gin rummy (of RLCard) with its masks."""
    from pettingzoo.classic import gin_rummy_v4

    env = gin_rummy_v4.raw_env()
    draw = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(10):
            env.reset()
            while not env.terminations[env.agent_selection]:
                env.step(legal(env.last()[0]["action_mask"], draw))
                decisions += 1
                if env.truncations[env.agent_selection]:
                    break
        return decisions

    return run
