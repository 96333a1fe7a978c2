"""The solver: stored positions, a plain minimax beside it, properties."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skat_gym.players import load_policy, play_out
from skat_gym.rules import Card, Contract, Deal
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.bits import lowest
from skat_gym.rules.card import points_of
from skat_gym.rules.chance import below, deal_key, mix
from skat_gym.rules.contract import N_CONTRACTS
from skat_gym.rules.kernel import kernel
from skat_gym.rules.scoring import settle
from skat_gym.rules.state import OVER, Phase, new_deals
from skat_gym.rules.transition import apply, legal_actions
from skat_gym.solver import ILLEGAL, Solver, solve_cards, solve_many
from skat_gym.solver.position import position_of, read_positions

DATA = Path(__file__).parents[1] / "data"
N_DEALS = int(os.environ.get("SKAT_DEALS", "150"))


def named(values: dict[Card, int]) -> dict[str, int]:
    return {str(card): value for card, value in values.items()}


@pytest.mark.parametrize(
    ("file", "answer", "count"),
    [("solver_positions", "value", 500), ("solver_list_scores", "list_score", 200)],
)
def test_stored_answers(file: str, answer: str, count: int) -> None:
    solver = Solver()
    ask = solver.card_values if answer == "value" else solver.score_values
    seen = 0
    for written, deal in read_positions(DATA / f"{file}.jsonl"):
        assert named(ask(deal)) == written[answer]
        seen += 1
    assert seen == count


def random_position(key: int, cards_left: int, contract: int | None = None) -> Deal | None:
    """A random deal in its play with some cards left in each hand; None if it ended before."""
    deal = Deal.shuffled(key)
    step = 0

    def pick(among: Any) -> int:
        nonlocal step
        step += 1
        return sorted(among)[below(mix(key, step), len(among))]

    while deal.phase not in (Phase.PLAY, Phase.OVER):
        legal = deal.legal
        named = [a for a in legal if a - DECLARE_FIRST == contract]
        deal = deal.after(named[0] if named else pick(legal))
    while deal.phase is Phase.PLAY and max(map(len, deal.hands)) > cards_left:
        deal = deal.after(pick(deal.legal))
    if deal.phase is Phase.PLAY and below(mix(key, 99), 2):
        deal = deal.after(pick(deal.legal))
    return deal if deal.phase is Phase.PLAY else None


UNKNOWN = 99999


@kernel
def minimax(levels: Any, by_score: bool, best: Any, left: Any) -> int:
    """The best list score, or card points (in null: 1 for a trick taken), by looking at all lines.

    levels[0] is the position; one DEAL record, value and set of cards still to try a level.
    """
    p = 0
    declarer = levels[0].declarer
    null = levels[0].contract >= 25 and not by_score
    left[0] = legal_actions(levels, 0)
    best[0] = UNKNOWN
    value = 0
    known = False
    while True:
        if known:
            if p == 0:
                return value
            p -= 1
            maximal = (levels[p].seat == declarer) != null
            if best[p] == UNKNOWN or (value > best[p]) == maximal:
                best[p] = value
            known = False
        if left[p] == 0:
            value = best[p]
            known = True
            continue
        card = lowest(left[p])
        left[p] = left[p] & (left[p] - 1)
        levels[p + 1] = levels[p]
        apply(levels, p + 1, card)
        d = levels[p + 1]
        p += 1
        if d.phase == OVER:
            aside = d.put_down if d.picked_up == 1 else d.skat
            value = d.points[0] + points_of(aside)
            if by_score:
                value = d.score
            elif null:
                value = 1 - d.won
            known = True
        else:
            left[p] = legal_actions(levels, p)
            best[p] = UNKNOWN


def test_endings_equal_a_plain_minimax() -> None:
    solver = Solver(bits=12)
    levels, best, left = new_deals(20), np.zeros(20, np.int64), np.zeros(20, np.int64)
    seen = 0
    for number in range(2 * N_DEALS):
        contract = number % 29 if number % 2 else None
        deal = random_position(deal_key(5, number), 3 + number % 3, contract)
        if deal is None:
            continue
        seen += 1
        levels[0] = deal.record
        score, points = (minimax(levels, by_score, best, left) for by_score in (True, False))
        assert solver.score(deal) == score, deal
        assert solver.points(deal) == points, deal
        sign = 1 if deal.seat == deal.declarer else -1
        assert max(sign * v for v in solver.score_values(deal).values()) == sign * score
    assert seen > N_DEALS / 2


def test_thresholds_agree_with_points_and_are_monotone() -> None:
    solver = Solver()
    for number in range(40):
        deal = random_position(deal_key(6, number), 7)
        if deal is None or deal.contract is None or deal.contract.is_null:
            continue
        points = solver.points(deal)
        fresh = Solver(bits=14)
        for threshold in (0, 1, 31, points - 1, points, points + 1, 61, 90, 120):
            assert fresh.reaches(deal, points=threshold) == (points >= threshold)


def test_the_best_line_keeps_the_value() -> None:
    solver = Solver()
    for number in range(12):
        deal = random_position(deal_key(7, number), 6)
        if deal is None:
            continue
        score = solver.score(deal)
        end = deal.after(*(int(card) for card in solver.line(deal)))
        assert end.result is not None and end.result.score == score


def test_renaming_suits_changes_nothing() -> None:
    turn = str.maketrans("DHSC", "CDHS")
    solver = Solver()
    for game in ("D", "H", "S", "C", "N"):
        for number in range(6):
            dealt = Deal.shuffled(deal_key(8, number))
            written: dict[str, Any] = {
                "hands": [[str(c) for c in hand] for hand in dealt.hands],
                "putdown": [str(c) for c in dealt.skat],
                "game": game,
                "declarer": number % 3,
            }
            jacks = [c for hand in written["hands"] for c in hand if c[1] == "J"]
            moved = {
                **written,
                "hands": [[c.translate(turn) for c in hand] for hand in written["hands"]],
                "putdown": [c.translate(turn) for c in written["putdown"]],
                "game": game if game == "N" else game.translate(turn),
            }
            if game != "N" and len(jacks) > 0:
                # jacks keep their rank among trumps only if they are not renamed
                keep = {f"{s}J".translate(turn): f"{s}J" for s in "DHSC"}
                moved["hands"] = [[keep.get(c, c) for c in hand] for hand in moved["hands"]]
                moved["putdown"] = [keep.get(c, c) for c in moved["putdown"]]
            one, other = position_of(written), position_of(moved)
            if game == "N":
                assert solver.reaches(one) == solver.reaches(other)
            else:
                assert solver.reaches(one) == Solver(bits=16).reaches(other)


def test_every_position_of_played_deals_and_any_number_of_threads() -> None:
    positions = []
    for number in range(12):
        deal = random_position(deal_key(9, number), 6)
        while deal is not None and deal.phase is Phase.PLAY:
            positions.append(deal)
            deal = deal.after(min(deal.legal))
    deals = np.concatenate([deal._array for deal in positions])
    for what in ("points", "score", "card points", "card scores"):
        one = solve_many(deals, what)
        assert np.array_equal(one, solve_many(deals, what, threads=2))
        assert np.array_equal(one, solve_many(deals, what, threads=3, bits=10))
        if what.startswith("card"):
            for threads in (1, 3):
                both = solve_cards(deals, threads=threads, bits=14)
                assert np.array_equal(one, both[0 if what == "card points" else 1])
    solver = Solver()
    for row, deal in enumerate(positions):
        assert solver.points(deals, row) == solver.points(deal)
        values = solver.score_values(deal)
        assert {c for c in range(32) if one[row, c] != ILLEGAL} == {int(c) for c in values}
        assert all(one[row, int(c)] == v for c, v in values.items())


def test_list_scores_never_fall_as_the_declarer_gets_more() -> None:
    """The solver asks for classes of results one by one: that is sound only if they are ordered."""
    for contract in range(N_CONTRACTS - 4):
        for bid in (18, 24, 36, 48, 60, 96, 120, 264):
            for run in (-4, -1, 1, 2, 4, 11):
                classes = [(0, 0), (30, 1), (31, 1), (61, 1), (90, 1), (120, 10)]
                scores = [settle(contract, bid, run, *c)[6] for c in classes]
                assert scores == sorted(scores), (Contract(contract), bid, run, scores)
                assert settle(contract, bid, run, 89, 9)[6] == scores[3]
                assert settle(contract, bid, run, 60, 9)[6] == scores[2]
                assert settle(contract, bid, run, 120, 9)[6] == scores[4]


def test_bad_positions() -> None:
    solver = Solver()
    with pytest.raises(ValueError, match="name a contract first"):
        solver.points(Deal.shuffled(1))
    with pytest.raises(ValueError, match="what is one of 'points'"):
        solve_many(Deal.shuffled(1)._array, "luck")
    with pytest.raises(ValueError, match="name a contract first"):
        solve_cards(Deal.shuffled(1)._array)
    with pytest.raises(ValueError, match="threads is at least 1, not 0"):
        solve_cards(Deal.shuffled(1)._array, threads=0)
    with pytest.raises(ValueError, match="needs 'declarer'"):
        dealt = Deal.shuffled(1)
        hands = [[str(c) for c in hand] for hand in dealt.hands]
        position_of({"hands": hands, "putdown": [str(c) for c in dealt.skat], "game": "G"})


def test_finished_deals() -> None:
    deals = np.concatenate([Deal.shuffled(k)._array for k in range(20)])
    rulebook = load_policy("rulebook")
    play_out(deals, np.ones((20, 3, 3), np.int64), [rulebook], 1, np.arange(20))
    solver = Solver()
    for row in range(20):
        if deals[row].declarer < 0:
            continue
        assert solver.score(deals, row) == deals[row].score
        assert solver.card_values(deals, row) == {}
