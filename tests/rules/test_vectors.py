"""The kernels and their friendly faces answer every vector."""

import json
from pathlib import Path
from typing import Any

import pytest

from skat_gym.rules import BID_VALUES, Card, Contract, Deal, Match, Phase, Result
from skat_gym.rules.card import card_set, points_of
from skat_gym.rules.contract import GAME_LETTERS
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import follow, trick_winner

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
SEATS = "FMR"


def load(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def cases(name: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in load(name)["cases"]]


def card_numbers(names: list[str]) -> list[int]:
    return [int(Card(name)) for name in names]


def contract_of(parts: dict[str, Any]) -> Contract:
    return Contract.of(
        GAME_LETTERS.index(parts["game"]),
        hand=parts["hand"],
        schneider=parts["schneider_announced"],
        schwarz=parts["schwarz_announced"],
        ouvert=parts["ouvert"],
    )


def test_bid_values() -> None:
    assert list(BID_VALUES) == load("bidding")["bid_values"]


def say(deal: Deal, who: str, what: str | int) -> Deal:
    """Say one word of an auction; whoever is not to act or says the wrong kind is refused."""
    if deal.seat != SEATS.index(who):
        raise ValueError(f"{who} is not to act")
    speaks = deal.seat == deal.record.speaker
    if what != "pass" and speaks == (what == "yes"):
        raise ValueError("a speaker says a value, a listener yes")
    return deal.after(str(what))


@pytest.mark.parametrize("case", cases("bidding"))
def test_bidding(case: Any) -> None:
    deal = Deal.shuffled(1)
    *before, last = case["actions"]
    for who, what in before:
        deal = say(deal, who, what)
    assert deal.phase is Phase.AUCTION
    if case["last_action_illegal"]:
        with pytest.raises(ValueError):
            say(deal, *last)
        return
    deal = say(deal, *last)
    assert deal.bid == case["expect"]["bid"]
    if case["expect"]["declarer"] is None:
        assert (deal.phase, deal.declarer, deal.seat) == (Phase.OVER, None, -1)
    else:
        declarer = SEATS.index(case["expect"]["declarer"])
        assert (deal.phase, deal.declarer, deal.seat) == (Phase.CHOICE, declarer, declarer)


@pytest.mark.parametrize("case", cases("legal_moves"))
def test_legal_moves(case: Any) -> None:
    hand = card_set(card_numbers(case["hand"]))
    expected = card_set(card_numbers(case["legal"]))
    if case["led"] is None:
        assert expected == hand
    else:
        assert follow(hand, int(Card(case["led"])), GAME_LETTERS.index(case["game"])) == expected


@pytest.mark.parametrize("case", cases("legal_moves"))
def test_legal_moves_of_a_deal(case: Any) -> None:
    """Middlehand holds the hand of the vector, forehand leads the card of the vector."""
    hand = card_numbers(case["hand"])
    led = None if case["led"] is None else int(Card(case["led"]))
    others = [card for card in range(32) if card != led and card not in hand]
    filled = hand + others[: 10 - len(hand)]
    rest = [card for card in range(32) if card not in filled and card != led]
    forehand = [*rest[:9], led if led is not None else rest[9]]
    rest = [card for card in rest if card not in forehand]
    if case["game"] == "N":
        deal = Deal.of_cards(forehand, filled, rest[:10], rest[10:]).after("p", "p", "18", "NH")
    else:
        contract = case["game"] + "H"
        deal = Deal.of_cards(forehand, filled, rest[:10], rest[10:]).after("p", "p", "18", contract)
    if led is None:
        assert deal.legal == tuple(sorted(forehand))
        return
    legal = set(deal.after(led).legal)
    same = set(card_numbers(case["legal"]))
    if same != set(hand):  # otherwise the filled-up hand may be able to follow
        assert same <= legal and not legal & (set(hand) - same)


@pytest.mark.parametrize("case", cases("trick_winner"))
def test_trick_winner(case: Any) -> None:
    first, second, third = trick = card_numbers(case["cards"])
    game = GAME_LETTERS.index(case["game"])
    assert trick_winner(first, second, third, game) == case["winner"]
    assert points_of(card_set(trick)) == case["points"]


@pytest.mark.parametrize("case", cases("scoring"))
def test_scoring(case: Any) -> None:
    expect, contract = case["expect"], contract_of(case["contract"])
    run = int(matadors(card_set(card_numbers(case["hand"] + case["skat"])), contract.game))
    result = Result.settled(
        1,
        contract,
        bid=case["bid"],
        matadors=run,
        points=case["declarer_points"],
        tricks=case["declarer_tricks"],
    )
    assert run == expect["matadors"]
    assert result.levels == (expect["multiplier"] or 0)
    assert (result.won, result.overbid) == (expect["won"], expect["overbid"])
    assert result.score == expect["score"]
    if not expect["overbid"]:
        assert result.value == expect["game_value"]
    fabian = expect["seeger_fabian"]
    each = fabian["each_defender"]
    assert result.scores() == (0, expect["score"], 0)
    assert result.seeger_fabian() == (each, fabian["declarer"], each)


@pytest.mark.parametrize("case", cases("scoring"))
def test_scoring_counts_the_cards_as_dealt(case: Any) -> None:
    hand, skat = card_numbers(case["hand"]), card_numbers(case["skat"])
    others = [card for card in range(32) if card not in hand + skat]
    deal = Deal.of_cards(others[:10], hand, others[10:], skat).after("18", "p", "p")
    contract = contract_of(case["contract"])
    if not contract.hand:
        deal = deal.after("pick up", *case["discards"])
        assert set(deal.put_down) == set(card_numbers(case["discards"]))
    deal = deal.after(contract.name)
    while deal.phase is Phase.PLAY:
        deal = deal.after(deal.legal[0])
    result = deal.result
    assert result is not None
    assert (result.contract, result.matadors) == (contract, case["expect"]["matadors"])
    assert set(deal.skat) == set(skat)


@pytest.mark.parametrize("case", cases("match"))
def test_match(case: Any) -> None:
    match = Match(deals=len(case["deals"]), first_dealer=case["first_dealer"])
    expect = case["expect"]
    for number, line in enumerate(case["deals"]):
        assert not match.over and match.number == number
        assert match.dealer == expect["dealers"][number]
        assert match.player_at(0) == expect["forehands"][number]
        player, score = line["declarer_seat"], line["score"]
        match.book(booked(-1 if player is None else match.seat_of(player), score))
        assert match.lines[-1].declarer == player
    assert match.over
    assert match.scores("points") == tuple(expect["totals"])
    assert match.scores("seeger-fabian") == match.scores() == tuple(expect["seeger_fabian"])
    assert match.won() == tuple(expect["won"])
    assert match.lost() == tuple(expect["lost"])
    assert match.ranking("points") == expect["ranking_plain"]
    assert match.ranking() == expect["ranking_sf"]


def booked(seat: int, score: int) -> Result:
    """Give a result that books this score for a seat."""
    if seat < 0:
        return Result.thrown_in()
    value = score if score > 0 else -score // 2
    contract = Contract.parse("clubs")
    return Result(seat, contract, 18, 1, 2, value, score > 0, False, False, False, 61, 6, score)
