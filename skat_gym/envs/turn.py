"""A turn of every table in a batch: the kernel that plays rows up to whoever must be asked.

`play_rows` is the whole environment inside kernels: it takes the learner's action, lets native
players act, scores, draws the next deal and writes what the learner sees. Only two kinds of rows
come back to Python on the way: those that wait for another policy, and deals to be recorded.
"""

from __future__ import annotations

from typing import Any

from skat_gym.envs.chairs import sit
from skat_gym.envs.row import (
    ANSWERED,
    ASKING,
    DONE,
    DRAWING,
    ENDED,
    FAILED,
    FRESH,
    GIVEN,
    PLACED,
    PUT,
    READY,
    RECORDED,
    SHOWN,
)
from skat_gym.envs.setup import DRAWN, MAX_DRAWS
from skat_gym.envs.step import deal_out, observe, payoff, question, replacement, wanted
from skat_gym.players.rollout import LEARNER, advance
from skat_gym.rules.action import N_ACTIONS
from skat_gym.rules.bits import bit
from skat_gym.rules.chance import below, dealer_key, seat_key
from skat_gym.rules.kernel import kernel, threaded
from skat_gym.rules.match import seat_of
from skat_gym.rules.scoring import booked
from skat_gym.rules.state import OVER
from skat_gym.rules.transition import apply

LEARNER_PLAYER = 0
_ALL = -1
_WAIT, _PLAY, _CLOSE, _OPEN, _DEAL, _REDRAW = range(6)
"""What is to be done with a row next: nothing, for it waits; play on; end the episode; begin one;
draw its next deal; draw another in place of one that does not fit."""


@kernel
def _open(desk: Any, i: int) -> None:
    """Begins an episode; its first deal is yet to be drawn."""
    r = desk.rows[i]
    r.drawing = DRAWING
    r.draws = 0
    r.declared = 0
    r.won = 0
    r.points = 0
    if desk.terms[0].match_deals > 0:
        r.match_number += 1
        r.first_dealer = r.asked_dealer
        if r.asked_dealer < 0:
            r.first_dealer = below(dealer_key(int(r.root), int(r.match_number)), 3)
        r.asked_dealer = -1
        r.booked = 0
        r.earned = 0.0
        r.told = 1
        for k in range(3):
            r.totals[k] = 0


@kernel
def _next_deal(desk: Any, i: int) -> None:
    r = desk.rows[i]
    r.number += 1
    r.draws += 1
    root = int(r.root)
    number = int(r.number)
    seat = int(desk.terms[0].seat)
    if desk.terms[0].match_deals > 0:
        seat = seat_of((int(r.first_dealer) + int(r.booked)) % 3, LEARNER_PLAYER)
    elif seat == DRAWN:
        seat = below(seat_key(root, number), 3)
    r.seat = seat
    sit(desk.codes, i, seat, desk.own, desk.pool, desk.limits, root, number)
    deal_out(desk.deals, i, root, number, desk.given)


@kernel
def _book(desk: Any, i: int) -> None:
    """Pays for the deal that is over, and enters it in the list of a match."""
    r = desk.rows[i]
    d = desk.deals[i]
    t = desk.terms[0]
    plain = t.plain == 1
    total = 0
    for seat in range(3):
        total += booked(d.declarer, d.score, seat, plain)
    mine = int(r.seat) if r.seat >= 0 else max(int(d.declarer), 0)
    points = booked(d.declarer, d.score, mine, plain)
    r.declared += 1 if d.declarer == mine else 0
    r.won += 1 if d.declarer == mine and d.won == 1 else 0
    r.points += points
    if t.match_deals == 0:
        for seat in range(3):
            own = booked(d.declarer, d.score, seat, plain)
            r.returns[seat] = payoff(own, total - own, t.relative == 1, t.scale)
        return
    r.earned += payoff(points, total - points, t.relative == 1, t.scale)
    dealer = (r.first_dealer + r.booked) % 3
    for player in range(3):
        r.totals[player] += booked(d.declarer, d.score, seat_of(dealer, player), plain)
    r.booked += 1
    r.told = 1
    desk.listed_deals[i] = d


@kernel
def _close(desk: Any, sheet: Any, i: int, low: int) -> None:
    """Ends the episode: says how it did, and shows the last observation."""
    r = desk.rows[i]
    d = desk.deals[i]
    r.done = 1
    r.slot = low + desk.counts[low]
    desk.counts[low] += 1
    desk.ends[r.slot] = r
    desk.last_deals[r.slot] = d
    r.legal = _ALL
    same_step = desk.terms[0].same_step == 1
    me = r.seat if r.seat >= 0 else max(d.seat, 0)
    row = int(r.slot) if same_step else i
    words = desk.last_words if same_step else sheet.words
    hidden = desk.last_hidden if same_step else sheet.hidden
    observe(desk.deals, i, me, desk.scratch, low, words, hidden, row, desk.mask_words)
    if not same_step:
        _free(desk.mask_words, i)
        r.state = DONE


@kernel
def _free(mask_words: Any, i: int) -> None:
    """Writes the mask that forbids nothing."""
    for k in range(8):
        mask_words[i, k] = 0x0101010101010101


@kernel
def _pay(desk: Any, i: int) -> None:
    """Says what the learner gets as its episode ends."""
    r = desk.rows[i]
    t = desk.terms[0]
    r.acting = -1
    r.phase = OVER
    if t.match_deals == 0:
        r.reward = r.returns[r.acted if r.seat < 0 else r.seat]
        return
    r.reward = r.earned
    r.earned = 0.0
    total = r.totals[0] + r.totals[1] + r.totals[2]
    for player in range(3):
        own = int(r.totals[player])
        r.returns[player] = payoff(own, int(total) - own, t.relative == 1, t.scale)


