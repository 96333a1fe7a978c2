"""The picture of the README, and the motion of a trick, at the pace that people like."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)


def test_a_trick_lies_until_it_is_clicked_away(sit: Any) -> None:
    person = sit(pace="click", moving=True, deck="four", width=1360, height=820)
    person.begin(seed=3, deals=12)
    person.play_to("play", 30)
    person.decide()
    until(person.page, "document.querySelectorAll('#trick .slot.won').length === 1")
    assert person.page.locator("#trick [data-card]").count() == 3
    person.page.wait_for_timeout(300)
    person.picture("table")
    person.page.keyboard.press("Space")
    until(person.page, "document.querySelectorAll('#trick .slot.won').length === 0")
    person.page.keyboard.press("l")
    assert person.page.locator("#trick.last [data-card]").count() == 3
    person.picture("last-trick")
