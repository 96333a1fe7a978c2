"""Hiding: a seat's view, features, mask and every player's action ignore what it cannot see."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from skat_gym.encoding import encoding
from skat_gym.observation import View
from skat_gym.players import load_policy
from skat_gym.rules import Deal, Phase
from skat_gym.rules.bits import bit
from skat_gym.rules.card import elements

PLAYERS = [load_policy(name) for name in ("random", "rulebook")]


def random_deals(rng: random.Random) -> list[Deal]:
    """Every moment of a deal played at random, hand and ouvert games among them."""
    deal = Deal.shuffled(rng.getrandbits(62))
    moments = [deal]
    while deal.phase is not Phase.OVER:
        legal = list(deal.legal)
        if deal.phase is Phase.CHOICE and rng.random() < 0.6:
            legal = [34]
        deal = deal.after(rng.choice(legal))
        moments.append(deal)
    return moments


def hidden_places(deal: Deal, me: int) -> dict[str, int]:
    """The sets that hold cards `me` cannot see: the other hands, the skat or the put-downs."""
    d = deal.record
    places = {f"hand {s}": int(d.hands[s]) for s in range(3) if s != me}
    if d.contract >= 0 and deal.contract is not None and deal.contract.ouvert:
        places.pop(f"hand {int(d.declarer)}", None)
    mine = d.declarer == me and d.picked_up
    if not mine:
        places["aside"] = int(d.put_down) if d.picked_up else int(d.skat)
    return places


def permuted(deal: Deal, me: int, rng: random.Random) -> Deal:
    """Moves unseen cards between hidden places, as far as what was shown allows it.

    While twelve cards are in the declarer's hand the skat lies in it, so cards move there too.
    """
    array = deal._array.copy()
    d = array[0]
    places = hidden_places(deal, me)
    names = list(places)
    void = {f"hand {s}": int(d.void[s]) for s in range(3)}
    for _ in range(40):
        a, b = rng.sample(names, 2) if len(names) > 1 else (names[0], names[0])
        if a == b or not places[a] or not places[b]:
            continue
        x, y = rng.choice(list(elements(places[a]))), rng.choice(list(elements(places[b])))
        if void.get(b, 0) & bit(x) or void.get(a, 0) & bit(y):
            continue
        places[a] ^= bit(x) | bit(y)
        places[b] ^= bit(x) | bit(y)
    for name, cards in places.items():
        if name != "aside":
            d.hands[int(name[-1])] = cards
        elif d.picked_up:
            d.put_down = cards
        else:
            d.skat = cards
    for seat in range(3):
        if seat != me and not (seat == d.declarer and d.picked_up):
            d.dealt[seat] = d.hands[seat] | d.by[seat]
    return Deal(d)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_hidden_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    v1 = encoding("v1")
    pairs = different = 0
    phases = set()
    for _ in range(25):
        for deal in random_deals(rng)[:-1]:
            me = rng.choice([deal.seat, rng.randrange(3)])
            other = permuted(deal, me, rng)
            pairs += 1
            different += other != deal
            one, two = View.of(deal, me), View.of(other, me)
            assert one.record.tobytes() == two.record.tobytes()
            assert np.array_equal(v1.features(one), v1.features(two))
            if deal.seat != me:
                continue
            phases.add(deal.phase)
            assert deal.mask == other.mask
            keys = np.array([rng.getrandbits(63)], np.uint64)
            masks = np.array([deal.mask])
            for player in PLAYERS:
                actions = [player.act(view._array, masks, keys)[0] for view in (one, two)]
                assert actions[0] == actions[1], (player.name, str(deal))
    assert pairs > 500 and different > 0.8 * pairs
    assert phases == set(Phase) - {Phase.OVER}


def test_the_skat_of_a_hand_game_is_hidden_from_its_declarer() -> None:
    deal = Deal.shuffled(3).after("18", "pass", "pass", "grand hand")
    view = View.of(deal, 1)
    assert view.found == view.put_down == ()
    skat = set(deal.skat)
    assert skat <= set(view.may_hold(0)) and skat <= set(view.may_hold(2))


def test_open_cards_are_seen_by_all_and_shrink() -> None:
    deal = Deal.shuffled(3).after("18", "pass", "pass", "pick up")
    deal = deal.after(*deal.hands[1][:2])
    put_down = set(deal.put_down)
    for seat in (0, 2):
        assert View.of(deal, seat).open_hand == ()
    deal = deal.after("null ouvert")
    for seat in range(3):
        view = View.of(deal, seat)
        assert view.open_hand == deal.hands[1] and len(view.open_hand) == 10
        assert not put_down & set(view.open_hand)
    for seat in (0, 2):
        assert View.of(deal, seat).put_down == () and View.of(deal, seat).found == ()
    deal = deal.after(deal.legal[0])
    while deal.seat != 1:
        deal = deal.after(deal.legal[0])
    deal = deal.after(deal.legal[0])
    assert len(View.of(deal, 0).open_hand) == 9


def test_put_down_points_are_the_declarer_s_alone() -> None:
    deal = Deal.of_cards(
        ["CJ", "SJ", "HJ", "DJ", "CK", "CQ", "C9", "C8", "C7", "S7"],
        ["S8", "S9", "SQ", "SK", "ST", "SA", "H7", "H8", "H9", "HQ"],
        ["HK", "HT", "HA", "D7", "D8", "D9", "DQ", "DK", "DT", "DA"],
        ["CA", "CT"],
    ).after("pass", "pass", "18", "pick up", "CA", "CT", "grand")
    v1 = encoding("v1")
    points = v1.layout["declarer_points"].slice
    own = v1.features(View.of(deal, 0))[points]
    assert own.tolist() == [1, 1, 1] + [0] * 9  # 21 points: 1, 11 and 21 are reached
    for seat in (1, 2):
        assert not v1.features(View.of(deal, seat))[points].any()
        assert View.of(deal, seat).put_down == ()


def test_each_seat_sees_its_own_hand() -> None:
    from skat_gym.envs import skat_v0

    env = skat_v0.raw_env()
    env.reset(seed=3)
    hands: list[Any] = [env.observe(agent)["observation"][:32] for agent in env.agents]
    assert [int(h.sum()) for h in hands] == [10, 10, 10]
    assert int(sum(hands).max()) == 1
    for seat, hand in enumerate(hands):
        assert np.flatnonzero(hand).tolist() == list(env._table.deal.hands[seat])
