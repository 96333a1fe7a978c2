"""Test the rulebook player: legality, honesty, shares, and what a club player would do."""

from collections import Counter
from typing import Any

import pytest

from skat_gym.observation import View, new_views, view
from skat_gym.players.rulebook import rulebook_action
from skat_gym.rules import Card, Deal, action_text
from skat_gym.rules.bits import bit, count
from skat_gym.rules.card import ALL_CARDS, card_set, cards_of
from skat_gym.rules.chance import below, deal_key, mix
from skat_gym.rules.kernel import kernel
from skat_gym.rules.self_play import random_action
from skat_gym.rules.state import OVER, new_deals
from skat_gym.rules.transition import apply, legal_actions, shuffle

N_DEALS = 3000
CONTRACT_NULL = 25


@kernel
def play_all(deals: Any, views: Any, root: int, rulebook_seats: int, asked_in: int) -> int:
    """Plays every deal; returns illegal actions of the rulebook.

    Seats outside the set play at random, and seats inside it too in every decision but one of
    `asked_in`: so the rulebook meets what it would never have done itself.
    """
    illegal = 0
    for i in range(len(deals)):
        key = deal_key(root, i)
        shuffle(deals, i, key)
        while deals[i].phase != OVER:
            seat = deals[i].seat
            mask = legal_actions(deals, i)
            key = mix(key, 1)
            action = random_action(mask, key)
            if rulebook_seats & bit(seat) != 0:
                view(deals, i, seat, views, 0)
                answer = rulebook_action(views, 0, mask, key)
                if answer < 0 or answer > 63 or mask & bit(answer) == 0:
                    illegal += 1
                elif below(mix(key, 2), asked_in) == 0:
                    action = answer
            apply(deals, i, action)
    return illegal


def decide(deal: Deal) -> str:
    """Ask the rulebook for the seat to act."""
    views = new_views(1)
    views[0] = View.of(deal, deal.seat).record
    action = int(rulebook_action(views, 0, deal.mask, 0))
    assert action in deal.legal
    return action_text(action)


def table(forehand: str = "", middlehand: str = "", rearhand: str = "", skat: str = "") -> Deal:
    """Deal the cards named; the others fill up the hands, lowest numbers first."""
    parts = [[Card(c) for c in text.split()] for text in (forehand, middlehand, rearhand, skat)]
    rest = list(cards_of(ALL_CARDS & ~card_set(c for part in parts for c in part)))
    for part, size in zip(parts, (10, 10, 10, 2), strict=True):
        while len(part) < size:
            part.append(rest.pop(0))
    return Deal.of_cards(*parts)


def left_alone(deal: Deal) -> Deal:
    """Let forehand play at 18."""
    return deal.after("pass", "pass", "18")


def rearhand_plays(deal: Deal, *then: str) -> Deal:
    """Let rearhand play at 18."""
    return deal.after("pass", "18", "pass", *then)


# Bidding.


@pytest.mark.parametrize("seat", ["middlehand", "forehand", "rearhand"])
def test_bids_on_four_jacks_and_aces(seat: str) -> None:
    deal = table(**{seat: "CJ SJ HJ DJ CA CT SA HA H7 D8"})
    said = {"middlehand": (), "forehand": ("18",), "rearhand": ("pass",)}[seat]
    assert decide(deal.after(*said)) == "bid"


def test_passes_without_jacks_aces_or_length() -> None:
    assert decide(table(middlehand="C9 CQ CK S8 SQ SK H9 HQ HK D9")) == "pass"
    assert decide(left_alone_before_18("C9 CQ CK S8 SQ SK H9 HQ HK D9")) == "pass"


def left_alone_before_18(hand: str) -> Deal:
    """Let middlehand and rearhand pass."""
    return table(forehand=hand).after("pass", "pass")


def test_stops_at_the_value_of_the_game() -> None:
    deal = table(middlehand="CJ HA HK H9 H8 H7 S9 SK CQ D8")  # hearts with 1: 20
    assert decide(deal) == "bid"
    deal = deal.after("18", "yes")
    assert decide(deal) == "bid"
    assert decide(deal.after("20", "yes")) == "pass"


def test_values_more_jacks_more() -> None:
    deal = table(middlehand="CJ SJ HJ DJ DA DT DK D9 CA C7")  # with 4: 45
    assert decide(deal.after("18", "yes", "20", "yes", "22", "yes", "23", "yes", "24", "yes")) == (
        "bid"
    )


# The skat.


