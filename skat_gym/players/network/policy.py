"""The policy of several small nets, one for each kind of decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.network.beliefs import Beliefs
from skat_gym.players.network.bid_inputs import BIDDING_WIDTH
from skat_gym.players.network.card_play import KINDS, MEMORY, CardPlay
from skat_gym.players.network.exchange import Exchange
from skat_gym.players.network.folder import PolicyFolder
from skat_gym.players.network.play_inputs import PLAY_WIDTH
from skat_gym.players.network.skat_inputs import SKAT_WIDTH
from skat_gym.players.policy import ALL_STAGES, Evaluation, PolicyError
from skat_gym.rules.state import AUCTION, CHOICE, PLAY

INPUTS = {"play": "play-1", "games": "games-1", "bids": "bids-1"}
"""The versions of what the nets see."""
PASSING = 0.0
"""What a game must be worth to be bid, measured: bolder loses to itself, more careful to all."""
_SHARP = 12.0
"""Actions so many list points worse are e times less likely."""


class NetPlayer:
    """Decides by nets: values every legal action and takes the best."""

    def __init__(
        self,
        name: str,
        play: CardPlay,
        exchange: Exchange | None = None,
        passing: float = PASSING,
        fingerprint: str = "",
        beliefs: Beliefs | None = None,
    ) -> None:
        """Takes the parts; without an exchange it decides the play alone."""
        self.name, self.fingerprint = name, fingerprint
        self.beliefs = beliefs
        """What it believes of hidden cards, for a search."""
        self.phases = ALL_STAGES if exchange is not None else frozenset({"play"})
        self._play, self._exchange, self._passing = play, exchange, passing

    @property
    def quick(self) -> NetPlayer:
        """The same card play looked at once: nearly as good in a sixth of the time."""
        return NetPlayer(f"{self.name}, quick", self._play.quick())

    def values(self, views: Any, masks: Any) -> Any:
        """Returns what every action is worth in list points, (n, 64) float64; -inf if illegal.

        Put-downs and contracts that a rough estimate rules out stay at -inf as well.
        """
        masks = np.asarray(masks, np.int64)
        values = np.full((len(views), 64), -np.inf)
        phase = views["phase"]
        rows = np.flatnonzero(phase == PLAY)
        if len(rows):
            values[rows, :32] = self._play.values(views.take(rows), masks[rows])
        if self._exchange is None:
            return values
        rows = np.flatnonzero(phase == AUCTION)
        if len(rows):
            values[rows] = self._exchange.auction_values(
                views.take(rows), masks[rows], self._passing
            )
        rows = np.flatnonzero(phase == CHOICE)
        if len(rows):
            values[rows] = self._exchange.choice_values(views.take(rows), masks[rows])
        rows = np.flatnonzero((phase > CHOICE) & (phase < PLAY))
        if len(rows):
            values[rows] = self._exchange.skat_values(views.take(rows), masks[rows])
        return values

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        """Chooses an action for each row (see `Policy.act`); keys go unused."""
        masks = np.asarray(masks, np.int64)
        lowest = masks & -masks
        actions = np.round(np.log2(lowest.view(np.uint64).astype(np.float64))).astype(np.int64)
        rows = np.flatnonzero(masks != lowest)
        if len(rows):
            actions[rows] = self.values(views.take(rows), masks[rows]).argmax(axis=1)
        return actions

    def evaluate(self, views: Any, masks: Any) -> Evaluation:
        """Tells how likely each action is, and what list score it may be expected to bring."""
        values = self.values(views, masks)
        best = values.max(axis=1, keepdims=True)
        weights = np.exp(np.maximum((values - best) / _SHARP, -60.0))
        weights[~np.isfinite(values)] = 0.0
        probabilities = weights / weights.sum(axis=1, keepdims=True)
        return Evaluation(probabilities.astype(np.float32), values.astype(np.float32))


class NetworkPolicy(NetPlayer):
    """Is the policy of a folder: its configuration says how its nets are used.

    >>> from skat_gym.players.network.folder import find_policies, read_folder
    >>> [NetworkPolicy(read_folder(path)).name for path in find_policies().values()][:1]
    ['club']
    """

    def __init__(self, folder: PolicyFolder, memory: int = MEMORY) -> None:
        """Takes a folder and how many tricks are remembered, 0 to 10 (all of them).

        Raises PolicyError if a net is missing, its inputs are others, or the memory is none.
        """
        if not 0 <= memory <= MEMORY:
            raise PolicyError(f"memory is from 0 to {MEMORY} tricks, not {memory}")
        nets, config = folder.nets, folder.config
        if config["inputs"] != INPUTS:
            raise PolicyError(f"policy {folder.name!r} has inputs of another version of skat_gym")
        widths = {kind: PLAY_WIDTH for kind in KINDS} | {"games": SKAT_WIDTH, "bids": BIDDING_WIDTH}
        if "beliefs" in nets:
            widths["beliefs"] = PLAY_WIDTH
        for name, width in widths.items():
            if name not in nets or nets[name].sizes[0] != width:
                raise PolicyError(f"policy {folder.name!r} has no net {name!r} of {width} inputs")
        self.search: dict[str, Any] = dict(config.get("search", {}))
        """How `search:` searches on top of it, see `SearchPolicy`."""
        exchange = Exchange(
            nets["games"], nets["bids"], int(config["game_namings"]), int(config["games"])
        )
        beliefs = nets.get("beliefs")
        super().__init__(
            folder.name if memory == MEMORY else f"{folder.name},memory={memory}",
            CardPlay(nets, int(config["card_namings"]), memory),
            exchange,
            float(config["passing"]),
            folder.sha256 if memory == MEMORY else f"{folder.sha256} memory {memory}",
            None if beliefs is None else Beliefs(beliefs, memory),
        )
