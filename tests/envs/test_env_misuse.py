"""Misuse: one clear sentence, and nothing goes on from a broken state."""

import math
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_games import made

from skat_gym.envs import DealEnv, DealVectorEnv, MatchEnv, SkatVecEnv
from skat_gym.players import ALL_STAGES
from skat_gym.rules import PASS, PICK_UP, Deal

DEAL = Deal.shuffled(5)

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("Skat/Deal-v0", {"opponents": "nobody"}, "there is no policy 'nobody'"),
    ("Skat/Deal-v0", {"opponents": ["random"]}, "not 1"),
    ("Skat/Deal-v0", {"opponents": ["random"] * 3}, "not 3"),
    ("Skat/Deal-v0", {"opponents": ["random", "nobody"]}, "there is no policy 'nobody'"),
    ("Skat/Deal-v0", {"opponents": 5}, "opponents is one or two"),
    ("Skat/Deal-v0", {"opponents": None}, "opponents is one or two"),
    ("Skat/Deal-v0", {"opponents": [5, "random"]}, "5 is no policy"),
    ("Skat/Deal-v0", {"opponents": "rulebook+cards=random"}, "'cards' is no stage"),
    ("Skat/Play-v0", {"rest": "nobody"}, "there is no policy 'nobody'"),
    ("Skat/Play-v0", {"rest": None}, "None is no policy"),
    ("Skat/Deal-v0", {"encoding": "v9"}, "there is no encoding 'v9'; there are: v1"),
    ("Skat/Deal-v0", {"encoding": None}, "there is no encoding None"),
    ("Skat/Deal-v0", {"encoding": ["v1"]}, r"there is no encoding \['v1'\]"),
    ("Skat/Deal-v0", {"seat": True}, "seat is one of None, 0, 1, 2, 'all'; not True"),
    ("Skat/Deal-v0", {"reward_scale": True}, "not True"),
    ("Skat/Deal-v0", {"seat": 3}, "seat is one of None, 0, 1, 2, 'all'; not 3"),
    ("Skat/Deal-v0", {"seat": -1}, "not -1"),
    ("Skat/Deal-v0", {"seat": "forehand"}, "not 'forehand'"),
    ("Skat/Deal-v0", {"scoring": "chess"}, "scoring is one of 'points', 'seeger-fabian'"),
    ("Skat/Deal-v0", {"reward": "chess"}, "reward is one of 'relative', 'own'"),
    ("Skat/Deal-v0", {"reward_scale": 0}, "reward_scale is a positive number, not 0"),
    ("Skat/Deal-v0", {"reward_scale": -1}, "not -1"),
    ("Skat/Deal-v0", {"reward_scale": math.nan}, "not nan"),
    ("Skat/Deal-v0", {"reward_scale": math.inf}, "not inf"),
    ("Skat/Deal-v0", {"reward_scale": "much"}, "not 'much'"),
    ("Skat/Deal-v0", {"reward_scale": None}, "not None"),
    ("Skat/Deal-v0", {"illegal_action": "ignore"}, "illegal_action is one of 'terminate'"),
    ("Skat/Deal-v0", {"obs_mode": "pixels"}, "obs_mode is one of 'flat', 'dict'"),
    ("Skat/Deal-v0", {"deals": []}, "deals= holds no deal"),
    ("Skat/Deal-v0", {"deals": 5}, "deals is a list of deals, not 5"),
    ("Skat/Deal-v0", {"deals": [5]}, "a deal is a Deal, its text or 32 cards, not 5"),
    ("Skat/Deal-v0", {"deals": [[1, 2]]}, r"a deal is 10 \+ 10 \+ 10 cards"),
    ("Skat/Deal-v0", {"deals": ["CJ.C1"]}, "'C1' is not a card"),
    ("Skat/Deal-v0", {"record": "no/such/folder/x.sgf"}, "there is no folder"),
    ("Skat/Deal-v0", {"record": "."}, "is a folder"),
    ("Skat/Deal-v0", {"record": 5}, "record is the path of a file, not 5"),
    ("Skat/Deal-v0", {"contracts": ["grand"]}, "contracts= is for Skat/Play-v0"),
    ("Skat/Bidding-v0", {"contracts": ["grand"]}, "contracts= is for Skat/Play-v0"),
    ("Skat/Discard-v0", {"contracts": ["grand"]}, "contracts= is for Skat/Play-v0"),
    ("Skat/Play-v0", {"contracts": ["chess"]}, "'chess' is not a contract"),
    ("Skat/Play-v0", {"contracts": ["spades schneider"]}, "hand games only"),
    ("Skat/Play-v0", {"contracts": []}, "names no contract"),
    ("Skat/Play-v0", {"contracts": [3]}, "not 3"),
    ("Skat/Play-v0", {"contracts": 3}, "not 3"),
    ("Skat/Play-v0", {"role": "dealer"}, "role is one of None, 'declarer', 'defender'"),
    ("Skat/Play-v0", {"role": "declarer", "seat": "all"}, "drop one"),
    ("Skat/Match-v0", {"seat": 0}, "seat= has no meaning in a match"),
    ("Skat/Match-v0", {"contracts": ["grand"]}, "contracts= has no meaning in a match"),
]


