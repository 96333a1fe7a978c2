"""Skat/Deal-v0: a whole deal."""

from __future__ import annotations

from skat_gym.envs.pages import ARGUMENTS
from skat_gym.envs.skat_env import SkatEnv


class DealEnv(SkatEnv):
    """Plays a whole deal: auction, skat, contract and cards.

    ### Action space

    `Discrete(64)`: 0-31 a card (put down or played), 32 pass, 33 bid the next value or hold,
    34 pick up, 35-59 declare diamonds, hearts, spades, clubs, grand x (plain, hand, hand
    schneider, hand schwarz, hand ouvert), 60 null, 61 null hand, 62 null ouvert, 63 null ouvert
    hand.

    >>> env = DealEnv(seat=0, opponents="random")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["phase"]
    ((784,), 'auction')
    """


DealEnv.__doc__ = (DealEnv.__doc__ or "") + ARGUMENTS
