"""The README's examples run, and its commands are those that work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", EXAMPLES[number]],
        capture_output=True,
        text=True,
        timeout=200,
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr
    for line in re.findall(r"^print\(.*\)  # (.*)$", EXAMPLES[number], re.MULTILINE):
        assert line in run.stdout


def test_commands_are_known() -> None:
    commands = re.findall(r"`?skat-gym ([a-z]+)", README)
    assert set(commands) == {
        "play",
        "deals",
        "matches",
        "evaluate",
        "tournament",
        "replay",
        "bench",
        "solve",
        "analyse",
        "policies",
    }
    for command in set(commands):
        run = subprocess.run(
            [sys.executable, "-m", "skat_gym.cli", command, "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "example: skat-gym " + command in run.stdout


def test_encodings_page_is_up_to_date() -> None:
    from skat_gym.encoding.__main__ import page

    written = (ROOT / "skat_gym" / "encoding" / "README.md").read_text(encoding="utf-8")
    assert written == page() + "\n"