@pytest.mark.parametrize(("name", "keywords", "sentence"), WRONG)
def test_wrong_keyword(name: str, keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        made(name, **keywords)
    text = str(caught.value)
    assert "\n" not in text and len(text) < 200


@pytest.mark.parametrize("mode", ["rgb_array", "x", 3, True])
def test_wrong_render_mode(mode: Any) -> None:
    """A ValueError, and the TypeError by which other libraries know that there are no pictures."""
    for make in (DealEnv, MatchEnv, DealVectorEnv, SkatVecEnv):
        for kind in (ValueError, TypeError):
            with pytest.raises(kind, match="render_mode is one of None, 'ansi', 'human'; not"):
                make(render_mode=mode)


def test_numbers_of_numpy_are_numbers() -> None:
    env = made("Skat/Match-v0", match_deals=np.int64(2), reward_scale=np.float32(0.5))
    assert env.setup.match_deals == 2 and env.setup.reward_scale == 0.5
    plain = made("Skat/Deal-v0", opponents="random")
    assert np.array_equal(plain.reset(seed=np.int64(7))[0], plain.reset(seed=7)[0])
    for wrong in (1.5, "7", True, [7]):
        with pytest.raises(ValueError, match="a seed is a whole number of at least 0, not"):
            plain.reset(seed=wrong)


WRONG_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"foo": 1}, "a reset option is one of 'deal', 'seat'"),
    ({"dealer": 1}, "not 'dealer'"),
    ({"deal": "x"}, "'x' is not a card"),
    ({"deal": 5}, "a deal is a Deal, its text or 32 cards, not 5"),
    ({"deal": list(range(31))}, r"10 \+ 10 \+ 10 and 1"),
    ({"deal": [0] * 32}, "D7 comes twice"),
    ({"seat": 3}, "option 'seat' is one of"),
    ({"seat": "x"}, "option 'seat' is one of"),
    ({"declarer": 3}, "option 'declarer' is one of 0, 1, 2; not 3"),
    ({"declarer": 0, "deal": DEAL.after("pass")}, "nothing was said"),
    ({"bid": 18}, "need 'declarer'"),
    ({"contract": "grand"}, "need 'declarer'"),
    ({"declarer": 0, "bid": 19}, "option 'bid' is a bid value .* not 19"),
    ({"declarer": 0, "bid": "18"}, "not '18'"),
    ({"declarer": 0, "contract": "grand"}, "grand needs 'put_down', two cards"),
    ({"declarer": 0, "contract": "chess"}, "'chess' is not a contract"),
    ({"declarer": 0, "contract": 5}, "not 5"),
    ({"declarer": 0, "contract": "grand", "put_down": ["CJ"]}, "two cards, not 1"),
    ({"declarer": 0, "contract": "grand", "put_down": 3}, "two cards, not 3"),
    ({"declarer": 0, "contract": "grand", "put_down": ["ZZ", "C7"]}, "'ZZ' is not a card"),
    ({"declarer": 0, "contract": "grand hand", "put_down": DEAL.skat}, "goes without 'put_down'"),
    ({"declarer": 0, "bid": 24, "contract": "null", "put_down": DEAL.skat}, "not legal"),
    ({"actions": "pass"}, "a list of actions, not 'pass'"),
    ({"actions": None}, "a list of actions, not None"),
    ({"actions": ["chess"]}, "'chess' is not an action"),
    ({"actions": [0]}, "not legal"),
    ({"actions": ["pass", "pass", "pass"]}, "leaves the learner no decision"),
    ({"declarer": 0, "actions": [999]}, "action 999 is not legal"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG_OPTIONS)
def test_wrong_option(options: dict[str, Any], sentence: str) -> None:
    env = made("Skat/Deal-v0")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=sentence) as caught:
        env.reset(options={"deal": DEAL, **options})
    assert "\n" not in str(caught.value)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)
    env.reset(seed=1)
    env.step(PASS)


def test_cards_put_down_twice() -> None:
    options = {"deal": DEAL, "declarer": 0, "contract": "grand"}
    card = DEAL.skat[0]
    with pytest.raises(ValueError, match=f"{card} is not legal for forehand"):
        made("Skat/Play-v0").reset(seed=1, options=options | {"put_down": [card, card]})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("Skat/Bidding-v0", {"declarer": 0}),
        ("Skat/Discard-v0", {"declarer": 0, "seat": 1}),
        ("Skat/Discard-v0", {"declarer": 0, "contract": "grand hand"}),
        ("Skat/Play-v0", {"actions": ["pass", "pass", "pass"]}),
    ],
)
def test_position_without_a_decision(name: str, options: dict[str, Any]) -> None:
    """The learner's stage is over: an error, after which nothing can be stepped."""
    env = made(name, opponents="random")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="leaves the learner no decision"):
        env.reset(options=options)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(PASS)


