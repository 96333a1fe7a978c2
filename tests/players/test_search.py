"""The searching player: honest, the same on every run, and better than its base."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import skat_gym
from skat_gym.observation import View, new_views, view
from skat_gym.players import load_policy
from skat_gym.players.judges import PlayoutJudge
from skat_gym.players.likelihood import SURPRISE, weights
from skat_gym.players.plan import played
from skat_gym.players.playouts import booked_after, guest_seats
from skat_gym.players.policy import Evaluation, PolicyError
from skat_gym.players.search import JUDGES, SearchPolicy
from skat_gym.rules import Deal
from skat_gym.rules.chance import deal_key
from skat_gym.rules.state import Phase
from skat_gym.solver import Worlds

RULEBOOK: Any = load_policy("rulebook")


def positions(n: int, least: int = 6) -> list[Deal]:
    """Deals the rulebook played on, with at least some cards laid, in their play."""
    found = []
    number = 0
    while len(found) < n:
        number += 1
        deal = Deal.shuffled(deal_key(12, number))
        while deal.phase is not Phase.OVER and len(deal.cards) < least + number % 12:
            one = View.of(deal, deal.seat)
            answer = RULEBOOK.act(one._array, np.array([deal.mask]), np.zeros(1, np.uint64))
            deal = deal.after(int(answer[0]))
        if deal.phase is Phase.PLAY:
            found.append(deal)
    return found


def asked(policy: Any, deals: list[Deal], keys: Any) -> list[int]:
    views = np.concatenate([View.of(deal, deal.seat)._array for deal in deals])
    masks = np.array([deal.mask for deal in deals])
    return [int(a) for a in policy.act(views, masks, np.asarray(keys, np.uint64))]


@pytest.mark.parametrize("judge", JUDGES)
def test_answers_do_not_depend_on_batches_or_history(judge: str) -> None:
    settings: Any = {"judge": judge, "worlds": 4, "nodes": 100_000}
    policy = SearchPolicy(RULEBOOK, **settings)
    deals = positions(8)
    keys = np.arange(8)
    together = asked(policy, deals, keys)
    assert all(action in deal.legal for action, deal in zip(together, deals, strict=True))
    alone = [asked(policy, [deals[k]], keys[k : k + 1])[0] for k in reversed(range(8))]
    assert together == alone[::-1]
    assert asked(SearchPolicy(RULEBOOK, **settings), deals, keys) == together


def nodes_for(policy: SearchPolicy, deal: Deal) -> int:
    before = policy.nodes
    asked(policy, [deal], [1])
    return policy.nodes - before


def test_nodes_are_bounded() -> None:
    """One world is solved in any case; beyond that the limit is passed by one position at most."""
    most = 10_000
    for auction, deals in (("base", positions(6, least=12)), ("search", [Deal.shuffled(3)])):
        for deal in deals:
            one = nodes_for(SearchPolicy(RULEBOOK, nodes=1, auction=auction), deal)
            used = nodes_for(SearchPolicy(RULEBOOK, nodes=most, auction=auction), deal)
            assert one <= used <= max(one, most) + 400_000


def test_defaults_answer_within_a_second() -> None:
    """By nodes, of which a core enters some 7 million a second."""
    for number in range(4):
        deal = Deal.shuffled(deal_key(14, number))
        for auction in ("search", "base"):
            policy = SearchPolicy(RULEBOOK, auction=auction)
            if auction == "base":
                deal = deal.after(
                    "pass", "pass", "18", "grand hand" if number % 2 else "clubs hand"
                )
            assert 0 < nodes_for(policy, deal) < 5_000_000


@pytest.mark.parametrize("judge", JUDGES)
def test_sees_no_hidden_card(judge: str) -> None:
    policy = SearchPolicy(RULEBOOK, judge=judge, worlds=4, nodes=100_000)
    views = new_views(1)
    for number, deal in enumerate(positions(6)):
        world = Worlds(View.of(deal, deal.seat)).deals(1, number)
        view(world, 0, deal.seat, views, 0)
        truth, other = asked(policy, [deal], [number]), asked(policy, [Deal(world[0])], [number])
        assert truth == other


def test_the_rest_is_the_base_policy() -> None:
    policy = load_policy("search:rulebook")
    deals = [Deal.shuffled(k) for k in range(20)]
    assert asked(policy, deals, np.arange(20)) == asked(RULEBOOK, deals, np.arange(20))
    assert policy.name == "search:rulebook" and policy.phases == RULEBOOK.phases


def test_finds_what_is_certain() -> None:
    """With the last cards known the search plays as the solver does."""
    hands = ["CJ SJ HJ CA CT CK SA ST HA DA", "DJ C7 C8 S7 S8 S9 H7 H8 D7 D8"]
    hands += ["C9 CQ SQ SK H9 HT HK D9 DT DK", "HQ DQ"]
    deal = Deal.of_cards(*(hand.split() for hand in hands))
    deal = deal.after("pass", "pass", "18", "grand hand", "CJ", "DJ", "H9")
    assert asked(SearchPolicy(RULEBOOK, worlds=8), [deal], [1])[0] in deal.legal


def test_playouts_are_games_of_the_base_policy() -> None:
    """What a card books is what it books when the base policy plays every world to its end."""
    deal = positions(4, least=15)[-1]
    worlds = Worlds(View.of(deal, deal.seat)).deals(5, 2)
    masks = np.full(5, deal.mask)
    booked = booked_after(worlds, masks, RULEBOOK, np.zeros(5), np.arange(5))
    for card in range(32):
        if card not in deal.legal:
            assert (booked[:, card] == 0).all()
            continue
        for world, told in zip(worlds, booked[:, card], strict=True):
            rest = Deal(world).after(card)
            while rest.phase is not Phase.OVER:
                rest = rest.after(asked(RULEBOOK, [rest], [0])[0])
            points = rest.result.seeger_fabian()
            others = [seat for seat in range(3) if seat != rest.declarer]
            assert rest.declarer is not None
            assert told == points[rest.declarer] - points[others[0]]
    policy = SearchPolicy(RULEBOOK, judge="playouts", worlds=5, trust=0.0, weigh=False)
    chosen = asked(policy, [deal], [2])[0]
    side = 1 if deal.seat == deal.declarer else -1
    assert side * booked[:, chosen].sum() == max(side * booked[:, deal.legal].sum(axis=0))


def test_cards_clearly_behind_are_left_out_after_a_quarter_of_the_worlds() -> None:
    """Those left are means over all worlds, the others over the first quarter of them."""
    deals = positions(12)
    worlds = np.stack([Worlds(View.of(d, d.seat)).deals(40, k) for k, d in enumerate(deals)])
    masks, keys = np.array([d.mask for d in deals]), np.arange(12).astype(np.uint64)
    means, counts = PlayoutJudge(RULEBOOK, None).means(worlds, masks, keys)
    assert (counts == 40).all()
    whole = left_out = 0
    for row, deal in enumerate(deals):
        booked = booked_after(
            worlds[row], np.full(40, deal.mask), RULEBOOK, np.full(40, row), np.arange(40)
        ).astype(np.float64)
        side = 1 if deal.seat == deal.declarer else -1
        for card in deal.legal:
            if means[row, card] == booked[:, card].mean():
                whole += 1
            else:
                left_out += 1
                assert means[row, card] == booked[:10, card].mean()
                assert side * booked[:10, card].mean() < (side * booked[:10].mean(0)).max()
    assert whole > 20 and left_out > 3


def test_a_defender_doubts_until_the_fifth_trick() -> None:
    """Its net counts more in the first tricks, a declarer's as ever."""
    base: Any = Opinionated()
    plain, doubting = (
        SearchPolicy(base, judge="playouts", worlds=4, lean=0.1, doubt=doubt) for doubt in (0, 1e6)
    )
    early = late = 0
    for number, deal in enumerate(positions(24, least=3)):
        one, other = (asked(policy, [deal], [number])[0] for policy in (plain, doubting))
        trick = len(deal.cards) // 3
        if deal.seat == deal.declarer or trick >= 4:
            assert one == other
            late += 1
        else:
            assert other == max(deal.legal)
            early += 1
    assert early > 3 and late > 3


