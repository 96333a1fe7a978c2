"""Where the focus is after a sheet is taken away, and what the space bar presses then."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)
FOCUS = (
    "document.activeElement.closest('#dialog, #bar, #panel, #lobby')?.id"
    " + ' ' + document.activeElement.dataset.key"
)


def on(person: Any, place: str) -> None:
    until(person.page, f"({FOCUS}) === {place!r}", 5)


def test_the_focus_goes_back_to_a_button_that_was_drawn_anew(sit: Any) -> None:
    for keys in (True, False):
        person = sit(keys=keys)
        person.begin(seed=61)
        person.wait()
        person.press('#bar [data-key="settings"]')
        person.page.select_option("#set-language", "de")  # the bar is drawn anew
        until(person.page, "document.documentElement.lang === 'de'")
        if keys:
            person.page.keyboard.press("Escape")
        else:
            person.press('#dialog [data-key="close"]')
        on(person, "bar settings")
        person.page.keyboard.press("Space")
        person.page.wait_for_timeout(100)
        opened = person.page.locator("#dialog[open]").count()
        assert opened == keys, "who goes by mouse cuts pauses short with the space bar alone"
        assert person.sees()["yours"]


def test_a_space_bar_that_cuts_a_pause_short_presses_nothing(sit: Any) -> None:
    person = sit(keys=True, pace="click", moving=True)
    person.begin(seed=62, deals=1)
    person.play_to("play")
    person.press('#bar [data-key="help"]')
    person.page.keyboard.press("Escape")
    on(person, "bar help")
    person.page.locator("#hand .ready").first.evaluate("(card) => card.click()")
    until(person.page, "document.querySelector('.slot.won') !== null")
    on(person, "bar help")
    person.page.keyboard.press("Space")
    until(person.page, "document.querySelector('.slot.won') === null", 5)
    assert person.page.locator("#dialog[open]").count() == 0


def test_from_a_study_the_focus_goes_back_to_what_opened_it(sit: Any) -> None:
    person = sit(keys=True)
    person.begin(seed=63, deals=1)
    while not person.sees()["summary"]:
        person.decide()
    person.press('#dialog [data-key="replay"]')
    person.page.wait_for_selector("#dialog.study[open]")
    assert person.page.evaluate(
        "document.getElementById('dialog').contains(document.activeElement)"
    )
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector("#dialog.summary[open]")
    on(person, "dialog replay")
    person.page.keyboard.press("Escape")
    person.press('#panel [data-key="next"]')
    person.press('#dialog [data-key="look1"]')
    person.page.wait_for_selector("#dialog.study[open]")
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector("#dialog.lesson[open]")
    on(person, "dialog look1")
    person.page.keyboard.press("Escape")
    on(person, "panel next")


def test_what_is_deleted_leaves_the_focus_on_its_sheet(sit: Any) -> None:
    person = sit(keys=True)
    person.begin(seed=64, deals=1)
    match = person.page.url.split("#")[1]
    person.press('#bar [data-key="lobby"]')
    person.press('#lobby [data-key="matches"]')
    for _ in range(2):
        person.press(f'[data-key="delete-{match}"]')
    person.page.wait_for_selector(f'[data-key="delete-{match}"]', state="detached")
    assert person.page.evaluate(
        "document.getElementById('dialog').contains(document.activeElement)"
    )
    person.page.keyboard.press("Escape")
    on(person, "lobby matches")
