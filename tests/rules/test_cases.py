"""Published mistakes of other programs, and puzzles: what this engine makes of them.

Each case of cases_rules.json names its source; the test is chosen by the type of its input.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from skat_gym.rules import BID_VALUES, PICK_UP, Card, Contract, Deal, Match, Phase, Result
from skat_gym.rules.card import card_set, cards_of
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import follow, trick_winner

FILE = Path(__file__).resolve().parents[1] / "data" / "cases_rules.json"
CASES = {case["id"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))["cases"]}
SEATS, LETTERS = "FMR", "DHSCGN"


def of_type(*types: str) -> list[Any]:
    found = [case for case in CASES.values() if case["input"]["type"] in types]
    return [pytest.param(case, id=case["id"]) for case in found]


def dealt(cards: dict[str, list[str]]) -> Deal:
    return Deal.of_cards(*(cards[who] for who in ("F", "M", "R", "skat")))


def contract_of(log: dict[str, Any]) -> Contract:
    return Contract.of(
        LETTERS.index(log["contract"]),
        hand=bool(log.get("hand") or (log.get("ouvert") and log["contract"] != "N")),
        schneider=bool(log.get("schneider_announced")),
        schwarz=bool(log.get("schwarz_announced")),
        ouvert=bool(log.get("ouvert")),
    )


def say(deal: Deal, who: str, what: str | int) -> Deal:
    assert deal.seat == SEATS.index(who)
    return deal.after({"hold": "yes"}.get(str(what), str(what)))


def bid_to(deal: Deal, declarer: str, bid: int) -> Deal:
    """Returns the deal after the shortest auction that ends with this declarer and bid."""
    if declarer == "M":
        return deal.after(str(bid), "pass", "pass")
    if declarer == "R":
        return deal.after("pass", str(bid), "pass")
    if bid == 18:
        return deal.after("pass", "pass", "18")
    return deal.after(str(bid), "yes", "pass", "pass")


def replayed(log: dict[str, Any]) -> Deal:
    """Returns the deal after everything that a log holds."""
    deal = dealt(log["deal"])
    if "auction" in log:
        for who, what in log["auction"]:
            deal = say(deal, who, what)
    else:
        deal = bid_to(deal, log["declarer"], log["final_bid"])
    assert (deal.declarer, deal.bid) == (SEATS.index(log["declarer"]), log["final_bid"])
    contract = contract_of(log)
    if not contract.hand:
        deal = deal.after(PICK_UP, *log["discards"])
    return deal.after(contract.name).after(*log["plays"])


def check(result: Result | None, expected: dict[str, Any]) -> None:
    """Checks every number that a case expects."""
    assert result is not None
    names = {"declarer_points": "points", "declarer_tricks": "tricks", "game_value": "value"}
    for name in ("matadors", "overbid", "won", "score", *names):
        if name in expected:
            assert getattr(result, names.get(name, name)) == expected[name], name


@pytest.mark.parametrize("case", of_type("full_game_log"))
def test_log(case: Any) -> None:
    deal = replayed(case["input"])
    check(deal.result, case["expected"])
    assert Deal.parse(str(deal)) == deal


@pytest.mark.parametrize("case", of_type("full_game_logs"))
def test_logs(case: Any) -> None:
    for log, expected in zip(case["input"]["logs"], case["expected"]["per_log"], strict=True):
        check(replayed(log).result, expected)


@pytest.mark.parametrize("case", of_type("score"))
def test_score(case: Any) -> None:
    for game in case["input"]["games"]:
        result = Result.settled(
            0,
            contract_of(game),
            bid=game["final_bid"],
            matadors=game.get("matadors", 0),
            points=game.get("declarer_points", 0),
            tricks=game["declarer_tricks"],
        )
        check(result, game["expected"])


@pytest.mark.parametrize("case", of_type("auction"))
def test_auction(case: Any) -> None:
    deal = Deal.shuffled(11)
    for who, what in case["input"]["sequence"]:
        assert deal.phase is Phase.AUCTION
        deal = say(deal, who, what)
    who, bid = case["expected"]["result"]
    assert deal.bid == bid
    if who == "passed":
        match = Match(deals=3)
        assert deal.phase is Phase.OVER and deal.declarer is None and deal.result is not None
        assert deal.result.scores() == deal.result.seeger_fabian() == (0, 0, 0)
        match.book(deal.result)
        assert (match.number, match.dealer, match.scores()) == (1, 1, (0, 0, 0))
    else:
        assert (deal.phase, deal.declarer) == (Phase.CHOICE, SEATS.index(who))
        assert PICK_UP in deal.legal


@pytest.mark.parametrize("case", of_type("legal_moves"))
def test_legal_moves(case: Any) -> None:
    for state in case["input"]["states"]:
        hand = card_set(Card(name) for name in state["hand"])
        legal = follow(hand, Card(state["trick"][0]), LETTERS.index(state["contract"]))
        assert {str(card) for card in cards_of(legal)} == set(state["legal"])


@pytest.mark.parametrize("case", of_type("trick_winner"))
def test_trick_winner(case: Any) -> None:
    for trick, name in zip(case["input"]["tricks"], case["expected"]["winners"], strict=True):
        first, second, third = (int(Card(card)) for card in trick["cards"])
        place = trick_winner(first, second, third, LETTERS.index(trick["contract"]))
        assert (place, trick["cards"][place]) == (trick["winner_index"], name)


def test_null_below_the_bid_is_masked_and_scored_as_overbid() -> None:
    """BC19: bid 48; null ouvert may not be named, clubs with 2 may."""
    case = CASES["BC19"]["input"]
    deal = bid_to(Deal.shuffled(11), "M", case["final_bid"]).after(PICK_UP)
    deal = deal.after(*deal.legal[:2])
    with pytest.raises(ValueError, match="null ouvert is not legal"):
        deal.after("null ouvert")
    assert deal.after("clubs").contract == Contract.parse("clubs")
    for letter, value in case["candidates"].items():
        game = Contract.of(LETTERS.index(letter))
        lost = Result.settled(1, game, bid=48, matadors=2, points=45, tricks=4)
        assert (lost.cost, lost.score) == (value, -2 * value)
    null = Result.settled(1, Contract.parse("NO"), bid=48, matadors=0, points=0, tricks=0)
    assert (null.overbid, null.won, null.score) == (True, False, -184)


def test_declarations() -> None:
    """BC20: announcements form a chain."""
    with pytest.raises(ValueError, match="null has no schneider"):
        Contract.of(5, schneider=True)
    for text in ("SS", "spades schneider", "spades schwarz", "grand ouvert", "NS", "null schwarz"):
        with pytest.raises(ValueError):
            Contract.parse(text)
    assert Contract.of(2, hand=True, schwarz=True) == Contract.parse("SHSZ")
    assert Contract.parse("NO").name == "null ouvert"
    assert Contract.parse("HHS").name == "hearts hand schneider"
    deal = bid_to(Deal.shuffled(11), "M", 18)
    after_skat = {"diamonds", "hearts", "spades", "clubs", "grand", "null", "null ouvert"}
    picked_up = deal.after(PICK_UP)
    picked_up = picked_up.after(*picked_up.legal[:2])
    assert {Contract(action - 35).name for action in picked_up.legal} == after_skat
    hand = {Contract(action - 35).name for action in deal.legal if action != PICK_UP}
    assert len(hand) == 22 and all("hand" in name for name in hand)


def test_the_auction_may_stay_open() -> None:
    """BC28: a record may end inside the auction; that is no result."""
    deal = Deal.shuffled(11)
    for who, what in CASES["BC28"]["input"]["moves"][:1]:
        deal = say(deal, who, what)
    assert (deal.declarer, deal.result, deal.phase) == (None, None, Phase.AUCTION)
    assert Deal.parse(str(deal)) == deal


def test_not_following_a_jack_shows_no_trump() -> None:
    """BC40: nothing is known of the printed suit of the jack."""
    deal = Deal.of_cards(
        ["SJ", "CJ", "DJ", "HA", "HT", "HK", "HQ", "H9", "CA", "DA"],
        ["HJ", "H8", "H7", "CT", "CK", "CQ", "C8", "C7", "S8", "S9"],
        ["D7", "D8", "D9", "DQ", "S7", "SA", "ST", "C9", "SK", "SQ"],
        ["DK", "DT"],
    )
    case = CASES["BC40"]
    deal = bid_to(deal, "F", 18).after("hearts hand", *case["input"]["trick"])
    void = cards_of(int(deal.record.void[2]))
    assert {str(card) for card in void} == set(case["expected"]["R_cannot_hold"])
    assert [int(cards) for cards in deal.record.void[:2]] == [0, 0]


def test_put_downs() -> None:
    """BC42 and BC76: two different cards of one's own, in any order, then ten are left."""
    deal = bid_to(Deal.shuffled(11), "F", 18).after(PICK_UP)
    first, second = deal.hands[0][0], deal.hands[0][-1]
    once = deal.after(first)
    for wrong in (first, deal.hands[1][0], "spades", "pick up"):
        with pytest.raises(ValueError, match="is not legal for forehand"):
            once.after(wrong)
    with pytest.raises(ValueError, match="is not legal for forehand"):
        deal.after("grand")
    with pytest.raises(ValueError, match="is not legal for forehand"):
        deal.after(first, second, deal.hands[0][1])
    both = deal.after(first, second)
    assert both == deal.after(second, first)
    assert hash(both) == hash(deal.after(second, first))
    assert [len(hand) for hand in both.hands] == [10, 10, 10] and len(both.put_down) == 2
    assert {deal.seat, once.seat, both.seat, both.after("grand").seat} == {0}


