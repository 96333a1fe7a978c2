"""The cache of compiled kernels notices edited callees, and kernels run as plain Python too."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.errors import NumbaError

import skat_gym
from skat_gym.rules.kernel import allocating, kernel

RESULT = """
from skat_gym.rules import Contract, Result
print(Result.settled(0, Contract(20), bid=18, matadors=1, points=90, tricks=9).score)
print(Result.settled(0, Contract(20), bid=18, matadors=1, points=61, tricks=9).seeger_fabian())
"""
GAMES = """
import numpy as np
from skat_gym.rules import new_deals, self_play
deals = new_deals(48)
print(self_play(deals, np.arange(48)))
print(deals.tobytes().hex())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the rules, in a folder that can be edited."""
    source = Path(skat_gym.__file__).parent
    target = tmp_path / "skat_gym"
    target.mkdir()
    (target / "__init__.py").touch()
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source / "rules", target / "rules", ignore=ignore)
    for file in source.glob("*.py"):  # the rules stand on a few of these
        if file.name != "__init__.py":
            shutil.copy(file, target)
    return tmp_path


def run(folder: Path, code: str, *options: str, **environment: str) -> tuple[list[str], str]:
    """Runs code in a new process; returns the lines it wrote and what went to stderr."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    variables = {**inherited, "PYTHONPATH": str(folder), **environment}
    done = subprocess.run(
        [sys.executable, *options, "-c", code],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_cache_notices_edited_callees(copy: Path) -> None:
    plain = ["72", "(98, 0, 0)"]
    lines, said = run(copy, RESULT)
    assert lines == plain
    assert said.count("compiling the rules") == 1 and len(said.splitlines()) == 1
    assert run(copy, RESULT) == (plain, ""), "the second start finds everything in the cache"

    edit(copy / "skat_gym/rules/scoring.py", "DECLARER_BONUS = 50", "DECLARER_BONUS = 60")
    lines, said = run(copy, RESULT)
    assert lines == ["72", "(108, 0, 0)"] and "compiling" in said

    edit(copy / "skat_gym/rules/contract.py", "[9, 10, 11, 12, 24, 23]", "[9, 10, 11, 12, 20, 23]")
    assert run(copy, RESULT)[0] == ["60", "(100, 0, 0)"]


def test_a_caller_sees_an_edit_in_another_file(copy: Path) -> None:
    code = """
from skat_gym.rules.scoring import matadors
print(matadors(1 << 31, 4))
"""
    assert run(copy, code)[0] == ["1"]
    assert run(copy, code) == (["1"], "")
    edit(copy / "skat_gym/rules/bits.py", "return wrap(1 << k)", "return wrap(1 << (k ^ 1))")
    lines, said = run(copy, code)
    assert lines == ["-4"], "no bit is where the caller looks for a jack"
    assert "compiling" in said


def test_plain_python_gives_the_same_games(copy: Path) -> None:
    compiled, _ = run(copy, GAMES, "-W", "error")
    interpreted, said = run(copy, GAMES, "-W", "error", NUMBA_DISABLE_JIT="1")
    assert interpreted == compiled
    assert said == ""


def zeros(numbers: Any) -> float:
    return float(np.zeros(len(numbers))[0])


def a_sum(numbers: Any) -> int:
    return int((numbers + 1)[0])


def a_copy(numbers: Any) -> int:
    return int(numbers.copy()[0])


def a_list(numbers: Any) -> int:
    return len([numbers[0], numbers[1]])


def a_slice(numbers: Any) -> Any:
    return numbers[2:]


def a_slice_in_a_tuple(numbers: Any) -> Any:
    return numbers[2:], 1


@allocating
def doubled(numbers: Any) -> Any:
    return numbers * 2


def made_by_a_callee(numbers: Any) -> int:
    return int(doubled(numbers)[1])


ALLOCATE = (zeros, a_sum, a_copy, a_list, a_slice, a_slice_in_a_tuple, made_by_a_callee)


@pytest.mark.parametrize("function", ALLOCATE)
def test_a_kernel_that_leaves_something_to_free_does_not_compile(function: Any) -> None:
    numbers = np.arange(6)
    if numba.config.DISABLE_JIT:  # plain Python frees what it makes
        assert repr(kernel(function)(numbers)) == repr(function(numbers))
    else:
        with pytest.raises(NumbaError):
            kernel(function)(numbers)


@pytest.mark.parametrize("function", ALLOCATE)
def test_an_allocating_kernel_may_make_and_return_arrays(function: Any) -> None:
    numbers = np.arange(6)
    assert repr(allocating(function)(numbers)) == repr(function(numbers))


@allocating
def total(numbers: Any) -> int:
    return int(doubled(numbers).sum())


@kernel
def halved_total(numbers: Any) -> int:
    return total(numbers[1:]) // 2


def test_a_kernel_may_call_one_that_frees_what_it_makes() -> None:
    assert halved_total(np.arange(6)) == 15
