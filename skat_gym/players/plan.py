"""Auction, skat and contract by search: each choice played on, then solved or played to the end."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players.native import RULEBOOK, NativePolicy
from skat_gym.players.playouts import guest_seats
from skat_gym.players.policy import Policy, checked_actions
from skat_gym.players.rollout import Seating, apply_rows, play_out
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.chance import mix
from skat_gym.rules.contract import FIRST_NULL, FORM, HAND
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import seeger_fabian
from skat_gym.rules.state import CHOICE, PLAY
from skat_gym.rules.transition import apply
from skat_gym.solver.solve import SCORE, WON, answer

_STEP = 2
"""Worlds between two looks at which choices fall out."""


def candidates(mask: int, phase: int, preferred: int) -> list[int]:
    """Lists the actions worth weighing: all legal ones but announcements nobody asked for.

    >>> from skat_gym.rules.action import PICK_UP
    >>> len(candidates((1 << 64) - (1 << 34), CHOICE, PICK_UP))
    15
    """
    found = []
    for action in range(64):
        if not mask >> action & 1:
            continue
        contract = action - DECLARE_FIRST
        announced = 0 <= contract < FIRST_NULL and FORM[contract] > HAND
        if action == preferred or phase != CHOICE or not announced:
            found.append(action)
    return found


def weigh(
    worlds: Any,
    me: int,
    actions: list[int],
    base: Policy,
    key: int,
    serial: int,
    tools: tuple[Any, Any, Any],
    limit: int,
    seconds: float | None,
) -> tuple[dict[int, float], int]:
    """Weighs actions of seat `me` over worlds, (n,) DEAL records at its turn before the play.

    After each action the base policy decides for all seats until the first card is led, and the
    solver says what the game is worth; booked is what `me` gets above the mean of the others
    (Seeger-Fabian). Every two worlds the worse half of the actions falls out. Returns the means of
    those left to the end, and over how many worlds. `serial` is the first of n * len(actions)
    stamps of the table; `tools` are work and table of the solver, and its count of nodes. Nothing
    is searched once that reaches `limit`, and the world begun is left out, unless it is the first.
    """
    work, table, nodes = tools
    totals = dict.fromkeys(actions, 0.0)
    began = time.monotonic()
    done = 0
    for w in range(len(worlds)):
        deals = np.repeat(worlds[w : w + 1], len(totals))
        for row, action in enumerate(totals):
            apply(deals, row, action)
        _to_the_play(deals, base, mix(key, w))
        fresh: dict[int, float] = {}
        for row, action in enumerate(totals):
            d = deals[row]
            score = int(d.score)
            if d.phase == PLAY:
                if done and nodes[0] >= limit:
                    break
                score = answer(deals, row, SCORE, WON, serial, work, table, nodes)
                serial += 1
            booked = [seeger_fabian(int(d.declarer), score, (me + k) % 3) for k in range(3)]
            fresh[action] = booked[0] - (booked[1] + booked[2]) / 2
        if len(fresh) < len(totals):
            break
        totals = {action: total + fresh[action] for action, total in totals.items()}
        done += 1
        if nodes[0] >= limit or (seconds is not None and time.monotonic() - began > seconds):
            break
        if done % _STEP == 0 and len(totals) > 2:
            ahead = sorted(totals, key=lambda a: -totals[a])[: (len(totals) + 1) // 2]
            totals = {action: totals[action] for action in totals if action in ahead}
    return {action: total / done for action, total in totals.items()}, done


def _to_the_play(deals: Any, base: Policy, key: int) -> None:
    """Lets the base policy decide for everybody until cards are played, or the deal is over."""
    while True:
        rows = np.flatnonzero(deals["phase"] < PLAY)
        if not len(rows):
            return
        part = deals.take(rows)
        views, masks = new_views(len(rows)), np.zeros(len(rows), np.int64)
        view_seat_to_act(part, views, masks)
        keys = np.array([mix(key, int(d.plies)) for d in part], np.int64).view(np.uint64)
        chosen = checked_actions(base, base.act(views, masks, keys), views, masks)
        for row, action in zip(rows, chosen, strict=True):
            apply(deals, int(row), int(action))


def played(
    worlds: Any,
    me: int,
    actions: list[int],
    base: Policy,
    play: Policy,
    key: int,
    guests: float = 0.0,
) -> Any:
    """Plays (n,) worlds on to their end after each of the actions of seat `me`, before the play.

    `base` decides for all seats until the first card, then `play`, but for a share `guests` of the
    worlds, in which the rulebook player lays the others' cards. Returns what `me` books above
    the mean of the others (Seeger-Fabian), (n, actions) float64.
    """
    n, m = len(worlds), len(actions)
    deals = np.repeat(worlds, m)
    apply_rows(deals, np.arange(n * m), np.tile(actions, n))
    if worlds["phase"][0] > CHOICE:
        _declare(deals, m, base, key)
    seating = Seating()
    for seat in range(3):
        seating.seat(seat, base, frozenset({"auction", "skat"}))
        seating.seat(seat, play, frozenset({"play"}))
    own = seating.codes.copy()
    for seat in range(3):
        seating.seat(seat, NativePolicy(RULEBOOK), frozenset({"play"}))
    numbers = np.repeat(np.arange(n), m)
    away = guest_seats(numbers, guests, np.full(n * m, me))
    codes = np.where(away[:, :, None], seating.codes, own)
    play_out(deals, codes, seating.policies, key, numbers)
    booked = np.empty(n * m)
    _book(deals, me, booked)
    return booked.reshape(n, m)


def _declare(deals: Any, m: int, base: Policy, key: int) -> None:
    """Lets the declarer put down and declare: in every world alike, since it sees the same in all.

    Deals are worlds by the m actions; the first world is asked about.
    """
    rows = np.arange(len(deals))
    while True:
        waiting = np.flatnonzero(deals["phase"][:m] < PLAY)
        if not len(waiting):
            return
        views, masks = new_views(len(waiting)), np.zeros(len(waiting), np.int64)
        view_seat_to_act(deals.take(waiting), views, masks)
        keys = np.full(len(waiting), key, np.int64).view(np.uint64)
        chosen = np.full(m, -1)
        chosen[waiting] = checked_actions(base, base.act(views, masks, keys), views, masks)
        every = chosen[rows % m]
        apply_rows(deals, rows[every >= 0], every[every >= 0])


@kernel
def _book(deals: Any, me: int, booked: Any) -> None:
    for k in range(len(deals)):
        declarer, score = int(deals[k].declarer), int(deals[k].score)
        others = 0
        for seat in range(3):
            if seat != me:
                others += seeger_fabian(declarer, score, seat)
        booked[k] = seeger_fabian(declarer, score, me) - others / 2