@pytest.mark.parametrize("hand_game", [True, False])
def test_the_points_of_the_skat_are_the_declarers_at_the_end(hand_game: bool) -> None:
    """BC46: 21 points lie there, and count at the end only."""
    rest = [str(Card(k)) for k in range(32) if str(Card(k)) not in ("CA", "CT")]
    deal = bid_to(Deal.of_cards(rest[:10], rest[10:20], rest[20:], ["CT", "CA"]), "F", 18)
    deal = deal.after("hearts hand") if hand_game else deal.after(PICK_UP, "CT", "CA", "hearts")
    assert [int(points) for points in deal.record.points] == [0, 0]
    while deal.phase is not Phase.OVER:
        deal = deal.after(deal.legal[0])
    assert deal.result is not None
    assert deal.result.points == int(deal.record.points[0]) + 21
    assert int(deal.record.points.sum()) == 99


def test_the_order_of_cards_means_nothing() -> None:
    """BC78."""
    case = CASES["BC78"]["input"]
    run = [matadors(card_set(Card(c) for c in case[key]), 1) for key in ("example", "perm")]
    assert run == [2, 2]


def test_dealers() -> None:
    """BC80 and BC84: the deal passes on after every deal, and the match ends."""
    case = CASES["BC80"]
    match = Match(deals=case["input"]["deals"], first_dealer=0)
    won = Result.settled(0, Contract(0), bid=18, matadors=1, points=61, tricks=5)
    dealers, forehands = [], []
    for number in range(4):
        assert not match.over
        dealers.append("ABC"[match.dealer])
        forehands.append("ABC"[match.player_at(0)])
        match.book(Result.thrown_in() if number == 1 else won)
    assert (dealers, forehands) == (case["expected"]["dealers"], case["expected"]["forehand"])
    assert match.over
    with pytest.raises(ValueError, match="the match is over: its 4 deals are booked"):
        match.book(won)


