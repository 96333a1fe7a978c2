"""A match at a table: who sits where, whose turn it is, and what is needed to go on later."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skat_gym.observation import View
from skat_gym.play.patience import PATIENCE, answer
from skat_gym.players import ALL_STAGES, Policy, PolicyError, load_policy
from skat_gym.players.composite import covers
from skat_gym.players.policy import checked_actions
from skat_gym.rules.chance import below, deal_key, dealer_key, decision_key
from skat_gym.rules.deal import SEAT_NAMES, Deal
from skat_gym.rules.match import N_DEALS, Match
from skat_gym.rules.state import Phase

FORMAT = 1
PERSON = 0
"""The chair of the person."""


class SaveError(ValueError):
    """Says why a saved match cannot be gone on with."""


class Event(NamedTuple):
    """Is one action at the table: the deal before it and after it."""

    before: Deal
    action: int
    after: Deal


class Session:
    """Plays a match of three chairs, clockwise; chair 0 may be a person's.

    Everything follows from the seed, the policies and the person's actions.

    >>> session = Session(["random", "random", "random"], seed=1, deals=2)
    >>> session.run()
    >>> session.match.over, session.match.number
    (True, 2)
    """

    def __init__(
        self,
        policies: Sequence[str | Policy | None],
        *,
        seed: int,
        deals: int = N_DEALS,
        watch: Callable[[Event], None] = lambda _: None,
        patience: float = PATIENCE,
    ) -> None:
        """Seats a policy in each chair, None (chair 0 only) for a person.

        A policy that thinks longer than `patience` seconds about a decision has failed.
        """
        self.patience = patience
        self.policies = [None if p is None else load_policy(p) for p in policies]
        if len(self.policies) != 3 or None in self.policies[1:]:
            raise ValueError("a table has three chairs, and a person may take the first")
        for policy in self.policies:
            if policy is not None:
                covers(policy, ALL_STAGES)
        self.seed = seed
        self.match = Match(deals, int(below(dealer_key(seed, 0), 3)))
        self.watch = watch
        self.actions: list[int] = []
        """What the person has done so far."""
        self.played: list[Deal] = []
        """The deals that are over."""
        self.deal = Deal.shuffled(deal_key(seed, 0))

    @property
    def names(self) -> tuple[str, str, str]:
        """The names of the chairs."""
        first, second, third = ("you" if p is None else p.name for p in self.policies)
        return first, second, third

    @property
    def waits(self) -> bool:
        """Whether the person is to act."""
        return not self.match.over and self.policies[self.chair] is None

    @property
    def chair(self) -> int:
        """The chair to act."""
        return self.match.player_at(self.deal.seat)

    @property
    def view(self) -> View:
        """What the person may know."""
        return View.of(self.deal, self.match.seat_of(PERSON))

    @property
    def stands(self) -> str:
        """A digest of every card and action so far: whether two matches stand alike."""
        text = " ".join(map(str, (*self.played, self.deal)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def run(self) -> None:
        """Lets the policies act until the person is to act or the match is over.

        Raises PolicyError if a policy fails; the match stands as it was and can go on.
        """
        while not self.match.over and not self.waits:
            self._apply(self._ask())

    def act(self, action: int) -> None:
        """Carries out the person's action; raises ValueError, and changes nothing, if illegal."""
        if not self.waits:
            raise ValueError("it is not your turn")
        self._apply(action)
        self.actions.append(int(action))

    def _ask(self) -> int:
        seat = self.deal.seat
        policy = self.policies[self.chair]
        assert policy is not None
        views: Any = View.of(self.deal, seat).record.reshape(1)
        masks = np.array([self.deal.mask], np.int64)
        ply = int(self.deal.record.plies)
        key = decision_key(self.seed, self.match.number, seat, ply)
        keys = np.array([key], np.int64).view(np.uint64)
        try:
            told = answer(policy, views, masks, keys, self.patience)
        except Exception as error:
            raise PolicyError(
                f"policy {policy.name!r} failed as {SEAT_NAMES[seat]}: "
                f"{type(error).__name__}: {error}"
            ) from error
        return int(checked_actions(policy, told, views, masks)[0])

    def _apply(self, action: int) -> None:
        before = self.deal
        after = before.after(action)
        self.watch(Event(before, action, after))
        self.deal = after
        if after.phase is Phase.OVER:
            result = after.result
            assert result is not None
            self.match.book(result)
            self.played.append(after)
            if not self.match.over:
                self.deal = Deal.shuffled(deal_key(self.seed, self.match.number))

    def save(self, path: Path) -> None:
        """Writes what is needed to go on, whole or not at all."""
        kept = {
            "format": FORMAT,
            "policies": [None if p is None else p.name for p in self.policies],
            "seed": self.seed,
            "deals": self.match.deals,
            "actions": self.actions,
            "stands": self.stands,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(path.name + ".new")
        draft.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        os.replace(draft, path)

    @classmethod
    def load(cls, path: Path) -> Session:
        """Reads a saved match and plays it up to where it stood; raises SaveError."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SaveError(f"{path}: {error.strerror}; there is no match to go on with") from None
        except ValueError:
            raise SaveError(f"{path} is no saved match: it is not whole") from None
        try:
            if kept["format"] != FORMAT:
                raise SaveError(f"{path} was saved by another version of skat_gym")
            session = cls(kept["policies"], seed=int(kept["seed"]), deals=int(kept["deals"]))
            for action in kept["actions"]:
                session.run()
                session.act(int(action))
            if kept["stands"] != session.stands:
                session.run()  # it may have been kept after the policies acted
            if kept["stands"] != session.stands:
                raise SaveError(
                    f"{path} cannot be gone on with: the policies or the rules have changed since, "
                    "and the match would take another course"
                )
        except SaveError:
            raise
        except KeyError as error:
            raise SaveError(f"{path} cannot be gone on with: it lacks {error}") from error
        except (TypeError, ValueError, OverflowError) as error:
            raise SaveError(f"{path} cannot be gone on with: {error}") from error
        return session


def default_save() -> Path:
    """Returns where the match at hand is kept: $SKAT_HOME, or the user's data folder."""
    home = os.environ.get("SKAT_HOME")
    if home:
        return Path(home) / "match.json"
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "skat-gym" / "match.json"
