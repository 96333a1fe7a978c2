"""Claims, hints, replays and lessons: proved from the view, and right."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sitting import choice

from skat_gym.observation import View
from skat_gym.play import MatchOptions, MatchTable, Session
from skat_gym.play.claim import find_claim, rest
from skat_gym.play.hint import hint
from skat_gym.play.lesson import lesson
from skat_gym.play.minds import Minds
from skat_gym.play.replay import replay
from skat_gym.play.words import TextError
from skat_gym.players import ALL_STAGES, Evaluation, load_policy
from skat_gym.players.network.folder import find_policies
from skat_gym.rules import Card, Contract, Deal
from skat_gym.rules.action import DECLARE_FIRST
from skat_gym.rules.state import Phase
from skat_gym.solver import Solver, Worlds


def finished(seed: int, deals: int = 2) -> Session:
    session = Session(options=MatchOptions(seed=seed, deals=deals))
    while True:
        session.run()
        if session.table.over:
            return session
        session.act(choice(session))


def test_claims_hold_whatever_the_hidden_cards_are() -> None:
    offered = 0
    for seed in range(12):
        session = Session(options=MatchOptions(seed=seed, deals=1))
        while True:
            session.run()
            if session.table.over:
                break
            if session.deal.phase is Phase.PLAY and len(session.deal.cards) >= 12:
                offered += _checked(session)
            session.act(choice(session))
    assert offered >= 10


def _checked(session: Session) -> bool:
    """Checks an offer on some deals that agree with the view, by perfect play and at random."""
    view = session.view
    claim = find_claim(view)
    if claim is None:
        return False
    declares = view.declarer == view.me
    chance = np.random.default_rng(1)
    for record in Worlds(view).deals(6, 3):
        world = Deal(record)
        contract = world.contract
        assert contract is not None
        end = world.after(*rest(world))
        result = end.result
        assert result is not None
        if claim.settled and not contract.is_null:
            random_end = world
            while random_end.phase is not Phase.OVER:
                random_end = random_end.after(int(chance.choice(random_end.legal)))
            other = random_end.result
            assert other is not None
            assert (other.won, other.schneider, other.schwarz) == (
                result.won,
                result.schneider,
                result.schwarz,
            ), (claim, str(world))
            assert result.overbid or (result.won == declares) == claim.mine
        elif not contract.is_null:
            takes = claim.mine == declares
            gained = int(end.record.points[0]) - int(world.record.points[0])
            left = 120 - sum(int(p) for p in world.record.points) - _aside(world)
            assert gained == (left if takes else 0)
        else:
            assert result.won == (claim.mine == declares)
    return True


def _aside(world: Deal) -> int:
    cards = world.put_down if world.record.picked_up else world.skat
    return sum(card.points for card in cards)


def test_finishing_ends_the_deal_as_claimed() -> None:
    for seed in range(20):
        session = Session(options=MatchOptions(seed=seed, deals=1))
        while not session.table.over:
            session.run()
            if session.waits and find_claim(session.view) is not None:
                value = Solver(12).score(session.deal)
                events = session.finish(rest(session.deal))
                assert events[0].kind == "finished" and session.table.over
                assert session.match.lines[0].result.score == value
                return
            if session.waits:
                session.act(choice(session))
    raise AssertionError("no claim in twenty deals")


def test_hints_are_legal_and_from_the_view_alone() -> None:
    session = Session(options=MatchOptions(seed=8, deals=2))
    phases = set()
    with Minds() as minds:
        while True:
            session.run()
            if session.table.over:
                break
            if len(session.deal.cards) % 9 < 3:
                told = hint(session.view, session.deal.mask, minds, ("rulebook",))
                phases.add(session.deal.phase)
                assert 1 <= len(told.actions) <= 3
                assert all(advice.action in session.deal.legal for advice in told.actions)
                scores = [advice.score for advice in told.actions if advice.score is not None]
                assert scores == sorted(scores, reverse=True)
                assert told == hint(session.view, session.deal.mask, minds, ("rulebook",))
            session.act(choice(session))
    assert {Phase.AUCTION, Phase.PLAY} <= phases


def test_a_hint_names_each_choice_once() -> None:
    """Hand games that cannot be won cost the same with any announcement: one of them is told."""
    with Minds() as minds:
        for seed in range(12):
            deal = Deal.shuffled(seed).after("80", "pass", "pass")
            told = hint(View.of(deal, deal.seat), deal.mask, minds, ("rulebook",))
            games = [
                (Contract(one.action - DECLARE_FIRST).game, one.score)
                for one in told.actions
                if one.action >= DECLARE_FIRST
            ]
            assert len(set(games)) == len(games) > 1 and len(told.actions) == 3


@pytest.mark.parametrize("policy", ["expert", "rulebook"])
def test_a_hint_at_the_skat_says_what_to_put_down_and_to_play(policy: str) -> None:
    """The plan begins with the best action, goes on as the policy does, whatever others hold."""
    plans = 0
    with Minds() as minds:
        for seed in range(12):
            deal = Deal.shuffled(seed).after("18", "pass", "pass", "pick up")
            found: set[str] = set()
            for world in Worlds(View.of(deal, deal.seat)).deals(2):
                at, me = Deal(world), deal.seat
                told = hint(View.of(at, me), at.mask, minds, (policy,))
                assert told.plan is not None
                found.add(told.plan["en"])
                put = []
                while at.phase is not Phase.PLAY:
                    action = told.actions[0].action
                    if put or at.phase is not Phase.PUT_DOWN:
                        action = minds.decide(told.by, View.of(at, me), at.mask, 0).action
                    put += [Card(action)] if at.phase is Phase.PUT_DOWN else []
                    at = at.after(action)
                assert at.contract is not None
                words = f"put down {put[0].symbol} {put[1].symbol}, play {at.contract.name}"
                assert told.plan["en"] == words
            assert len(found) == 1
            plans += 1
    assert plans == 12


class Sure:
    """Evaluates: as sure of an action as its number is high."""

    name = "sure"
    phases = ALL_STAGES

    def act(self, views: object, masks: object, keys: object) -> object:
        return load_policy("rulebook").act(views, masks, keys)

    def evaluate(self, views: object, masks: np.ndarray) -> Evaluation:
        legal = masks[:, None] >> np.arange(64) & 1
        shares = legal * np.arange(1, 65) / (legal * np.arange(1, 65)).sum(1, keepdims=True)
        return Evaluation(shares.astype(np.float32), legal * 10.0)


def test_a_policy_that_evaluates_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(options=MatchOptions(seed=8, deals=1))
    session.run()
    with Minds() as minds:
        monkeypatch.setattr(
            minds,
            "evaluate",
            lambda policy, view, mask: (
                Sure().evaluate(None, np.array([mask])) if policy == "sure" else None
            ),
        )
        told = hint(session.view, session.deal.mask, minds, ("rulebook", "sure"))
        assert told.by == "sure" and told.actions[0].action == 33
        assert told.actions[0].probability > told.actions[1].probability
        table = finished(3).table
        steps = replay(table, 0, minds, "sure")["steps"]
        for step in steps:
            assert sum(step["probabilities"].values()) == pytest.approx(1, abs=0.02)


def test_a_replay_tells_every_step_and_its_cost() -> None:
    session = finished(5, 3)
    for number, deal in enumerate(session.table.deals):
        told = replay(session.table, number)
        steps = told["steps"]
        assert len(steps) == len(deal.actions)
        cards = [step for step in steps if step["kind"] == "card_played"]
        assert [step["card"] for step in cards] == [str(card) for card in deal.cards]
        for step in cards:
            assert step["card"] in step["saw"]["hand"]
            assert min(cost["score"] for cost in step["costs"].values()) == 0
            assert step["costs"][step["card"]] == step["cost"]
            assert len(step["costs"]) == step["legal"]
            assert all(step["costs"][card]["score"] == 0 for card in step["best"])
        if not cards:
            assert told["best"] is None
            continue
        declarer = told["summary"]["declarer"]
        costs = told["costs_of"]
        others = sum(costs[k]["score"] for k in range(3) if k != declarer)
        assert told["best"]["score"] - costs[declarer]["score"] + others == deal.result.score
        assert len(told["best"]["line"]) >= 1 and Card(told["best"]["line"][0]) in range(32)
    with pytest.raises(TextError) as refused:
        replay(session.table, 7)
    assert refused.value.code == "bad-field" and "3 deals" in str(refused.value)
    table = MatchTable(MatchOptions(seed=1))
    with pytest.raises(TextError, match="not over yet") as refused:
        replay(table, 7)
    assert refused.value.code == "hidden"


def test_the_lesson_plays_the_same_deals_from_the_same_chair() -> None:
    session = finished(5, 4)
    with Minds() as minds:
        rows = list(lesson(session.table, minds, "rulebook"))
        par = Session(["rulebook"] * 3, seed=5, deals=4)
        par.run()
        assert sum(row["bot"][0] for row in rows) == par.match.scores()[0]
        assert sum(row["you"][0] for row in rows) == session.match.scores()[0]
        assert [row["deal"] for row in rows] == [1, 2, 3, 4]
        table = MatchTable(MatchOptions(seed=1))
        table.begin()
        with pytest.raises(TextError, match="after the match"):
            next(lesson(table, minds, "rulebook"))


@pytest.mark.parametrize("policy", sorted(find_policies()))
def test_hints_of_trained_policies_hold_finite_figures(policy: str) -> None:
    """The page reads JSON, which knows no infinity; cards are told against their mean."""
    asked = set()
    with Minds() as minds:
        for number in range(8):
            deal = Deal.shuffled(number)
            while deal.phase is not Phase.OVER:
                if len(deal.legal) > 1:
                    view = View.of(deal, deal.seat)
                    told = hint(view, deal.mask, minds, (policy,))
                    figures = [(advice.probability, advice.score) for advice in told.actions]
                    json.dumps(figures, allow_nan=False)
                    chosen = load_policy(policy).act(
                        view._array, np.array([deal.mask]), np.zeros(1, np.uint64)
                    )
                    assert told.by == policy and told.actions[0].action == int(chosen[0])
                    if deal.phase is Phase.PLAY and len(deal.legal) == len(told.actions):
                        assert abs(sum(advice.score or 0 for advice in told.actions)) < 0.3
                    asked.add(deal.phase)
                    deal = deal.after(int(chosen[0]))
                else:
                    deal = deal.after(deal.legal[0])
    assert len(asked) == 5
