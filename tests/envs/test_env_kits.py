"""The checkers of the libraries: Gymnasium's, Stable-Baselines3's, PettingZoo's."""

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import pytest
from env_games import IDS
from gymnasium.utils.env_checker import check_env

OPPONENTS: list[Any] = ["rulebook", ["random", "rulebook+play=random"]]


@pytest.mark.parametrize("illegal_action", ["terminate", "random"])
@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_gymnasium_checker_has_no_complaint(name: str, obs_mode: str, illegal_action: str) -> None:
    opponents = OPPONENTS[(obs_mode == "dict") == (illegal_action == "random")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(
            name, obs_mode=obs_mode, illegal_action=illegal_action, opponents=opponents
        )
        check_env(env.unwrapped)


@pytest.mark.parametrize("seat", [0, 1, 2, "all"])
def test_gymnasium_checker_in_every_seat(seat: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in ("Skat/Deal-v0", "Skat/Play-v0"):
            check_env(gymnasium.make(name, seat=seat, opponents="random").unwrapped)


def test_make_needs_no_import() -> None:
    code = (
        "import sys, gymnasium\n"
        "env = gymnasium.make('skat_gym:Skat/Play-v0')\n"
        "env.reset(seed=1)\n"
        "loaded = {'torch', 'stable_baselines3', 'pettingzoo', 'open_spiel'} & set(sys.modules)\n"
        "print(env.unwrapped.spec.id, sorted(loaded))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "Skat/Play-v0 []", done.stderr


@pytest.mark.parametrize("name", IDS)
def test_spec_survives_json(name: str) -> None:
    keywords: dict[str, Any] = {"opponents": ["random", "rulebook"], "obs_mode": "dict"}
    if name == "Skat/Play-v0":
        keywords |= {"role": "defender", "contracts": ["suit", "null ouvert"], "seat": 2}
    env = gymnasium.make(name, **keywords)
    assert env.spec is not None
    text = env.spec.to_json()
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(text))
    assert again.spec is not None and again.spec.to_json() == text
    first, second = env.reset(seed=5), again.reset(seed=5)
    assert (first[0]["observation"] == second[0]["observation"]).all()
    assert (first[1]["action_mask"] == second[1]["action_mask"]).all()


@pytest.mark.parametrize("name", IDS)
def test_render(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name, render_mode="ansi")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.render()
    _, info = env.reset(seed=3)
    text = env.render()
    assert isinstance(text, str) and text
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        _, _, over, _, info = env.step(action)
    assert isinstance(env.render(), str)
    env.close()
    env.close()

    human = gymnasium.make(name, render_mode="human")
    human.reset(seed=3)
    capsys.readouterr()
    assert human.render() is None
    assert capsys.readouterr().out.strip() == text

    plain = gymnasium.make(name)
    plain.reset(seed=3)
    with pytest.warns(UserWarning, match="render_mode"):
        assert plain.unwrapped.render() is None


@pytest.mark.parametrize("obs_mode", ["flat", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_sb3_checker_has_no_complaint(name: str, obs_mode: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make(name, obs_mode=obs_mode).unwrapped)


def skat_v0() -> Any:
    pytest.importorskip("pettingzoo")
    from skat_gym.envs import skat_v0 as module

    return module


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.filterwarnings("ignore:.*[Oo]bservation.*:UserWarning")
def test_pettingzoo_api(kind: str, mask_in: str) -> None:
    module = skat_v0()
    from pettingzoo.test import api_test

    api_test(getattr(module, kind)(mask_in=mask_in), num_cycles=200)


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_pettingzoo_seeds(mask_in: str) -> None:
    module = skat_v0()
    from pettingzoo.test import seed_test

    seed_test(lambda: module.env(mask_in=mask_in), num_cycles=20)
    seed_test(lambda: module.raw_env(mask_in=mask_in), num_cycles=20)


@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_pettingzoo_in_parallel(kind: str) -> None:
    module = skat_v0()
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils import turn_based_aec_to_parallel

    parallel_api_test(turn_based_aec_to_parallel(getattr(module, kind)()), num_cycles=200)


def test_pettingzoo_render() -> None:
    module = skat_v0()
    env = module.env(render_mode="ansi")
    env.reset(seed=1)
    assert "middlehand" in env.render()
    assert module.raw_env().metadata["name"] == "skat_v0"
    env.close()
