"""The bar of work that is limited by time: it ends with whatever ends the work."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest

from training import time_limit


@pytest.mark.parametrize(
    ("total", "minutes", "passed", "shown"),
    [
        (10**7, 2.0, 60.0, ("work, seconds", 120, 60)),
        (10**7, 2.0, 500.0, ("work, seconds", 120, 120)),
        (40, 2.0, 6.0, ("work, seconds", 120, 90)),
        (40, 1e9, 6.0, ("work", 40, 30)),
    ],
)
def test_it_ends_with_the_work(
    monkeypatch: pytest.MonkeyPatch,
    total: int,
    minutes: float,
    passed: float,
    shown: tuple[str, int, int],
) -> None:
    told: list[Any] = []

    @contextmanager
    def bar(what: str, most: int) -> Generator[Any, None, None]:
        told.extend((what, most))
        yield lambda done, text="": told.append(done)

    clock = iter([100.0, 100.0 + passed])
    monkeypatch.setattr(time_limit, "bar", bar)
    monkeypatch.setattr(time_limit.time, "perf_counter", lambda: next(clock))
    with time_limit.limited_bar("work", total, minutes) as show:
        show(30)
    assert tuple(told) == shown