def test_auction_and_skat_by_playouts() -> None:
    """Choices before the play are games of the base policy, in worlds that agree with the view."""
    policy: Any = load_policy("search:club,judge=playouts,auction=search,worlds=6")
    unscored: Any = load_policy("search:rulebook,judge=playouts,auction=search,worlds=3,trust=0")
    deal = Deal.shuffled(11)
    phases = set()
    while deal.phase is not Phase.PLAY and deal.phase is not Phase.OVER:
        action = asked(policy, [deal], [5])[0]
        assert action in deal.legal and action == asked(policy, [deal], [5])[0]
        phases.add(deal.phase)
        deal = deal.after(action)
        if deal.phase is not Phase.PLAY and deal.phase is not Phase.OVER:
            one, legal = View.of(deal, deal.seat)._array, list(deal.legal)
            told = unscored.evaluate(one, np.array([deal.mask])).scores[0]
            assert told[legal].max() == told[asked(unscored, [deal], [0])[0]]
            told[legal] = 0
            assert not told.any()
    assert len(phases) > 1
    for seed in range(4, 9):
        deal = Deal.shuffled(seed)
        worlds = Worlds(View.of(deal, deal.seat)).deals(3, 1)
        booked = played(worlds, deal.seat, deal.legal, RULEBOOK, RULEBOOK, 0)
        for world, told in zip(worlds, booked, strict=True):
            for action, gained in zip(deal.legal, told, strict=True):
                rest = Deal(world).after(action)
                while rest.phase is not Phase.OVER:
                    rest = rest.after(asked(RULEBOOK, [rest], [0])[0])
                points = rest.result.seeger_fabian()
                others = sum(points) - points[deal.seat]
                assert gained == points[deal.seat] - others / 2