def test_puts_down_losers_and_keeps_jacks_and_aces() -> None:
    deal = left_alone(table("CJ SJ DJ CA CT CK C9 SA HT D7", skat="HK D8"))
    deal = deal.after("pick up")
    for _ in range(2):
        card = decide(deal)
        assert card in ("HT", "HK", "D7", "D8")
        deal = deal.after(card)
    assert decide(deal) == "clubs" or decide(deal) == "grand"


def test_plays_null_with_low_cards() -> None:
    deal = left_alone(table("C7 C8 C9 S7 S8 ST H7 H9 HJ D7", skat="CA SA")).after("pick up")
    put = []
    for _ in range(2):
        put.append(decide(deal))
        deal = deal.after(put[-1])
    assert sorted(put) == ["CA", "SA"]
    assert decide(deal) in ("null", "null ouvert")


def test_covers_the_bid_when_a_game_can() -> None:
    deal = table("CJ SJ CA CT CK C9 SA ST H8 D7", skat="HK D8")
    said = ["18", "yes", "20", "yes", "22", "yes", "23", "yes", "24", "yes", "27", "yes", "30"]
    said += ["yes", "33", "yes", "35", "yes", "36", "yes", "pass", "pass"]
    deal = deal.after(*said)
    action = decide(deal)
    if action == "pick up":
        deal = deal.after("pick up")
        deal = deal.after(decide(deal))
        deal = deal.after(decide(deal))
        action = decide(deal)
    assert action in ("clubs", "clubs hand", "grand", "grand hand", "spades hand")


def test_survives_a_bid_of_264_with_the_worst_cards() -> None:
    deal = table("C9 CQ S8 SQ SK H9 HQ HK D9 DQ").after("pass")
    deal = deal.after("264", "yes")
    while deal.seat >= 0:
        deal = deal.after(decide(deal))
    assert deal.result is not None
    assert deal.result.overbid


# Suit and grand.


def test_declarer_draws_trumps_from_the_top() -> None:
    deal = left_alone(table("CJ SJ CA CT CK C9 SA S7 H8 D7")).after("clubs hand")
    assert decide(deal) in ("CJ", "SJ")


def test_declarer_cashes_aces_in_grand_when_jacks_are_gone() -> None:
    deal = left_alone(table("CJ SJ HJ DJ CA CT CK SA HA D7")).after("grand hand")
    for _ in range(3):
        card = decide(deal)
        assert card != "D7"  # ace, ten and king of clubs all stand
        deal = deal.after(card)
        deal = deal.after(deal.legal[0])
        deal = deal.after(deal.legal[0])


DEFENCE = {
    "forehand": "SA S9 S8 HK H9 H8 D9 D8 CQ C7",
    "middlehand": "ST SK HA HT H7 DA DT C8 C9 D7",
    "rearhand": "CJ SJ HJ DJ CA CT CK SQ S7 DK",
}


def test_defender_smears_on_partner_who_wins() -> None:
    deal = rearhand_plays(table(**DEFENCE | {"rearhand": "CJ SJ HJ DJ CA CT CK DQ DK HQ"}))
    deal = deal.after("clubs hand", "SA")
    assert decide(deal) in ("ST", "SK")  # rearhand may be void


def test_defender_gives_nothing_to_a_trick_lost_for_sure() -> None:
    deal = left_alone(table("CJ SJ CA CT CK C9 SA S7 H8 D7", "HJ C8 CQ ST SK S9 H9 HT DT DA"))
    deal = deal.after("clubs hand", "CJ")
    assert decide(deal) in ("C8", "CQ")
    deal = deal.after("C8")
    assert decide(deal.after(deal.legal[0], "SA")) in ("S9", "SK")


def test_defender_leaves_the_trick_partner_wins_untrumped() -> None:
    deal = left_alone(
        table(
            "CJ SJ CA CT CK C9 H8 D7 D8 S7",
            "SA SK S9 S8 HA HK H9 DA DK D9",
            "HJ DJ C8 C7 HT H7 DT DQ HQ CQ",
        )
    )
    deal = deal.after("clubs hand", "S7", "SA")
    assert decide(deal) in ("HT", "DT")


def test_third_hand_wins_points_with_what_is_needed() -> None:
    deal = table(
        "ST SK S9 HA HK H9 DA DK D9 C7",
        "CQ C8 HT H7 DT DQ HQ SQ S8 D8",
        "CJ SJ HJ DJ CA CT CK SA S7 D7",
    )
    deal = rearhand_plays(deal, "clubs hand", "ST", "S8")
    assert decide(deal) == "SA"


# Null.


NULL = {
    "forehand": "CA CK S9 HA HK H9 DA DK D9 SK",
    "middlehand": "CJ CQ SJ SQ HT HQ DT DQ SA CT",
    "rearhand": "C7 C8 C9 S7 S8 ST H7 H8 D7 D8",
}


