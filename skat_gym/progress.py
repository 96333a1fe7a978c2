"""A bar on standard error for work that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def bar(what: str, total: int | None) -> Generator[Any, None, None]:
    """Shows a bar on standard error if somebody looks at it; yields show(done, text, total)."""
    if not sys.stderr.isatty():
        yield lambda done, text="", total=None: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[text]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total, text="")

        def show(done: int, text: str = "", total: int | None = total) -> None:
            progress.update(task, completed=done, text=text, total=total)

        yield show
