"""The picture of the README, and the motion of a trick, at the pace that people like."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

DEALS = 3
"""On the sheet of the picture."""
pytestmark = pytest.mark.timeout(300)


def test_a_trick_lies_until_it_is_clicked_away(sit: Any) -> None:
    person = sit(moving=True, deck="four", width=1360, height=820)
    person.begin(seed=3)
    for _ in range(DEALS):
        person.play_to("deal_over", 30)
        person.decide()
    person.press('#bar [data-key="settings"]')
    person.page.select_option("#set-pace", "click")
    person.press('#dialog [data-key="close"]')
    person.play_to("play", 30)
    person.decide()
    until(person.page, "document.querySelectorAll('#trick .slot.won').length === 1")
    assert person.page.locator("#trick [data-card]").count() == 3
    person.page.wait_for_timeout(300)
    person.picture("table.jpg")
    person.page.keyboard.press("Space")
    until(person.page, "document.querySelectorAll('#trick .slot.won').length === 0")
    person.wait()  # what the others do puts the last trick away again
    person.page.keyboard.press("l")
    assert person.page.locator("#trick.last [data-card]").count() == 3
    person.picture("last-trick")
