"""A file that keeps the blocks played, so that a long evaluation goes on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import numpy as np

from skat_gym.evaluation.blocks import Job, play_blocks
from skat_gym.rules.outcome import OUTCOME
from skat_gym.rules.state import DEAL

_FORMAT = "skat_gym evaluation 1"


class Checkpoint:
    """Keeps whole blocks of records in a file: one line of JSON on what is played, then records.

    Blocks are only ever appended, so a process killed at any moment loses the block at hand and
    no more. Raises ValueError if the file holds something else.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "run"
    >>> setup = {"seed": 1}
    >>> with Checkpoint(file, setup, np.dtype(np.int64), size=2) as kept:
    ...     kept.append(np.array([5, 6]))
    >>> with Checkpoint(file, setup, np.dtype(np.int64), size=2) as kept:
    ...     [block.tolist() for block in kept.blocks()]
    [[5, 6]]
    """

    def __init__(self, path: str | Path, setup: dict[str, Any], dtype: Any, size: int) -> None:
        self.path = Path(path)
        self._dtype = np.dtype(dtype)
        self._bytes = size * self._dtype.itemsize
        stated = {"format": _FORMAT, "record": self._dtype.itemsize, "block": size, **setup}
        header = (json.dumps(stated, sort_keys=True) + "\n").encode()
        if self.path.is_dir():
            raise ValueError(f"{str(self.path)!r} is a folder: name a file in it")
        if not self.path.parent.is_dir():
            raise ValueError(f"{str(self.path)!r}: there is no folder {str(self.path.parent)!r}")
        if self.path.exists() and self.path.stat().st_size > 0:
            _check(self.path, stated)
        else:
            beside = self.path.with_name(self.path.name + ".part")
            try:
                beside.write_bytes(header)
                os.replace(beside, self.path)
            except OSError as error:  # about the file that was asked for, not the one beside it
                raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._start = len(header)
        self.count = (self.path.stat().st_size - self._start) // self._bytes
        """How many blocks are kept."""
        self._file: BinaryIO = self.path.open("r+b")
        self._file.truncate(self._start + self.count * self._bytes)
        self._file.seek(0, 2)

    def blocks(self) -> list[Any]:
        """Reads the blocks kept, each of (size,) records."""
        whole = np.fromfile(self.path, self._dtype, offset=self._start)
        size = self._bytes // self._dtype.itemsize
        return [whole[k * size : (k + 1) * size] for k in range(self.count)]

    def append(self, records: Any) -> None:
        """Appends a block; one that is not whole is left out, and will be played again."""
        data = np.ascontiguousarray(records).tobytes()
        if len(data) == self._bytes:
            self._file.write(data)
            self._file.flush()
            self.count += 1

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()


def kept_blocks(
    job: Job, n_deals: int, workers: int | None, path: str | Path | None
) -> Generator[tuple[int, Any], None, None]:
    """Yields (number, records) of the blocks that make up n deals, those kept in a file first.

    What is played beyond them is added to the file. Without a file all are played.
    """
    if path is None:
        yield from play_blocks(job, n_deals, 0, workers)
        return
    tables = len(job.groups[0])
    record = DEAL if job.keep_deals else OUTCOME
    with Checkpoint(path, job.setup, record, job.block * tables) as kept:
        whole = kept.blocks()[: n_deals // job.block]
        for block, records in enumerate(whole):
            yield block, records.reshape(job.block, tables)
        with closing(play_blocks(job, n_deals, len(whole), workers)) as played:
            for block, records in played:
                kept.append(records)
                yield block, records


def _check(path: Path, stated: dict[str, Any]) -> None:
    with path.open("rb") as file:
        line = file.readline(1 << 20)
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        raise ValueError(f"{str(path)!r} holds something else: name another file, or a new one")
    if stated.get("record") != found.get("record"):
        kept = (
            "whole deals" if found.get("record") == DEAL.itemsize else "results without the deals"
        )
        raise ValueError(
            f"{str(path)!r} keeps {kept} (--save needs whole deals): name another file"
        )
    for key in sorted(stated.keys() | found.keys()):
        if stated.get(key) != found.get(key):
            raise ValueError(
                f"{str(path)!r} was begun with {key} {found.get(key)!r}, not {stated.get(key)!r}: "
                "name another file"
            )
