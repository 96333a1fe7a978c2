"""The words of the page: both languages say the same things, and all that is asked for is there."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(str(files("skat_gym.play"))) / "web"
DE, EN = (
    json.loads((WEB / "i18n" / f"{name}.json").read_text(encoding="utf-8")) for name in ("de", "en")
)


def test_both_languages_have_the_same_keys() -> None:
    assert list(DE) == list(EN)


@pytest.mark.parametrize("key", DE)
def test_both_languages_name_the_same_values(key: str) -> None:
    assert set(re.findall(r"\{(\w+)\}", DE[key])) == set(re.findall(r"\{(\w+)\}", EN[key]))


@pytest.mark.parametrize("book", [DE, EN])
def test_one_is_not_many(book: dict[str, str]) -> None:
    """What is counted is written {count:card|cards}: after a value that is named as well."""
    for key, words in book.items():
        for name, one, more in re.findall(r"\{(\w+):([^|{}]*)\|([^{}]*)\}", words):
            assert f"{{{name}}} " in words and one != more and one and more, key
        assert not re.search(r"\{(count|deals)\} \w", words), key


@pytest.mark.parametrize("book", [DE, EN])
def test_titles_of_policies_stand_in_quotes(book: dict[str, str]) -> None:
    """They are words of any kind, "Rules of thumb" as well as "Club": no sentence bends to them."""
    for key, words in book.items():
        for title in re.findall(r".?\{(?:policy|by)\}.?", words):
            assert key == "lesson.policys" or title[0] + title[-1] in ("„“", "“”")


def test_every_key_that_the_page_names_has_words() -> None:
    asked = set()
    for path in WEB.rglob("*.js"):
        asked |= set(re.findall(r'\bt\("([a-z_.0-9-]+)"', path.read_text(encoding="utf-8")))
    assert len(asked) > 60
    assert asked <= set(DE)


def test_the_page_reaches_for_nothing_outside() -> None:
    for path in [*WEB.rglob("*.js"), *WEB.rglob("*.css"), WEB / "index.html"]:
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), path.name


def test_no_file_of_the_page_is_long() -> None:
    for path in WEB.rglob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 350, path.name
