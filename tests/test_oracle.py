"""The oracle against the vectors, and single rules that they do not reach."""

import json
from pathlib import Path
from typing import Any

import oracle
import pytest
from oracle import OracleDeal

VECTORS = Path(__file__).parent / "data" / "vectors"
PASS, BID, PICK_UP = 32, 33, 34


def load(name: str) -> Any:
    """Load one vector file."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def cases(name: str) -> list[Any]:
    """Make one pytest parameter of each case of a vector file."""
    return [pytest.param(case, id=case["id"]) for case in load(name)["cases"]]


def numbers(names: list[str]) -> list[int]:
    """Give the numbers of named cards."""
    return [oracle.CARDS.index(name) for name in names]


def with_hand(hand: list[int], skat: list[int]) -> list[int]:
    """Make a deal that gives forehand this hand and lays this skat."""
    rest = [number for number in range(32) if number not in hand + skat]
    return hand + rest + skat


def contract_action(contract: dict[str, Any]) -> int:
    """Give the action that declares a contract of the vectors."""
    if contract["game"] == "N":
        return 60 + int(contract["hand"]) + 2 * int(contract["ouvert"])
    names = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
    form = sum(bool(contract[name]) for name in names)  # every form includes the ones before
    return 35 + 5 * "DHSCG".index(contract["game"]) + form


def left_alone(cards: list[int]) -> OracleDeal:
    """Bring a deal to forehand's choice at 18."""
    deal = OracleDeal(cards)
    for action in (PASS, PASS, BID):
        deal.apply(action)
    return deal


# The vectors.


def test_bid_values() -> None:
    assert load("bidding")["bid_values"] == oracle.BID_VALUES
    assert len(oracle.BID_VALUES) == 63


def try_to_say(deal: OracleDeal, who: str, what: str | int) -> None:
    """Carry out one word of an auction, refusing whatever the rules do not allow."""
    if deal.seat != "FMR".index(who):
        raise ValueError("not this seat's turn")
    speaking = bool(deal.jump_bids()) or BID not in deal.legal()
    if what == "pass":
        deal.apply(PASS)
    elif what == "yes":
        if speaking:
            raise ValueError("a speaker says a value")
        deal.apply(BID)
    else:
        assert isinstance(what, int)
        deal.apply(64 + oracle.BID_VALUES.index(what))


@pytest.mark.parametrize("case", cases("bidding"))
def test_bidding(case: Any) -> None:
    deal = OracleDeal(list(range(32)))
    *said, last = case["actions"]
    for who, what in said:
        try_to_say(deal, who, what)
    if case["last_action_illegal"]:
        with pytest.raises(ValueError):
            try_to_say(deal, *last)
        return
    assert deal.phase == "auction"
    try_to_say(deal, *last)
    assert deal.bid == case["expect"]["bid"]
    if case["expect"]["declarer"] is None:
        assert (deal.phase, deal.seat, deal.declarer) == ("over", -1, -1)
    else:
        declarer = "FMR".index(case["expect"]["declarer"])
        assert (deal.phase, deal.seat, deal.declarer) == ("choice", declarer, declarer)


@pytest.mark.parametrize("case", cases("legal_moves"))
def test_legal_moves(case: Any) -> None:
    led = None if case["led"] is None else oracle.CARDS.index(case["led"])
    legal = oracle.legal_cards(numbers(case["hand"]), led, case["game"])
    assert legal == sorted(numbers(case["legal"]))


@pytest.mark.parametrize("case", cases("trick_winner"))
def test_trick_winner(case: Any) -> None:
    trick = numbers(case["cards"])
    assert oracle.trick_winner(trick, case["game"]) == case["winner"]
    assert oracle.card_points(trick) == case["points"]


@pytest.mark.parametrize("case", cases("scoring"))
def test_scoring(case: Any) -> None:
    contract, expect = case["contract"], case["expect"]
    tops = oracle.matadors(numbers(case["hand"] + case["skat"]), contract["game"])
    result = oracle.score_game(
        contract["game"],
        contract["hand"],
        contract["schneider_announced"],
        contract["schwarz_announced"],
        contract["ouvert"],
        tops,
        case["bid"],
        case["declarer_points"],
        case["declarer_tricks"],
    )
    assert tops == expect["matadors"]
    assert result["multiplier"] == (expect["multiplier"] or 0)
    for name in ("won", "overbid", "score"):
        assert result[name] == expect[name]
    if not expect["overbid"]:
        assert result["value"] == expect["game_value"]
    assert abs(result["score"]) == result["value"] * (1 if result["won"] else 2)
    fabian = expect["seeger_fabian"]
    each = fabian["each_defender"]
    assert oracle.seeger_fabian_scores(1, result["score"]) == [each, fabian["declarer"], each]


@pytest.mark.parametrize("case", cases("scoring"))
def test_scoring_counts_the_cards_as_dealt(case: Any) -> None:
    deal = left_alone(with_hand(numbers(case["hand"]), numbers(case["skat"])))
    if not case["contract"]["hand"]:
        deal.apply(PICK_UP)
        for number in numbers(case["discards"]):
            deal.apply(number)
    deal.apply(contract_action(case["contract"]))
    while deal.phase != "over":
        deal.apply(deal.legal()[0])
    result = deal.result()
    assert result is not None
    assert result["matadors"] == case["expect"]["matadors"]
    assert deal.skat == set(numbers(case["skat"]))
    assert deal.put_down == set(numbers(case["discards"] or []))


