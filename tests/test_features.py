"""Features: the layout, its blocks against slow counts, perfect recall, the symmetry of suits."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skat_gym.encoding import V1, V1_WIDTH, action_map, encoding
from skat_gym.observation import VIEW, View
from skat_gym.rules import Deal, Phase
from skat_gym.rules.auction import BID_VALUES
from skat_gym.rules.card import Card
from skat_gym.rules.trick import trick_winner

ENCODING = encoding("v1")


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


def moments(n: int, seed: int) -> list[Deal]:
    """Moments of random deals, jump bids among them."""
    rng = random.Random(seed)
    found = []
    for k in range(n):
        found += random_deals(rng)
        if k % 3 == 0:
            jump = Deal.shuffled(k).after(64 + rng.randrange(2, 30), "yes")
            found += [jump, jump.after(64 + rng.randrange(int(jump.record.bid) + 1, 63))]
    return found


def test_layout_covers_every_column_once() -> None:
    columns = [c for block in V1.values() for c in range(block.start, block.start + block.width)]
    assert columns == list(range(V1_WIDTH)) and ENCODING.width == V1_WIDTH


def slow(view: View) -> dict[str, Any]:
    """What some blocks say, worked out from the friendly view."""
    me, nxt, prv = view.me, (view.me + 1) % 3, (view.me + 2) % 3
    by: dict[int, set[Card]] = {0: set(), 1: set(), 2: set()}
    for leader, trick in view.tricks:
        for k, card in enumerate(trick):
            by[(leader + k) % 3].add(card)
    seen = set(view.hand) | set(view.put_down) | set(view.open_hand) | by[0] | by[1] | by[2]
    blocks: dict[str, Any] = {
        "hand": set(view.hand),
        "unseen": set(map(Card, range(32))) - seen,
        "by_me": by[me],
        "by_next": by[nxt],
        "by_previous": by[prv],
        "open_hand": set(view.open_hand),
        "found": set(view.found),
        "put_down": set(view.put_down),
    }
    for b in range(4):
        blocks[f"in_trick_{1 << b}"] = {
            card for k, (_, t) in enumerate(view.tricks, 1) if k >> b & 1 for card in t
        }
    table = [] if view.phase is Phase.OVER else list(view.cards[3 * (len(view.cards) // 3) :])
    blocks["first"], blocks["second"] = set(table[:1]), set(table[1:2])
    winning: set[Card] = set()
    if table and view.contract is not None:
        for card in view.hand:
            three = [*table, card]
            filler = three[0] if len(three) == 2 else three[1]
            order = [three[0], filler, three[-1]]
            if trick_winner(*map(int, order), view.contract.game) == 2:
                winning.add(card)
    blocks["winning"] = winning
    return blocks


def test_blocks_against_slow_counts() -> None:
    for deal in moments(60, 1):
        for seat in range(3):
            view = View.of(deal, seat)
            row = ENCODING.features(view)
            assert set(np.unique(row)) <= {0, 1}
            for name, cards in slow(view).items():
                got = {Card(k) for k in np.flatnonzero(row[V1[name].slice])}
                assert got == cards, (name, str(deal), seat)
            for name, speaker in (("middlehand_said", 1), ("rearhand_said", 2)):
                said = [BID_VALUES[k] for k in np.flatnonzero(row[V1[name].slice])]
                assert tuple(said) == view.auction[speaker][0]


def committed(deal: Deal) -> list[int]:
    """The highest value index each seat said or held, from the actions one by one."""
    reach = [-1, -1, -1]
    first, second, third = deal.dealt
    now = Deal.of_cards(first, second, third, deal.skat)
    for action in deal.actions:
        if now.phase is not Phase.AUCTION:
            break
        seat = now.seat
        now = now.after(action)
        if action != 32:
            reach[seat] = int(now.record.bid)
    return reach


def test_reach_tells_what_was_said_and_held() -> None:
    for deal in moments(80, 2):
        reach = committed(deal)
        for seat in range(3):
            row = ENCODING.features(View.of(deal, seat))
            for k, name in enumerate(("reach_me", "reach_next", "reach_previous")):
                steps = row[V1[name].slice]
                assert int(steps.sum()) == min(reach[(seat + k) % 3] + 1, 18), str(deal)
                assert (np.diff(steps.astype(int)) <= 0).all()


def test_nothing_a_player_knows_is_lost() -> None:
    """Different views give different features; the number of actions alone is left out."""
    views = np.array(
        [View.of(deal, s)._array[0] for deal in moments(250, 3) for s in range(3)], VIEW
    )
    rows = ENCODING.encode(views)
    views["plies"] = 0
    known: dict[bytes, bytes] = {}
    for view, row in zip(views, rows, strict=True):
        assert known.setdefault(row.tobytes(), view.tobytes()) == view.tobytes()
    assert len(known) > 20_000


def moved_deal(deal: Deal, suits: list[int]) -> Deal:
    """The same deal with its cards moved by a permutation that leaves the jacks alone."""
    names = action_map(suits)
    parts = [*deal.dealt, deal.skat]
    first, second, third, skat = ([int(names[card]) for card in part] for part in parts)
    moved = Deal.of_cards(first, second, third, skat)
    return moved.after(*(a if a >= 64 else int(names[a]) for a in deal.actions))


def test_permuted_features_are_those_of_the_permuted_game() -> None:
    rng = random.Random(5)
    checked = 0
    for deal in moments(60, 4):
        if deal.contract is None or deal.contract.is_null or not deal.cards:
            continue
        suits = rng.sample(range(4), 4)
        other = moved_deal(deal, suits)
        seat = rng.randrange(3)
        view = View.of(deal, seat)
        permuted_row = ENCODING.encode(view._array, suits=suits)[0]
        assert np.array_equal(permuted_row, ENCODING.features(View.of(other, seat)))
        names = action_map(suits)
        assert {int(names[a]) for a in deal.legal} == set(other.legal)
        checked += 1
    assert checked > 500


def test_each_row_may_have_its_own_permutation() -> None:
    rng = random.Random(6)
    views = np.array([View.of(d, 0)._array[0] for d in moments(20, 6)], VIEW)
    suits = np.array([rng.sample(range(4), 4) for _ in views])
    together = ENCODING.encode(views, suits=suits)
    for k in range(0, len(views), 17):
        alone = ENCODING.encode(views[k : k + 1], suits=suits[k])
        assert np.array_equal(alone[0], together[k])
    assert sorted(action_map([2, 0, 3, 1]).tolist()) == list(range(64))


def test_misuse_is_one_sentence() -> None:
    views = View.of(Deal.shuffled(1), 0)._array
    for wrong in (np.zeros((2, V1_WIDTH), np.uint8), np.zeros((1, V1_WIDTH), np.float32)):
        with pytest.raises(ValueError, match="out is"):
            ENCODING.encode(views, wrong)
    with pytest.raises(ValueError, match="permutation of 0, 1, 2, 3"):
        ENCODING.encode(views, suits=[0, 1, 2, 2])
    with pytest.raises(ValueError, match="there is no encoding 'v9'"):
        encoding("v9")


def test_plain_python_writes_the_same_bytes() -> None:
    """With NUMBA_DISABLE_JIT=1 the kernels run as Python, without a warning, to the same end."""
    code = (
        "import hashlib, sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_features import ENCODING, View, moments\n"
        "rows = [ENCODING.features(View.of(d, s)) for d in moments(6, 8) for s in range(3)]\n"
        "print(hashlib.sha256(b''.join(r.tobytes() for r in rows)).hexdigest())"
    )
    hashes = set()
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", code, str(Path(__file__).parent)],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            timeout=200,
        )
        assert run.returncode == 0, run.stderr
        hashes.add(run.stdout)
    assert len(hashes) == 1
