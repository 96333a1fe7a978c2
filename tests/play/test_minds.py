"""Policies that think in a process of their own, and what becomes of those that misbehave."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from skat_gym.observation import View
from skat_gym.play import Session
from skat_gym.play.minds import Minds
from skat_gym.players import PolicyError
from skat_gym.rules import Deal

EVIL = """
import os, time
import numpy as np
from skat_gym.players import load_policy
from skat_gym.rules.state import Phase


class Evil:
    phases = frozenset({"auction", "skat", "play"})

    def __init__(self, kind):
        self.name = f"evil:{kind}"
        self.kind = kind
        self.policy = load_policy("rulebook")

    def act(self, views, masks, keys):
        if int(views[0].phase) == Phase.PLAY and int(views[0].played) == 0:
            if self.kind == "hang":
                time.sleep(1000)
            if self.kind == "die":
                os._exit(3)
            if self.kind == "raise":
                raise RuntimeError("no idea")
            if self.kind == "illegal":
                return np.array([63])
        return self.policy.act(views, masks, keys)


def load(kind):
    if kind == "broken":
        raise ImportError("not whole")
    return Evil(kind)
"""


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third party's package whose policies are named "evil:KIND"."""
    (tmp_path / "evil_policies.py").write_text(EVIL)
    folder = tmp_path / "evil-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[skat_gym.policies]\nevil = evil_policies:load\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("hang", "no decision within"),
        ("die", "its process ended"),
        ("raise", "RuntimeError: no idea"),
        ("illegal", "legal are"),
    ],
)
def test_the_worst_policy_costs_one_decision(evil: None, kind: str, words: str) -> None:
    plain = Session(["rulebook"] * 3, seed=3, deals=1)
    plain.run()
    with Minds(patience=3.0) as minds:
        session = Session([f"evil:{kind}"] * 3, seed=3, deals=1, minds=minds)
        session.run()
    [(player, why)] = session.table.marks[0]
    assert words in why and f"evil:{kind}" in why
    assert session.table.deals == plain.table.deals
    assert [by for _, _, by in session.table.moves[0]].count("rulebook") == 1
    assert player in (0, 1, 2)


def test_names_that_cannot_be_loaded(evil: None) -> None:
    with Minds() as minds:
        for name, words in (
            ("nobody", "there is no policy 'nobody'"),
            ("evil:broken", "not whole"),
            ("rulebook+play", "STAGE=POLICY"),
        ):
            with pytest.raises(PolicyError, match=words):
                minds.check(name)
            with pytest.raises(PolicyError, match=words):
                Session([None, name, "rulebook"], seed=1, minds=minds)
        assert minds.check("rulebook+play=random") and minds.is_quick("rulebook+play=random")


def test_a_searching_player_thinks_elsewhere_and_plays_the_same() -> None:
    with Minds() as minds:
        session = Session(["search:rulebook", "rulebook", "rulebook"], seed=6, deals=1, minds=minds)
        session.run()
        assert not minds.is_quick("search:rulebook") and minds.evaluates("search:rulebook")
        pid = minds._worker.pid
        assert pid is not None
    from skat_gym.players import load_policy

    direct = Session([load_policy("search:rulebook"), "rulebook", "rulebook"], seed=6, deals=1)
    direct.run()
    assert session.table.deals == direct.table.deals
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and Path(f"/proc/{pid}").exists():
        time.sleep(0.01)
    assert not Path(f"/proc/{pid}").exists()


def test_a_shipped_policy_is_handed_over_once_the_process_answers() -> None:
    deal = Deal.shuffled(7)
    with Minds() as minds:
        assert minds.is_quick("club") and minds.evaluates("club")
        assert minds.is_quick("rulebook+play=club") and minds._worker.pid is None
        asked = (View.of(deal, 1), deal.mask, 3)
        here = minds.decide("club", *asked)
        minds.relieve()
        deadline = time.monotonic() + 60
        while minds.is_quick("club") and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not minds.is_quick("club") and minds.is_quick("rulebook")
        assert minds._worker.pid is not None and minds.evaluates("club")
        assert minds.decide("club", *asked) == here and not here.failure
        assert minds.evaluate("club", View.of(deal, 1), deal.mask) is not None
