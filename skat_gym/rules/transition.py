"""The game itself: how a deal begins, which actions are legal, what an action does."""

from __future__ import annotations

from typing import Any

import numpy as np

from skat_gym.rules.action import BID, DECLARE_FIRST, JUMP_FIRST, PASS, PICK_UP
from skat_gym.rules.auction import BIDS, FOREHAND, NOBODY, begin_auction, drop_out, may_bid, say
from skat_gym.rules.bits import bit, count, wrap
from skat_gym.rules.card import points_of
from skat_gym.rules.chance import below, deal_key, mix
from skat_gym.rules.contract import FIRST_NULL, GAME, NULL_VALUES
from skat_gym.rules.kernel import allocating, kernel
from skat_gym.rules.scoring import matadors, settle
from skat_gym.rules.state import AUCTION, CHOICE, DECLARE, OVER, PLAY, PUT_DOWN
from skat_gym.rules.trick import CLASS, CLASS_CARDS, NULL, follow, trick_winner

_NULL, _NULL_HAND, _NULL_OUVERT, _NULL_OUVERT_HAND = NULL_VALUES
_PLAIN_GAMES = sum(1 << (DECLARE_FIRST + 5 * game) for game in range(5))
_HAND_GAMES = sum(1 << (DECLARE_FIRST + c) for c in range(FIRST_NULL) if c % 5)


@kernel
def deal_cards(deals: Any, i: int, forehand: int, middlehand: int, rearhand: int) -> None:
    """Begins deal i with these hands; the skat is the two cards left."""
    d = deals[i]
    d.dealt[0] = forehand
    d.dealt[1] = middlehand
    d.dealt[2] = rearhand
    d.skat = 0xFFFFFFFF & ~(forehand | middlehand | rearhand)
    for seat in range(3):
        d.hands[seat] = d.dealt[seat]
        d.said[seat] = 0
        d.by[seat] = 0
        d.void[seat] = 0
    d.put_down = 0
    d.phase = AUCTION
    d.plies = 0
    d.passed = 0
    begin_auction(d)
    d.declarer = NOBODY
    d.contract = -1
    d.picked_up = 0
    d.played = 0
    for k in range(30):
        d.cards[k] = -1
    for k in range(10):
        d.winners[k] = -1
    for side in range(2):
        d.points[side] = 0
        d.tricks[side] = 0
    d.matadors = 0
    d.levels = 0
    d.value = 0
    d.won = 0
    d.overbid = 0
    d.schneider = 0
    d.schwarz = 0
    d.score = 0


