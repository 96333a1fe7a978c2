"""What the nets that play cards see: 728 binary inputs from a view, trump named first."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.encoding.layout import layout
from skat_gym.encoding.symmetry import permute_words
from skat_gym.encoding.v1 import reaches, write_pair
from skat_gym.players.network.suits import SUIT_NAMES
from skat_gym.rules.bits import bit, lowest, spread, without_lowest
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
_SETS = _STATE // 32
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
    found = reaches(v)
    total = 0
    for place in range(3):
        total |= ((found >> (18 * place)) & 0xFFFF) << (REACH_STEPS * place)
    return int(total)


@kernel
def _recalled(v: Any, game: int, since: int, seen: Any) -> None:
    """Fills `seen` (3 seats, 4) with what was played from card number `since` on.

    For each seat: the cards, those led, those thrown off, and the cards of classes not held.
    """
    for seat in range(3):
        for k in range(4):
            seen[seat, k] = 0
    seat = 0
    for k in range(since, v.played):
        card = int(v.cards[k])
        turn = k % 3
        if turn == 0:
            seat = 0 if k == 0 else int(v.winners[k // 3 - 1])
        seen[seat, 0] |= bit(card)
        if turn == 0:
            seen[seat, 1] |= bit(card)
        else:
            led = CLASS[game, int(v.cards[k - turn])]
            if CLASS[game, card] != led:
                seen[seat, 2] |= bit(card)
                seen[seat, 3] |= CLASS_CARDS[game, led]
        seat = seat + 1 if seat < 2 else 0


@kernel
def _state(v: Any, game: int) -> int:
    me = int(v.me)
    contract = v.contract
    state = bit(_relative(int(v.declarer), me)) | bit(_SEAT + me)
    state |= bit(_GAME + (0 if game < 4 else game - 3))
    state |= bit(_SUIT + game) if game < 4 else 0
    state |= IS_HAND[contract] << _ANNOUNCED
    state |= (1 if FORM[contract] >= SCHNEIDER else 0) << (_ANNOUNCED + 1)
    state |= (1 if FORM[contract] >= SCHWARZ else 0) << (_ANNOUNCED + 2)
    state |= IS_OUVERT[contract] << (_ANNOUNCED + 3)
    state |= bit(_TAKEN) if v.tricks[0] > 0 else 0
    state |= bit(_TAKEN + 1) if v.tricks[1] > 0 else 0
    trick = v.played // 3
    leader = 0 if trick == 0 else int(v.winners[trick - 1])
    return int(state | bit(_TRICK + trick) | bit(_LEADER + _relative(leader, me)))


@kernel
def _voids(following: int, previous: int, game: int, names: Any) -> int:
    state = 0
    for k in range(5):
        place = _VOID + (int(names[k]) if k < 4 else 4)
        state |= bit(place) if following & CLASS_CARDS[game, k] != 0 else 0
        state |= bit(place + 5) if previous & CLASS_CARDS[game, k] != 0 else 0
    return state


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
def write_play(views: Any, j: int, mask: int, memory: int, seen: Any, words: Any, row: int) -> int:
    """Writes the inputs of views[j], suits under their own names, to a row of `words`.

    Remembers the cards of the last `memory` tricks and of the one on the table. Returns the state
    of the block that begins at `declarer`, voids left out; `seen` is as of `_recalled`.
    """
    v = views[j]
    me = int(v.me)
    game = int(GAME[v.contract])
    laid = v.played % 3
    since = max(0, v.played - laid - 3 * memory)
    _recalled(v, game, since, seen)
    gone = seen[0, 0] | seen[1, 0] | seen[2, 0]
    unseen = ALL_CARDS & ~(v.hand | v.put_down | v.open_hand | gone)
    state = _state(v, game)
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
    may_next = unseen & ~seen[following, 3]
    may_previous = unseen & ~seen[previous, 3]
    if IS_OUVERT[v.contract] == 1 and v.declarer != me:
        if v.declarer == following:
            may_next = v.open_hand
        else:
            may_previous = v.open_hand
    write_pair(words, row, 0, v.hand, mask)
    write_pair(words, row, 8, winning, high)
    write_pair(words, row, 16, first, second)
    write_pair(words, row, 24, unseen, may_next)
    write_pair(words, row, 32, may_previous, seen[me, 0])
    write_pair(words, row, 40, seen[following, 0], seen[previous, 0])
    write_pair(words, row, 48, seen[following, 1], seen[previous, 1])
    write_pair(words, row, 56, seen[following, 2], seen[previous, 2])
    write_pair(words, row, 64, v.open_hand, v.put_down)
    spread(auction_reaches(v), words, row, _REACH // 8, 64)
    known = _steps(v.points[0] + points_of(v.put_down), _POINT_STEPS)
    known |= _steps(v.points[1], _POINT_STEPS) << 12
    spread(known, words, row, _POINTS // 8, 24)
    return int(state)


@kernel
def _write_all(views: Any, masks: Any, namings: Any, memory: int, seen: Any, words: Any) -> None:
    each = len(words) // len(views)
    for j in range(len(views)):
        v = views[j]
        game = int(GAME[v.contract])
        first = j * each
        state = write_play(views, j, masks[j], memory, seen, words, first)
        following = seen[v.me + 1 if v.me < 2 else 0, 3]
        previous = seen[v.me - 1 if v.me > 0 else 2, 3]
        for k in range(1, each):
            for place in range(PLAY_WIDTH // 8):
                words[first + k, place] = words[first, place]
        for k in range(each):
            row = first + k
            names = SUIT_NAMES[game, namings[row]]
            for place in range(_SETS):
                permute_words(words, row, 4 * place, names, game == NULL)
            voids = _voids(following, previous, game, names)
            spread(state | voids, words, row, _STATE // 8, 64)


def play_inputs(views: Any, masks: Any, namings: Any, memory: int = 10) -> Any:
    """Returns the inputs of (n,) views in their play, (m, PLAY_WIDTH) uint8.

    `masks` are the legal actions, (n,) int64; `namings` is (m,), m / n ways of naming the suits for
    each view, numbers into `SUIT_NAMES`. With a `memory` below 10 the cards of earlier tricks are
    forgotten, and what they told of others' hands.
    """
    inputs = np.empty((len(namings), PLAY_WIDTH), np.uint8)
    if len(views):
        masks = np.asarray(masks, np.int64)
        seen = np.zeros((3, 4), np.int64)
        _write_all(views, masks, namings, memory, seen, inputs.view(np.int64))
    return inputs
