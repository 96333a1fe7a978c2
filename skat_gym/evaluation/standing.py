"""How one policy fared against another: the figures of one side of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.evaluation.interval import Interval
from skat_gym.rules.contract import FIRST_NULL, GAME, GAME_NAMES, IS_OUVERT
from skat_gym.rules.deal import SEAT_NAMES
from skat_gym.rules.match import SCORINGS
from skat_gym.rules.outcome import scores
from skat_gym.rules.trick import GRAND, NULL

ROLES = ("declarer", "defender", "thrown in")
CONTRACT_NAMES = (*GAME_NAMES, "null ouvert")
KIND = np.array([g + (g == NULL) * o for g, o in zip(GAME, IS_OUVERT, strict=True)], np.int64)
"""(29,): the place in CONTRACT_NAMES of each contract, hand and announcements left aside."""


@dataclass(frozen=True)
class Shares:
    """Is how often a policy did what, at the tables where it sat alone."""

    declared: float
    """Of its deals; those below of the games declared, nan if it declared none."""
    won: float
    hand: float
    suit: float
    grand: float
    null: float
    overbid: float
    schneider: float
    """Games it won with the defenders at 30 or less."""


@dataclass(frozen=True)
class Part:
    """Is one part of an edge: the deals of one role, or of one contract in one role."""

    share: float
    """Of the policy's deals."""
    won: float
    """By the policy's side, of these deals; nan if there are none."""
    edge: Interval
    """What these deals add to the Seeger-Fabian edge a deal: the parts add up to the whole."""
    seat_difference: Interval
    """The same for the seat difference: its score in such deals, minus the other policy's in such
    deals in the same seat. With fixed contracts these are the same deals."""

    def as_dict(self) -> dict[str, Any]:
        """Returns the part for JSON; won is None if there are no such deals."""
        return {
            "share": self.share,
            "won": None if np.isnan(self.won) else self.won,
            "edge": self.edge.mean,
            "edge_ci": self.edge.json,
            "seat_difference": self.seat_difference.mean,
            "seat_difference_ci": self.seat_difference.json,
        }