def test_a_card_is_played_once_and_in_turn() -> None:
    """BC86: hearts, H7 led, middlehand holds DJ S8 SA and no other trump."""
    deal = Deal.of_cards(
        ["H7", "H8", "H9", "HQ", "HK", "HT", "HA", "CJ", "SJ", "HJ"],
        ["DJ", "S8", "SA", "S7", "S9", "SQ", "C7", "C8", "C9", "D7"],
        ["CQ", "CK", "CT", "CA", "D8", "D9", "DQ", "DK", "DT", "DA"],
        ["SK", "ST"],
    )
    deal = bid_to(deal, "F", 18).after("hearts hand", "H7")
    with pytest.raises(ValueError, match="S8 is not legal for middlehand; legal are: DJ"):
        deal.after("S8")
    assert deal.seat == 1
    deal = deal.after("DJ")
    with pytest.raises(ValueError, match="DJ is not legal for rearhand"):
        deal.after("DJ")


def test_tournament_list() -> None:
    """BC88: 40 for each lost game of another player."""
    case = CASES["BC88"]
    match = Match(deals=5)
    for who, score in case["input"]["games"]:
        result = Result.thrown_in()
        if who != "-":
            seat = match.seat_of("ABC".index(who))
            plain = Result.settled(seat, Contract(0), bid=18, matadors=1, points=61, tricks=5)
            result = Result(**{**vars(plain), "score": int(score), "won": int(score) > 0})
        match.book(result)
    expected = case["expected"]
    assert match.scores("points") == tuple(expected["raw"].values())
    assert match.scores() == tuple(expected["seeger_fabian"].values())


