"""What holds for every policy that ships: stored decisions, legality, hiding, size, checksums."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_moments import pairs, seen

from skat_gym.envs.setup import OPPONENTS
from skat_gym.players import CompositePolicy, Policy, Seating, load_policy, play_out
from skat_gym.players.network.folder import EVALUATION, find_policies, read_folder
from skat_gym.players.network.vectors import answers, read_vectors
from skat_gym.players.policy import STAGE, STAGES, fingerprint
from skat_gym.rules import Phase, new_deals
from skat_gym.rules.transition import shuffle_all

SHIPPED = sorted(find_policies())
DECISIONS = int(os.environ.get("SKAT_DECISIONS", "20000"))
"""Of each policy that are looked at for legality; a million with SKAT_DECISIONS=1000000."""
MOST_BYTES = 8_000_000
ROOT = Path(__file__).parents[2]
shipped = pytest.mark.parametrize("name", SHIPPED)


@shipped
def test_stored_decisions_stand_in_every_batch(name: str) -> None:
    vectors = read_vectors(read_folder(find_policies()[name]))
    deals = [vector.deal for vector in vectors]
    stored = [vector.action for vector in vectors]
    assert len(vectors) >= 1024
    for batch in (1, 7, 1024):
        assert answers(load_policy(name), deals, batch).tolist() == stored


class Counting:
    """Passes a policy's decisions on and counts them."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.name, self.phases = policy, policy.name, policy.phases
        self.count = 0

    def act(self, views: Any, masks: Any, keys: Any) -> Any:
        self.count += len(views)
        return self.policy.act(views, masks, keys)


def tables(counting: Counting) -> list[list[Policy]]:
    """Seatings in which a policy meets itself, the rulebook, and every mess that chance makes."""
    rulebook, chance = load_policy("rulebook"), load_policy("random")
    parts = {stage: counting for stage in STAGES if stage in counting.phases}
    whole = CompositePolicy(rulebook, parts)
    found: list[list[Policy]] = [
        [whole] * 3,
        [whole, rulebook, whole],
        [chance, whole, rulebook],
        [whole, chance, chance],
    ]
    for stage in parts:  # the other stages at random: contracts and hands nobody would choose
        found.append([CompositePolicy(chance, {stage: counting})] * 3)
    return found


@shipped
@pytest.mark.timeout(3000)
def test_no_illegal_action(name: str) -> None:
    """`play_out` raises for anything that is not legal."""
    counting = Counting(load_policy(name))
    seatings = tables(counting)
    first, n = 0, 256
    while counting.count < DECISIONS:
        for number, seating in enumerate(seatings):
            joined = Seating()
            for seat, policy in enumerate(seating):
                joined.seat(seat, policy)
            deals = new_deals(n)
            shuffle_all(deals, 77, first + number * n, 1)
            play_out(deals, [joined.codes] * n, joined.policies, 77, np.arange(n))
            assert (deals["seat"] == -1).all()
        first += n * len(seatings)
    assert counting.count >= DECISIONS


@cache
def twins() -> list[Any]:
    """Pairs of deals that the seat to act cannot tell apart."""
    return [pair for pair in pairs(1500, seed=5) if pair[0].seat == pair[2]]


@pytest.mark.parametrize("name", [*SHIPPED, "search:expert"])
def test_what_is_hidden_changes_no_byte_of_the_answer(name: str) -> None:
    policy = load_policy(name)
    most = 25 if name.startswith("search:") else len(twins())  # a search takes its time
    draw = random.Random(3)
    asked: Counter[Phase] = Counter()
    for deal, other, seat in twins():
        if STAGES[STAGE[deal.phase]] not in policy.phases or asked[deal.phase] == most:
            continue
        asked[deal.phase] += 1
        views = seen(deal, seat), seen(other, seat)
        assert views[0].tobytes() == views[1].tobytes()
        masks = np.full(1, deal.mask, np.int64)
        keys = np.array([draw.getrandbits(64)], np.uint64)
        one, two = (np.asarray(policy.act(v, masks, keys)) for v in views)
        assert one.tobytes() == two.tobytes(), (deal, other)
        thoughts = [t for v in views for t in thought(policy, v, masks)]
        half = len(thoughts) // 2
        assert thoughts[:half] == thoughts[half:], (deal, other)
    assert asked and min(asked.values()) >= min(most, 30)


def thought(policy: Policy, views: Any, masks: Any) -> list[bytes]:
    """The bytes of a policy's evaluation, if it gives one."""
    evaluate = getattr(policy, "evaluate", None)
    if evaluate is None:
        return []
    found = evaluate(views, masks)
    values = (found.probabilities, found.scores)
    return [np.asarray(v).tobytes() for v in values if v is not None]


@shipped
def test_folders_are_complete_small_and_sealed(name: str) -> None:
    folder = read_folder(find_policies()[name])
    assert folder.name == name == load_policy(name).name
    assert fingerprint(load_policy(name)) == folder.sha256
    assert sum(file.stat().st_size for file in folder.path.iterdir()) <= MOST_BYTES
    evaluation = folder.read_json(EVALUATION)
    assert evaluation["sha256"] == folder.sha256 and evaluation["policy"] == name


def test_the_opponent_that_environments_are_frozen_with_stays_itself() -> None:
    """Another club gets another name: environments of the same id are to be the same for all."""
    frozen = "acf1e3af9def6779515c9ebe7ea831f7901b452dbb2b7358c6463ce4b04150ea"
    assert OPPONENTS == "club" and read_folder(find_policies()[OPPONENTS]).sha256 == frozen


def test_policies_are_in_the_wheel(tmp_path: Path) -> None:
    """The force-include of pyproject.toml is where `find_policies` looks."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    targets = settings["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["force-include"] == {"policies": "skat_gym/policies"}
    assert "/policies" in targets["sdist"]["include"]
    code = "from skat_gym.players.network.folder import find_policies as f; print(*sorted(f()))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert run.stdout.split() == SHIPPED
