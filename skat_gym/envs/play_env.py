"""Skat/Play-v0: card play."""

from __future__ import annotations

from typing import Any, ClassVar

from skat_gym.envs.options import ROLES, one_of
from skat_gym.envs.pages import ARGUMENTS
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

    stages: ClassVar[frozenset[str]] = frozenset({"play"})

    def __init__(self, *, role: str | None = None, **keywords: Any) -> None:
        self.role = one_of("role", role, (None, *ROLES))
        super().__init__(**keywords)
        if role is not None and self.seat == "all":
            raise ValueError("role= is one seat's role, seat='all' plays all three: drop one")

    def _wanted(self) -> bool:
        """Whether the role and the contract are those asked for."""
        if not super()._wanted():
            return False
        declares = self._table.deals[0].declarer == self._table.seat
        return self.role is None or declares == (self.role == "declarer")

    def _wish(self) -> str:
        role = "" if self.role is None else f" as {self.role}"
        return super()._wish() + role


PlayEnv.__doc__ = (PlayEnv.__doc__ or "") + ARGUMENTS
