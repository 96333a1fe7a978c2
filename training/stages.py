"""What of a long run is done: a small file, written whole, that the run goes on from."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


class Stages:
    """Runs each stage once, however often the run is started.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "stages.json"
    >>> Stages(file).once("adding", lambda: 1 + 1)
    2
    >>> Stages(file).once("adding", lambda: 3 + 4)
    2
    """

    def __init__(self, file: Path) -> None:
        """Reads the file if it is there; raises ValueError if it is none of stages."""
        self.file = file
        self._told: dict[str, Any] = {"done": {}, "notes": {}}
        if file.exists():
            try:
                self._told = json.loads(file.read_text(encoding="utf-8"))
                self._told["done"].items(), self._told["notes"].items()
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                told = f"{file} is broken: it does not say which stages are done"
                raise ValueError(told) from error

    @property
    def seconds(self) -> float:
        """How long the stages took that are done; what a stopped one lost is not counted."""
        return sum(float(stage["seconds"]) for stage in self._told["done"].values())

    def once(self, name: str, work: Callable[[], Any], before: float = 0.0) -> Any:
        """Returns what a stage gave, running it if it is not done; what it gives must suit JSON.

        `before` is how many seconds went into it before it was stopped, of what was not lost.
        """
        if name not in self._told["done"]:
            began = time.perf_counter()
            gave = work()
            seconds = round(before + time.perf_counter() - began, 1)
            self._told["done"][name] = {"seconds": seconds, "gave": gave}
            self._write()
        return self._told["done"][name]["gave"]

    def note(self, name: str, value: Any) -> None:
        """Keeps a value under a name."""
        self._told["notes"][name] = value
        self._write()

    def noted(self, name: str, otherwise: Any = None) -> Any:
        """Returns the value kept under a name."""
        return self._told["notes"].get(name, otherwise)

    def _write(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        half = self.file.with_suffix(".part")
        half.write_text(json.dumps(self._told, indent=1) + "\n", encoding="utf-8")
        half.replace(self.file)