def test_a_deadline_leaves_one_step_of_playouts() -> None:
    policy = SearchPolicy(RULEBOOK, judge="playouts", worlds=500, seconds=1e-9)
    hasty = SearchPolicy(RULEBOOK, judge="playouts", worlds=8, trust=60.0)
    deals = positions(3)
    free = SearchPolicy(RULEBOOK, judge="playouts", worlds=500, weigh=False, seconds=1e-9)
    assert all(a in d.legal for a, d in zip(asked(policy, deals, [1] * 3), deals, strict=True))
    unweighed = SearchPolicy(RULEBOOK, judge="playouts", worlds=8, weigh=False)
    assert asked(free, deals, [1] * 3) == asked(unweighed, deals, [1] * 3)
    assert hasty.nodes == 0


def test_playouts_of_a_trained_policy_ask_it_under_one_name_of_the_suits() -> None:
    club: Any = load_policy("club")
    assert club.quick.phases == {"play"} and club.quick.beliefs is None
    policy = load_policy("search:club,judge=playouts,worlds=3")
    for deal, action in zip(deals := positions(4), asked(policy, deals, range(4)), strict=True):
        assert action in deal.legal


class Certain:
    """Decides as the rulebook, and believes that one player holds whatever it may hold."""

    name, phases, fingerprint = "certain", RULEBOOK.phases, "certain"

    def __init__(self) -> None:
        self.beliefs = self

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return RULEBOOK.act(views, masks, keys)

    def weights(self, views: Any, masks: Any) -> Any:
        likely = np.full((len(views), 3, 32), 1e-9)
        likely[:, 0, 16:] = likely[:, 1, :16] = likely[:, 2] = 1.0
        return likely


def test_worlds_follow_the_beliefs_of_the_base() -> None:
    seen = []

    class Watching(SearchPolicy):
        def _drawn(self, record: Any, key: int, beliefs: Any = None) -> Any:
            drawn = super()._drawn(record, key, beliefs)
            held = drawn["hands"][:, (int(record.me) + 1) % 3]
            shares = [(int(h) & 0xFFFF0000).bit_count() / int(h).bit_count() for h in held]
            seen.append((beliefs is not None, np.mean(shares)))
            return drawn

    deals = positions(6)
    for weigh in (True, False):
        policy = Watching(Certain(), judge="playouts", worlds=40, weigh=weigh)
        asked(policy, deals, np.arange(6))
    believed, drawn = (np.mean([x for told, x in seen if told is which]) for which in (True, False))
    assert believed > drawn + 0.2


def test_weights_tell_likely_worlds() -> None:
    """The true deal explains what the rulebook did better than most worlds do."""
    ahead = []
    for number, deal in enumerate(positions(25, least=9)):
        worlds = Worlds(View.of(deal, deal.seat)).deals(60, number)
        worlds[0] = deal.record
        found = weights(worlds, deal.seat, RULEBOOK, number)
        assert found.shape == (60,) and found.mean() == pytest.approx(1)
        assert found.min() > 0
        ahead.append((found[0] > found).mean() + (found[0] == found).mean() / 2)
    assert np.mean(ahead) > 0.7
    assert (SURPRISE > 0).all() and (SURPRISE < 1).all()


def test_beats_its_base() -> None:
    policy = SearchPolicy(RULEBOOK, worlds=8, nodes=60_000)
    result = skat_gym.evaluate(policy, "rulebook", deals=24, seed=3, contracts="rulebook")
    assert result.edge["seeger-fabian"].mean > 0


class Opinionated:
    """Decides as the rulebook, and gives the highest legal card a high score."""

    name, phases, fingerprint = "opinionated", RULEBOOK.phases, "opinionated"

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return RULEBOOK.act(views, masks, keys)

    def evaluate(self, views: Any, masks: Any) -> Evaluation:
        scores = np.zeros((len(views), 64), np.float32)
        for row, mask in enumerate(masks):
            scores[row, int(mask).bit_length() - 1] = 10_000
        return Evaluation(np.zeros_like(scores), scores)


def test_leans_on_the_opinion_of_its_base() -> None:
    deals, keys = positions(6), np.arange(6)
    small: dict[str, Any] = {"worlds": 2, "nodes": 50_000}
    highest = [max(deal.legal) for deal in deals]
    assert asked(SearchPolicy(Opinionated(), lean=1.0, **small), deals, keys) == highest
    without = asked(SearchPolicy(Opinionated(), lean=0.0, **small), deals, keys)
    assert without == asked(SearchPolicy(RULEBOOK, **small), deals, keys)
    assert without != highest


