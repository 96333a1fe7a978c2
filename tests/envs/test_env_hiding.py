"""Hidden information: what a seat cannot know changes nothing that it sees or does."""

import random
from typing import Any

import numpy as np
import pytest
from env_games import made
from game_moments import moments, pairs, seen

from skat_gym.encoding import encoding
from skat_gym.observation import VIEW, View
from skat_gym.players import load_policy
from skat_gym.rules import PICK_UP, Card, Deal, Phase
from skat_gym.rules.card import card_set

V1 = encoding("v1")
PAIRS = pairs(3000, seed=1)


def test_views_and_features_are_the_same_bytes() -> None:
    """BC50: over every phase, also for seats that are not to act."""
    for deal, other, seat in PAIRS:
        one, two = seen(deal, seat), seen(other, seat)
        assert one.tobytes() == two.tobytes(), (deal, other, seat)
        assert V1.encode(one).tobytes() == V1.encode(two).tobytes()
        assert View.of(deal, seat) == View.of(other, seat)
        assert str(View.of(deal, seat)) == str(View.of(other, seat))


def test_masks_and_actions_are_the_same() -> None:
    """BC50, BC52: whoever acts does so without the hidden cards, at every seed."""
    policies = [load_policy(name) for name in ("random", "rulebook")]
    rng = random.Random(2)
    count = 0
    for deal, other, seat in PAIRS:
        if deal.seat != seat:
            continue
        count += 1
        assert deal.mask == other.mask
        keys = np.array([rng.getrandbits(64) for _ in range(3)], np.uint64)
        masks = np.full(3, deal.mask, np.int64)
        for policy in policies:
            one = policy.act(np.repeat(seen(deal, seat), 3), masks, keys)
            two = policy.act(np.repeat(seen(other, seat), 3), masks, keys)
            assert (one == two).all(), (policy.name, deal, other)
            assert all(int(action) in deal.legal for action in one)
    assert count > 800


def test_what_is_hidden_does_differ_for_others() -> None:
    """The pairs are no empty promise: some other seat sees the difference."""
    for deal, other, seat in PAIRS[:500]:
        assert any(seen(deal, k).tobytes() != seen(other, k).tobytes() for k in {0, 1, 2} - {seat})


def test_environments_show_the_same() -> None:
    """BC50: observation, mask and info after reset, up to the learner's decision."""
    env = made("Skat/Deal-v0", opponents="random", obs_mode="dict")
    count = 0
    for deal, other, seat in PAIRS:
        if deal.seat != seat:
            continue
        count += 1
        shown = []
        for one in (deal, other):
            observation, info = env.reset(seed=1, options={"deal": one, "seat": seat})
            shown.append(
                (
                    observation["observation"].tobytes(),
                    observation["action_mask"].tobytes(),
                    info.pop("action_mask").tobytes(),
                    info,
                )
            )
        assert shown[0] == shown[1]
        if count == 400:
            break
    assert count == 400


def test_view_names_no_hidden_field() -> None:
    """What a VIEW holds beside own cards is public; this list is the place to think of it."""
    own = {"me", "hand", "found", "put_down"}
    public = {"phase", "seat", "plies", "n_put_down", "open_hand", "said", "passed", "first_out"}
    public |= {"bid", "speaker", "listener", "declarer", "contract", "picked_up", "played"}
    public |= {"cards", "winners", "by", "void", "points", "tricks"}
    assert set(VIEW.names or ()) == own | public


def test_views_of_a_deal_hold_its_own_cards_alone() -> None:
    rng = random.Random(4)
    for _ in range(40):
        for deal in moments(rng):
            views = [View.of(deal, seat) for seat in range(3)]
            open_cards = deal.contract is not None and deal.contract.ouvert
            for seat, one in enumerate(views):
                declares = seat == deal.declarer
                picked = declares and bool(deal.record.picked_up)
                assert one.me == seat and one.hand == deal.hands[seat]
                assert one.found == (deal.skat if picked else ())
                assert one.put_down == (deal.put_down if picked else ())
                assert one.open_hand == (deal.hands[deal.declarer] if open_cards else ())