@dataclass(frozen=True)
class Standing:
    """Is how a policy fared: alone against two of the other, and seat by seat.

    Edge is its score minus the mean of the two others' at the table, where it sat alone. Seat
    difference is its score minus what the other policy scored in the same seat on the same deals,
    over all tables.
    """

    name: str
    edge: dict[str, Interval]
    """By scoring: "points" and "seeger-fabian", a deal."""
    seat_difference: dict[str, Interval]
    score: dict[str, float]
    """Its own mean score a deal, by scoring, where it sat alone."""
    shares: Shares
    by_role: dict[str, Part]
    by_contract: dict[str, dict[str, Part]]
    """By role, "declarer" and "defender", and contract."""
    by_seat: dict[str, Interval]
    """The Seeger-Fabian edge in each seat."""
    deviation: float
    """The standard deviation of its Seeger-Fabian score in one deal."""
    luck: float
    """The standard deviation of its edge in one deal at one table."""

    @classmethod
    def of(cls, name: str, outcomes: Any, seatings: Any) -> Standing:
        """Reads the figures off (n, tables) OUTCOME records.

        `seatings` is (tables, 3) bool: where the policy sat; the other one sat elsewhere.
        """
        booked = scores(outcomes)
        alone = np.flatnonzero(seatings.sum(axis=1) == 1)
        seats = seatings[alone].argmax(axis=1)
        games = outcomes[:, alone]
        edge, difference, score = {}, {}, {}
        edges: Any = None
        own: Any = None
        for scoring in SCORINGS:
            own, edges = _own_and_edges(booked[scoring][:, alone], seats)
            score[scoring] = float(own.mean())
            edge[scoring] = Interval.of(edges.mean(axis=1))
            difference[scoring] = Interval.of(_seat_difference(booked[scoring], seatings))
        roles = _roles(outcomes)
        kinds = KIND[np.maximum(outcomes["contract"], 0)]
        sf = booked["seeger-fabian"]
        role = roles[:, alone, seats]
        kind = kinds[:, alone]
        ours = (role == 0) == (games["won"] == 1)

        def part(k: int, number: int | None = None) -> Part:
            which, everywhere = role == k, roles == k
            if number is not None:
                which = which & (kind == number)
                everywhere = everywhere & (kinds == number)[:, :, None]
            known = which.any() and ROLES[k] != "thrown in"
            won = float(ours[which].mean()) if known else float("nan")
            gain = Interval.of(np.where(which, edges, 0.0).mean(axis=1))
            apart = Interval.of(_seat_difference(np.where(everywhere, sf, 0), seatings))
            return Part(float(which.mean()), won, gain, apart)

        return cls(
            name=name,
            edge=edge,
            seat_difference=difference,
            score=score,
            shares=_shares(games, role == 0),
            by_role={name: part(k) for k, name in enumerate(ROLES)},
            by_contract={
                name: {contract: part(k, number) for number, contract in enumerate(CONTRACT_NAMES)}
                for k, name in enumerate(ROLES[:2])
            },
            by_seat={
                SEAT_NAMES[seat]: Interval.of(edges[:, seats == seat].mean(axis=1))
                for seat in range(3)
            },
            deviation=float(own.std()),
            luck=float(edges.std()),
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the figures for JSON; `..._ci` is half the width of a 95 % interval."""
        figures: dict[str, Any] = {}
        for prefix, scoring in (("", "seeger-fabian"), ("points_", "points")):
            for key, values in (
                ("edge", self.edge),
                ("seat_difference", self.seat_difference),
            ):
                figures[f"{prefix}{key}"] = values[scoring].mean
                figures[f"{prefix}{key}_ci"] = values[scoring].json
            figures[f"{prefix}score"] = self.score[scoring]
        return {
            **figures,
            **{k: None if np.isnan(v) else v for k, v in vars(self.shares).items()},
            "deviation": self.deviation,
            "luck": self.luck,
            "by_role": {k: v.as_dict() for k, v in self.by_role.items()},
            "by_contract": {
                role: {k: v.as_dict() for k, v in parts.items()}
                for role, parts in self.by_contract.items()
            },
            "by_seat": {k: {"edge": v.mean, "edge_ci": v.json} for k, v in self.by_seat.items()},
        }


def edges_of(outcomes: Any) -> Any:
    """Returns the Seeger-Fabian edge in each deal of whoever sits alone at tables 0, 1, 2."""
    booked = scores(outcomes[:, :3])["seeger-fabian"]
    return _own_and_edges(booked, np.arange(3))[1].mean(axis=1)


def _roles(outcomes: Any) -> Any:
    """Returns the place in ROLES of every seat: (n, tables, 3)."""
    declarer = outcomes["declarer"][:, :, None]
    return np.where(declarer < 0, 2, np.where(declarer == np.arange(3), 0, 1))


def _own_and_edges(booked: Any, seats: Any) -> tuple[Any, Any]:
    """Returns (n, tables) own scores and edges for (n, tables, 3) scores."""
    own = booked[:, np.arange(len(seats)), seats].astype(np.float64)
    return own, own - (booked.sum(axis=2) - own) / 2


def _seat_difference(booked: Any, seatings: Any) -> Any:
    own = np.where(seatings, booked, 0).sum(axis=1) / seatings.sum(axis=0)
    other = np.where(seatings, 0, booked).sum(axis=1) / (~seatings).sum(axis=0)
    return (own - other).mean(axis=1)


def _shares(games: Any, declared: Any) -> Shares:
    contract = games["contract"]
    count = int(declared.sum())

    def share(which: Any) -> float:
        return float((declared & which).sum() / count) if count else float("nan")

    game = GAME[np.maximum(contract, 0)]
    return Shares(
        declared=float(declared.mean()),
        won=share(games["won"] == 1),
        hand=share(games["picked_up"] == 0),
        suit=share(game < GRAND),
        grand=share(game == GRAND),
        null=share(contract >= FIRST_NULL),
        overbid=share(games["overbid"] == 1),
        schneider=share((games["won"] == 1) & (games["points"] >= 90) & (contract < FIRST_NULL)),
    )
