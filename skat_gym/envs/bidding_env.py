"""Skat/Bidding-v0: the auction alone."""

from __future__ import annotations

from skat_gym.envs.pages import ARGUMENTS
from skat_gym.envs.setup import BiddingSetup
from skat_gym.envs.skat_env import SkatEnv


class BiddingEnv(SkatEnv):
    """Decides one seat's part of the auction; all that follows is played by policies.

    ### Action space

    `Discrete(64)`, of which 32 (pass) and 33 (bid the next value, or hold) are ever legal.

    >>> env = BiddingEnv(seat=1)
    >>> observation, info = env.reset(seed=1)
    >>> info["action_mask"].nonzero()[0].tolist()
    [32, 33]
    """

    setup_class = BiddingSetup


BiddingEnv.__doc__ = (BiddingEnv.__doc__ or "") + ARGUMENTS