class PassesAlways:
    """Passes the auction away."""

    name = "passer"
    phases = ALL_STAGES

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        return np.array([(int(m) & -int(m)).bit_length() - 1 for m in masks], np.int64)


@pytest.mark.parametrize(
    ("name", "keywords"),
    [
        ("Skat/Discard-v0", {}),
        ("Skat/Play-v0", {}),
        ("Skat/Play-v0", {"role": "declarer"}),
        ("Skat/Play-v0", {"contracts": ["null ouvert hand"]}),
        ("Skat/Deal-v0", {"deals": [DEAL.after("pass", "pass", "pass")]}),
    ],
)
def test_filters_that_nothing_fits(name: str, keywords: dict[str, Any]) -> None:
    """A thousand deals are drawn, then there is an error instead of an endless loop."""
    env = made(name, opponents=PassesAlways(), rest=PassesAlways(), **keywords)
    with pytest.raises(RuntimeError, match=r"no deal that fits came up in 1000: .*; ask for less"):
        env.reset(seed=1)
    assert env._table.number == 999
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def phases(deal: Deal) -> list[tuple[str, dict[str, Any]]]:
    """Returns reset options for every phase of a deal."""
    taken = {"declarer": 1, "put_down": deal.skat}
    first = int(deal.hands[0][0])
    return [
        ("auction", {"seat": 1}),
        ("choice", {"declarer": 1, "seat": 1}),
        ("put down", {"declarer": 1, "actions": [PICK_UP], "seat": 1}),
        ("put down", {"declarer": 1, "actions": [PICK_UP, int(deal.skat[0])], "seat": 1}),
        ("declare", {**taken, "seat": 1}),
        ("play", {**taken, "contract": "spades", "seat": 0}),
        ("play", {**taken, "contract": "spades", "actions": [first], "seat": 1}),
    ]


@pytest.mark.parametrize("mode", ["terminate", "raise", "random"])
def test_illegal_action_in_every_phase(mode: str, tmp_path: Path) -> None:
    """BC72: nobody gains by it, nothing is booked, or nothing happens at all."""
    file = tmp_path / "played.sgf"
    rng = random.Random(3)
    env = made(
        "Skat/Deal-v0", illegal_action=mode, opponents="random", reward_scale=2.0, record=str(file)
    )
    for phase, options in phases(DEAL):
        options = {"deal": DEAL, **options}
        _, info = env.reset(seed=6, options=options)
        assert info["phase"] == phase
        legal = np.flatnonzero(info["action_mask"]).tolist()
        for action in [*(a for a in range(64) if a not in legal), -1, 64, 200, 10**9]:
            env.reset(seed=6, options=options)
            before = env.deal
            if mode == "raise":
                with pytest.raises(ValueError, match=f"not legal for .* in phase {phase}; legal"):
                    env.step(action)
                assert env.deal == before
                assert np.flatnonzero(env.action_masks()).tolist() == legal
                continue
            observation, reward, over, truncated, info = env.step(action)
            assert env.observation_space.contains(observation) and truncated is False
            if mode == "random":
                assert "illegal_action" not in info and env.deal.record.plies > before.record.plies
                continue
            assert (reward, over) == (-2000.0, True) and type(reward) is float
            assert f"in phase {phase}; legal are: " in info["illegal_action"]
            assert "returns" not in info and "result" not in info
            assert info["action_mask"].all() and env.action_masks().all()
            assert env.deal == before
            with pytest.raises(gymnasium.error.ResetNeeded):
                env.step(legal[0])
        if mode == "raise":
            env.reset(seed=6, options=options)
            with pytest.raises(ValueError):
                env.step(int(np.flatnonzero(~env.action_masks())[0]))
            env.step(rng.choice(legal))
            assert env.deal.record.plies > before.record.plies
    assert not file.exists(), "no deal was finished, none is recorded"


def test_a_jack_led_must_be_followed() -> None:
    """BC72: grand, the jack of hearts led, middlehand holds CJ C7 SA S8 and tries the C7."""
    middle = ["CJ", "C7", "SA", "S8", "D7", "D8", "D9", "H7", "H8", "H9"]
    forehand = ["HJ", "DA", "DT", "DK", "DQ", "HA", "HT", "HK", "HQ", "SK"]
    rest = [s + r for s in "DHSC" for r in "789QKTAJ" if s + r not in middle + forehand]
    options = {
        "deal": [*forehand, *middle, *rest],
        "declarer": 0,
        "contract": "grand hand",
        "actions": ["HJ"],
        "seat": 1,
    }
    env = made("Skat/Play-v0", illegal_action="raise")
    env.reset(seed=1, options=options)
    with pytest.raises(ValueError, match="C7 is not legal for middlehand in phase play; legal are"):
        env.step(24)
    assert env.action_masks().nonzero()[0].tolist() == [31]
    env.step(31)
    ended = made("Skat/Play-v0")
    ended.reset(seed=1, options=options)
    _, reward, over, _, info = ended.step(24)
    assert (reward, over) == (-10.0, True) and "returns" not in info
