"""The player made of nets: the symmetry of suits, batches, exact arithmetic, choices that hold."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from nets import integer_net

from skat_gym.encoding.symmetry import action_map
from skat_gym.observation import View
from skat_gym.players import PolicyError, load_policy
from skat_gym.players.network.bid_inputs import BIDDING_WIDTH
from skat_gym.players.network.card_play import KINDS
from skat_gym.players.network.exchange import Exchange, chances
from skat_gym.players.network.folder import read_folder, write_folder
from skat_gym.players.network.play_inputs import PLAY, PLAY_WIDTH, play_inputs
from skat_gym.players.network.policy import INPUTS, NetworkPolicy
from skat_gym.players.network.skat_inputs import SKAT_WIDTH
from skat_gym.players.policy import fingerprint
from skat_gym.rules import Deal, Phase
from skat_gym.rules.action import BID, PASS
from skat_gym.rules.contract import BASE, NULL_VALUE, Contract
from skat_gym.rules.scoring import matadors
from skat_gym.rules.trick import NULL

SHAPES = {kind: (PLAY_WIDTH, 24, 32) for kind in KINDS} | {
    "games": (SKAT_WIDTH, 16, 4),
    "bids": (BIDDING_WIDTH, 16, 2),
}
CONFIG = {
    "name": "drawn",
    "version": "1",
    "inputs": INPUTS,
    "card_namings": 6,
    "game_namings": 2,
    "games": 16,
    "passing": -25.0,
}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> NetworkPolicy:
    nets = {name: integer_net(shape, seed=k) for k, (name, shape) in enumerate(SHAPES.items())}
    return NetworkPolicy(write_folder(tmp_path_factory.mktemp("policy") / "drawn", CONFIG, nets))


def moments(n: int) -> list[Deal]:
    rng = random.Random(8)
    found = []
    for number in range(n):
        deal = Deal.shuffled(number)
        while deal.phase is not Phase.OVER:
            found.append(deal)
            deal = deal.after(rng.choice(deal.legal))
    return [deal for deal in found if len(deal.legal) > 1]


def views_of(deals: list[Deal]) -> tuple[np.ndarray, np.ndarray]:
    views = np.concatenate([View.of(deal, deal.seat)._array for deal in deals])
    return views, np.array([deal.mask for deal in deals], np.int64)


def test_answers_are_legal_and_do_not_depend_on_the_batch(drawn: NetworkPolicy) -> None:
    deals = moments(20)
    views, masks = views_of(deals)
    keys = np.zeros(len(deals), np.uint64)
    whole = drawn.act(views, masks, keys)
    assert all(int(action) in deal.legal for action, deal in zip(whole, deals, strict=True))
    order = np.random.default_rng(1).permutation(len(deals))
    for size in (1, 7):
        parts = [order[k : k + size] for k in range(0, len(order), size)]
        for rows in parts:
            assert np.array_equal(drawn.act(views[rows], masks[rows], keys[rows]), whole[rows])


def test_renaming_side_suits_renames_the_card(drawn: NetworkPolicy) -> None:
    seen = 0
    for deal in moments(30):
        contract = deal.contract
        if deal.phase is not Phase.PLAY or contract is None or contract.game > 3:
            continue
        sides = [suit for suit in range(4) if suit != contract.game]
        view = View.of(deal, deal.seat)
        values = drawn.values(view._array, np.array([deal.mask]))[0, :32]
        for order in permutations(sides):
            suits = np.arange(4)
            suits[sides] = order
            cards = action_map(suits)[:32]
            hands = [[int(cards[int(card)]) for card in hand] for hand in deal.dealt]
            skat = [int(cards[int(card)]) for card in deal.skat]
            moved = [int(cards[a]) if a < 32 else a for a in deal.actions]
            other = Deal.of_cards(*hands, skat).after(*moved)
            seen_so = drawn.values(View.of(other, other.seat)._array, np.array([other.mask]))
            assert np.array_equal(seen_so[0, cards], values)
            seen += 1
        if seen > 200:
            break
    assert seen > 200


def test_chances_come_from_a_table() -> None:
    odds = np.array([-99.0, -10.0, 0.0, 1.0, 99.0])
    assert chances(odds).tolist() == [0, 0, 5000, 7311, 10_000]


def test_an_ace_hand_is_bid_by_its_worth_alone(drawn: NetworkPolicy) -> None:
    deals = [deal for deal in moments(40) if deal.phase is Phase.AUCTION]
    views, masks = views_of(deals)
    values = drawn.values(views, masks)
    assert np.all(values[:, PASS] == -25.0)
    chosen = drawn.act(views, masks, np.zeros(len(deals), np.uint64))
    assert np.array_equal(chosen == BID, values[:, BID] > -25.0)


def test_contract_worth_follows_the_rules() -> None:
    """A net that is sure of 61 and no more makes a game worth its value and 50."""

    class Sure:
        unit = 1.0

        def forward(self, inputs: np.ndarray) -> np.ndarray:
            return np.tile(np.array([[20.0, 20.0, -20.0, -20.0]], np.float32), (len(inputs), 1))

    exchange = Exchange(Sure(), Sure())
    deal = Deal.shuffled(5).after("pass", "pass", "18", "pick up")
    deal = deal.after(deal.legal[0]).after(deal.legal[1])
    view = View.of(deal, deal.seat)
    _, down, contracts, worth = exchange.games(view._array)
    there = np.isfinite(worth[0])
    assert there.sum() == 7 and np.all(down[0, there] == view.record.put_down)
    twelve = int(view.record.hand | view.record.put_down)
    for number, value in zip(contracts[0, there].tolist(), worth[0, there].tolist(), strict=True):
        game = Contract(number).game
        levels = abs(matadors(twelve, game)) + 1
        plain = int(NULL_VALUE[number]) if game == NULL else levels * int(BASE[game])
        assert value == plain + 50


def test_foreign_folders_are_refused_in_a_sentence(tmp_path: Path) -> None:
    nets = {name: integer_net(shape) for name, shape in SHAPES.items()}
    other = write_folder(tmp_path / "other", CONFIG | {"inputs": {"play": "play-0"}}, nets)
    with pytest.raises(PolicyError, match="inputs of another version"):
        NetworkPolicy(other)
    small = nets | {"bids": integer_net((8, 2))}
    narrow = write_folder(tmp_path / "narrow", CONFIG, small)
    with pytest.raises(PolicyError, match="no net 'bids' of 128 inputs"):
        load_policy(str(narrow.path))
    assert read_folder(narrow.path).nets["bids"].sizes == (8, 2)


def test_evaluation_agrees_with_the_choice(drawn: NetworkPolicy) -> None:
    views, masks = views_of(moments(6))
    told = drawn.evaluate(views, masks)
    chosen = drawn.act(views, masks, np.zeros(len(views), np.uint64))
    assert np.array_equal(told.probabilities.argmax(axis=1), chosen)
    assert np.allclose(told.probabilities.sum(axis=1), 1, atol=1e-5)
    illegal = masks[:, None] >> np.arange(64) & 1 == 0
    assert np.all(told.probabilities[illegal] == 0)


def test_a_short_memory_forgets_earlier_tricks_and_nothing_else() -> None:
    for deal in moments(12):
        if deal.phase is not Phase.PLAY:
            continue
        view = View.of(deal, deal.seat)
        record = view.record
        mask, naming = np.array([deal.mask]), np.array([0])
        whole = play_inputs(view._array, mask, naming)
        assert np.array_equal(whole, play_inputs(view._array, mask, naming, 10))
        short = play_inputs(view._array, mask, naming, 1)
        if record.played < 6:
            assert np.array_equal(whole, short)
        elif record.played >= 9:
            for name in ("by_me", "by_next", "by_previous"):
                kept = short[0, PLAY[name].slice].sum()
                assert kept <= 2 < whole[0, PLAY[name].slice].sum()
            same = [PLAY[name].slice for name in ("hand", "legal", "first", "second", "trick")]
            assert all(np.array_equal(whole[0, part], short[0, part]) for part in same)


def test_memory_is_part_of_the_name(tmp_path: Path) -> None:
    nets = {name: integer_net(shape) for name, shape in SHAPES.items()}
    path = write_folder(tmp_path / "drawn", CONFIG, nets).path
    whole, short = load_policy(str(path)), load_policy(f"{path},memory=2")
    assert short.name == "drawn,memory=2"
    assert fingerprint(short) != fingerprint(whole)
    for wrong in ("eleven", "11", ""):
        with pytest.raises(PolicyError, match="memory is"):
            load_policy(f"{path},memory={wrong}")
