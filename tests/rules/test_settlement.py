"""What holds for every settlement: boundaries, levels by tricks, overbids, list scores."""

import itertools
from typing import Any

import numba
import numpy as np
import pytest

from skat_gym.rules import BID_VALUES, Contract, Deal, Result, new_deals, self_play
from skat_gym.rules.card import card_set, cards_of
from skat_gym.rules.contract import BASE, FORM, GAME, NULL_VALUES
from skat_gym.rules.scoring import matadors

TRUMP_GAMES = range(25)
VALUES = {base * levels for base in (9, 10, 11, 12, 24) for levels in range(2, 19)}
VALUES |= {23, 35, 46, 59, 69, 70, 92, 115}  # nulls, and multiples of 23 and 35 when overbid


@pytest.fixture(scope="module")
def played() -> Any:
    """Many deals, played at random to the end; thrown-in ones are left out."""
    deals = new_deals(400 if numba.config.DISABLE_JIT else 20_000)
    self_play(deals, np.arange(len(deals)))
    return deals[deals["declarer"] >= 0]


def settled(number: int, points: int, tricks: int = 5, bid: int = 18, run: int = 1) -> Result:
    return Result.settled(1, Contract(number), bid=bid, matadors=run, points=points, tricks=tricks)


@pytest.mark.parametrize("number", TRUMP_GAMES)
def test_30_and_31_60_and_61_89_and_90(number: int) -> None:
    form = FORM[number]
    for points in range(121):
        result = settled(number, points)
        assert result.schneider == (points <= 30 or points >= 90)
        assert result.won == (points >= (61 if form < 2 else 90) and form < 3)
        assert not result.schwarz
    assert settled(number, 60).score == -2 * settled(number, 60).value
    assert settled(number, 120, 10).won and settled(number, 120, 10).schwarz
    assert settled(number, 120, 9).won == (form < 3)
    gain = settled(number, 90).levels - settled(number, 89).levels
    assert gain == (1 if form < 2 else 0), "a level announced is not counted twice"
    assert settled(number, 30).levels - settled(number, 31).levels == gain


@pytest.mark.parametrize("number", TRUMP_GAMES)
def test_an_overbid_costs_the_least_multiple_that_reaches_the_bid(number: int) -> None:
    base = int(BASE[GAME[number]])
    for bid, points in itertools.product(BID_VALUES, (20, 70, 95, 120)):
        result = settled(number, points, 9, bid)
        assert result.overbid == (result.value < bid)
        assert result.cost >= bid and result.cost % base == 0
        if result.overbid:
            assert not result.won and result.cost - base < bid
        else:
            assert result.cost == result.value


def test_schwarz_is_decided_by_tricks(played: Any) -> None:
    trumps = played[played["contract"] < 25]
    tricks = trumps["tricks"][:, 0]
    assert ((trumps["schwarz"] == 1) == ((tricks == 0) | (tricks == 10))).all()
    assert (trumps["tricks"].sum(axis=1) == 10).all()


def test_null_is_decided_by_tricks(played: Any) -> None:
    nulls = played[played["contract"] >= 25]
    assert len(nulls) > 10
    tricks = nulls["tricks"][:, 0]
    assert (tricks <= 1).all() and ((nulls["won"] == 1) == (tricks == 0)).all()
    assert (nulls["played"][tricks == 0] == 30).all()
    for name in ("matadors", "levels", "schneider", "schwarz", "overbid"):
        assert not nulls[name].any(), name
    assert (nulls["value"] == np.array(NULL_VALUES)[nulls["contract"] - 25]).all()


def test_only_scores_of_skat_are_booked(played: Any) -> None:
    """BC17: the value, or minus twice the value, and nothing else."""
    score = played["score"]
    assert set(score[score > 0]) <= VALUES
    assert set(score[score < 0]) <= {-2 * value for value in VALUES}
    assert ((score > 0) == (played["won"] == 1)).all() and (score != 0).all()
    unfinished = Deal.shuffled(1).after("18", "pass", "pass", "grand hand")
    assert unfinished.result is None and int(unfinished.record.score) == 0


def test_list_and_seeger_fabian_scores(played: Any) -> None:
    for row in range(min(500, len(played))):
        result = Result.of(played, row)
        others = [seat for seat in range(3) if seat != result.declarer]
        assert result.scores()[result.declarer] == result.score
        assert [result.scores()[seat] for seat in others] == [0, 0]
        bonus = 50 if result.won else -50
        assert result.seeger_fabian()[result.declarer] == result.score + bonus
        assert {result.seeger_fabian()[seat] for seat in others} == {0 if result.won else 40}
        assert result == Result.settled(
            result.declarer,
            Contract(int(played["contract"][row])),
            bid=result.bid,
            matadors=result.matadors,
            points=result.points,
            tricks=result.tricks,
        )


def test_matadors_count_the_twelve_cards_dealt(played: Any) -> None:
    rng = np.random.default_rng(5)
    for row in played[:1000]:
        game = int(GAME[int(row["contract"])])
        cards = [*cards_of(int(row["dealt"][int(row["declarer"])])), *cards_of(int(row["skat"]))]
        rng.shuffle(cards)
        run = matadors(card_set(cards), game)
        assert run == row["matadors"]
        assert (run == 0) == (game == 5) and abs(run) <= (4 if game == 4 else 11)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"declarer": 9}, "declarer, a seat, is a whole number from 0 to 2, not 9"),
        ({"declarer": -1}, "not -1"),
        ({"points": 500}, "points is a whole number from 0 to 120, not 500"),
        ({"points": -1}, "not -1"),
        ({"points": 60.5}, "not 60.5"),
        ({"tricks": 80}, "tricks is a whole number from 0 to 10, not 80"),
        ({"bid": 19}, "bid is a bid value .* or 0, not 19"),
        ({"bid": "18"}, "not '18'"),
        ({"bid": None}, "not None"),
        ({"matadors": 30}, "matadors is a whole number from -18 to 18, not 30"),
        ({"contract": "grand"}, r"contract is a Contract, such as .*, not 'grand'"),
        ({"contract": 20}, "not 20"),
    ],
)
def test_what_no_deal_can_bring_is_one_sentence(change: dict[str, Any], words: str) -> None:
    counted: dict[str, Any] = {
        **{"declarer": 1, "contract": Contract(20), "bid": 18, "matadors": 1},
        **{"points": 70, "tricks": 6},
    }
    assert Result.settled(**counted).won
    with pytest.raises(ValueError, match=words) as told:
        Result.settled(**{**counted, **change})
    assert "\n" not in str(told.value)
    numpys = {key: np.int64(v) if isinstance(v, int) else v for key, v in counted.items()}
    assert Result.settled(**numpys) == Result.settled(**counted)
