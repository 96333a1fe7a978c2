"""Skat/Discard-v0: the declarer's exchange and contract."""

from __future__ import annotations

from skat_gym.envs.pages import ARGUMENTS
from skat_gym.envs.setup import DiscardSetup
from skat_gym.envs.skat_env import SkatEnv


class DiscardEnv(SkatEnv):
    """Decides as declarer: pick up or hand, the two put-downs, the contract.

    Auction before and card play after are played by policies. Deals are drawn until the
    learner's seat declares, at most 1,000 times.

    ### Action space

    `Discrete(64)`: 34 picks up, 0-31 puts a card down (two, one by one), 35-63 name the contract
    (hand forms instead of picking up, plain forms, null and null ouvert after it).

    >>> env = DiscardEnv()
    >>> observation, info = env.reset(seed=1)
    >>> info["phase"], int(info["action_mask"][34])
    ('choice', 1)
    """

    setup_class = DiscardSetup


DiscardEnv.__doc__ = (DiscardEnv.__doc__ or "") + ARGUMENTS
