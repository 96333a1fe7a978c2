"""Auction, skat and contract by search: each choice played on, then solved or played to the end."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from skat_gym.observation import new_views, view_seat_to_act
from skat_gym.players.playouts import guest_seats, seated
from skat_gym.players.policy import Policy, ask
from skat_gym.players.rollout import apply_rows, play_out
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
        _to_the_play(deals, len(deals), base, mix(key, w))
        fresh: dict[int, float] = {}
        for row, action in enumerate(totals):
            d = deals[row]
            score = int(d.score)
            if d.phase == PLAY:
                if done and nodes[0] >= limit:
                    break
                score = answer(deals, row, SCORE, WON, serial, work, table, nodes)
                serial += 1
            fresh[action] = gained(int(d.declarer), score, me)
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


def _to_the_play(deals: Any, asked: int, base: Policy, key: int) -> None:
    """Lets the base policy decide for everybody until cards are played, or the deal is over.

    It is asked about the first `asked` deals; the rest repeats them, as far as the seat to act can
    see, and its decisions with them.
    """
    rows = np.arange(len(deals))
    while True:
        waiting = np.flatnonzero(deals["phase"][:asked] < PLAY)
        if not len(waiting):
            return
        part = deals.take(waiting)
        views, masks = new_views(len(part)), np.zeros(len(part), np.int64)
        view_seat_to_act(part, views, masks)
        keys = np.array([mix(key, int(d.plies)) for d in part], np.int64)
        chosen = np.full(asked, -1)
        chosen[waiting] = ask(base, views, masks, keys)
        every = chosen[rows % asked]
        apply_rows(deals, rows[every >= 0], every[every >= 0])


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
    if worlds["phase"][0] > CHOICE:  # the declarer sees the same in every world
        _to_the_play(deals, m, base, key)
    numbers = np.repeat(np.arange(n), m)
    away = guest_seats(numbers, guests, np.full(n * m, me))
    codes, policies = seated({"auction": base, "skat": base, "play": play}, away)
    play_out(deals, codes, policies, key, numbers)
    booked = np.empty(n * m)
    _book(deals, me, booked)
    return booked.reshape(n, m)


@kernel
def gained(declarer: int, score: int, me: int) -> float:
    """Returns what seat `me` books above the mean of the others (Seeger-Fabian)."""
    others = 0
    for seat in range(3):
        if seat != me:
            others += seeger_fabian(declarer, score, seat)
    return float(seeger_fabian(declarer, score, me) - others / 2)


@kernel
def _book(deals: Any, me: int, booked: Any) -> None:
    for k in range(len(deals)):
        booked[k] = gained(int(deals[k].declarer), int(deals[k].score), me)