@kernel
def _lawful(desk: Any, i: int, action: int) -> int:
    """Returns what is played for an action of the learner, -1 if it ends the episode."""
    r = desk.rows[i]
    if 0 <= action < N_ACTIONS and r.legal & bit(action) != 0:
        return action
    t = desk.terms[0]
    if t.replaces == 1:
        plies = int(desk.deals[i].plies)
        return replacement(int(r.legal), int(r.root), int(r.number), int(r.acting), plies)
    r.attempt = action
    r.illegal = 1
    r.reward = t.illegal_reward
    return -1


@kernel
def _finish(desk: Any, i: int) -> int:
    """Does what follows a deal that is over; says what to do next (see `play_rows`)."""
    r = desk.rows[i]
    is_match = desk.terms[0].match_deals > 0
    if r.drawing != 0 and not is_match:
        return _REDRAW
    if desk.terms[0].records == 1 and r.state != RECORDED:
        r.state = ENDED
        return _WAIT
    r.state = FRESH
    _book(desk, i)
    if is_match and r.booked != desk.terms[0].match_deals:
        return _DEAL
    if r.drawing == DRAWING:
        r.state = FAILED
        return _WAIT
    _pay(desk, i)
    return _CLOSE


@kernel
def _exhausted(desk: Any, i: int) -> bool:
    """Tells whether no other deal may be drawn in place of one that does not fit."""
    r = desk.rows[i]
    if r.drawing != PUT and r.draws < MAX_DRAWS:
        return False
    r.phase = desk.deals[i].phase
    r.state = FAILED
    return True


@kernel
def _show_again(desk: Any, sheet: Any, i: int, low: int) -> None:
    """Writes once more what the learner sees, of a row that a reset of others leaves alone."""
    r = desk.rows[i]
    d = desk.deals[i]
    me = r.seat if r.seat >= 0 else max(d.seat, 0)
    observe(desk.deals, i, me, desk.scratch, low, sheet.words, sheet.hidden, i, desk.mask_words)
    r.state = READY
    if r.legal == _ALL:
        r.state = DONE
        _free(desk.mask_words, i)


@kernel
def _begin(desk: Any, i: int, actions: Any) -> int:
    """Takes the action a row was given; says what to do next (see `play_rows`)."""
    r = desk.rows[i]
    if r.state == GIVEN or r.state == FRESH or r.state == PLACED:
        r.reward = 0.0
        r.illegal = 0
        r.done = 0
        r.told = 0
    if r.state == FRESH:
        return _OPEN
    if r.state == GIVEN or r.state == ANSWERED:
        action = int(actions[i])
        if r.state == GIVEN:
            r.acted = r.acting
            action = _lawful(desk, i, action)
        if action < 0:
            return _CLOSE
        apply(desk.deals, i, action)
    return _PLAY


@threaded
def play_rows(desk: Any, sheet: Any, actions: Any, low: int, high: int) -> None:
    """Plays rows low .. high - 1 on, each by its state.

    actions[i] is the learner's where a row is GIVEN (legal or not), a policy's legal one where
    it is ANSWERED. Each part of the loop is called in one place; `todo` says which comes next.
    """
    deals = desk.deals
    contracts = int(desk.terms[0].contracts)
    role = int(desk.terms[0].role)
    for i in range(low, high):
        r = desk.rows[i]
        if r.state == READY or r.state == DONE or r.state == ASKING:
            continue
        if r.state == SHOWN:
            _show_again(desk, sheet, i, low)
            continue
        todo = _begin(desk, i, actions)
        while todo != _WAIT:
            if todo == _CLOSE:
                _close(desk, sheet, i, low)
                todo = _OPEN if r.state != DONE else _WAIT
                continue
            if todo == _REDRAW and _exhausted(desk, i):
                break
            if todo == _OPEN:
                _open(desk, i)
            if todo != _PLAY:
                _next_deal(desk, i)
            root = int(r.root)
            number = int(r.number)
            code = advance(deals, i, desk.codes, root, number, desk.scratch, low)
            d = deals[i]
            todo = _WAIT
            if code != LEARNER:
                question(deals, i, root, number, desk.views, desk.masks, desk.keys, i)
                r.code = code
                r.state = ASKING
            elif d.phase == OVER:
                todo = _finish(desk, i)
            elif r.drawing != 0 and not wanted(d, int(r.seat), contracts, role):
                todo = _REDRAW
            else:
                if r.drawing == 0 and r.told == 1:
                    r.reward = r.earned
                    r.earned = 0.0
                r.drawing = 0
                r.state = READY
                r.acting = d.seat
                r.phase = d.phase
                me = r.seat if r.seat >= 0 else d.seat
                r.legal = observe(
                    deals, i, me, desk.scratch, low, sheet.words, sheet.hidden, i, desk.mask_words
                )


@kernel
def survey(rows: Any, seats: Any, phases: Any, rewards: Any, done: Any) -> int:
    """Writes whose view each row shows, the phase, the reward, whether its episode ended.

    Returns a row that failed, -1 if none did.
    """
    failed = -1
    for i in range(len(rows)):
        r = rows[i]
        seats[i] = r.seat if r.seat >= 0 else max(r.acting, 0)
        phases[i] = r.phase
        rewards[i] = r.reward
        done[i] = r.done == 1
        if r.state == FAILED and failed < 0:
            failed = i
    return failed
