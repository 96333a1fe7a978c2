"""What nets see: every block against a slow reading of the view, and the names of the suits."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from skat_gym.encoding.layout import Block
from skat_gym.observation import View
from skat_gym.players.network.bid_inputs import BIDDING, bid_inputs
from skat_gym.players.network.games import end_worths_of
from skat_gym.players.network.play_inputs import PLAY, play_inputs
from skat_gym.players.network.skat_inputs import SKAT, game_inputs
from skat_gym.players.network.suits import CARD_NAMES, N_NAMINGS, SUIT_NAMES
from skat_gym.rules import Deal, Phase
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import cards_of
from skat_gym.rules.contract import GAME, Contract
from skat_gym.rules.scoring import matadors, settle
from skat_gym.rules.trick import CLASS, CLASS_CARDS, STRONGER, power

EMPTY = ("free", "spare")


def moments(seed: int, deals: int = 12) -> list[Deal]:
    rng = random.Random(seed)
    found = []
    for number in range(deals):
        deal = Deal.shuffled(seed * 1000 + number)
        while deal.phase is not Phase.OVER:
            found.append(deal)
            deal = deal.after(rng.choice(deal.legal))
    return found


def playing(seed: int) -> list[Deal]:
    return [deal for deal in moments(seed) if deal.phase is Phase.PLAY]


def set_of(row: Any, block: Block) -> set[int]:
    return set(np.flatnonzero(row[block.slice]).tolist())


def inputs_of(deal: Deal, naming: int = 0) -> Any:
    view = View.of(deal, deal.seat)
    return play_inputs(view._array, np.array([deal.mask]), np.array([naming]))[0]


def named(cards: Any, deal: Deal, naming: int) -> set[int]:
    assert deal.contract is not None
    names = CARD_NAMES[deal.contract.game, naming]
    return {int(names[int(card)]) for card in cards}


def leads(deal: Deal) -> list[tuple[int, int, int]]:
    """Returns seat, card and card led for every card played."""
    found = []
    for leader, cards in View.of(deal, deal.seat).tricks:
        found += [((leader + k) % 3, int(card), int(cards[0])) for k, card in enumerate(cards)]
    return found


@pytest.mark.parametrize("naming", [0, 1, 5, 13])
def test_card_sets_of_the_play(naming: int) -> None:
    for deal in playing(3):
        view, row = View.of(deal, deal.seat), inputs_of(deal, naming)
        assert deal.contract is not None
        game, me = deal.contract.game, view.me
        following, previous = (me + 1) % 3, (me + 2) % 3
        record = view.record
        gone = {int(c) for c in view.hand + view.put_down + view.open_hand + view.cards}
        unseen = set(range(32)) - gone
        table = view.tricks[-1][1] if record.played % 3 else ()
        best = max((power(int(c), int(table[0]), game) for c in table), default=0)
        others = unseen | ({int(c) for c in view.open_hand} - {int(c) for c in view.hand})
        beaten = {c: {o for o in others if int(STRONGER[game, c]) >> o & 1} for c in range(32)}
        history = leads(deal)
        expected = {
            "hand": view.hand,
            "legal": deal.legal,
            "winning": [
                c for c in view.hand if table and power(int(c), int(table[0]), game) > best
            ],
            "high": [c for c in view.hand if not beaten[int(c)]],
            "first": table[:1],
            "second": table[1:2],
            "unseen": unseen,
            "may_next": view.may_hold(following),
            "may_previous": view.may_hold(previous),
            "by_me": cards_of(int(record.by[me])),
            "by_next": cards_of(int(record.by[following])),
            "by_previous": cards_of(int(record.by[previous])),
            "led_next": [c for s, c, led in history if s == following and c == led],
            "led_previous": [c for s, c, led in history if s == previous and c == led],
            "off_next": [
                c for s, c, led in history if s == following and CLASS[game, c] != CLASS[game, led]
            ],
            "off_previous": [
                c for s, c, led in history if s == previous and CLASS[game, c] != CLASS[game, led]
            ],
            "open_hand": view.open_hand,
            "put_down": view.put_down,
        }
        for name, cards in expected.items():
            assert set_of(row, PLAY[name]) == named(cards, deal, naming), name


def test_small_blocks_of_the_play() -> None:
    for deal in playing(4):
        view, row = View.of(deal, deal.seat), inputs_of(deal)
        record, contract = view.record, deal.contract
        assert contract is not None and view.declarer is not None
        me = view.me
        assert set_of(row, PLAY["declarer"]) == {(view.declarer - me) % 3}
        assert set_of(row, PLAY["seat"]) == {me}
        assert set_of(row, PLAY["game"]) == {max(0, contract.game - 3)}
        marks = (contract.hand, contract.schneider, contract.schwarz, contract.ouvert)
        assert set_of(row, PLAY["announced"]) == {k for k, mark in enumerate(marks) if mark}
        suit = {contract.game} if contract.game < 4 else set()
        assert set_of(row, PLAY["suit"]) == suit
        laid = int(record.played) % 3
        assert set_of(row, PLAY["laid"]) == ({laid - 1} if laid else set())
        assert set_of(row, PLAY["trick"]) == {int(record.played) // 3}
        leader = view.tricks[-1][0] if laid else (deal.seat if record.played else 0)
        assert set_of(row, PLAY["leader"]) == {(leader - me) % 3}
        assert (
            row[PLAY["trick_points"].slice].sum()
            == sum(
                sum(c.points for c in view.tricks[-1][1]) >= step for step in (2, 4, 8, 12, 16, 21)
            )
            if laid
            else row[PLAY["trick_points"].slice].sum() == 0
        )
        for name, seat in (("void_next", (me + 1) % 3), ("void_previous", (me + 2) % 3)):
            shown = {
                int(SUIT_NAMES[contract.game, 0, k]) if k < 4 else 4
                for k in range(5)
                if int(record.void[seat]) & int(CLASS_CARDS[contract.game, k])
            }
            assert set_of(row, PLAY[name]) == shown
        for name in EMPTY:
            assert not set_of(row, PLAY[name])


def test_naming_puts_trump_first_and_is_a_renaming() -> None:
    for game in range(6):
        for naming in range(N_NAMINGS):
            assert sorted(SUIT_NAMES[game, naming]) == [0, 1, 2, 3]
            assert sorted(CARD_NAMES[game, naming]) == list(range(32))
            assert game > 3 or SUIT_NAMES[game, naming, game] == 0
        assert len({tuple(names) for names in SUIT_NAMES[game].tolist()}) == (24 if game > 3 else 6)


def test_inputs_of_bids_and_games() -> None:
    for deal in moments(5):
        view = View.of(deal, deal.seat)
        if deal.phase is Phase.AUCTION:
            row = bid_inputs(view._array)[0]
            asked = int(view.record.bid) + (view.me != view.record.listener)
            assert set_of(row, BIDDING["hand"]) == {int(c) for c in view.hand}
            assert row[BIDDING["level"].slice].sum() == asked + 1
            assert set_of(row, BIDDING["seat"]) == {view.me}
        if deal.phase is Phase.DECLARE:
            kept, down = int(view.record.hand), int(view.record.put_down)
            for contract in (5, 20, 25, 27):
                row = game_inputs(
                    view._array,
                    np.array([0]),
                    np.array([kept]),
                    np.array([down]),
                    np.array([contract]),
                    np.array([1]),
                )[0]
                names = CARD_NAMES[GAME[contract], 1]
                assert set_of(row, SKAT["kept"]) == {int(names[int(c)]) for c in view.hand}
                assert set_of(row, SKAT["put_down"]) == {int(names[int(c)]) for c in view.put_down}
                assert set_of(row, SKAT["ouvert"]) == ({0} if contract == 27 else set())


def worth(score: int) -> int:
    return score + 50 if score > 0 else score - 90


def test_hand_games_count_every_skat() -> None:
    deals = [d for d in moments(6, 30) if d.phase is Phase.CHOICE][:6]
    assert deals
    for deal in deals:
        view = View.of(deal, deal.seat)
        hand = int(view.record.hand)
        rest = [c for c in range(32) if not hand >> c & 1]
        skats = [1 << a | 1 << b for k, a in enumerate(rest) for b in rest[k + 1 :]]
        for text in ("clubs hand", "grand hand", "hearts hand schneider", "null hand"):
            contract = Contract.parse(text)
            one = np.array([contract.number])
            zero = np.array([0])
            ends = end_worths_of(view._array, zero, np.array([hand]), zero, one)
            for end, (points, tricks) in enumerate(((0, 1), (31, 1), (61, 1), (90, 1), (120, 10))):
                if contract.is_null:
                    tricks = int(points < 61)
                bid = BID_VALUES[int(view.record.bid)]
                scores = [
                    settle(
                        contract.number, bid, matadors(hand | skat, contract.game), points, tricks
                    )[6]
                    for skat in skats
                ]
                mean = sum(map(worth, scores)) / len(skats)
                assert abs(ends[0, end] / 100 - mean) < 0.02
