"""Browser tests: a server of our own, Chromium, and a folder for the screenshots."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
CHROMIUM = os.environ.get("SKAT_GYM_CHROMIUM") or shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = [
    name
    for name, there in (
        ("the package playwright", find_spec("playwright")),
        ("the package axe-playwright-python", find_spec("axe_playwright_python")),
        ("the play extra", find_spec("starlette") and find_spec("uvicorn")),
        ("chromium (set SKAT_GYM_CHROMIUM to its path)", CHROMIUM),
    )
    if not there
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder; says what is missing where they cannot run."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.name != "test_words.py":
            item.add_marker(pytest.mark.browser)
            if MISSING:
                item.add_marker(pytest.mark.skip(reason=f"needs {', '.join(MISSING)}"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A browser for all tests of this process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A running server with an archive of its own."""
    from house import House

    with House(tmp_path_factory.mktemp("archive") / "matches.sqlite") as house:
        yield house


@pytest.fixture
def sit(chromium: object, house: object) -> Iterator[object]:
    """Opens a tab as a person would, on a screen of a given size."""
    from person import Person

    people: list[Person] = []

    def sit(**wishes: object) -> Person:
        people.append(Person(chromium, house, **wishes))
        return people[-1]

    yield sit
    for person in people:
        person.leave()
        assert person.errors == [], "the page had errors"