def test_the_skat_of_a_hand_game_is_hidden_from_the_declarer() -> None:
    deal = Deal.shuffled(6).after("18", "pass", "pass", "grand hand")
    rng = random.Random(5)
    while deal.phase is not Phase.OVER:
        me = View.of(deal, 1)
        assert me.found == me.put_down == ()
        skat = card_set(deal.skat)
        held = [int(me.record[name]) for name in ("hand", "open_hand", "found", "put_down")]
        assert all(cards & skat == 0 for cards in [*held, *map(int, me.record.by)])
        features = V1.features(me)
        unseen = set(np.flatnonzero(features[V1.layout["unseen"].slice]).tolist())
        assert set(map(int, deal.skat)) <= unseen
        for other in (0, 2):
            assert set(deal.skat) & set(me.may_hold(other)) == {
                card for card in deal.skat if not int(me.record.void[other]) >> card & 1
            }
        deal = deal.after(rng.choice(deal.legal))


def test_ouvert_cards_lie_open_after_declaring_and_shrink() -> None:
    """BC48: the ten cards after discarding, not those dealt and not the put-downs."""
    hand = ["C7", "C8", "S7", "S8", "S9", "H7", "H8", "D7", "D8", "D9"]
    rest = [s + r for s in "DHSC" for r in "789QKTAJ" if s + r not in [*hand, "HA", "DK"]]
    dealt = ["HA", "DK", *hand[:8]]
    deal = Deal.of_cards(rest[:10], dealt, rest[10:], hand[8:])
    deal = deal.after("18", "pass", "pass", PICK_UP, "HA", "DK")
    assert all(View.of(deal, seat).open_hand == () for seat in range(3))
    deal = deal.after("null ouvert")
    expected = tuple(sorted(map(Card, hand)))
    gone = {Card("HA"), Card("DK")}
    rng = random.Random(6)
    while deal.phase is not Phase.OVER:
        for seat in (0, 2):
            other = View.of(deal, seat)
            assert other.open_hand == other.may_hold(1) == deal.hands[1]
            assert other.put_down == other.found == () and not gone & set(other.open_hand)
            bits = np.flatnonzero(V1.features(other)[V1.layout["open_hand"].slice])
            assert tuple(bits) == tuple(map(int, deal.hands[1]))
        if deal.record.played == 0:
            assert tuple(sorted(View.of(deal, 0).open_hand)) == expected
        deal = deal.after(rng.choice(deal.legal))


def declarer_points(deal: Deal, seat: int) -> int:
    steps = [1, 11, 21, 31, 41, 51, 61, 71, 81, 90, 105, 120]
    shown = V1.features(View.of(deal, seat))[V1.layout["declarer_points"].slice]
    return max((s for s, on in zip(steps, shown, strict=True) if on), default=0)


def test_points_put_down_are_known_to_the_discarder_alone() -> None:
    """BC46: 21 points lie aside; in a hand game nobody knows it."""
    pack = [s + r for s in "DHSC" for r in "789QKTAJ" if s + r not in ("CA", "CT")]
    taken = Deal.of_cards(pack[:10], pack[10:20], pack[20:], ["CA", "CT"])
    taken = taken.after("18", "yes", "pass", "pass", PICK_UP, "CA", "CT", "spades")
    assert [declarer_points(taken, seat) for seat in range(3)] == [21, 0, 0]
    assert View.of(taken, 0).put_down == (Card("CT"), Card("CA"))
    hand = Deal.of_cards(pack[:10], pack[10:20], pack[20:], ["CA", "CT"])
    hand = hand.after("18", "yes", "pass", "pass", "spades hand")
    assert [declarer_points(hand, seat) for seat in range(3)] == [0, 0, 0]
    rng = random.Random(7)
    for deal in (taken, hand):
        while deal.phase is not Phase.OVER:
            deal = deal.after(rng.choice(deal.legal))
        assert deal.result is not None
        assert deal.result.points == int(deal.record.points[0]) + 21


