"""Misuse while playing: what is no action, players that break the rules, PettingZoo's own."""

import math
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_games import IDS, any_legal, made, played

from skat_gym.players import ALL_STAGES, PolicyError
from skat_gym.rules import BID, PASS, Deal, Phase

DEAL = Deal.shuffled(5)


@pytest.mark.parametrize("name", IDS)
def test_step_after_the_end(name: str) -> None:
    """BC58: action 0 or any other does not begin something new by accident."""
    env = made(name, opponents="random")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)
    list(played(env, random.Random(1), seed=1))
    before = env.deal
    action = env.action_space.sample(mask=env.action_masks().astype(np.int8))
    for again in (action, 0, PASS, BID):
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(again)
    assert env.deal == before
    env.reset()
    assert env.deal != before


@pytest.mark.parametrize("mode", ["terminate", "raise", "random"])
@pytest.mark.parametrize(
    "action", [1.5, "x", "32", None, math.nan, math.inf, [32, 33], {}, np.array([1, 2]), b"1"]
)
def test_not_an_action(action: Any, mode: str) -> None:
    env = made("Skat/Deal-v0", seat=1, illegal_action=mode)
    env.reset(seed=1)
    before = env.deal
    with pytest.raises(TypeError, match="an action is an integer from 0 to 63, not"):
        env.step(action)
    assert env.deal == before
    env.step(PASS)


def test_kinds_of_integers_are_actions() -> None:
    for action in (PASS, np.int64(PASS), np.uint8(PASS), np.array(PASS), 32.0):
        env = made("Skat/Deal-v0", seat=1, illegal_action="raise")
        env.reset(seed=1)
        env.step(action)
        assert env.deal.record.passed & 2


class Cheat:
    """Answers well until it is told to cheat."""

    name = "cheat"
    phases = ALL_STAGES
    answer: Any = None

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        if self.answer is not None:
            return self.answer
        return np.array([(int(m) & -int(m)).bit_length() - 1 for m in masks], np.int64)


@pytest.mark.parametrize(
    "answer", [np.array([5]), np.array([-1]), np.array([64]), np.array([1, 2]), np.array([32.0])]
)
def test_a_player_that_breaks_the_rules(answer: Any) -> None:
    """The error names the player; the deal cannot be gone on with from where it failed."""
    cheat = Cheat()
    env = made("Skat/Deal-v0", seat=1, opponents=cheat)
    env.reset(seed=1)
    cheat.answer = answer
    with pytest.raises(PolicyError, match="policy 'cheat'"):
        env.step(PASS)
    cheat.answer = None
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)
    env.reset()
    env.step(PASS)


def test_a_player_that_fails_in_a_match() -> None:
    cheat = Cheat()
    env = made("Skat/Match-v0", opponents=cheat)
    env.reset(seed=1)
    cheat.answer = np.array([5])
    with pytest.raises(PolicyError):
        env.step(PASS)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)
    cheat.answer = None
    assert env.reset()[1]["match"]["deal"] == 0


def test_match_options() -> None:
    env = made("Skat/Match-v0")
    for dealer in (3, -1, "0"):
        with pytest.raises(ValueError, match="option 'dealer' is player 0, 1 or 2"):
            env.reset(options={"dealer": dealer})
    with pytest.raises(ValueError, match=r"knows the option 'dealer' only.*Skat/Deal-v0"):
        env.reset(options={"deal": DEAL})


def test_a_part_that_does_not_decide_everything() -> None:
    class CardsOnly(Cheat):
        phases = frozenset({"play"})

    for keywords in ({"opponents": CardsOnly()}, {"rest": CardsOnly()}):
        with pytest.raises(PolicyError, match="does not decide auction"):
            made("Skat/Play-v0", **keywords)
    made("Skat/Discard-v0", opponents="rulebook")
    with pytest.raises(PolicyError, match="does not decide auction"):
        made("Skat/Discard-v0", rest=CardsOnly())
    with pytest.raises(PolicyError, match="no policy"):
        made("Skat/Deal-v0", opponents=[object(), "random"])


