"""The matches a policy's evaluation is made of, played on duplicate deals."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from skat_gym.evaluation import Comparison, Interval, evaluate

STEPS = ("play", "skat", "auction")
"""In which order a policy takes over from the rulebook, stage by stage."""
SOLVER = "search:rulebook,worlds=20"
"""The opponent that solves worlds."""


@dataclass(frozen=True)
class Match:
    """Is a comparison to be played; `{}` in the names stands for the policy.

    >>> match = Match("full", "the full game", "{}", "rulebook", None, 100, 7)
    >>> match.named("club").command
    'skat-gym evaluate club rulebook --deals 100 --seed 7'
    """

    key: str
    about: str
    a: str
    b: str
    contracts: str | None
    deals: int
    seed: int

    def named(self, name: str) -> Match:
        """Returns the match with a name in place of `{}`."""
        fixed = None if self.contracts is None else self.contracts.replace("{}", name)
        return replace(
            self, a=self.a.replace("{}", name), b=self.b.replace("{}", name), contracts=fixed
        )

    @property
    def command(self) -> str:
        """What plays it again."""
        words = ["skat-gym", "evaluate", self.a, self.b]
        words += ["--deals", str(self.deals), "--seed", str(self.seed)]
        if self.contracts is not None:
            words += ["--fixed-contracts", self.contracts]
        return shlex.join(words)


def whole(phases: frozenset[str]) -> str:
    """Returns the template of a policy that decides everything, the rulebook what it cannot."""
    if phases >= set(STEPS):
        return "{}"
    return "rulebook" + "".join(f"+{stage}={{}}" for stage in sorted(phases))


def plan(
    phases: frozenset[str],
    deals: int,
    seed: int,
    opponents: Sequence[str] = (),
    opponent_deals: int | None = None,
    solver_deals: int = 0,
) -> list[Match]:
    """Returns the matches of a policy that decides the stages `phases`.

    Against two rulebooks: stage by stage, in full, and at the policy's own contracts. Against the
    other opponents: in full, and card play alone at the rulebook's contracts. With `solver_deals`:
    card play alone against two rulebooks that search worlds by the solver.
    """
    full = whole(phases)
    found = []
    taken: list[str] = []
    for stage in STEPS:
        if stage not in phases:
            continue
        taken.append(stage)
        name = whole(frozenset(taken))
        if name != full:
            about = f"{' and '.join(taken)} by the policy, the rest by the rulebook"
            found.append(Match("+".join(taken), about, name, "rulebook", None, deals, seed))
    found.append(Match("full", "the full game", full, "rulebook", None, deals, seed))
    fixed = "card play alone, at the contracts of "
    if "play" in phases:
        own = Match("own contracts", fixed + "the policy", full, "rulebook", full, deals, seed)
        found.append(own)
    for other in opponents:
        n = opponent_deals or deals
        found.append(Match(f"full, {other}", "the full game", full, other, None, n, seed))
        if "play" in phases:
            key, about = f"rulebook's contracts, {other}", fixed + "the rulebook"
            found.append(Match(key, about, full, other, "rulebook", n, seed))
    if solver_deals and "play" in phases:
        key, about = f"rulebook's contracts, {SOLVER}", fixed + "the rulebook"
        found.append(Match(key, about, full, SOLVER, "rulebook", solver_deals, seed))
    return found


def searches(
    phases: frozenset[str], deals: int, itself_deals: int | None = None
) -> list[tuple[str, str, int]]:
    """Returns the matches of a policy with search: two templates of names, and how many deals.

    It meets two rulebooks, and itself without search (`itself_deals`, or as many). Only the tables
    where it sits alone are played (`training.alone`), since it thinks long.
    """
    full = whole(phases)
    searching = "search:{}" if full == "{}" else full.replace("play={}", "play=search:{}")
    n = deals if itself_deals is None else itself_deals
    return [(searching, b, n) for b, n in (("rulebook", deals), (full, n)) if n]


def play(
    match: Match,
    name: str,
    reference: str,
    *,
    workers: int | None = 1,
    checkpoint: Path | None = None,
    on_progress: Callable[[int, Interval], None] | None = None,
) -> Comparison:
    """Plays a match of the policy that `reference` loads; the figures call it `name`."""
    loaded, shown = match.named(reference), match.named(name)
    if checkpoint is not None:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
    result = evaluate(
        loaded.a,
        loaded.b,
        loaded.deals,
        loaded.seed,
        contracts=loaded.contracts,
        workers=workers,
        checkpoint=checkpoint,
        on_progress=on_progress,
    )
    return Comparison.of(
        (shown.a, shown.b),
        result.outcomes,
        result.seed,
        contracts=shown.contracts,
        itself=result.itself,
    )
