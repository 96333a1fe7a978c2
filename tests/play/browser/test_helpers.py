"""What helps a person: hints, taking back, bidding up to a value, playing out a decided rest."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)


def test_bidding_up_to_a_value(sit: Any) -> None:
    person = sit()
    person.begin(seed=41, deals=1, practice=True)
    person.wait()
    person.page.select_option("#limit", "264")
    assert person.sent[-1] == "new", "choosing a value says nothing yet"
    person.press('[data-key="limit-go"]')
    until(person.page, "document.getElementById('table').dataset.phase === 'choice'")
    calls = person.page.locator("#log .hold, #log .bid").count()
    assert calls >= 1


def test_a_limit_is_chosen_by_keyboard(sit: Any) -> None:
    """Going through the list bids nothing: the button does."""
    person = sit(keys=True)
    person.begin(seed=41, deals=1, practice=True)
    person.wait()
    person.page.locator("#limit").focus()
    for _ in range(3):
        person.page.keyboard.press("ArrowDown")
    chosen = person.page.locator("#limit").input_value()
    assert int(chosen) >= 18
    assert person.sees()["yours"] and person.page.locator("#log .pass").count() == 0
    person.press('[data-key="limit-go"]')
    until(person.page, "document.querySelectorAll('#log p').length > 2")


def test_what_the_bid_asks_more_of_is_announced_by_two_clicks(sit: Any) -> None:
    person = sit()
    person.begin(seed=41, deals=1, practice=True)
    person.play_to("put_down", 264)
    person.press("#hand button:last-child")
    person.press("#hand button:last-child")
    short = person.page.locator(".game.short")
    assert short.count() > 0
    short.first.click()
    warning = person.page.locator(".warning")
    assert warning.count() == 1 and warning.inner_text()[0].isupper()
    person.press('[data-key="announce"]')
    assert "exchange" not in person.sent, "one click only warns"
    person.press('[data-key="announce"]')
    until(person.page, "document.getElementById('table').dataset.phase === 'play'")


def test_the_hint_at_the_skat_goes_with_the_next_card(sit: Any) -> None:
    person = sit()
    person.begin(seed=41, deals=1, practice=True)
    person.play_to("put_down", 264)
    assert person.page.locator("#hand .found").count() == 2
    person.press('[data-key="hint"]')
    person.page.wait_for_selector(".advice .plan", timeout=90_000)
    person.page.keyboard.press("Escape")
    assert person.page.locator(".advice").count() == 0
    person.press('[data-key="hint"]')
    person.page.wait_for_selector(".advice .plan", timeout=90_000)
    person.press("#hand button:last-child")
    assert person.page.locator(".advice").count() == 0


def test_hint_taking_back_and_the_way_to_the_end(sit: Any) -> None:
    person = sit()
    person.begin(seed=42, deals=1, practice=True)
    person.play_to("play", 30)
    cards = person.page.locator("#hand button").count()
    person.press('[data-key="hint"]')
    person.page.wait_for_selector(".advice li", timeout=90_000)
    assert 1 <= person.page.locator(".advice li").count() <= 3
    assert person.page.locator("#hand .advised").count() == 1
    person.decide()
    person.wait()
    assert person.page.locator("#hand button").count() == cards - 1
    person.page.keyboard.press("u")
    until(person.page, f"document.querySelectorAll('#hand button').length === {cards}")
    finished = False
    while person.wait()["phase"] == "play" and not finished:
        if person.page.locator('[data-key="finish"]').count():
            person.press('[data-key="finish"]')
            finished = True
            person.wait()
        else:
            person.decide()
    until(person.page, "document.querySelector('#dialog.summary[open]') !== null")
    assert person.page.locator("#dialog .tricks li").count() == 10
    assert person.page.locator("#dialog .dealt .held:not(.pair)").count() == 3
