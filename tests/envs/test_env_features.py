"""Features in detail: the small blocks against slow counts, recall of one deal, suits in null."""

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_moments import moments
from oracle import CARDS, POINTS, class_of, class_order, trick_winner

import skat_gym.encoding as package
from skat_gym.encoding import action_map, encoding
from skat_gym.encoding.__main__ import page
from skat_gym.observation import View, new_views
from skat_gym.rules import BID, PASS, PICK_UP, Deal, Phase
from skat_gym.rules.deal import replay

V1 = encoding("v1")
GAMES = "DHSCGN"
POINT_STEPS = [1, 11, 21, 31, 41, 51, 61, 71, 81, 90, 105, 120]


def states(n: int, seed: int) -> Iterator[tuple[Deal, View]]:
    """Yields every moment of random deals, through the eyes of every seat."""
    rng = random.Random(seed)
    for _ in range(n):
        for deal in moments(rng):
            for seat in range(3):
                yield deal, View.of(deal, seat)


def block(row: Any, name: str) -> list[int]:
    """Returns the columns of a block that are set, counted from its start."""
    return list(np.flatnonzero(row[V1.layout[name].slice]).tolist())


def who(seat: int | None, me: int) -> list[int]:
    """Says where a seat stands in a block of three: me, next, previous."""
    return [] if seat is None or seat < 0 else [(seat - me) % 3]


def passes(deal: Deal) -> tuple[int, ...]:
    """Lists who has passed, in order, from the actions one by one."""
    auction = [a for a in deal.actions if a in (PASS, BID) or a >= 64]
    return passes_in(Deal.of_cards(*deal.dealt, deal.skat), tuple(auction))


@lru_cache(maxsize=1)
def passes_in(start: Deal, auction: tuple[int, ...]) -> tuple[int, ...]:
    steps = replay(start, auction)
    return tuple(d.seat for d, action in zip(steps, auction, strict=False) if action == PASS)


def test_the_auction() -> None:
    for deal, view in states(60, 1):
        row, me = V1.features(view), view.me
        phase = int(deal.phase)
        if phase > 2 or (phase == 2 and len(deal.put_down) == 1):
            phase += 1
        gone = passes(deal)
        assert block(row, "phase") == [phase]
        assert block(row, "to_act") == who(deal.seat, me)
        assert block(row, "seat") == [me]
        assert block(row, "declarer") == who(deal.declarer, me)
        assert block(row, "passed") == sorted((seat - me) % 3 for seat in gone)
        assert block(row, "first_out") == who(gone[0] if gone else None, me)
        assert block(row, "speaker") == who(int(view.record.speaker), me)
        assert block(row, "listener") == who(int(view.record.listener), me)
        assert block(row, "forehand_said") == ([0] if view.auction[0][0] else [])
        assert block(row, "picked_up") == ([0] if PICK_UP in deal.actions else [])


def test_the_contract_and_the_trick_on_the_table() -> None:
    for deal, view in states(60, 2):
        row, me, contract = V1.features(view), view.me, deal.contract
        marks: list[bool] = []
        if contract is not None:
            marks = [contract.hand, contract.schneider, contract.schwarz, contract.ouvert]
        assert block(row, "game") == ([] if contract is None else [contract.game])
        assert block(row, "announced") == [k for k, mark in enumerate(marks) if mark]
        if contract is None or deal.phase is not Phase.PLAY:
            assert block(row, "leader") == block(row, "takes") == block(row, "trick") == []
            continue
        done = len(deal.winners)
        leader = deal.winners[-1] if done else 0
        table = [int(card) for card in deal.cards[3 * done :]]
        taker = (leader + trick_winner(table, GAMES[contract.game])) % 3 if table else None
        assert block(row, "trick") == [done]
        assert block(row, "leader") == who(leader, me)
        assert block(row, "takes") == who(taker, me)


def test_high_cards_are_beaten_by_nobody() -> None:
    """Own cards never stand in the way, those of an ouvert game included."""
    for deal, view in states(40, 4):
        expected = []
        if deal.contract is not None:
            game = GAMES[deal.contract.game]
            gone = {str(card) for card in (*view.hand, *view.put_down, *view.cards)}
            for card in sorted(view.hand):
                order = class_order(class_of(int(card), game), game)
                if gone.issuperset(order[: order.index(str(card))]):
                    expected.append(int(card))
        assert block(V1.features(view), "high") == expected, (str(deal), view.me)


def test_voids_are_what_was_not_followed() -> None:
    for deal, view in states(60, 5):
        row, me = V1.features(view), view.me
        shown: dict[int, set[int]] = {0: set(), 1: set(), 2: set()}
        for leader, trick in view.tricks:
            assert deal.contract is not None
            game = GAMES[deal.contract.game]
            led = class_of(int(trick[0]), game)
            for k, card in enumerate(trick):
                if class_of(int(card), game) != led:
                    shown[(leader + k) % 3].add(4 if led == "trump" else "DHSC".index(led))
        assert block(row, "void_next") == sorted(shown[(me + 1) % 3])
        assert block(row, "void_previous") == sorted(shown[(me + 2) % 3])


