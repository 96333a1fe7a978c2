"""Positions: reset options for every phase, roles, filters, whose stage it is."""

import random
from typing import Any

import numpy as np
import pytest
from env_games import IDS, made, played
from game_moments import moments

from skat_gym.players import ALL_STAGES, load_policy
from skat_gym.rules import PICK_UP, Card, Deal, Phase

STAGES = {"Skat/Bidding-v0": "auction", "Skat/Discard-v0": "skat", "Skat/Play-v0": "play"}
STAGE_OF = {Phase.AUCTION: "auction", Phase.PLAY: "play", Phase.OVER: "over"}


def stage(deal: Deal) -> str:
    return STAGE_OF.get(deal.phase, "skat")


def test_every_moment_of_a_deal_can_be_set_up() -> None:
    """The learner sits where the deal stands, and sees exactly that moment."""
    rng = random.Random(1)
    env = made("Skat/Deal-v0")
    seen = set()
    for _ in range(25):
        for deal in moments(rng)[:-1]:
            given = rng.choice([deal, str(deal)])
            _, info = env.reset(options={"deal": given})
            assert env.deal.legal == deal.legal and info["seat"] == deal.seat
            assert info["phase"] == deal.phase.name.lower().replace("_", " ")
            assert env.deal == deal or deal.phase is Phase.PUT_DOWN
            assert str(env.deal) == str(deal)
            seen.add(deal.phase)
    assert seen == set(Phase) - {Phase.OVER}


@pytest.mark.parametrize("name", sorted(STAGES))
def test_the_learner_decides_its_stage_alone(name: str) -> None:
    rng = random.Random(2)
    env = made(name, opponents="random")
    for episode in range(60):
        for *_, over, _info in played(env, rng, seed=None if episode else 1):
            assert over or stage(env.deal) == STAGES[name]


@pytest.mark.parametrize("declarer", [0, 1, 2])
def test_declarer_bid_and_contract(declarer: int) -> None:
    deal = Deal.shuffled(12)
    for bid in (18, 20, 33, 264):
        env = made("Skat/Discard-v0")
        _, info = env.reset(options={"deal": deal, "declarer": declarer, "bid": bid})
        assert (info["phase"], info["seat"]) == ("choice", declarer)
        assert (env.deal.declarer, env.deal.bid) == (declarer, bid)
    cards = [*deal.dealt[declarer][:1], *deal.skat[:1]]
    _, info = env.reset(options={"deal": deal, "declarer": declarer, "put_down": cards})
    assert (info["phase"], info["seat"]) == ("declare", declarer)
    assert set(env.deal.put_down) == set(cards)
    env = made("Skat/Play-v0", seat=(declarer + 1) % 3)
    options = {"deal": deal, "declarer": declarer, "contract": "grand", "put_down": cards}
    _, info = env.reset(seed=1, options=options)
    assert info["seat"] == (declarer + 1) % 3 and str(env.deal.contract) == "grand"
    _, info = env.reset(
        options={"deal": deal, "declarer": declarer, "contract": "CHS", "seat": declarer}
    )
    assert info["seat"] == declarer and str(env.deal.contract) == "clubs hand schneider"
    assert env.deal.put_down == ()


def test_a_deal_given_as_cards() -> None:
    deal = Deal.shuffled(3)
    cards = [card for part in (*deal.dealt, deal.skat) for card in part]
    env = made("Skat/Deal-v0", opponents="random")
    for given in (deal, str(deal), cards, list(map(int, cards)), list(map(str, cards))):
        env.reset(seed=1, options={"deal": given, "seat": 1})
        assert env.deal == deal
    env.reset(seed=1, options={"deal": deal, "actions": ["pass", 32], "seat": 0})
    assert env.deal == deal.after("pass", "pass")
    env.reset(seed=1, options={"actions": ["30"], "seat": 0})
    assert env.deal.bid == 30, "without a deal the next one of the seed is taken"


def test_deals_to_draw_from() -> None:
    deals = [Deal.shuffled(key) for key in range(4)]
    for given in ([str(d) for d in deals], deals):
        env = made("Skat/Deal-v0", deals=given, seat=1)
        counts = dict.fromkeys(deals, 0)
        for episode in range(200):
            env.reset(seed=None if episode else 1)
            counts[env.deal] += 1
        assert min(counts.values()) > 25
    alone = made("Skat/Deal-v0", deals=str(deals[0]), seat=1)
    alone.reset(seed=1)
    assert alone.deal == deals[0]


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
def test_the_declarer_discards(opponents: str) -> None:
    env = made("Skat/Discard-v0", opponents=opponents)
    rng = random.Random(3)
    for episode in range(60):
        steps = list(played(env, rng, seed=None if episode else 2))
        assert steps[0][3]["phase"] == "choice"
        assert steps[-1][3]["declarer"] == steps[0][3]["seat"] == env.deal.declarer
        assert len(steps) in (2, 5)
    for seat in range(3):
        env = made("Skat/Discard-v0", opponents=opponents, seat=seat)
        for _ in range(20):
            assert env.reset()[1]["seat"] == seat == env.deal.declarer


