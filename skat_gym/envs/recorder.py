"""Writing the deals an environment played to a file of ISS SGF records."""

from __future__ import annotations

from pathlib import Path

from skat_gym.records import record_of, write
from skat_gym.rules.deal import Deal


class Recorder:
    """Appends one record a line to a file, which it opens with the first deal."""

    def __init__(self, path: str | Path) -> None:
        if not isinstance(path, (str, Path)):
            raise ValueError(f"record is the path of a file, not {path!r}")
        self.path = Path(path)
        if self.path.is_dir():
            raise ValueError(f"record={str(path)!r} is a folder: name a file in it")
        if not self.path.parent.is_dir():
            raise ValueError(f"record={str(path)!r}: there is no folder {str(self.path.parent)!r}")
        self._count = 0

    def write(self, deal: Deal, players: tuple[str, str, str] = ("", "", "")) -> None:
        """Appends a deal that is over."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(write(record_of(deal, players=players, id=str(self._count))) + "\n")
        self._count += 1

    def close(self) -> None:
        """Leaves the file as it is: every record is on disk when `write` returns."""