def test_null_declarer_ducks_with_the_highest_card_that_loses() -> None:
    deal = rearhand_plays(table(**NULL), "null hand", "S9", "SQ")
    assert decide(deal) in ("ST", "S8")
    deal = rearhand_plays(table(**NULL), "null hand", "CA", "CQ")
    assert decide(deal) != "C7"


def test_null_defender_plays_under_the_declarer() -> None:
    deal = table(
        "C7 C9 CQ S7 S8 ST H7 H8 D7 D8",
        "C8 CA SJ SQ HT HQ DT DQ SA HJ",
    )
    deal = left_alone(deal).after("null hand", "C9")
    assert decide(deal) == "C8"


def test_null_defender_does_not_cash_aces() -> None:
    deal = table(
        "CA C7 SA S9 HA HJ DA DJ D9 H9",
        "CJ CQ SJ SQ HT HQ DT DQ SK CT",
        "C8 C9 CK S7 S8 ST H7 H8 D7 D8",
    )
    assert decide(rearhand_plays(deal, "null hand")) not in ("CA", "SA", "HA", "DA")


def test_null_is_not_played_like_a_suit_game() -> None:
    deal = table("C7 C9 CJ S7 S9 SJ H7 H9 D7 D8")
    assert decide(left_alone(deal).after("null hand")) not in ("CJ", "SJ")


# Whole deals.


def all_deals(rulebook_seats: int, root: int, asked_in: int = 1) -> Any:
    """Play deals with the rulebook in some seats."""
    deals = new_deals(N_DEALS)
    assert play_all(deals, new_views(1), root, rulebook_seats, asked_in) == 0
    assert (deals["phase"] == OVER).all()
    return deals


@pytest.mark.parametrize("seats", [0b001, 0b010, 0b100, 0b011, 0b101, 0b110])
def test_no_illegal_action_with_random_players(seats: int) -> None:
    all_deals(seats, 17)


@pytest.mark.parametrize("asked_in", [2, 4, 1000])
def test_no_illegal_action_in_positions_of_random_play(asked_in: int) -> None:
    all_deals(0b111, 29, asked_in)


def test_shares_of_self_play() -> None:
    deals = all_deals(0b111, 5)
    played = deals[deals["declarer"] >= 0]
    contract = played["contract"]
    assert 0.005 < 1 - len(played) / N_DEALS < 0.12
    assert 0.72 < played["won"].mean() < 0.90
    assert 0.45 < (contract < 20).mean() < 0.75
    assert 0.20 < ((contract >= 20) & (contract < CONTRACT_NULL)).mean() < 0.45
    assert 0.02 < (contract >= CONTRACT_NULL).mean() < 0.13
    assert 0.02 < (played["picked_up"] == 0).mean() < 0.25
    assert (played["overbid"] == 1).mean() < 0.015
    seats = Counter(played["declarer"].tolist())
    assert min(seats.values()) > 0.25 * len(played)


def test_beats_random_players_in_every_seat() -> None:
    for seat in range(3):
        deals = all_deals(1 << seat, 23)
        own = deals[deals["declarer"] == seat]
        others = deals[(deals["declarer"] >= 0) & (deals["declarer"] != seat)]
        assert own["won"].mean() > 0.8
        assert others["won"].mean() < 0.35


@kernel
def hide(deals: Any, views: Any, root: int) -> Any:
    """Counts decisions that change when the cards a seat cannot see are dealt anew."""
    asked = 0
    changed = 0
    for i in range(len(deals)):
        key = deal_key(root, i)
        shuffle(deals, i, key)
        while deals[i].phase != OVER:
            d = deals[i]
            seat = d.seat
            mask = legal_actions(deals, i)
            key = mix(key, 1)
            view(deals, i, seat, views, 0)
            action = rulebook_action(views, 0, mask, key)
            left = (seat + 1) % 3
            right = (seat + 2) % 3
            clear = views[0].open_hand == 0 and d.void[left] == 0 and d.void[right] == 0
            if clear:
                one, two = d.hands[left], d.hands[right]
                if count(one) == count(two):
                    d.hands[left], d.hands[right] = two, one
                    view(deals, i, seat, views, 0)
                    asked += 1
                    if rulebook_action(views, 0, mask, mix(key, 2)) != action:
                        changed += 1
                    d.hands[left], d.hands[right] = one, two
            apply(deals, i, action)
    return asked, changed


def test_hidden_cards_do_not_matter() -> None:
    asked, changed = hide(new_deals(100), new_views(1), 3)
    assert asked > 1000
    assert changed == 0
