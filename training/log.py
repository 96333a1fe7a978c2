"""What a recipe reports as it runs: one JSON object a line, and scalars for TensorBoard."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any


def spent(path: Path) -> float:
    """Returns the seconds that the rows of a log say they took; 0 if there is no log."""
    total = 0.0
    for line in path.read_text().splitlines() if path.exists() else ():
        with suppress(ValueError):  # a row that a crash cut short
            total += float(json.loads(line).get("took", 0.0))
    return total


class Log:
    r"""Appends rows to a JSONL file, and their numbers to TensorBoard if asked to.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "log.jsonl"
    >>> Log(path).write(step=1, loss=0.5)
    >>> path.read_text()
    '{"step": 1, "loss": 0.5}\n'
    """

    def __init__(self, path: Path, board: bool = False) -> None:
        """Opens the file for appending; `board` writes to a folder of the same name as well."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._writer: Any = None
        if board:
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(path.with_suffix("")))

    def write(self, **row: Any) -> None:
        """Appends one row; with a "step", its numbers become TensorBoard scalars."""
        with self._path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        if self._writer is not None and "step" in row:
            for name, value in row.items():
                if name != "step" and isinstance(value, int | float):
                    self._writer.add_scalar(name, value, row["step"])
            self._writer.flush()
