"""How a round is judged: new duplicate deals against the nets before, and what is kept of it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skat_gym.evaluation import evaluate
from skat_gym.progress import bar
from training.chain import DECIDING, is_chain, nets_stamp, policy_of
from training.log import Log
from training.stages import Stages

SEED = 52_000
"""Of the deals that the first round is judged on."""
APART = 100_000
"""From one round's seed to the next: what was lucky on the deals of a round meets new ones."""
NAMINGS = 2
"""Names of the suits under which cards are looked at when a round is judged."""
_STAMP = "nets"
"""The note that says which nets the run left; None while they are being replaced."""


@dataclass(frozen=True)
class Judge:
    """Judges candidates, keeps those that are better, and remembers what was judged."""

    nets: Path
    """The best so far."""
    deals: int
    stages: Stages
    log: Log

    def begin(self) -> None:
        """Raises ValueError if the nets are not those the run was stopped with."""
        now = nets_stamp(self.nets)
        noted = self.stages.noted(_STAMP, now)
        if noted not in (None, now):
            raise ValueError(
                f"{self.stages.file.parent} holds rounds of other nets than those in {self.nets}: "
                "name another folder for the rounds"
            )
        if noted is not None:
            self.stages.note(_STAMP, now)

    def keep(
        self, number: int, what: str, folder: Path, names: Sequence[str], fixed: str | None = None
    ) -> bool:
        """Compares a folder's nets with those before, and takes over the named ones if better.

        `fixed` names who decides the contracts; None leaves them to both.
        """
        before = str(self.nets) if is_chain(str(self.nets)) else "rulebook"

        def compare() -> bool:
            said = "rulebook" if before == "rulebook" else "nets before"
            return self.better(number, what, str(folder), before, said, fixed)

        kept = bool(self.stages.once(f"{number}: {what}, judged", compare))
        if kept:
            self.stages.once(f"{number}: {what}, kept", lambda: self._replace(folder, names))
        return kept

    def better(
        self, number: int, what: str, a: str, b: str, said: str, fixed: str | None = None
    ) -> bool:
        """Plays A against B, logs the figures, and tells whether A is better."""
        with bar(f"judging {what}", self.deals) as show:
            result = evaluate(
                policy_of(a, NAMINGS),
                policy_of(b, NAMINGS),
                self.deals,
                SEED + APART * number,
                contracts=fixed,
                on_progress=lambda done, edge: show(done, f"edge {edge}"),
            )
        apart, edge = result.seat_difference["seeger-fabian"], result.edge["seeger-fabian"]
        kept = bool(apart.mean > 0)
        figures: dict[str, Any] = {
            "edge": round(edge.mean, 2),
            "edge_half": round(edge.half, 2),
            "seat_difference": round(apart.mean, 2),
            "seat_difference_half": round(apart.half, 2),
        }
        self.log.write(
            round=number,
            what=what,
            kept=kept,
            against=said,
            **figures,
            deals=self.deals,
            minutes=round(self.stages.seconds / 60, 1),
        )
        return kept

    def _replace(self, folder: Path, names: Sequence[str]) -> None:
        """Takes over nets; a run stopped in the middle of it does it again."""
        self.stages.note(_STAMP, None)
        take_over(folder, self.nets, names)
        self.stages.note(_STAMP, nets_stamp(self.nets))


def replacing(stages: Stages) -> bool:
    """Tells whether a run was stopped while it replaced its nets: that is done again first."""
    return stages.noted(_STAMP, "") is None


def take_over(source: Path, to: Path, names: Sequence[str] = DECIDING) -> None:
    """Copies those of the named nets that there are, each whole."""
    to.mkdir(parents=True, exist_ok=True)
    for name in names:
        if (source / f"{name}.pt").exists():
            half = to / f"{name}.part"
            shutil.copy(source / f"{name}.pt", half)
            half.replace(to / f"{name}.pt")