@pytest.mark.parametrize("opponents", ["random", "rulebook"])
@pytest.mark.parametrize("role", ["declarer", "defender", None])
def test_roles(role: str | None, opponents: str) -> None:
    """BC74: every seat comes up in every role."""
    env = made("Skat/Play-v0", role=role, opponents=opponents, rest=opponents)
    seats, declares = [0, 0, 0], 0
    for episode in range(300):
        _, info = env.reset(seed=None if episode else 4)
        seats[info["seat"]] += 1
        declares += env.deal.declarer == info["seat"]
    assert declares == {"declarer": 300, "defender": 0}.get(str(role), declares)
    assert role is not None or 60 < declares < 140
    assert min(seats) >= 0.25 * 300


@pytest.mark.parametrize("names", [["grand"], ["null"], "suit", ["hand"], ["spades", "clubs hand"]])
def test_contracts(names: Any) -> None:
    env = made("Skat/Play-v0", contracts=names, opponents="random", rest="random")
    fits = {
        "grand": lambda c: c.is_grand,
        "null": lambda c: c.is_null,
        "suit": lambda c: c.game < 4,
        "hand": lambda c: c.hand,
        "spades": lambda c: c.name in ("spades", "clubs hand"),
    }[names if isinstance(names, str) else names[0]]
    seen = set()
    for episode in range(150):
        env.reset(seed=None if episode else 5)
        assert env.deal.contract is not None and fits(env.deal.contract)
        seen.add(env.deal.contract.name)
    assert len(seen) > 1


def test_ouvert_and_role_together() -> None:
    env = made("Skat/Play-v0", contracts=["ouvert"], role="defender", opponents="random")
    for episode in range(40):
        _, info = env.reset(seed=None if episode else 6)
        assert env.deal.contract.ouvert and env.deal.declarer != info["seat"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_opponents_sit_next_and_previous(seat: int) -> None:
    class Seen:
        phases = ALL_STAGES

        def __init__(self, name: str) -> None:
            self.name, self.seats = name, set[int]()

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            self.seats |= {int(view.me) for view in views}
            return load_policy("random").act(views, masks, keys)

    following, previous, rest = Seen("next"), Seen("previous"), Seen("rest")
    env = made("Skat/Play-v0", opponents=[following, previous], rest=rest, seat=seat)
    for seed in range(8):
        list(played(env, random.Random(seed), seed=seed))
    assert following.seats == {(seat + 1) % 3}
    assert previous.seats == {(seat + 2) % 3}
    assert rest.seats == {seat}


def test_only_the_auction_in_bidding() -> None:
    env = made("Skat/Bidding-v0")
    rng = random.Random(4)
    finished = set()
    for episode in range(120):
        for _, _, over, info in played(env, rng, seed=None if episode else 1):
            if over:
                finished.add(info["contract"] == "")
            else:
                assert set(np.flatnonzero(info["action_mask"]).tolist()) <= {32, 33}
                assert info["phase"] == "auction"
    assert finished == {True, False}


def test_points_stay_120_after_put_downs() -> None:
    """BC42: ten cards each, two aside, 120 points whoever plays."""
    env = made("Skat/Discard-v0")
    rng = random.Random(6)
    for episode in range(30):
        env.reset(seed=None if episode else 3)
        env.step(PICK_UP)
        for _ in range(2):
            env.step(int(rng.choice(np.flatnonzero(env.action_masks()).tolist())))
        deal = env.deal
        assert [len(hand) for hand in deal.hands] == [10, 10, 10] and len(deal.put_down) == 2
        env.step(int(np.flatnonzero(env.action_masks())[0]))
        deal, result = env.deal, env.deal.result
        if not result.contract.is_null:
            assert result.points + int(deal.record.points[1]) == 120
        assert set(deal.cards) & set(deal.put_down) == set()


@pytest.mark.parametrize("name", IDS)
def test_deal_is_a_value(name: str) -> None:
    env = made(name)
    env.reset(seed=1)
    before, text = env.deal, str(env.deal)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert str(before) == text and isinstance(before.dealt[0][0], Card)
