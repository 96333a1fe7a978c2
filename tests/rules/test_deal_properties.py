"""What holds at every moment of every deal."""

import pickle
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skat_gym.rules import BID, PASS, PICK_UP, Card, Contract, Deal, Phase, Result
from skat_gym.rules.deal import replay

KEYS = st.integers(-(2**63), 2**63 - 1)
SEEDS = st.integers(0, 2**32)
JUMPS = range(64, 127)
FEW = settings(max_examples=60, deadline=None)


def words_of(key: int, seed: int) -> list[int]:
    """Plays a deal at random, with jump bids and with hand games; returns what was done."""
    rng = random.Random(seed)
    passes, deal, done = rng.random(), Deal.shuffled(key), []
    while deal.phase is not Phase.OVER:
        action = rng.choice(deal.legal)
        if deal.phase is Phase.AUCTION:
            action = PASS if rng.random() < passes or BID not in deal.legal else BID
            if action == BID and rng.random() < 0.2 and deal.seat == deal.record.speaker:
                last = 1 if deal.record.listener < 0 else min(63, deal.record.bid + 12)
                action = 64 + rng.randrange(int(deal.record.bid) + 1, int(last))
        elif deal.phase is Phase.CHOICE and rng.random() < 0.5:
            action = PICK_UP
        done.append(action)
        deal = deal.after(action)
    return done


def moments(key: int, seed: int) -> list[Deal]:
    """Returns every moment of a random deal."""
    return replay(Deal.shuffled(key), words_of(key, seed))


def middle(key: int, seed: int) -> Deal:
    """Returns some moment of a random deal."""
    return random.Random(seed).choice(moments(key, seed))


@FEW
@given(KEYS, SEEDS)
def test_32_cards_and_120_points(key: int, seed: int) -> None:
    for deal in moments(key, seed):
        aside = deal.put_down if deal.record.picked_up else deal.skat
        places = [card for hand in deal.hands for card in hand] + [*deal.cards, *aside]
        assert sorted(places) == list(range(32))
        assert sum(card.points for card in places) == 120
        taken = len(deal.winners) * 3
        assert sum(card.points for card in deal.cards[:taken]) == int(deal.record.points.sum())
        assert len(deal.winners) == int(deal.record.tricks.sum())


@FEW
@given(KEYS, SEEDS)
def test_text_pickle_and_actions_recall_the_deal(key: int, seed: int) -> None:
    start, done = Deal.shuffled(key), words_of(key, seed)
    for number, deal in enumerate(replay(start, done)):
        assert Deal.parse(str(deal)) == deal
        assert pickle.loads(pickle.dumps(deal)) == deal
        assert start.after(*deal.actions) == deal
        assert len(deal.actions) == number == deal.record.plies
        assert eval(repr(deal), {"Deal": Deal}) == deal
        assert hash(Deal.parse(str(deal))) == hash(deal)
        recalled = list(deal.actions)
        if deal.phase is Phase.AUCTION:
            spoken = [a if a in JUMPS else None for a in recalled]
            assert all(a is None or a == b for a, b in zip(spoken, done, strict=False))
    assert str(start) == str(Deal.shuffled(key))


@FEW
@given(KEYS, SEEDS)
def test_after_leaves_the_original_alone(key: int, seed: int) -> None:
    before = middle(key, seed)
    text, code = str(before), hash(before)
    for action in before.legal:
        assert before.after(action) != before
    assert (str(before), hash(before)) == (text, code)


@FEW
@given(KEYS, st.randoms())
def test_the_order_of_the_cards_given_does_not_matter(key: int, rng: random.Random) -> None:
    deal = Deal.shuffled(key)
    parts = [list(part) for part in (*deal.dealt, deal.skat)]
    for part in parts:
        rng.shuffle(part)
    again = Deal.of_cards(*parts)
    assert again == deal and hash(again) == hash(deal) and str(again) == str(deal)
    assert Deal.of_cards(*([str(card) for card in part] for part in parts)) == deal


@FEW
@given(KEYS, st.randoms())
def test_the_order_of_put_downs_does_not_matter(key: int, rng: random.Random) -> None:
    deal = Deal.shuffled(key).after("pass", "pass", "bid", "pick up")
    first, second = rng.sample(deal.hands[0], 2)
    one, other = deal.after(first, second), deal.after(second, first)
    assert one == other and hash(one) == hash(other) and str(one) == str(other)
    assert one.put_down == tuple(sorted((first, second)))


@FEW
@given(KEYS, SEEDS)
def test_illegal_actions_are_refused_in_a_sentence(key: int, seed: int) -> None:
    for deal in moments(key, seed)[::5]:
        text, legal = str(deal), set(deal.legal)
        for action in sorted({-1, 127, 10**9, *range(127)} - legal):
            if action in JUMPS and deal.phase is Phase.AUCTION:
                continue
            with pytest.raises(ValueError) as caught:
                deal.after(action)
            sentence = str(caught.value)
            if deal.phase is Phase.OVER:
                assert sentence == "the deal is over: no action is legal"
            else:
                assert re.match(r".+ is not legal for \w+hand; legal are: .+", sentence)
        assert str(deal) == text


def test_illegal_jump_bids() -> None:
    deal = Deal.shuffled(3).after("24")
    for word in ("24", "27", "264"):
        with pytest.raises(ValueError, match="is not legal for forehand; legal are: pass, bid"):
            deal.after(word)
    deal = deal.after("yes")
    for word in ("18", "24"):
        with pytest.raises(ValueError, match=f"bid {word} is not legal for middlehand"):
            deal.after(word)
    with pytest.raises(ValueError, match="25 is not a bid; the values are 18, 20, 22"):
        deal.after("25")
    alone = Deal.shuffled(3).after("pass", "pass")
    with pytest.raises(ValueError, match="bid 20 is not legal for forehand"):
        alone.after("20")
    assert alone.after("18") == alone.after(BID)
    assert deal.after("33", "yes", "pass", "pass").bid == 33