def test_no_diamonds_at_45() -> None:
    """PZ07: with 1 even schwarz does not reach the bid; grand and null ouvert do."""
    bid = 45
    assert bid in BID_VALUES
    for game, best in (("diamonds", 36), ("hearts", 40), ("spades", 44), ("clubs", 48)):
        result = Result.settled(0, Contract.parse(game), bid=bid, matadors=1, points=120, tricks=10)
        assert (result.value, result.won) == (best, best >= bid)
    diamonds = Result.settled(0, Contract.parse("D"), bid=bid, matadors=1, points=70, tricks=7)
    grand = Result.settled(0, Contract.parse("G"), bid=bid, matadors=1, points=61, tricks=7)
    null = Result.settled(0, Contract.parse("NO"), bid=bid, matadors=0, points=0, tricks=0)
    assert (diamonds.score, grand.score, null.score) == (-90, 48, 46)


def test_nulls_in_a_tournament() -> None:
    """PZ15."""
    counted = []
    for text in ("NO", "N"):
        for tricks in (0, 1):
            result = Result.settled(
                0, Contract.parse(text), bid=18, matadors=0, points=0, tricks=tricks
            )
            counted.append(result.seeger_fabian()[0])
    assert counted == CASES["PZ15"]["expected"]["declarer_points_incl_50"]


def test_a_conceded_game() -> None:
    """PZ26: the log replays; what is left goes to the declarer's side of the record."""
    case = CASES["PZ26"]
    deal = replayed(case["input"])
    assert deal.phase is Phase.PLAY and deal.result is None and deal.contract is not None
    assert deal.record.tricks[1] > 0, "schwarz is out of the question"
    published = case["expected"]["published"]
    run = matadors(card_set(deal.dealt[1]) | card_set(deal.skat), deal.contract.game)
    result = Result.settled(
        1,
        deal.contract,
        bid=deal.bid,
        matadors=int(run),
        points=published["declarer_points"],
        tricks=10 - int(deal.record.tricks[1]),
    )
    check(result, published)


def test_three_cards_in_the_skat() -> None:
    """PZ32."""
    names = [str(Card(k)) for k in range(32)]
    with pytest.raises(ValueError, match=r"not 10 \+ 9 \+ 10 and 3"):
        Deal.of_cards(names[:10], names[10:19], names[19:29], names[29:])


def test_every_case_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    generic = "full_game_log full_game_logs score auction legal_moves trick_winner"
    for name, case in CASES.items():
        in_settlement = name == "BC17"  # test_settlement.py
        assert case["input"]["type"] in generic.split() or name in text or in_settlement
