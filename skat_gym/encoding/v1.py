"""The encoding "v1": 784 features, written eight columns at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.encoding.layout import V1, V1_WIDTH
from skat_gym.encoding.symmetry import permute_words
from skat_gym.rules.bits import bit, highest, spread
from skat_gym.rules.card import ALL_CARDS, JACKS, points_of
from skat_gym.rules.contract import FORM, GAME, IS_HAND, IS_OUVERT, SCHNEIDER, SCHWARZ
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import AUCTION, OVER, PUT_DOWN
from skat_gym.rules.trick import CLASS_CARDS, GRAND, NULL, STRONGER, over, power

_POINT_STEPS = np.array([1, 11, 21, 31, 41, 51, 61, 71, 81, 90, 105, 120], np.int64)
_REACH_STEPS = 18
_NUMBER = np.array(
    [[ALL_CARDS * ((k // 3 + 1) >> digit & 1) for k in range(30)] for digit in range(4)], np.int64
)
"""(4 binary digits, 30): all cards where the trick of the k-th card has the digit, else none."""
_FREE = np.array(
    [
        [
            sum(1 << c for c in range(8 - (game != NULL)) if STRONGER[game, c] & others == 0)
            for others in range(256)
        ]
        for game in (GRAND, NULL)
    ],
    np.int64,
)
"""(with jacks as trumps or not, 256 sets of other cards of a suit): the cards of the suit that no
other one beats."""

# A row is written as 64-bit sets, eight columns to a machine word. These are the columns where
# each set begins, and the places of the small blocks within the two sets they share.
_SETS = V1["hand"].start
_PAIRS = _SETS // 8
_SAID = V1["middlehand_said"].start
_REACH = V1["reach_me"].start
_STATE = V1["phase"].start
_POINTS = V1["declarer_points"].start
_TO_ACT = V1["to_act"].start - _STATE
_SEAT = V1["seat"].start - _STATE
_DECLARER = V1["declarer"].start - _STATE
_GAME = V1["game"].start - _STATE
_ANNOUNCED = V1["announced"].start - _STATE
_PASSED = V1["passed"].start - _STATE
_FIRST_OUT = V1["first_out"].start - _STATE
_SPEAKER = V1["speaker"].start - _STATE
_LISTENER = V1["listener"].start - _STATE
_LEADER = V1["leader"].start - _STATE
_TAKES = V1["takes"].start - _STATE
_TRICK = V1["trick"].start - _STATE
_VOID = V1["void_next"].start - _STATE
_TRICK_TAKEN = V1["declarer_trick"].start - _REACH
assert V1_WIDTH % 8 == 0 and all(start % 8 == 0 for start in (_SAID, _REACH, _STATE, _POINTS))
assert (_STATE - _REACH, _POINTS - _STATE, V1_WIDTH - _POINTS) == (56, 64, 24)


@kernel
def write_mask(mask: int, words: Any, row: int) -> None:
    """Writes a set of actions to a row of 64 one-byte columns, seen as 8 int64."""
    spread(mask, words, row, 0, 64)


@kernel
def write_cards(cards: int, words: Any, row: int, start: int) -> None:
    """Writes a set of cards to 32 one-byte columns of a row, from column `start` on."""
    spread(cards, words, row, start // 8, 32)


@kernel
def _relative(seat: int, me: int) -> int:
    return seat - me if seat >= me else seat - me + 3


@kernel
def _seat_bit(start: int, seat: int, me: int) -> int:
    return bit(start + _relative(seat, me)) if seat >= 0 else 0


@kernel
def _top(said: int) -> int:
    return highest(said) if said != 0 else -1


@kernel
def _held(v: Any, seat: int, speaker: int, refused: bool) -> int:
    """Returns the index of the highest value of a speaker that its listener held, -1 for none.

    `refused` says whether the listener passed to that speaker; the value on the table is not
    held yet.
    """
    said = int(v.said[speaker])
    waiting = v.phase == AUCTION and v.speaker == speaker and v.seat == seat
    if said != 0 and (refused or waiting):
        said ^= bit(highest(said))
    return _top(said)


@kernel
def _auction_state(v: Any) -> int:
    me = v.me
    state = bit(_SEAT + me)
    if v.phase < OVER:
        state |= bit(v.phase + (1 if v.phase > PUT_DOWN or v.n_put_down == 1 else 0))
    else:
        state |= bit(6)
    state |= _seat_bit(_TO_ACT, v.seat, me)
    state |= _seat_bit(_DECLARER, v.declarer, me)
    state |= _seat_bit(_FIRST_OUT, v.first_out, me)
    state |= _seat_bit(_SPEAKER, v.speaker, me)
    state |= _seat_bit(_LISTENER, v.listener, me)
    for seat in range(3):
        state |= ((v.passed >> seat) & 1) << (_PASSED + _relative(seat, me))
    return state


@kernel
def _steps(reach: int, seat: int, me: int) -> int:
    return (bit(min(reach + 1, _REACH_STEPS)) - 1) << (_REACH_STEPS * _relative(seat, me))


@kernel
def reaches(v: Any) -> int:
    """Returns how far each seat went, 18 values each (me, next, previous), and who took a trick."""
    me = v.me
    forehand = _top(v.said[0])
    middlehand = _top(v.said[1])
    if v.said[1] != 0:
        forehand = max(forehand, _held(v, 0, 1, v.first_out == 0))
    if v.said[2] != 0:  # whoever is left of the others listens
        if v.first_out == 1:
            forehand = max(forehand, _held(v, 0, 2, v.passed & 1 != 0))
        elif v.first_out == 0:
            middlehand = max(middlehand, _held(v, 1, 2, v.passed & 2 != 0))
    total = _steps(forehand, 0, me) | _steps(middlehand, 1, me) | _steps(_top(v.said[2]), 2, me)
    if v.tricks[0] > 0:
        total |= bit(_TRICK_TAKEN)
    if v.tricks[1] > 0:
        total |= bit(_TRICK_TAKEN + 1)
    return total


@kernel
def _contract_state(v: Any, suits: Any, game: int) -> int:
    me = v.me
    contract = v.contract
    state = bit(_GAME + (int(suits[game]) if game < 4 else game))
    state |= IS_HAND[contract] << _ANNOUNCED
    state |= (1 if FORM[contract] >= SCHNEIDER else 0) << (_ANNOUNCED + 1)
    state |= (1 if FORM[contract] >= SCHWARZ else 0) << (_ANNOUNCED + 2)
    state |= IS_OUVERT[contract] << (_ANNOUNCED + 3)
    following = v.void[me + 1 if me < 2 else 0]
    previous = v.void[me - 1 if me > 0 else 2]
    for k in range(5):
        place = _VOID + (int(suits[k]) if k < 4 else 4)
        state |= bit(place) if following & CLASS_CARDS[game, k] != 0 else 0
        state |= bit(place + 5) if previous & CLASS_CARDS[game, k] != 0 else 0
    return int(state)


@kernel
def _point_steps(points: int) -> int:
    total = 0
    for k in range(12):
        total |= (1 if points >= _POINT_STEPS[k] else 0) << k
    return total


@kernel
def write_pair(words: Any, row: int, place: int, cards: int, more: int) -> None:
    """Writes two sets of cards to 64 one-byte columns of a row, from word `place` on."""
    spread((int(cards) & ALL_CARDS) | (int(more) << 32), words, row, place, 64)


@kernel
def encode_row(views: Any, j: int, words: Any, row: int, suits: Any) -> None:
    """Writes the "v1" features of views[j] to a row of `words`.

    `words` is an (n, V1_WIDTH) array of uint8 seen as (n, V1_WIDTH / 8) int64.
    """
    v = views[j]
    me = v.me
    game = GAME[v.contract] if v.contract >= 0 else -1
    null = game == NULL
    same = suits[0] == 0 and suits[1] == 1 and suits[2] == 2 and suits[3] == 3
    unseen = ALL_CARDS & ~(v.hand | v.put_down | v.open_hand | v.by[0] | v.by[1] | v.by[2])
    winning, high, first, second, state = 0, 0, 0, 0, _auction_state(v)
    bit_1, bit_2, bit_4, bit_8 = 0, 0, 0, 0
    if game >= 0:
        winning, high, first, second, trick_state = _trick_on_table(v, game, unseen)
        state |= trick_state | _contract_state(v, suits, game)
        for k in range(30):  # cards not played yet are -1, which is no bit below 32
            one = bit(int(v.cards[k]) & 63)
            bit_1 |= one & _NUMBER[0, k]
            bit_2 |= one & _NUMBER[1, k]
            bit_4 |= one & _NUMBER[2, k]
            bit_8 |= one & _NUMBER[3, k]
    following = v.by[me + 1 if me < 2 else 0]
    previous = v.by[me - 1 if me > 0 else 2]
    write_pair(words, row, _PAIRS, v.hand, winning)
    write_pair(words, row, _PAIRS + 8, high, first)
    write_pair(words, row, _PAIRS + 16, second, unseen)
    write_pair(words, row, _PAIRS + 24, v.by[me], following)
    write_pair(words, row, _PAIRS + 32, previous, v.open_hand)
    write_pair(words, row, _PAIRS + 40, v.found, v.put_down)
    write_pair(words, row, _PAIRS + 48, bit_1, bit_2)
    write_pair(words, row, _PAIRS + 56, bit_4, bit_8)
    if not same:
        for k in range(16):
            permute_words(words, row, _SETS // 8 + 4 * k, suits, null)
    spread(v.said[1] | ((v.said[0] & 1) << 63), words, row, _SAID // 8, 64)
    spread(v.said[2] | (v.picked_up << 63), words, row, _SAID // 8 + 8, 64)
    spread(reaches(v), words, row, _REACH // 8, 56)
    spread(state, words, row, _STATE // 8, 64)
    known = _point_steps(v.points[0] + points_of(v.put_down))
    spread(known | (_point_steps(v.points[1]) << 12), words, row, _POINTS // 8, 24)


@kernel
def _unbeaten(hand: int, others: int, game: int) -> int:
    """Returns the cards of a hand that no other card of their class beats, suit by suit."""
    null = game == NULL
    jacks = 0 if null else others & JACKS
    high = 0
    for suit in range(4):
        byte = (others >> (8 * suit)) & 0xFF
        free = _FREE[1 if null else 0, byte]
        high |= (0 if suit == game and jacks != 0 else free) << (8 * suit)
    if not null:
        high |= JACKS & ~((bit(highest(jacks) + 1) - 1) if jacks != 0 else 0)
    return hand & high


@kernel
def _trick_on_table(v: Any, game: int, unseen: int) -> tuple[int, int, int, int, int]:
    in_trick = v.played % 3
    trick = v.played // 3
    leader = 0 if trick == 0 else int(v.winners[trick - 1])
    taker = -1
    first = 0
    second = 0
    winning = 0
    if in_trick > 0:
        led = int(v.cards[v.played - in_trick])
        first = bit(led)
        best = led
        taker = leader
        if in_trick == 2:
            card = int(v.cards[v.played - 1])
            second = bit(card)
            if power(card, led, game) > power(led, led, game):
                best = card
                taker = leader + 1 if leader < 2 else 0
        winning = v.hand & over(best, game)
    high = _unbeaten(v.hand, unseen | (v.open_hand & ~v.hand), game)
    state = 0
    if v.phase < OVER:
        state = bit(_TRICK + trick) | _seat_bit(_LEADER, leader, v.me)
        state |= _seat_bit(_TAKES, taker, v.me)
    return winning, high, first, second, state


@kernel
def encode_rows(views: Any, words: Any, suits: Any) -> None:
    """Writes the "v1" features of every view; suits is (1, 4) for all rows or (n, 4)."""
    for j in range(len(views)):
        encode_row(views, j, words, j, suits[j if len(suits) > 1 else 0])
