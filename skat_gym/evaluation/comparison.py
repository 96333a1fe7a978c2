"""Comparing two policies on duplicate deals, in every seating."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from skat_gym.arguments import positive, whole
from skat_gym.evaluation.blocks import Job
from skat_gym.evaluation.cautions import cautions
from skat_gym.evaluation.checkpoint import kept_blocks
from skat_gym.evaluation.interval import Interval, Running
from skat_gym.evaluation.standing import Standing, edges_of
from skat_gym.players import PolicyLike
from skat_gym.rules.outcome import outcomes_of

# Who sits where: A alone in each seat against two Bs, then B alone against two As.
_IS_A = np.array([[k == s for k in range(3)] for s in range(3)])
SEATINGS = np.concatenate([_IS_A, ~_IS_A])
"""(6, 3): whether A sits there."""
DEALS = 1000
MOST_DEALS = 1_000_000
"""Where an evaluation that waits for a narrow interval gives up."""
FEWEST_DEALS = 512
"""Deals before the width of an interval is believed."""


@dataclass(frozen=True)
class Comparison:
    """Is policy A measured against policy B on duplicate deals (see `Standing`)."""

    standings: tuple[Standing, Standing]
    deals: int
    seed: int
    passed_in: float
    """The share of deals thrown in, over all tables."""
    contracts: str | None
    """Who made the contracts, if not the policies themselves."""
    itself: bool
    """Whether A and B are the same policy."""
    until: float | None
    """How narrow the interval of A's edge was to be, if deals were played until then."""
    outcomes: Any = field(repr=False)
    """(deals, 6) OUTCOME records: A in forehand, middlehand, rearhand against two Bs, then B."""
    played: Any | None = field(default=None, repr=False)
    """(deals, 6) DEAL records, if they were to be kept."""

    @classmethod
    def of(
        cls,
        names: tuple[str, str],
        outcomes: Any,
        seed: int = 0,
        *,
        contracts: str | None = None,
        itself: bool = False,
        until: float | None = None,
        played: Any | None = None,
    ) -> Comparison:
        """Reads a comparison off (deals, 6) OUTCOME records, tables in the order of SEATINGS."""
        first, second = names
        if first == second:
            second += " (2)"
        return cls(
            standings=(
                Standing.of(first, outcomes, SEATINGS),
                Standing.of(second, outcomes, ~SEATINGS),
            ),
            deals=len(outcomes),
            seed=seed,
            passed_in=float((outcomes["declarer"] < 0).mean()),
            contracts=contracts,
            itself=itself,
            until=until,
            outcomes=outcomes,
            played=played,
        )

    @property
    def reached(self) -> bool:
        """Whether the interval of A's edge is as narrow as it was to be."""
        return self.until is None or self.edge["seeger-fabian"].half <= self.until

    @property
    def edge(self) -> dict[str, Interval]:
        """A's edge a deal over two Bs, by scoring."""
        return self.standings[0].edge

    @property
    def seat_difference(self) -> dict[str, Interval]:
        """A's seat difference a deal, by scoring."""
        return self.standings[0].seat_difference

    @property
    def edges(self) -> Any:
        """A's Seeger-Fabian edge in each deal: (deals,), what the interval is made of."""
        return edges_of(self.outcomes)

    @property
    def cautions(self) -> list[str]:
        """What a reader might take from the figures, and should not: one sentence each."""
        return cautions(self)

    def as_dict(self) -> dict[str, Any]:
        """Returns everything but the single deals, for JSON."""
        return {
            "deals": self.deals,
            "tables": self.outcomes.size,
            "seed": self.seed,
            "contracts": self.contracts,
            "until": self.until,
            "reached": self.reached,
            "passed_in": self.passed_in,
            "policies": {s.name: s.as_dict() for s in self.standings},
            "cautions": self.cautions,
        }

    def __str__(self) -> str:
        from skat_gym.evaluation.summary import summary

        return summary(self)


def evaluate(
    a: PolicyLike,
    b: PolicyLike,
    deals: int | None = None,
    seed: int = 0,
    *,
    contracts: PolicyLike | None = None,
    until: float | None = None,
    workers: int | None = 1,
    checkpoint: str | Path | None = None,
    keep_deals: bool = False,
    on_progress: Callable[[int, Interval], None] | None = None,
) -> Comparison:
    """Plays two policies on the same deals in every seating and compares their scores.

    Args:
        a: a policy, its name or its path, see `load_policy`.
        b: the policy to compare it with.
        deals: how many deals, 1,000 if not given; each is played at six tables. With `until` the
            most there can be, a million if not given.
        seed: which deals. Deal k of a seed is the same for everybody.
        contracts: a policy that decides auction and skat in every seat, so that A and B are
            compared in card play alone; the auction stays in their views.
        until: goes on until the 95 % interval of A's Seeger-Fabian edge is at most +- this.
        workers: processes; None takes all cores where that pays. More than one needs policies that
            are names or can be pickled, and a script that begins under
            `if __name__ == "__main__":`.
        checkpoint: a file that keeps what was played; the same call goes on from there.
        keep_deals: keeps every deal (`Comparison.played`).
        on_progress: is told how many deals are played and A's edge so far.

    Raises:
        ValueError: for less than one deal, a width that is not positive, or a checkpoint of
            something else.
        PolicyError: if a policy cannot decide what it should, or answers illegally.

    >>> result = evaluate("rulebook", "random", deals=20, seed=1)
    >>> result.edge["seeger-fabian"].mean > 0
    True
    """
    if deals is None:
        deals = DEALS if until is None else MOST_DEALS
    deals, seed = whole("deals", deals, 1), whole("seed", seed, 0, 2**63 - 1)
    if until is not None:
        until = positive("until, the width of an interval,", until)
    job = Job(
        policies=(a, b),
        groups=(tuple((int(x), int(y), int(z)) for x, y, z in 1 - SEATINGS),),
        seed=seed,
        contracts=contracts,
        keep_deals=keep_deals,
    )
    first, second = job.loaded
    one, other = job.labels
    blocks: list[Any] = []
    running = Running()
    with closing(kept_blocks(job, deals, workers, checkpoint)) as source:
        for _, records in source:
            blocks.append(records)
            running.add(edges_of(outcomes_of(records) if keep_deals else records))
            if on_progress is not None:
                on_progress(running.count, running.interval)
            believed = running.count >= FEWEST_DEALS
            if until is not None and believed and running.interval.half <= until:
                break
    records = np.concatenate(blocks)
    return Comparison.of(
        (one, other),
        outcomes_of(records) if keep_deals else records,
        seed,
        contracts=None if job.fixed is None else job.fixed.name,
        itself=first is second,
        until=until,
        played=records if keep_deals else None,
    )
