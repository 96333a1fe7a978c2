"""Labelled positions as training batches: trump named first, side suits renamed at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.players.network.card_play import kind_of
from skat_gym.players.network.play_inputs import play_inputs
from skat_gym.players.network.suits import CARD_NAMES, N_NAMINGS
from skat_gym.players.playouts import legal_among
from skat_gym.rules.contract import GAME


class PlayData:
    """Holds labelled positions of one kind.

    `levels` is (n, 32) uint8: bit k of a legal card is set where the declarer reaches level k
    after it (see `skat_gym.solver.labels`). Deals with `deal % 50 == 0` are held back.
    """

    def __init__(self, views: Any, masks: Any, levels: Any, deal: Any) -> None:
        """Takes arrays of one length."""
        self.views, self.masks, self.levels, self.deal = views, masks, levels, deal

    def __len__(self) -> int:
        return len(self.views)

    def part(self, rows: Any) -> PlayData:
        """Returns some rows."""
        return PlayData(self.views[rows], self.masks[rows], self.levels[rows], self.deal[rows])

    @classmethod
    def read(cls, folders: list[Path], kind: int, most: int = 10**9) -> PlayData:
        """Reads the positions of one kind from shards, the newest first up to `most`."""
        parts: list[dict[str, Any]] = []
        total = 0
        for folder in folders:
            for path in sorted(folder.glob("[0-9]*[0-9].npz"), reverse=True):
                with np.load(path) as shard:
                    rows = kind_of(shard["views"]) == kind
                    part = {k: shard[k][rows] for k in ("views", "masks", "levels", "deal")}
                total += int(rows.sum())
                parts.append(part)
                if total >= most:
                    break
        if not parts:
            raise FileNotFoundError(f"no labelled positions in {', '.join(map(str, folders))}")
        joined = {k: np.concatenate([part[k] for part in parts]) for k in parts[0]}
        return cls(**joined)

    def split(self) -> tuple[PlayData, PlayData]:
        """Returns the positions to train on, and those of the deals held back."""
        held = self.deal % 50 == 0
        return self.part(~held), self.part(held)

    def batch(self, rows: Any, namings: Any) -> tuple[Any, Any, Any]:
        """Returns inputs (n, width) uint8, legal (n, 32) bool and reached (n, 32, 5) uint8.

        Reached is what the seat to act wants: by the declarer, or not by the declarer.
        """
        views, masks = self.views.take(rows), self.masks[rows]
        inputs = play_inputs(views, masks, namings)
        names = CARD_NAMES[GAME[views["contract"]], namings]
        legal = np.zeros((len(rows), 32), bool)
        np.put_along_axis(legal, names, legal_among(masks, 32), axis=1)
        levels = np.zeros((len(rows), 32), np.uint8)
        own = views["me"] == views["declarer"]
        wanted = np.where(own[:, None], self.levels[rows], ~self.levels[rows])
        np.put_along_axis(levels, names, wanted, axis=1)
        return inputs, legal, levels[:, :, None] >> np.arange(5, dtype=np.uint8) & 1

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[tuple[Any, Any, Any]]:
        """Yields all positions once, in random order and under random names."""
        order = rng.permutation(len(self))
        for start in range(0, len(order) - size + 1, size):
            rows = order[start : start + size]
            yield self.batch(rows, rng.integers(N_NAMINGS, size=len(rows)))