def worth(cards: Any) -> int:
    return sum(POINTS[CARDS[int(card)][1]] for card in cards)


def test_points_and_tricks() -> None:
    for deal, view in states(60, 6):
        row = V1.features(view)
        points, tricks = [0, 0], [0, 0]
        for k, winner in enumerate(deal.winners):
            side = int(winner != deal.declarer)
            tricks[side] += 1
            points[side] += worth(deal.cards[3 * k : 3 * k + 3])
        if view.me == deal.declarer:
            points[0] += worth(deal.put_down)
        for side, name in enumerate(("declarer", "defender")):
            steps = [k for k, step in enumerate(POINT_STEPS) if points[side] >= step]
            assert block(row, f"{name}_points") == steps
            assert block(row, f"{name}_trick") == ([0] if tricks[side] else [])


def all_told_apart(deals: list[Deal], seats: tuple[int, ...] = (0, 1, 2)) -> int:
    """Checks that equal features are equal views; returns how many there are."""
    views = np.concatenate([View.of(deal, seat)._array for deal in deals for seat in seats])
    rows = np.packbits(V1.encode(views), axis=1)
    views["plies"] = 0
    known: dict[bytes, bytes] = {}
    for row, view in zip(rows, views, strict=True):
        told = view.tobytes()
        assert known.setdefault(row.tobytes(), told) == told, str(View(view))
    return len(known)


def test_one_deal_played_many_ways_is_told_apart() -> None:
    """Perfect recall where it is hardest: the same cards, another auction, order, put-down."""
    rng = random.Random(7)
    same = [d for key in range(12) for _ in range(60) for d in moments(rng, Deal.shuffled(key))]
    assert all_told_apart(same) > 50_000


def test_every_short_auction_is_told_apart() -> None:
    """All auctions of one deal up to some value, in steps and in jumps of three."""
    found: list[Deal] = []
    todo = [Deal.shuffled(1)]
    while todo:
        deal = todo.pop()
        found.append(deal)
        if deal.phase is not Phase.AUCTION:
            continue
        todo.append(deal.after(PASS))
        if deal.record.bid < 7:
            if BID in deal.legal:
                todo.append(deal.after(BID))
            if deal.seat == deal.record.speaker and deal.record.listener >= 0:
                todo.append(deal.after(64 + int(deal.record.bid) + 3))
    assert len(found) > 1400
    for seat in range(3):
        all_told_apart(found, (seat,))


def test_permuted_suits_in_every_phase_and_game() -> None:
    """In null the jacks move with their suits, in all other games they stay."""
    rng = random.Random(8)
    counts: dict[str, int] = {}
    for _ in range(120):
        suits = rng.sample(range(4), 4)
        for deal in moments(rng):
            names = action_map(suits, deal.contract is not None and deal.contract.is_null)
            parts = [[int(names[card]) for card in part] for part in (*deal.dealt, deal.skat)]
            actions = (a if a >= 64 else int(names[a]) for a in deal.actions)
            other = Deal.of_cards(*parts).after(*actions)
            assert {int(names[action]) for action in deal.legal} == set(other.legal)
            for seat in range(3):
                row = V1.encode(View.of(deal, seat)._array, suits=suits)
                assert row.tobytes() == V1.features(View.of(other, seat)).tobytes()
            game = "none" if deal.contract is None else GAMES[deal.contract.game]
            counts[game] = counts.get(game, 0) + 1
    assert set(counts) == {"none", *GAMES} and min(counts.values()) > 60, counts


def test_rows_do_not_depend_on_the_batch() -> None:
    views = np.concatenate([view._array for _, view in states(5, 11)])
    rows = V1.encode(views)
    order = np.random.default_rng(1).permutation(len(views))
    assert (V1.encode(views[order]) == rows[order]).all()
    out = np.full((len(views) + 4, V1.width), 9, np.uint8)
    assert np.shares_memory(V1.encode(views, out=out[2:-2]), out)
    assert (out[2:-2] == rows).all() and (out[:2] == 9).all() and (out[-2:] == 9).all()
    assert V1.encode(new_views(0)).shape == (0, 784)


@pytest.mark.parametrize(
    ("suits", "sentence"),
    [
        ([[0, 1, 2, 3]] * 3, r"suits is \(4,\) or \(2, 4\)"),
        ([[0, 1, 2, 3]], r"suits is \(4,\) or \(2, 4\)"),
        ([[0, 1, 2, 3], [9, 1, 2, 3]], "no permutation"),
        (3, r"suits is \(4,\) or \(2, 4\)"),
    ],
)
def test_wrong_suits(suits: Any, sentence: str) -> None:
    """Suits are checked before a kernel reads them: a short array would be read past its end."""
    with pytest.raises(ValueError, match=sentence):
        V1.encode(new_views(2), suits=suits)


def test_the_page_is_up_to_date() -> None:
    stored = Path(package.__path__[0]) / "README.md"
    assert stored.read_text(encoding="utf-8").strip() == page().strip()
