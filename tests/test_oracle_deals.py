"""What holds in every deal that the oracle plays."""

import random
from collections import Counter

import oracle
import pytest
from oracle import OracleDeal

PASS, BID, PICK_UP = 32, 33, 34
LONGEST_DEAL = 63 + 63 + 2 + 1 + 2 + 1 + 30  # says, holds, passes, pick up, put down, declare, play


def shuffled(rng: random.Random) -> list[int]:
    """Shuffle a deal."""
    return rng.sample(range(32), 32)


def choose(deal: OracleDeal, rng: random.Random) -> int:
    """Choose an action at random, so that every kind of game occurs."""
    if deal.phase == "choice" and rng.random() < 0.5:
        return PICK_UP
    jumps = deal.jump_bids()
    if jumps and rng.random() < 0.1:
        return rng.choice(jumps[:12])
    return rng.choice(deal.legal())


def check_cards(deal: OracleDeal) -> None:
    """Check that the 32 cards are all somewhere, once."""
    places = [card for hand in deal.hands for card in hand] + [card for _, card in deal.history]
    picked_up = len(deal.put_down) > 0 or deal.phase == "put_down"
    places += deal.put_down if picked_up else deal.skat
    assert sorted(places) == list(range(32))
    assert oracle.card_points(places) == 120


def check_result(deal: OracleDeal, first_hands: list[set[int]]) -> None:
    """Check the settlement of a finished deal against its tricks and bookkeeping."""
    result = deal.result()
    assert result is not None
    declarer, score = result["declarer"], result["score"]
    assert deal.scores() == [score if seat == declarer else 0 for seat in range(3)]
    own, others = (50, 0) if result["won"] else (-50, 40)
    bonus = [own if seat == declarer else others for seat in range(3)]
    extra = [s - p for s, p in zip(deal.seeger_fabian(), deal.scores(), strict=True)]
    assert extra == (bonus if declarer >= 0 else [0, 0, 0])
    if declarer < 0:
        assert deal.history == [] and deal.bid == 0 and deal.contract == -1
        return
    assert declarer == deal.declarer and result["bid"] == deal.bid >= 18
    assert result["contract"] == deal.contract and result["tricks"] <= len(deal.trick_winners)
    assert 0 <= result["points"] <= 120 and result["value"] >= result["bid"]
    assert score == (result["value"] if result["won"] else -2 * result["value"])
    is_null = deal.contract >= 25
    if is_null:
        assert result["won"] == (result["tricks"] == 0) and not result["overbid"]
        assert result["tricks"] == (0 if result["won"] else 1)
    else:
        assert len(deal.history) == 30 and deal.hands == [set(), set(), set()]
        assert 1 <= abs(result["matadors"]) <= (4 if deal.contract >= 20 else 11)
    won_points = {0: 0, 1: 0, 2: 0}
    for number, winner in enumerate(deal.trick_winners):
        trick = deal.history[3 * number : 3 * number + 3]
        leader = 0 if number == 0 else deal.trick_winners[number - 1]
        assert [seat for seat, _ in trick] == [(leader + turn) % 3 for turn in range(3)]
        won_points[winner] += oracle.card_points(card for _, card in trick)
    aside = deal.put_down or deal.skat
    assert result["points"] == won_points[declarer] + oracle.card_points(aside)
    held = [card for hand in deal.hands for card in hand]
    assert sum(won_points.values()) + oracle.card_points([*aside, *held]) == 120
    for seat, card in deal.history:
        assert card in first_hands[seat]


def test_random_deals() -> None:
    rng = random.Random(20240501)
    seen: Counter[str] = Counter()
    for _ in range(300):
        cards = shuffled(rng)
        deal = OracleDeal(cards)
        actions: list[int] = []
        first_hands = [set(hand) for hand in deal.hands]
        while deal.phase != "over":
            legal = deal.legal()
            assert legal and legal == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < 64
            assert deal.seat in (0, 1, 2) and deal.result() is None
            check_cards(deal)
            if deal.phase == "play" and not deal.history:
                first_hands = [set(hand) for hand in deal.hands]
                assert [len(hand) for hand in first_hands] == [10, 10, 10]
            illegal = sorted(set(range(128)) - set(legal) - set(deal.jump_bids()))
            with pytest.raises(ValueError):
                deal.apply(rng.choice(illegal))
            actions.append(choose(deal, rng))
            deal.apply(actions[-1])
        check_cards(deal)
        assert len(actions) <= LONGEST_DEAL and deal.seat == -1
        check_result(deal, first_hands)
        again = OracleDeal(cards)
        for action in actions:
            again.apply(action)
        assert vars(again) == vars(deal)
        result = deal.result()
        assert result is not None
        seen.update(name for name, value in result.items() if value is True)
        seen["null"] += deal.contract >= 25
        seen["thrown in"] += deal.declarer < 0
        seen["picked up"] += bool(deal.put_down)
    for name in ("won", "overbid", "schneider", "schwarz", "null", "thrown in", "picked up"):
        assert seen[name] > 0, name


def test_the_longest_deal() -> None:
    deal = OracleDeal(shuffled(random.Random(1)))
    count = 0
    while deal.phase != "over":
        legal = deal.legal()
        deal.apply(BID if BID in legal and deal.phase == "auction" else legal[0])
        count += 1
    assert count == LONGEST_DEAL