def test_showing_void_of_trumps_by_a_jack() -> None:
    """BC40: who cannot follow a jack has no trump; the printed suit says nothing."""
    forehand = ["SJ", "DA", "DT", "DK", "DQ", "D8", "C7", "C8", "CT", "CK"]
    middlehand = ["HJ", "CJ", "HA", "HT", "HK", "HQ", "H9", "H8", "H7", "CQ"]
    rearhand = ["D7", "D9", "S7", "S8", "S9", "SQ", "SK", "ST", "SA", "C9"]
    deal = Deal.of_cards(forehand, middlehand, rearhand, ["DJ", "CA"])
    deal = deal.after("18", "pass", "pass", "hearts hand", "SJ", "HJ", "D7")
    trumps = {Card(c) for c in ["CJ", "SJ", "HJ", "DJ", "HA", "HT", "HK", "HQ", "H9", "H8", "H7"]}
    for seat in (0, 1):
        may = set(View.of(deal, seat).may_hold(2))
        assert not may & trumps
        assert {Card(c) for c in ["S7", "SA", "ST", "C9"]} <= may
        void = "void_previous" if seat == 0 else "void_next"
        assert V1.features(View.of(deal, seat))[V1.layout[void].slice].tolist() == [0, 0, 0, 0, 1]


def test_what_others_may_hold_includes_what_they_hold() -> None:
    rng = random.Random(8)
    for _ in range(60):
        for deal in moments(rng):
            for seat in range(3):
                mine = View.of(deal, seat)
                for other in range(3):
                    if deal.phase is not Phase.PUT_DOWN:
                        assert set(deal.hands[other]) <= set(mine.may_hold(other))


def test_pettingzoo_observes_each_agent() -> None:
    """BC56: observe(agent) is that agent's view; the three hands are disjoint."""
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    rng = random.Random(9)
    block = V1.layout["hand"].slice
    for mask_in in ("observation", "info"):
        raw = skat_v0.raw_env(mask_in=mask_in)
        for seed in range(30):
            raw.reset(seed=seed)
            while not any(raw.terminations.values()):
                deal = raw._table.deal
                order = [0, 1, 2]
                rng.shuffle(order)
                for seat in order:
                    shown = raw.observe(f"player_{seat}")
                    if mask_in == "observation":
                        shown = shown["observation"]
                    assert (shown == V1.features(View.of(deal, seat))).all()
                    held = np.flatnonzero(shown[block]).tolist()
                    assert held == sorted(map(int, deal.hands[seat]))
                if rng.random() < 0.2:
                    state = raw.state().reshape(3, V1.width)
                    assert (state[1] == V1.features(View.of(deal, 1))).all()
                    assert raw.observation_space("player_0") is raw.observation_space("player_0")
                raw.step(rng.choice(deal.legal))


def test_players_have_other_randomness_than_the_deal() -> None:
    """BC52: the same view and the same key give the same action; keys are no function of cards."""
    seen_keys: list[tuple[int, int, int]] = []

    class Listens:
        name = "listens"
        phases = frozenset({"auction", "skat", "play"})

        def act(self, views: Any, masks: Any, keys: Any) -> Any:
            seen_keys.append((int(views[0].me), int(views[0].plies), int(keys[0])))
            return load_policy("random").act(views, masks, keys)

    runs = []
    for key in (1, 2):
        seen_keys.clear()
        env = made("Skat/Deal-v0", opponents=Listens(), seat=1)
        env.reset(seed=3, options={"deal": Deal.shuffled(key), "actions": []})
        env.step(32)
        runs.append({(seat, ply): drawn for seat, ply, drawn in seen_keys})
    both = runs[0].keys() & runs[1].keys()
    assert both and all(runs[0][k] == runs[1][k] for k in both)
