"""Features: from a VIEW record to a row of 0 and 1.

Encodings are named and coexist; a policy names its own. The layout of each is a table from which
shape, documentation and tests follow. A permutation of the suits may be applied on the way
(`suits[s]` is the suit that stands for suit s), with the matching map of actions, for symmetric
training and play: ranks stay, and jacks stay jacks of their own suit except in null.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from skat_gym.rules.action import DECLARE_FIRST, N_ACTIONS
from skat_gym.rules.bits import bit, highest, lowest, without_lowest
from skat_gym.rules.card import ALL_CARDS, JACK, JACKS, points_of
from skat_gym.rules.contract import FORM, GAME, IS_HAND, IS_OUVERT, SCHNEIDER, SCHWARZ
from skat_gym.rules.kernel import kernel
from skat_gym.rules.state import AUCTION, OVER
from skat_gym.rules.trick import CLASS_CARDS, NULL, STRONGER, power

_BYTES = np.array(
    [sum((byte >> k & 1) << (8 * k) for k in range(8)) for byte in range(256)], np.int64
)
"""(256,): eight features at once, little-endian as the machines we run on."""
_NIBBLES = np.array(
    [sum((number >> k & 1) << (8 * k) for k in range(4)) for number in range(11)], np.int64
)
"""(11,): a trick number in four features."""
IDENTITY = np.arange(4, dtype=np.int64)
_POINT_STEPS = np.array([1, 11, 21, 31, 41, 51, 61, 71, 81, 90, 105, 120], np.int64)
_REACH_STEPS = 18


@dataclass(frozen=True)
class Block:
    """Is one named part of an encoding: where it stands and what it says."""

    name: str
    start: int
    width: int
    meaning: str

    @property
    def slice(self) -> slice:
        """The columns of the block."""
        return slice(self.start, self.start + self.width)


def _layout(rows: list[tuple[str, int, str]]) -> dict[str, Block]:
    blocks: dict[str, Block] = {}
    start = 0
    for name, width, meaning in rows:
        blocks[name] = Block(name, start, width, meaning)
        start += width
    return blocks


V1 = _layout(
    [
        ("hand", 32, "own cards, by card number"),
        ("winning", 32, "own cards that would take the trick as it lies (none when leading)"),
        ("high", 32, "own cards that no unseen card of their class beats"),
        ("first", 32, "the card led to the trick on the table"),
        ("second", 32, "the second card of the trick on the table"),
        ("unseen", 32, "cards neither held, put down, open nor played, as far as this seat knows"),
        ("by_me", 32, "cards this seat has played"),
        ("by_next", 32, "cards the next seat clockwise has played"),
        ("by_previous", 32, "cards the previous seat has played"),
        ("open_hand", 32, "the declarer's cards in an ouvert game"),
        ("found", 32, "the skat as found, for the declarer who picked it up"),
        ("put_down", 32, "own put-downs"),
        ("trick_of_card", 128, "for each card the number of its trick (1-10, 0 none) in 4 bits"),
        ("void_next", 5, "classes the next seat has shown not to hold: D H S C, trumps"),
        ("void_previous", 5, "the same for the previous seat"),
        ("phase", 7, "auction, choice, first put-down, second, declare, play, over"),
        ("to_act", 3, "who is to act: me, next, previous"),
        ("seat", 3, "own seat: forehand, middlehand, rearhand"),
        ("declarer", 3, "who declares: me, next, previous"),
        ("game", 6, "diamonds, hearts, spades, clubs, grand, null"),
        ("picked_up", 1, "the declarer took the skat"),
        ("announced", 4, "hand, schneider, schwarz, ouvert"),
        ("passed", 3, "who has passed: me, next, previous"),
        ("first_out", 3, "who passed first: me, next, previous"),
        ("speaker", 3, "who speaks in the auction: me, next, previous"),
        ("listener", 3, "who listens: me, next, previous"),
        ("reach", 3 * _REACH_STEPS, "values 18..55 said or held by me, next, previous"),
        ("said", 126, "values spoken by middlehand (63) and rearhand (63), exactly"),
        ("forehand_said", 1, "forehand, left alone, said 18"),
        ("leader", 3, "who led the trick on the table, or is to lead: me, next, previous"),
        ("takes", 3, "whose card takes the trick as it lies: me, next, previous"),
        ("trick", 10, "the number of the trick on the table"),
        ("declarer_points", 12, "the declarer's points as known here: 1 11 21 ... 81 90 105 120"),
        ("defender_points", 12, "the defenders' points, the same steps"),
        ("declarer_tricks", 1, "the declarer has a trick"),
        ("defender_tricks", 1, "the defenders have a trick"),
    ]
)
"""The encoding "v1"."""
V1_WIDTH = sum(block.width for block in V1.values())

_HAND = V1["hand"].start
_WINNING = V1["winning"].start
_HIGH = V1["high"].start
_FIRST = V1["first"].start
_SECOND = V1["second"].start
_UNSEEN = V1["unseen"].start
_BY = V1["by_me"].start
_OPEN = V1["open_hand"].start
_FOUND = V1["found"].start
_PUT_DOWN = V1["put_down"].start
_TRICK_OF = V1["trick_of_card"].start
_VOID = V1["void_next"].start
_PHASE = V1["phase"].start
_TO_ACT = V1["to_act"].start
_SEAT = V1["seat"].start
_DECLARER = V1["declarer"].start
_GAME = V1["game"].start
_PICKED_UP = V1["picked_up"].start
_ANNOUNCED = V1["announced"].start
_PASSED = V1["passed"].start
_FIRST_OUT = V1["first_out"].start
_SPEAKER = V1["speaker"].start
_LISTENER = V1["listener"].start
_REACH = V1["reach"].start
_SAID = V1["said"].start
_FOREHAND_SAID = V1["forehand_said"].start
_LEADER = V1["leader"].start
_TAKES = V1["takes"].start
_TRICK = V1["trick"].start
_POINTS = V1["declarer_points"].start
_TRICKS = V1["declarer_tricks"].start


@kernel
def permuted(cards: int, suits: Any, null: bool) -> int:
    """Applies a permutation of the suits to a set of cards."""
    moving = 0xFF if null else 0x7F
    total = 0 if null else cards & JACKS
    for suit in range(4):
        total |= ((cards >> (8 * suit)) & moving) << (8 * int(suits[suit]))
    return total


@kernel
def _moved(card: int, suits: Any, null: bool) -> int:
    if null or card & 7 != JACK:
        return 8 * int(suits[card >> 3]) + (card & 7)
    return card


@kernel
def _write(
    words: Any, row: int, start: int, cards: int, suits: Any, same: bool, null: bool
) -> None:
    if not same:
        cards = permuted(cards, suits, null)
    for k in range(4):
        words[row, start // 8 + k] = _BYTES[(cards >> (8 * k)) & 0xFF]


@kernel
def write_mask(mask: int, words: Any, row: int) -> None:
    """Writes a set of actions to a row of 64 one-byte columns, seen as 8 int64."""
    for k in range(8):
        words[row, k] = _BYTES[(mask >> (8 * k)) & 0xFF]


@kernel
def _relative(seat: int, me: int) -> int:
    return seat - me if seat >= me else seat - me + 3


@kernel
def _seat_bit(out: Any, row: int, start: int, seat: int, me: int) -> None:
    if seat >= 0:
        out[row, start + _relative(seat, me)] = 1


@kernel
def reached(v: Any, seat: int) -> int:
    """Returns the index of the highest value a seat has said or held, -1 for none."""
    if seat != 0 and v.said[seat] != 0:
        return highest(v.said[seat])
    if seat == 2 or (seat == 0 and v.said[0] != 0):
        return -1 if v.said[seat] == 0 else 0
    reach = -1
    for speaker in range(1, 3):
        said = v.said[speaker]
        if speaker == seat or said == 0:
            continue
        listens = v.first_out != seat if speaker == 2 else True
        if speaker == 2 and v.first_out == seat:
            continue
        if not listens:
            continue
        top = highest(said)
        out_here = v.passed & bit(seat) != 0 and (
            (speaker == 1 and v.first_out == seat) or (speaker == 2 and v.first_out != seat)
        )
        waiting = v.phase == AUCTION and v.speaker == speaker and v.seat == seat
        if out_here or waiting:
            said ^= bit(top)
            if said == 0:
                continue
            top = highest(said)
        reach = max(reach, top)
    return reach


@kernel
def encode_row(views: Any, j: int, out: Any, words: Any, row: int, suits: Any) -> None:
    """Writes the "v1" features of views[j] to a row of `out`, (n, V1_WIDTH) uint8.

    `words` is the same memory seen as (n, V1_WIDTH / 8) int64.
    """
    v = views[j]
    me = v.me
    for k in range(V1_WIDTH // 8):
        words[row, k] = 0
    same = suits[0] == 0 and suits[1] == 1 and suits[2] == 2 and suits[3] == 3
    game = GAME[v.contract] if v.contract >= 0 else -1
    null = game == NULL
    gone = v.hand | v.put_down | v.open_hand | v.by[0] | v.by[1] | v.by[2]
    unseen = ALL_CARDS & ~gone
    _write(words, row, _HAND, v.hand, suits, same, null)
    if v.phase < OVER:
        out[row, _PHASE + v.phase + (1 if v.phase > 2 or v.n_put_down == 1 else 0)] = 1
    else:
        out[row, _PHASE + 6] = 1
    out[row, _SEAT + me] = 1
    _seat_bit(out, row, _TO_ACT, v.seat, me)
    _seat_bit(out, row, _DECLARER, v.declarer, me)
    for seat in range(3):
        if v.passed & bit(seat) != 0:
            _seat_bit(out, row, _PASSED, seat, me)
        steps = min(reached(v, seat) + 1, _REACH_STEPS)
        start = _REACH + _REACH_STEPS * _relative(seat, me)
        for k in range(steps):
            out[row, start + k] = 1
    _seat_bit(out, row, _FIRST_OUT, v.first_out, me)
    _seat_bit(out, row, _SPEAKER, v.speaker, me)
    _seat_bit(out, row, _LISTENER, v.listener, me)
    for speaker in range(1, 3):
        said = v.said[speaker]
        while said != 0:
            out[row, _SAID + 63 * (speaker - 1) + lowest(said)] = 1
            said = without_lowest(said)
    out[row, _FOREHAND_SAID] = 1 if v.said[0] != 0 else 0
    _write(words, row, _UNSEEN, unseen, suits, same, null)
    if v.picked_up == 1:
        out[row, _PICKED_UP] = 1
        if v.found != 0:
            _write(words, row, _FOUND, v.found, suits, same, null)
            _write(words, row, _PUT_DOWN, v.put_down, suits, same, null)
    if game < 0:
        return
    out[row, _GAME + (int(suits[game]) if game < 4 else game)] = 1
    out[row, _ANNOUNCED] = IS_HAND[v.contract]
    out[row, _ANNOUNCED + 1] = 1 if FORM[v.contract] >= SCHNEIDER else 0
    out[row, _ANNOUNCED + 2] = 1 if FORM[v.contract] >= SCHWARZ else 0
    out[row, _ANNOUNCED + 3] = IS_OUVERT[v.contract]
    if v.open_hand != 0:
        _write(words, row, _OPEN, v.open_hand, suits, same, null)
    _encode_tricks(v, out, words, row, suits, same, game, unseen)


@kernel
def _encode_tricks(
    v: Any, out: Any, words: Any, row: int, suits: Any, same: bool, game: int, unseen: int
) -> None:
    me = v.me
    nxt = me + 1 if me < 2 else 0
    prv = me - 1 if me > 0 else 2
    null = game == NULL
    _write(words, row, _BY, v.by[me], suits, same, null)
    _write(words, row, _BY + 32, v.by[nxt], suits, same, null)
    _write(words, row, _BY + 64, v.by[prv], suits, same, null)
    for k in range(v.played):
        card = _moved(int(v.cards[k]), suits, null)
        words[row, _TRICK_OF // 8 + card // 2] |= _NIBBLES[k // 3 + 1] << (32 * (card & 1))
    for k in range(5):
        place = int(suits[k]) if k < 4 else 4
        out[row, _VOID + place] = 1 if v.void[nxt] & CLASS_CARDS[game, k] != 0 else 0
        out[row, _VOID + 5 + place] = 1 if v.void[prv] & CLASS_CARDS[game, k] != 0 else 0
    high = 0
    winning = 0
    in_trick = v.played % 3
    trick = v.played // 3
    best = -1
    taker = -1
    leader = 0 if trick == 0 else int(v.winners[trick - 1])
    led = -1
    if in_trick > 0:
        led = int(v.cards[v.played - in_trick])
        best = led
        taker = leader
        out[row, _FIRST + _moved(led, suits, null)] = 1
        if in_trick == 2:
            second = int(v.cards[v.played - 1])
            out[row, _SECOND + _moved(second, suits, null)] = 1
            if power(second, led, game) > power(best, led, game):
                best = second
                taker = leader + 1 if leader < 2 else 0
    hand = v.hand
    while hand != 0:
        card = lowest(hand)
        hand = without_lowest(hand)
        if STRONGER[game, card] & (unseen | v.open_hand) == 0:
            high |= bit(card)
        if led >= 0 and power(card, led, game) > power(best, led, game):
            winning |= bit(card)
    _write(words, row, _HIGH, high, suits, same, null)
    _write(words, row, _WINNING, winning, suits, same, null)
    if v.phase < OVER:
        _seat_bit(out, row, _LEADER, leader, me)
        _seat_bit(out, row, _TAKES, taker, me)
        out[row, _TRICK + trick] = 1
    points = v.points[0] + points_of(v.put_down)
    for k in range(12):
        out[row, _POINTS + k] = 1 if points >= _POINT_STEPS[k] else 0
        out[row, _POINTS + 12 + k] = 1 if v.points[1] >= _POINT_STEPS[k] else 0
    out[row, _TRICKS] = 1 if v.tricks[0] > 0 else 0
    out[row, _TRICKS + 1] = 1 if v.tricks[1] > 0 else 0


@kernel
def encode_rows(views: Any, out: Any, words: Any, suits: Any) -> None:
    """Writes the "v1" features of every view; suits is (1, 4) for all rows or (n, 4)."""
    for j in range(len(views)):
        encode_row(views, j, out, words, j, suits[j if len(suits) > 1 else 0])


def action_map(suits: Any, null: bool = False) -> Any:
    """Returns the (64,) map from an action to its name under a permutation of the suits.

    `null` says whether the contract is null, where jacks move with their suits.
    """
    suits = _checked(suits)
    moved = np.arange(N_ACTIONS)
    for card in range(32):
        if null or card & 7 != 7:
            moved[card] = 8 * suits[card >> 3] + (card & 7)
    for contract in range(20):
        moved[DECLARE_FIRST + contract] = DECLARE_FIRST + 5 * suits[contract // 5] + contract % 5
    return moved


def _checked(suits: Any) -> Any:
    suits = np.asarray(suits, np.int64)
    if sorted(suits.tolist()) != [0, 1, 2, 3]:
        raise ValueError(f"suits is a permutation of 0, 1, 2, 3, not {suits.tolist()}")
    return suits


@dataclass(frozen=True)
class Encoding:
    """Is a named encoding: its layout, its width, and `encode`.

    >>> from skat_gym.observation import View
    >>> from skat_gym.rules import Deal
    >>> v1 = encoding("v1")
    >>> features = v1.features(View.of(Deal.shuffled(7), 1))
    >>> features.shape == (v1.width,), int(features[v1.layout["hand"].slice].sum())
    (True, 10)
    """

    name: str
    layout: dict[str, Block]
    width: int

    def encode(self, views: Any, out: Any | None = None, suits: Any | None = None) -> Any:
        """Writes the features of (n,) VIEW records to `out`, (n, width) uint8, and returns it.

        `suits` is a permutation (4,) for all rows, or (n, 4) for each its own.
        """
        if out is None:
            out = np.empty((len(views), self.width), np.uint8)
        elif out.shape != (len(views), self.width) or out.dtype != np.uint8:
            raise ValueError(
                f"out is a uint8 array of shape ({len(views)}, {self.width}), "
                f"not {out.dtype} of shape {out.shape}"
            )
        if suits is None:
            suits = IDENTITY
        elif np.ndim(suits) == 1:
            suits = _checked(suits)
        words = out.view(np.int64)
        encode_rows(views, out, words, np.atleast_2d(np.asarray(suits, np.int64)))
        return out

    def features(self, view: Any) -> Any:
        """Returns the features of one `View`, (width,) uint8."""
        return self.encode(view._array)[0]


ENCODINGS = {"v1": Encoding("v1", V1, V1_WIDTH)}


def encoding(name: str) -> Encoding:
    """Returns an encoding by name; raises ValueError for an unknown one."""
    if name not in ENCODINGS:
        raise ValueError(f"there is no encoding {name!r}; there are: {', '.join(ENCODINGS)}")
    return ENCODINGS[name]


def layout_table(name: str = "v1") -> str:
    """Returns the layout of an encoding as a Markdown table."""
    lines = ["| columns | block | meaning |", "|---|---|---|"]
    for block in encoding(name).layout.values():
        last = block.start + block.width - 1
        columns = f"{block.start}" if block.width == 1 else f"{block.start}-{last}"
        lines.append(f"| {columns} | `{block.name}` | {block.meaning} |")
    return "\n".join(lines)


assert V1_WIDTH % 8 == 0, "rows are written eight columns at a time"
