"""Whole matches of twelve deals: by clicks, by the keyboard alone, by taps on a phone."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.timeout(600)


def sheet_is_whole(person: Any, name: str, deals: int = 12) -> None:
    rows = person.page.locator("#list tbody tr:not(.blank)")
    assert rows.count() == deals
    assert len(person.totals()) == 3
    person.picture(f"{name}-summary")
    person.press('#dialog [data-key="close"]')
    assert person.page.locator("#panel h2").inner_text().startswith("The match is over")
    person.press('#bar [data-key="sheet"]')
    assert person.page.locator("#dialog .list:not(.short) tbody tr").count() == deals
    person.picture(f"{name}-sheet")


def test_a_whole_match_by_clicks(sit: Any) -> None:
    person = sit()
    person.begin(seed=11)
    assert person.play_match() > 60
    sheet_is_whole(person, "clicks")


def test_a_whole_match_by_the_keyboard_alone(sit: Any) -> None:
    person = sit(keys=True)
    person.begin(seed=12)
    assert person.play_match() > 60
    sheet_is_whole(person, "keys")


def test_a_whole_match_on_a_phone(sit: Any) -> None:
    person = sit(width=390, height=844, touch=True)
    person.begin(seed=13)
    person.play_to("auction")
    person.picture("phone-auction")
    person.play_to("play")
    person.picture("phone-play")
    boxes = [card.bounding_box() for card in person.page.locator("#hand button").all()]
    assert len(boxes) == 10
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44
    assert len({round(box["y"]) for box in boxes}) == 2, "two rows of five"
    small = person.page.evaluate(
        "[...document.querySelectorAll('button, select')].filter((one) => one.checkVisibility())"
        ".map((one) => [one.getBoundingClientRect(), one.dataset.key])"
        ".filter(([box]) => Math.min(box.width, box.height) < 43.5).map(([, key]) => key)"
    )
    assert small == [], "targets are 44 pixels at least"
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out"
    assert person.play_match() > 60
    sheet_is_whole(person, "phone")
