"""`skat-gym play` ends when it is told to, whatever it is loading."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette")


def test_an_opponent_that_is_no_policy_is_told_before_anything_is_served(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "skat_gym.cli", "play", "--no-browser", "--opponents", "nope"],
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, "SKAT_GYM_HOME": str(tmp_path)},
    )
    assert told.returncode == 2
    assert told.stdout == ""
    assert "there is no policy 'nope'" in told.stderr.splitlines()[-1]


@pytest.mark.parametrize("wait", [0.0, 1.0])
def test_control_c_ends_it_in_the_middle_of_compiling(tmp_path: Path, wait: float) -> None:
    places = {"SKAT_GYM_HOME": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    process = subprocess.Popen(
        [sys.executable, "-m", "skat_gym.cli", "play", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **places},
    )
    assert process.stderr is not None
    try:
        assert "compiling the rules" in process.stderr.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        shown, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert "Control-C ends it" in shown
    assert errors == ""
