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
    until(person.page, "document.getElementById('table').dataset.phase === 'choice'")
    calls = person.page.locator("#log .hold, #log .bid").count()
    assert calls >= 1


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
