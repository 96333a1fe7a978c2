"""PettingZoo's own registry knows the environment once its module is imported."""

import pytest

pettingzoo = pytest.importorskip("pettingzoo")


def test_made_by_name() -> None:
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry (1.27 and newer have)")
    from skat_gym.envs import skat_v0

    env = pettingzoo.make("aec", skat_v0.REGISTERED, scoring="points")
    env.reset(seed=1)
    assert env.possible_agents == list(skat_v0.AGENTS)
    assert env.observe("player_1")["action_mask"].sum() == 2