@allocating
def shuffle(deals: Any, i: int, key: int) -> None:
    """Begins deal i with the cards that a key gives."""
    pack = np.arange(32)
    hands = [0, 0, 0]
    for k in range(30):
        if k % 2 == 0:
            key = mix(key, k)
        n = k + below(key if k % 2 == 0 else wrap(key << 31), 32 - k)
        card = pack[n]
        pack[n] = pack[k]
        hands[k // 10] |= bit(card)
    deal_cards(deals, i, hands[0], hands[1], hands[2])


@kernel
def shuffle_all(deals: Any, root: int, first: int, tables: int) -> None:
    """Begins deals first, first + 1, ... of a root, each in `tables` rows one after the other."""
    for i in range(len(deals)):
        shuffle(deals, i, deal_key(root, first + i // tables))


@kernel
def legal_actions(deals: Any, i: int) -> int:
    """Returns the legal actions of deal i as a 64-bit set; 0 when it is over."""
    d = deals[i]
    if d.phase == PLAY:
        hand = d.hands[d.seat]
        in_trick = d.played % 3
        if in_trick == 0:
            return int(hand)
        return follow(hand, int(d.cards[d.played - in_trick]), GAME[d.contract])
    if d.phase == AUCTION:
        return bit(PASS) | bit(BID) if may_bid(d) else bit(PASS)
    if d.phase == PUT_DOWN:
        return int(d.hands[d.seat])
    if d.phase == OVER:
        return 0
    bid = BIDS[d.bid]
    if d.phase == CHOICE:
        mask = _HAND_GAMES | bit(PICK_UP)
        if bid <= _NULL_HAND:
            mask |= bit(DECLARE_FIRST + FIRST_NULL + 1)
        if bid <= _NULL_OUVERT_HAND:
            mask |= bit(DECLARE_FIRST + FIRST_NULL + 3)
    else:
        mask = _PLAIN_GAMES
        if bid <= _NULL:
            mask |= bit(DECLARE_FIRST + FIRST_NULL)
        if bid <= _NULL_OUVERT:
            mask |= bit(DECLARE_FIRST + FIRST_NULL + 2)
    return mask


@kernel
def is_legal(deals: Any, i: int, action: int) -> bool:
    """Tells whether deal i allows an action, jump bids (64+k) included."""
    if action < 0:
        return False
    if action < JUMP_FIRST:
        return legal_actions(deals, i) & bit(action) != 0
    d = deals[i]
    value = action - JUMP_FIRST
    if d.phase != AUCTION or d.seat != d.speaker or value >= len(BIDS):
        return False
    return value > d.bid and (d.listener != NOBODY or value == 0)


@kernel
def apply(deals: Any, i: int, action: int) -> None:
    """Carries out a legal action in deal i, in place; legality is the caller's (`is_legal`)."""
    d = deals[i]
    d.plies += 1
    if d.phase == PLAY:
        _play(d, action)
    elif d.phase == AUCTION:
        if action == PASS:
            declarer = drop_out(d)
            if d.speaker == NOBODY:
                d.phase = OVER
                d.seat = NOBODY
        else:
            declarer = say(d, d.bid + 1 if action == BID else action - JUMP_FIRST)
        if declarer != NOBODY:
            d.declarer = declarer
            d.seat = declarer
            d.phase = CHOICE
    elif d.phase == PUT_DOWN:
        d.hands[d.seat] ^= bit(action)
        d.put_down |= bit(action)
        if count(d.put_down) == 2:
            d.phase = DECLARE
    elif action == PICK_UP:
        d.hands[d.seat] |= d.skat
        d.picked_up = 1
        d.phase = PUT_DOWN
    else:
        d.contract = action - DECLARE_FIRST
        d.phase = PLAY
        d.seat = FOREHAND


@kernel
def _play(d: Any, card: int) -> None:
    seat = d.seat
    game = GAME[d.contract]
    d.hands[seat] ^= bit(card)
    d.by[seat] |= bit(card)
    d.cards[d.played] = card
    in_trick = d.played % 3
    if in_trick != 0:
        led = CLASS[game, int(d.cards[d.played - in_trick])]
        if CLASS[game, card] != led:
            d.void[seat] |= CLASS_CARDS[game, led]
    d.played += 1
    if in_trick < 2:
        d.seat = (seat + 1) % 3
        return
    first = int(d.cards[d.played - 3])
    second = int(d.cards[d.played - 2])
    winner = (seat + 1 + trick_winner(first, second, card, game)) % 3
    d.winners[d.played // 3 - 1] = winner
    side = 0 if winner == d.declarer else 1
    d.points[side] += points_of(bit(first) | bit(second) | bit(card))
    d.tricks[side] += 1
    d.seat = winner
    if d.played == 30 or (game == NULL and side == 0):
        finish(d)


@kernel
def finish(d: Any) -> None:
    """Ends play and settles the game."""
    d.matadors = matadors(d.dealt[d.declarer] | d.skat, GAME[d.contract])
    aside = d.put_down if d.picked_up == 1 else d.skat
    levels, value, won, overbid, schneider, schwarz, score = settle(
        d.contract, BIDS[d.bid], d.matadors, d.points[0] + points_of(aside), d.tricks[0]
    )
    d.levels = levels
    d.value = value
    d.won = won
    d.overbid = overbid
    d.schneider = schneider
    d.schwarz = schwarz
    d.score = score
    d.phase = OVER
    d.seat = NOBODY
