"""The bar of work that ends when its time is over, or when all of it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from skat_gym.progress import bar

NO_LIMIT = 1e6
"""Minutes from which on nobody means a limit."""


@contextmanager
def limited_bar(
    what: str, total: int, minutes: float
) -> Generator[Callable[[int], None], None, None]:
    """Shows how far work is, by what comes first: its number or its time; yields show(done)."""
    if minutes >= NO_LIMIT:
        with bar(what, total) as show:
            yield show
        return
    limit, began = max(1, round(60 * minutes)), time.perf_counter()
    with bar(f"{what}, seconds", limit) as show:

        def told(done: int) -> None:
            passed = max((time.perf_counter() - began) / limit, done / total)
            show(min(limit, round(limit * passed)), f"{done:,} done")

        yield told
