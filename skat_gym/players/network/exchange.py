"""The games of a declarer by nets: put-downs, contract, hand or skat, and how far to bid."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.players.network.bid_inputs import bid_inputs
from skat_gym.players.network.card_play import Net
from skat_gym.players.network.games import end_worths_of, propose_all
from skat_gym.players.network.skat_inputs import game_inputs
from skat_gym.rules.action import BID, DECLARE_FIRST, PASS, PICK_UP
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.contract import FIRST_NULL, GAME, N_CONTRACTS, OUVERT
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import NULL

_STEP = 64
_CHANCES = np.rint(10_000 / (1 + np.exp(-np.arange(-640, 641) / _STEP))).astype(np.int64)
"""(1281,): the chance, in ten-thousandths, that belongs to log odds of -10 .. 10."""
_SURE = 9700
"""The chance of every trick from which on the cards are laid open."""


def chances(odds: Any) -> Any:
    """Returns the chances that belong to log odds, in ten-thousandths: the same everywhere."""
    steps = np.clip(np.rint(odds * _STEP), -640, 640).astype(np.int64)
    return _CHANCES[steps + 640]


@kernel
def _enter(views: Any, masks: Any, down: Any, contracts: Any, worth: Any, values: Any) -> None:
    """Enters each game's worth at every legal action that leads to it, where none is better."""
    for j in range(len(views)):
        for k in range(down.shape[1]):
            actions = down[j, k] & ~views[j].put_down
            if views[j].n_put_down == 2:
                actions = bit(int(DECLARE_FIRST + contracts[j, k]))
            actions &= masks[j]
            while actions != 0:
                action = lowest(actions)
                actions = without_lowest(actions)
                values[j, action] = max(values[j, action], worth[j, k])


class Exchange:
    """Values games: in list points by Seeger-Fabian, less what the other seats get."""

    def __init__(self, games: Net, bids: Net, namings: int = 2, most: int = 32) -> None:
        """Takes the nets; `most` games are looked at, as a rough estimate ranks them."""
        self._games, self._bids = games, bids
        self._namings, self._most = namings, most

    def game_values(self, views: Any, rows: Any, kept: Any, down: Any, contracts: Any) -> Any:
        """Returns the expected worth of m games, (m,) float64.

        Takes (n,) views of declarers and for each game the row of its view, the ten cards kept,
        the two put down (0 in a hand game) and the contract.
        """
        m, each = len(rows), self._namings
        namings = np.tile(np.arange(each), m)
        inputs = game_inputs(views, rows, kept, down, contracts, namings)
        out = self._games.forward(inputs).astype(np.float64).reshape(m, each, 4).sum(axis=1)
        reached = chances(out * (self._games.unit / each))
        null = GAME[contracts] == NULL
        reached[null] = reached[null][:, 1:2]
        reached = np.minimum.accumulate(reached, axis=1)
        open_game = (contracts < FIRST_NULL) & (contracts % 5 == OUVERT)
        reached[open_game & (reached[:, 3] < _SURE)] = 0
        whole = np.full((m, 1), 10_000)
        steps = np.concatenate([whole, reached, 0 * whole], axis=1)
        ends = end_worths_of(views, rows, kept, down, contracts)
        return ((steps[:, :-1] - steps[:, 1:]) * ends).sum(axis=1) / 1e6

    def best_games(self, views: Any) -> tuple[Any, Any, Any]:
        """Returns put-downs, contract and worth of the best game of declarers with the skat."""
        _, down, contracts, values = self.games(views)
        rows, best = np.arange(len(views)), values.argmax(axis=1)
        return down[rows, best], contracts[rows, best], values[rows, best]

    def games(self, views: Any) -> tuple[Any, Any, Any, Any]:
        """Returns the games looked at, (n, most): kept, put down, contract, worth (-inf: none)."""
        kept, down, contracts, counts = propose_all(views, self._most)
        there = np.arange(self._most) < counts[:, None]
        values = np.full(there.shape, -np.inf)
        rows = np.nonzero(there)[0]
        games = (x[there] for x in (kept, down, contracts))
        values[there] = self.game_values(views, rows, *games)
        return kept, down, contracts, values

    def bid_values(self, views: Any) -> Any:
        """Returns what playing at the value asked is worth, (n, 2): with the skat, by hand."""
        out = self._bids.forward(bid_inputs(views)).astype(np.float64)
        return out * self._bids.unit

    def hand_games(self, views: Any, masks: Any) -> Any:
        """Returns the worth of each legal hand game by action, (n, 64) float64, else -inf."""
        values = np.full((len(views), 64), -np.inf)
        legal = masks[:, None] >> np.arange(64) & 1 == 1
        rows, contracts = np.nonzero(legal[:, DECLARE_FIRST : DECLARE_FIRST + N_CONTRACTS])
        kept = views["hand"][rows]
        worth = self.game_values(views, rows, kept, np.zeros_like(kept), contracts)
        values[rows, DECLARE_FIRST + contracts] = worth
        return values

    def choice_values(self, views: Any, masks: Any) -> Any:
        """Returns the worth of picking up and of each hand game, (n, 64) float64, else -inf."""
        values = self.hand_games(views, masks)
        values[:, PICK_UP] = self.bid_values(views)[:, 0]
        return values

    def auction_values(self, views: Any, masks: Any, passing: float) -> Any:
        """Returns the worth of BID and PASS, (n, 64) float64; -inf where illegal."""
        values = np.full((len(views), 64), -np.inf)
        values[:, BID] = self.bid_values(views).max(axis=1)
        values[:, PASS] = passing
        values[masks >> BID & 1 == 0, BID] = -np.inf
        return values

    def skat_values(self, views: Any, masks: Any) -> Any:
        """Returns the worth of each put-down, or of each contract; -inf where none was looked at.

        Takes (n,) views in PUT_DOWN or DECLARE.
        """
        values = np.full((len(views), 64), -np.inf)
        _, down, contracts, worth = self.games(views)
        _enter(views, masks, down, contracts, worth, values)
        return values
