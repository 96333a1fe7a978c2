"""Skat/Play-v0: card play."""

from __future__ import annotations

from skat_gym.envs.pages import ARGUMENTS
from skat_gym.envs.setup import PlaySetup
from skat_gym.envs.skat_env import SkatEnv


class PlayEnv(SkatEnv):
    """Plays one seat's cards, as declarer or defender.

    Auction, skat and contract are decided by policies (the learner's own seat by `rest`).

    ### Action space

    `Discrete(64)`, of which 0-31, the card to play, are ever legal.

    ### Further argument

    `role=None`: "declarer" or "defender"; deals are drawn until the seat has it, at most 1,000
    times.

    >>> env = PlayEnv(role="declarer")
    >>> observation, info = env.reset(seed=1)
    >>> info["phase"], env.deal.declarer == info["seat"]
    ('play', True)
    """

    setup_class = PlaySetup


PlayEnv.__doc__ = (PlayEnv.__doc__ or "") + ARGUMENTS