@pytest.mark.parametrize("case", cases("match"))
def test_match(case: Any) -> None:
    expect = case["expect"]
    plain, fabian, won, lost = [0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]
    for number, deal in enumerate(case["deals"]):
        forehand = (case["first_dealer"] + number + 1) % 3
        assert forehand == expect["forehands"][number]
        player, score = deal["declarer_seat"], deal["score"]
        declarer = -1 if player is None else (player - forehand) % 3
        by_seat = oracle.list_scores(declarer, score)
        fabian_by_seat = oracle.seeger_fabian_scores(declarer, score)
        for seat in range(3):
            plain[(forehand + seat) % 3] += by_seat[seat]
            fabian[(forehand + seat) % 3] += fabian_by_seat[seat]
        if player is not None:
            won[player] += score > 0
            lost[player] += score < 0
    assert plain == expect["totals"]
    assert fabian == expect["seeger_fabian"]
    assert (won, lost) == (expect["won"], expect["lost"])


# Single rules the vectors do not reach.


@pytest.mark.parametrize(
    "cards", [list(range(31)), [0, *range(31)], list(range(1, 33)), [], list(range(33))]
)
def test_a_deal_that_is_not_32_distinct_cards_is_refused(cards: list[int]) -> None:
    with pytest.raises(ValueError):
        OracleDeal(cards)


def test_a_thrown_in_deal_pays_nobody() -> None:
    deal = OracleDeal(list(range(32)))
    assert deal.result() is None
    with pytest.raises(ValueError):
        deal.scores()
    for _ in range(3):
        deal.apply(PASS)
    result = deal.result()
    assert result is not None
    assert result.pop("declarer") == -1
    assert len(result) == 12 and not any(result.values())
    assert deal.scores() == deal.seeger_fabian() == [0, 0, 0]
    assert deal.legal() == deal.jump_bids() == []


def test_forehand_left_alone_says_exactly_18() -> None:
    deal = OracleDeal(list(range(32)))
    deal.apply(PASS)
    deal.apply(PASS)
    assert (deal.seat, deal.legal(), deal.jump_bids()) == (0, [PASS, BID], [64])


def test_jump_bids_belong_to_the_speaker() -> None:
    deal = OracleDeal(list(range(32)))
    assert deal.jump_bids() == list(range(64, 127))
    deal.apply(126)
    assert (deal.bid, deal.seat, deal.jump_bids()) == (264, 0, [])
    deal.apply(BID)
    assert (deal.seat, deal.legal(), deal.jump_bids()) == (1, [PASS], [])
    with pytest.raises(ValueError):
        deal.apply(BID)


@pytest.mark.parametrize(
    ("bid", "nulls"),
    [
        *((18, [60, 61, 62, 63]), (23, [60, 61, 62, 63]), (24, [61, 62, 63]), (35, [61, 62, 63])),
        *((36, [62, 63]), (46, [62, 63]), (48, [63]), (59, [63]), (60, []), (264, [])),
    ],
)
def test_a_null_below_the_bid_may_not_be_declared(bid: int, nulls: list[int]) -> None:
    deal = OracleDeal(list(range(32)))
    deal.apply(64 + oracle.BID_VALUES.index(bid))
    deal.apply(PASS)
    deal.apply(PASS)
    trumps_in_hand = [action for action in range(35, 60) if action % 5 != 0]
    assert deal.legal() == [PICK_UP, *trumps_in_hand, *(n for n in nulls if n in (61, 63))]
    deal.apply(PICK_UP)
    assert deal.legal() == sorted([*range(10, 20), 30, 31])
    deal.apply(30)
    deal.apply(10)
    assert deal.put_down == {10, 30}
    assert deal.legal() == [35, 40, 45, 50, 55, *(n for n in nulls if n in (60, 62))]


def test_null_overbid_is_lost_at_the_next_multiple() -> None:
    result = oracle.score_game("N", False, False, False, False, 0, 24, 0, 0)
    assert (result["value"], result["overbid"], result["score"]) == (46, True, -92)


def test_null_ends_at_the_declarers_first_trick() -> None:
    forehand = numbers(["CA", "C7", "C8", "S7", "S8", "S9", "H7", "H8", "D7", "D8"])
    deal = left_alone(with_hand(forehand, numbers(["HA", "ST"])))
    deal.apply(61)
    deal.apply(oracle.CARDS.index("CA"))
    deal.apply(deal.legal()[0])
    deal.apply(deal.legal()[0])
    result = deal.result()
    assert result is not None
    trick = {number for _, number in deal.history}
    assert result["points"] == oracle.card_points(trick) + 21
    assert (result["tricks"], result["value"], result["score"]) == (1, 35, -70)
    assert (result["schneider"], result["schwarz"], result["multiplier"]) == (False, False, 0)


def test_announcements_imply_the_lower_ones_and_need_a_hand_game() -> None:
    full = oracle.score_game("G", True, True, True, True, 4, 18, 120, 10)
    assert full == oracle.score_game("G", True, False, False, True, 4, 18, 120, 10)
    with pytest.raises(ValueError):
        oracle.score_game("G", False, True, False, False, 4, 18, 120, 10)