def test_the_base_plays_before_from_trick() -> None:
    deals, keys = positions(8), np.arange(8)
    early = [deal for deal in deals if len(deal.cards) < 12]
    late = SearchPolicy(Opinionated(), worlds=1, lean=1.0, from_trick=5)
    assert asked(late, early, keys[: len(early)]) == asked(RULEBOOK, early, keys[: len(early)])
    after = [deal for deal in deals if len(deal.cards) >= 12]
    assert early and after
    assert asked(late, after, keys[: len(after)]) == [max(deal.legal) for deal in after]


def test_auction_and_skat_by_search() -> None:
    """Legal, the same for a key, and blind to hidden cards in every phase before the play."""
    policy = load_policy("search:rulebook,auction=search,worlds=2,nodes=20000")
    views = new_views(1)
    seen = set()
    deal = Deal.shuffled(deal_key(12, 3))
    while deal.phase is not Phase.OVER and deal.phase is not Phase.PLAY:
        seen.add(deal.phase)
        chosen = asked(policy, [deal], [5])[0]
        assert chosen in deal.legal
        world = Worlds(View.of(deal, deal.seat)).deals(1, 1)
        view(world, 0, deal.seat, views, 0)
        assert asked(policy, [Deal(world[0])], [5]) == [chosen]
        deal = deal.after(chosen)
    assert Phase.AUCTION in seen


def test_names_take_options() -> None:
    policy: Any = load_policy("search:rulebook,worlds=3,seconds=0.5,from_trick=4,auction=search")
    assert policy.name == "search:rulebook,worlds=3,seconds=0.5,from_trick=4,auction=search"
    plain: Any = load_policy("search:rulebook")
    assert policy.fingerprint != plain.fingerprint
    put_together: Any = load_policy("rulebook+play=search:rulebook,worlds=3")
    assert put_together.parts["play"].fingerprint == SearchPolicy(RULEBOOK, worlds=3).fingerprint
    assert load_policy("search:rulebook,worlds=3+play=random").phases == RULEBOOK.phases


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("search:rulebook,luck=3", "no option of a search; options are judge="),
        ("search:rulebook,worlds", "no option"),
        ("search:rulebook,worlds=many", "'many' is no value of worlds"),
        ("search:rulebook,worlds=1,worlds=2", "worlds comes twice"),
        ("search:rulebook,worlds=0", "at least 1"),
        ("search:rulebook,from_trick=11", "a trick, 1 to 10, not 11"),
        ("search:rulebook,guests=2", "a share, 0 to 1, not 2"),
        ("search:rulebook,auction=luck", "base, skat or search, not 'luck'"),
        ("search:rulebook,judge=luck", "solver or playouts, not 'luck'"),
    ],
)
def test_bad_options_are_one_sentence(name: str, why: str) -> None:
    with pytest.raises(PolicyError, match=why) as error:
        load_policy(name)
    assert "\n" not in str(error.value)


def test_bad_settings() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        SearchPolicy(RULEBOOK, worlds=0)
    with pytest.raises(ValueError, match="nobody"):
        load_policy("search:nobody")


def test_guests_lay_the_others_cards_in_their_share_of_the_worlds() -> None:
    """In every second world the rulebook has the other seats, and the policy keeps its own."""
    base: Any = load_policy("random")
    for number, deal in enumerate(positions(3)):
        worlds = Worlds(View.of(deal, deal.seat)).deals(6, 2)
        masks, roots = np.full(6, deal.mask), np.full(6, number)
        plain, none, half, all_ = (
            booked_after(worlds, masks, base, roots, np.arange(6), *share)
            for share in ((), (0.0,), (0.5,), (1.0,))
        )
        assert np.array_equal(plain, none)
        assert np.array_equal(half[::2], plain[::2]) and np.array_equal(half[1::2], all_[1::2])
        seats = guest_seats(np.arange(6), 0.5, np.full(6, deal.seat))
        assert seats.sum(axis=1).tolist() == [0, 2, 0, 2, 0, 2] and not seats[:, deal.seat].any()
    assert not np.array_equal(plain, all_)
    deal = Deal.shuffled(6).after("pass", "pass", "18", "pick up")
    worlds = Worlds(View.of(deal, deal.seat)).deals(4, 1)
    games = [played(worlds, deal.seat, deal.legal[:3], RULEBOOK, base, 1, s) for s in (0, 0.5, 1)]
    assert np.array_equal(games[1][::2], games[0][::2])
    assert np.array_equal(games[1][1::2], games[2][1::2])