@pytest.mark.parametrize(
    "text", ["", "grand spades", "X", "CJ.", "bid", "Hh", "one", "10", "SJS", "bid bid", "S S"]
)
def test_nonsense_is_refused(text: str) -> None:
    deal = Deal.shuffled(3).after("18", "pass", "pass")
    with pytest.raises(ValueError, match=r"is not an? |is not legal"):
        deal.after(text)


@pytest.mark.parametrize("number", range(29))
def test_contracts_round_trip(number: int) -> None:
    contract = Contract(number)
    assert Contract.parse(contract.name) == Contract.parse(contract.iss) == contract
    assert Contract.parse(contract.name.upper()) == contract
    assert eval(repr(contract), {"Contract": Contract.parse}) == contract
    letters = contract.iss[1:]
    assert Contract.parse(contract.iss[0] + letters[::-1]) == contract
    deal = Deal.shuffled(3).after("18", "pass", "pass")
    if not contract.hand:
        deal = deal.after("pick up")
        deal = deal.after(*deal.legal[:2])
    assert deal.after(contract.name).contract == deal.after(35 + number).contract == contract
    if len(contract.iss) > 1 or not contract.hand:
        assert deal.after(contract.iss).contract == contract


@pytest.mark.parametrize(
    "text",
    [
        *("NS", "NZ", "null schneider", "null hand schwarz", "SS", "SZ", "spades schneider"),
        *("grand ouvert", "clubs schwarz", "GSZ", "HHH", "gh", "C-", "G HS", "NOX", "29"),
        *("hand", "", " "),
    ],
)
def test_bad_contracts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*(not|no) "):
        Contract.parse(text)


def test_contract_numbers_are_checked() -> None:
    assert Contract(np.int64(20)) == Contract(20) and type(Contract(np.int8(20)).number) is int
    for number in (-1, 29, 2.0, "20", None, True):
        with pytest.raises(ValueError, match="a contract is a whole number from 0 to 28"):
            Contract(number)  # type: ignore[arg-type]
    for text in (None, 20, b"G"):
        with pytest.raises(ValueError, match="is not a contract; one is written as 'spades'"):
            Contract.parse(text)  # type: ignore[arg-type]


def test_keys_of_deals_are_checked() -> None:
    for key in ("a", 1.5, None, True, 2**64, -(2**63) - 1):
        with pytest.raises(ValueError, match="the key of a deal is a whole number from -92233"):
            Deal.shuffled(key)  # type: ignore[arg-type]
    assert Deal.shuffled(np.int32(7)) == Deal.shuffled(7)
    assert Deal.shuffled(2**64 - 5) == Deal.shuffled(-5), "64 bits, however they are read"


def test_open_trump_games_imply_everything() -> None:
    for text in ("CO", "COH", "COHSZ", "CHO", "clubs hand ouvert"):
        contract = Contract.parse(text)
        assert (contract.hand, contract.schneider, contract.schwarz, contract.ouvert) == (True,) * 4


@pytest.mark.parametrize(
    ("text", "bid", "matadors", "points", "tricks", "words"),
    [
        ("S", 36, 2, 93, 8, "spades, with 2, game 3, schneider 4 x 11 = 44; bid 36; won with 93"),
        ("H", 24, 1, 70, 5, "hearts, with 1, game 2 x 10 = 20; bid 24, overbid: counts 30; "
         "lost with 70; counted double: -60"),
        ("GHS", 18, 4, 89, 8, "grand, with 4, game 5, hand, schneider, announced 8 x 24 = 192; "
         "bid 18; lost with 89, schneider announced; counted double: -384"),
        ("CO", 18, -1, 100, 9, "clubs, without 1, game 2, hand, schneider, announced, schwarz, "
         "announced, ouvert 8 x 12 = 96; bid 18; lost with 100 in 9 tricks, schwarz announced; "
         "counted double: -192"),
        ("D", 18, -1, 0, 0, "diamonds, without 1, game 2, schneider, schwarz 4 x 9 = 36; bid 18; "
         "lost with 0; counted double: -72"),
        ("NOH", 18, 0, 4, 0, "null ouvert hand 59; bid 18; won: no trick"),
        ("N", 24, 0, 4, 0, "null 23; bid 24, overbid: counts 46; lost: no trick; "
         "counted double: -92"),
        ("NH", 18, 0, 4, 1, "null hand 35; bid 18; lost: a trick taken; counted double: -70"),
    ],
)  # fmt: skip
def test_results_explain_themselves(
    text: str, bid: int, matadors: int, points: int, tricks: int, words: str
) -> None:
    result = Result.settled(
        1, Contract.parse(text), bid=bid, matadors=matadors, points=points, tricks=tricks
    )
    assert str(result) == words
    assert str(Result.thrown_in()) == "passed by all: nobody scores"


def test_cards_are_checked() -> None:
    names = [str(Card(number)) for number in range(32)]
    with pytest.raises(ValueError, match=r"not 10 \+ 10 \+ 9 and 3"):
        Deal.of_cards(names[:10], names[10:20], names[20:29], names[29:])
    with pytest.raises(ValueError, match="D7 comes twice"):
        Deal.of_cards(names[:10], names[10:20], names[20:30], ["D7", "CJ"])
    with pytest.raises(ValueError, match="'XX' is not a card"):
        Deal.parse("XX." + ".".join(names[1:]))
    with pytest.raises(ValueError, match="not 0"):
        Deal.parse("")
