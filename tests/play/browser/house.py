"""A server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Self

TOKEN = "browser-tests"
_SERVE = """
import sys
from pathlib import Path
from skat_gym.play.server.serve import serve
serve(("rulebook", "rulebook"), port=int(sys.argv[1]), token=sys.argv[2], browser=False,
      save=Path(sys.argv[3]))
"""


class House:
    """Serves the table on a port that stays the same."""

    def __init__(self, archive: Path) -> None:
        self.archive = archive
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}/?token={TOKEN}"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.shut()

    def open(self) -> None:
        """Starts the server and waits until it answers."""
        command = [sys.executable, "-c", _SERVE, str(self.port), TOKEN, str(self.archive)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert self._process.stdout is not None
        assert f":{self.port}" in self._process.stdout.readline(), "the server did not start"

    def shut(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server: by control-C, or by kill -9."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.communicate(timeout=90)
            self._process = None
