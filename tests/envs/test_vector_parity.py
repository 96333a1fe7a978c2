"""Parity: table i of a batch seeded s is the single environment seeded s + i, to the last byte."""

from typing import Any

import numpy as np
import pytest
from env_games import IDS
from gymnasium.vector import AutoresetMode
from vector_games import DEALS, many, side_by_side, singles

from skat_gym.players import ALL_STAGES, load_policy

MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)


class Odd:
    """Plays at random by the key, but is not native."""

    name = "odd"
    phases = ALL_STAGES

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return load_policy("random").act(views, masks, keys ^ np.uint64(1))


def compare(
    name: str, mode: AutoresetMode, deals: int, n: int = 7, seed: int = 3, **keywords: Any
) -> int:
    illegal = keywords.pop("illegal", 0.0)
    ours = many(name, n, autoreset_mode=mode, **keywords)
    theirs = singles(name, n, mode, **keywords)
    ours_spaces = (ours.observation_space, ours.single_observation_space, ours.action_space)
    assert ours_spaces == (
        theirs.observation_space,
        theirs.single_observation_space,
        theirs.action_space,
    )
    episodes = max(deals // 12, 2 * n) if "Match" in name else deals
    ended = 0
    for _, over in side_by_side(ours, theirs, mode, episodes, seed, illegal):
        ended += int(over.sum())
    ours.close()
    ours.close()
    return ended


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
@pytest.mark.parametrize("name", IDS)
def test_batches_play_as_single_environments(name: str, opponents: str) -> None:
    assert compare(name, AutoresetMode.SAME_STEP, DEALS, n=16, opponents=opponents) >= DEALS // 12


@pytest.mark.parametrize("mode", MODES[1:])
@pytest.mark.parametrize("name", IDS)
def test_other_ways_to_reset(name: str, mode: AutoresetMode) -> None:
    compare(name, mode, DEALS // 4, opponents=["rulebook", "random"], obs_mode="dict")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("illegal_action", ["terminate", "random"])
@pytest.mark.parametrize("name", IDS)
def test_illegal_actions(name: str, illegal_action: str, mode: AutoresetMode) -> None:
    compare(name, mode, 40, opponents="random", illegal_action=illegal_action, illegal=0.05)


KEYWORDS: list[tuple[str, dict[str, Any]]] = [
    ("Play", {"role": "declarer"}),
    ("Play", {"role": "defender", "contracts": ["null", "grand hand"], "rest": "random"}),
    ("Play", {"contracts": ["hand"], "rest": "rulebook+auction=random", "opponents": "random"}),
    ("Deal", {"scoring": "points", "reward": "own", "reward_scale": 0.3}),
    ("Deal", {"scoring": "points"}),
    ("Deal", {"reward": "own", "seat": 2}),
    ("Deal", {"seat": "all"}),
    ("Deal", {"seat": "all", "reward": "own", "illegal_action": "random", "illegal": 0.05}),
    ("Play", {"seat": "all", "rest": "random"}),
    ("Bidding", {"seat": "all"}),
    ("Discard", {"seat": 1, "rest": "random"}),
    ("Match", {"match_deals": 2, "scoring": "points", "reward": "own"}),
    ("Match", {"match_deals": 1, "illegal": 0.02}),
    ("Deal", {"obs_mode": "dict", "privileged": True}),
    ("Play", {"obs_mode": "dict", "privileged": True, "illegal": 0.05}),
    ("Deal", {"opponents": [Odd(), "rulebook"]}),
    ("Deal", {"opponents": Odd(), "rest": Odd()}),
    ("Bidding", {"opponents": ["random", Odd()], "rest": Odd()}),
    ("Discard", {"opponents": ["rulebook+play=random", "rulebook"], "rest": Odd()}),
    ("Play", {"opponents": Odd(), "rest": "rulebook"}),
    ("Match", {"opponents": [Odd(), Odd()]}),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "keywords"), KEYWORDS)
def test_every_keyword_means_the_same(
    name: str, keywords: dict[str, Any], mode: AutoresetMode
) -> None:
    compare(f"Skat/{name}-v0", mode, max(DEALS // 5, 30), **keywords)
