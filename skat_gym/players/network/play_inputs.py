"""What the nets that play cards see: 728 binary inputs from a view, trump named first."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.encoding.layout import layout
from skat_gym.encoding.symmetry import permuted
from skat_gym.encoding.v1 import reached, write_set
from skat_gym.players.network.suits import SUIT_NAMES
from skat_gym.rules.bits import bit, lowest, without_lowest
from skat_gym.rules.card import ALL_CARDS, points_of
from skat_gym.rules.contract import FORM, GAME, IS_HAND, IS_OUVERT, SCHNEIDER, SCHWARZ
from skat_gym.rules.kernel import kernel
from skat_gym.rules.trick import CLASS, CLASS_CARDS, NULL, STRONGER, power

REACH_STEPS = 16
_POINT_STEPS = np.array([1, 11, 21, 31, 41, 51, 61, 71, 81, 90, 105, 120], np.int64)
_TRICK_STEPS = np.array([2, 4, 8, 12, 16, 21], np.int64)

PLAY = layout(
    [
        ("hand", 32, "own cards"),
        ("legal", 32, "own cards that may be played"),
        ("winning", 32, "own cards that would take the trick as it lies"),
        ("high", 32, "own cards that no unseen or open card of their class beats"),
        ("first", 32, "the card led to the trick on the table"),
        ("second", 32, "the second card of the trick on the table"),
        ("unseen", 32, "cards neither held, put down, open nor played"),
        ("may_next", 32, "cards the next seat may hold"),
        ("may_previous", 32, "cards the previous seat may hold"),
        ("by_me", 32, "cards this seat has played"),
        ("by_next", 32, "cards the next seat has played"),
        ("by_previous", 32, "cards the previous seat has played"),
        ("led_next", 32, "cards the next seat has led"),
        ("led_previous", 32, "cards the previous seat has led"),
        ("off_next", 32, "cards the next seat has played to a class it did not hold"),
        ("off_previous", 32, "the same for the previous seat"),
        ("open_hand", 32, "the declarer's cards in an ouvert game"),
        ("put_down", 32, "own put-downs"),
        ("declarer", 3, "who declares: me, next, previous"),
        ("seat", 3, "own seat"),
        ("game", 3, "suit, grand, null"),
        ("announced", 4, "hand, schneider, schwarz, ouvert"),
        ("void_next", 5, "classes the next seat has shown not to hold"),
        ("void_previous", 5, "the same for the previous seat"),
        ("leader", 3, "who led the trick on the table, or is to lead"),
        ("takes", 3, "whose card takes the trick as it lies"),
        ("trick", 10, "the number of the trick on the table"),
        ("laid", 2, "one card lies, two cards lie"),
        ("trick_points", 6, "points in the trick on the table: 2 4 8 12 16 21"),
        ("taken", 2, "the declarer has a trick, the defenders have one"),
        ("suit", 4, "which suit is trump, by its base value"),
        ("free", 11, "nothing"),
        ("reach_me", REACH_STEPS, "values 18 to 50 this seat said or held"),
        ("reach_next", REACH_STEPS, "values the next seat said or held"),
        ("reach_previous", REACH_STEPS, "values the previous seat said or held"),
        ("spare", 16, "nothing"),
        ("declarer_points", 12, "the declarer's points as known: 1 11 21 ... 81 90 105 120"),
        ("defender_points", 12, "the defenders' points, the same steps"),
    ]
)
"""The inputs of the nets that play cards."""
PLAY_WIDTH = sum(block.width for block in PLAY.values())
_STATE = PLAY["declarer"].start
_SEAT = PLAY["seat"].start - _STATE
_GAME = PLAY["game"].start - _STATE
_ANNOUNCED = PLAY["announced"].start - _STATE
_VOID = PLAY["void_next"].start - _STATE
_LEADER = PLAY["leader"].start - _STATE
_TAKES = PLAY["takes"].start - _STATE
_TRICK = PLAY["trick"].start - _STATE
_LAID = PLAY["laid"].start - _STATE
_TRICK_POINTS = PLAY["trick_points"].start - _STATE
_TAKEN = PLAY["taken"].start - _STATE
_SUIT = PLAY["suit"].start - _STATE
_REACH = PLAY["reach_me"].start
_POINTS = PLAY["declarer_points"].start
assert (_REACH - _STATE, _POINTS - _REACH, PLAY_WIDTH - _POINTS) == (64, 64, 24)


@kernel
def _relative(seat: int, me: int) -> int:
    return seat - me if seat >= me else seat - me + 3


@kernel
def _steps(points: int, steps: Any) -> int:
    total = 0
    for k in range(len(steps)):
        total |= (1 if points >= steps[k] else 0) << k
    return total


@kernel
def auction_reaches(v: Any) -> int:
    """Returns how far each seat went, 16 values each: me, next, previous, as a set of 48."""
    total = 0
    for seat in range(3):
        steps = min(reached(v, seat) + 1, REACH_STEPS)
        total |= (bit(steps) - 1) << (REACH_STEPS * _relative(seat, int(v.me)))
    return int(total)


@kernel
def _habits(v: Any, game: int) -> tuple[int, int, int, int]:
    """Returns the cards led and thrown off by the next seat and by the previous one."""
    me = int(v.me)
    led_next, led_previous, off_next, off_previous = 0, 0, 0, 0
    seat = 0
    for k in range(v.played):
        card = int(v.cards[k])
        turn = k % 3
        if turn == 0:
            seat = 0 if k == 0 else int(v.winners[k // 3 - 1])
        place = _relative(seat, me)
        off = turn != 0 and CLASS[game, card] != CLASS[game, int(v.cards[k - turn])]
        if place == 1:
            led_next |= bit(card) if turn == 0 else 0
            off_next |= bit(card) if off else 0
        elif place == 2:
            led_previous |= bit(card) if turn == 0 else 0
            off_previous |= bit(card) if off else 0
        seat = seat + 1 if seat < 2 else 0
    return led_next, led_previous, off_next, off_previous


@kernel
def _state(v: Any, game: int, names: Any) -> int:
    me = int(v.me)
    contract = v.contract
    state = bit(_relative(int(v.declarer), me)) | bit(_SEAT + me)
    state |= bit(_GAME + (0 if game < 4 else game - 3))
    state |= bit(_SUIT + game) if game < 4 else 0
    state |= IS_HAND[contract] << _ANNOUNCED
    state |= (1 if FORM[contract] >= SCHNEIDER else 0) << (_ANNOUNCED + 1)
    state |= (1 if FORM[contract] >= SCHWARZ else 0) << (_ANNOUNCED + 2)
    state |= IS_OUVERT[contract] << (_ANNOUNCED + 3)
    following = v.void[me + 1 if me < 2 else 0]
    previous = v.void[me - 1 if me > 0 else 2]
    for k in range(5):
        place = _VOID + (int(names[k]) if k < 4 else 4)
        state |= bit(place) if following & CLASS_CARDS[game, k] != 0 else 0
        state |= bit(place + 5) if previous & CLASS_CARDS[game, k] != 0 else 0
    state |= bit(_TAKEN) if v.tricks[0] > 0 else 0
    state |= bit(_TAKEN + 1) if v.tricks[1] > 0 else 0
    trick = v.played // 3
    leader = 0 if trick == 0 else int(v.winners[trick - 1])
    return int(state | bit(_TRICK + trick) | bit(_LEADER + _relative(leader, me)))


@kernel
def _own(hand: int, others: int, led: int, best: int, game: int) -> tuple[int, int]:
    """Returns which own cards would take the trick, and which are high."""
    winning, high = 0, 0
    while hand != 0:
        card = lowest(hand)
        hand = without_lowest(hand)
        high |= bit(card) if STRONGER[game, card] & others == 0 else 0
        winning |= bit(card) if led >= 0 and power(card, led, game) > best else 0
    return winning, high


@kernel
def write_play(views: Any, j: int, mask: int, naming: int, words: Any, row: int) -> None:
    """Writes the inputs of views[j] to a row of `words`, (n, PLAY_WIDTH / 8) int64."""
    v = views[j]
    me = int(v.me)
    game = int(GAME[v.contract])
    names = SUIT_NAMES[game, naming]
    unseen = ALL_CARDS & ~(v.hand | v.put_down | v.open_hand | v.by[0] | v.by[1] | v.by[2])
    state = _state(v, game, names)
    laid = v.played % 3
    led, best, first, second = -1, 0, 0, 0
    if laid != 0:
        led = int(v.cards[v.played - laid])
        first = bit(led)
        best = power(led, led, game)
        taker = me - laid if me >= laid else me - laid + 3
        leader = taker
        if laid == 2:
            card = int(v.cards[v.played - 1])
            second = bit(card)
            if power(card, led, game) > best:
                best = power(card, led, game)
                taker = leader + 1 if leader < 2 else 0
        state |= bit(_LAID + laid - 1) | bit(_TAKES + _relative(taker, me))
        state |= _steps(points_of(first | second), _TRICK_STEPS) << _TRICK_POINTS
    others = unseen | (v.open_hand & ~v.hand)
    winning, high = _own(int(v.hand), int(others), led, best, game)
    following = me + 1 if me < 2 else 0
    previous = me - 1 if me > 0 else 2
    may_next = unseen & ~v.void[following]
    may_previous = unseen & ~v.void[previous]
    if IS_OUVERT[v.contract] == 1 and v.declarer != me:
        if v.declarer == following:
            may_next = v.open_hand
        else:
            may_previous = v.open_hand
    led_next, led_previous, off_next, off_previous = _habits(v, game)
    sets = (
        v.hand,
        mask,
        winning,
        high,
        first,
        second,
        unseen,
        may_next,
        may_previous,
        v.by[me],
        v.by[following],
        v.by[previous],
        led_next,
        led_previous,
        off_next,
        off_previous,
        v.open_hand,
        v.put_down,
    )
    for k in range(18):
        write_set(words, row, 32 * k, 4, permuted(sets[k], names, game == NULL))
    write_set(words, row, _STATE, 8, state)
    write_set(words, row, _REACH, 8, auction_reaches(v))
    known = _steps(v.points[0] + points_of(v.put_down), _POINT_STEPS)
    known |= _steps(v.points[1], _POINT_STEPS) << 12
    write_set(words, row, _POINTS, 3, known)


@kernel
def _write_all(views: Any, masks: Any, namings: Any, words: Any) -> None:
    each = len(words) // len(views)
    for row in range(len(words)):
        j = row // each
        write_play(views, j, masks[j], namings[row], words, row)


def play_inputs(views: Any, masks: Any, namings: Any) -> Any:
    """Returns the inputs of (n,) views in their play, (m, PLAY_WIDTH) uint8.

    `masks` are the legal actions, (n,) int64; `namings` is (m,), m / n ways of naming the suits for
    each view, numbers into `SUIT_NAMES`.
    """
    inputs = np.empty((len(namings), PLAY_WIDTH), np.uint8)
    if len(views):
        _write_all(views, np.asarray(masks, np.int64), namings, inputs.view(np.int64))
    return inputs