def test_pettingzoo_misuse() -> None:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    for keywords, sentence in (
        ({"mask_in": "x"}, "mask_in is one of"),
        ({"encoding": "v9"}, "there is no encoding"),
        ({"reward": "x"}, "reward is one of"),
        ({"scoring": "x"}, "scoring is one of"),
        ({"reward_scale": -1}, "reward_scale is a positive number"),
        ({"render_mode": "x"}, "render_mode is one of"),
    ):
        with pytest.raises(ValueError, match=sentence):
            skat_v0.env(**keywords)
    raw = skat_v0.raw_env()
    for early in (lambda: raw.step(32), lambda: raw.observe("player_1")):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            early()
    with pytest.raises(ValueError, match="a seed is a whole number"):
        raw.reset(seed=1.5)
    raw.reset(seed=np.int64(1))
    before = raw._table.deal
    for action in (0, 64, -1, 2**70, None):
        with pytest.raises(ValueError, match="not legal for player_1; legal are: pass, bid"):
            raw.step(action)
        assert raw._table.deal == before
    env = skat_v0.env(reward_scale=1)
    env.reset(seed=1)
    env.step(0)
    paid = {agent: env.rewards[agent] for agent in env.possible_agents}
    assert paid == {"player_0": 0, "player_1": -1000.0, "player_2": 0}
    assert env.unwrapped._table.deal.phase is Phase.AUCTION


def test_nothing_is_booked_by_an_illegal_last_card() -> None:
    env = made("Skat/Play-v0", seat=0, opponents="random")
    rng = random.Random(2)
    _, info = env.reset(seed=3)
    while env.deal.record.played < 27:
        _, _, over, _, info = env.step(any_legal(info["action_mask"], rng))
        if over:
            _, info = env.reset()
    card = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(card)
    assert (reward, over) == (-10.0, True) and "score" not in info
    assert env.deal.result is None


@pytest.mark.parametrize(
    ("name", "keywords", "options"),
    [
        ("Skat/Play-v0", {"role": "defender", "seat": 1}, {"declarer": 1}),
        ("Skat/Play-v0", {"role": "declarer", "seat": 1}, {"declarer": 0}),
        ("Skat/Play-v0", {"contracts": ["null"]}, {"declarer": 0}),
    ],
)
def test_positions_that_are_not_what_was_asked_for(
    name: str, keywords: dict[str, Any], options: dict[str, Any]
) -> None:
    env = made(name, **keywords)
    options = {"deal": DEAL, "contract": "grand hand", **options}
    with pytest.raises(ValueError, match="not what the environment is for: a decision of the"):
        env.reset(seed=1, options=options)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_the_dealer_of_the_last_deal() -> None:
    """After the end `info["match"]` names who dealt last, not a thirteenth."""
    env = made("Skat/Match-v0", opponents="random", match_deals=2)
    _, _, over, info = list(played(env, random.Random(1), seed=1, options={"dealer": 1}))[-1]
    assert over and info["match"]["dealer"] == 2 and info["match"]["deal"] == 2


def test_pettingzoo_actions_and_positions() -> None:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0

    raw = skat_v0.raw_env()
    raw.reset(seed=1)
    for action in (32.5, "x", np.array([1, 2])):
        with pytest.raises(TypeError, match="an action is an integer from 0 to 63"):
            raw.step(action)
    raw.reset(seed=1, options={"deal": DEAL, "declarer": 2, "contract": "grand hand"})
    assert raw.agent_selection == "player_0" and raw._table.deal.declarer == 2
    raw.reset(seed=1, options={"options": 1})
    assert raw.agent_selection == "player_1"
    with pytest.raises(ValueError, match="leaves nothing to decide"):
        raw.reset(options={"actions": ["pass"] * 3})
