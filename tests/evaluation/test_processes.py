"""Processes of an evaluation end with it, whatever they are at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
SLOW = ["search:rulebook,worlds=256", "rulebook", "--deals", "1024", "--workers", "2"]


def children(parent: int) -> set[int]:
    """The processes that a process has started and that are at work."""
    found = set()
    for folder in Path("/proc").iterdir():
        try:
            state, ppid = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if int(ppid) == parent and state != "Z":
            found.add(int(folder.name))
    return found


def alive(process: int) -> bool:
    """Whether a process is there, and not only waited for by whoever started it."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2][1] != "Z"
    except OSError:
        return False


def seconds_of(process: int) -> float:
    """The processor time of a process."""
    told = (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_behind_and_none_is_waited_for(how: signal.Signals) -> None:
    """Blocks take many minutes here; the end comes in the middle of one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "skat_gym.cli", "evaluate", *SLOW],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    workers: set[int] = set()
    try:
        end = time.monotonic() + 200
        while len(workers) < 2 and time.monotonic() < end:
            time.sleep(0.2)
            there = children(process.pid)
            workers = {pid for pid in there if seconds_of(pid) > 4}
        assert len(workers) == 2, "the evaluation did not start two processes"
        process.send_signal(how)
        process.wait(timeout=20)
        end = time.monotonic() + 60  # after a kill a kernel is run to its end
        while any(map(alive, workers)) and time.monotonic() < end:
            time.sleep(0.1)
        assert not any(map(alive, workers))
    finally:
        process.kill()
        for pid in workers:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
