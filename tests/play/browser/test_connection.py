"""What a table must survive: a reload, a second tab, a server that is killed."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)


def shown(page: Any) -> list[Any]:
    """The hand and the trick on the table."""
    cards: list[Any] = page.evaluate(
        "['#hand [data-card]', '#trick [data-card]'].map((where) =>"
        " [...document.querySelectorAll(where)].map((card) => card.dataset.card).sort())"
    )
    return cards


def in_a_trick(person: Any, seed: int) -> list[Any]:
    """Plays until others have led to a trick and the person is to follow."""
    person.begin(seed=seed, deals=3)
    for _ in range(60):
        person.play_to("play")
        cards = shown(person.page)
        if len(cards[1]) and 3 < len(cards[0]) < 9:
            return cards
        person.decide()
    raise AssertionError("the person never followed to a trick")


def test_reload_in_the_middle_of_a_trick(sit: Any) -> None:
    person = sit()
    before = in_a_trick(person, 21)
    person.page.reload()
    person.page.wait_for_selector("#hand button")
    person.wait()
    assert shown(person.page) == before
    assert [person.decide() for _ in range(2)] == ["play", "play"]


def test_two_tabs_show_the_same_table(sit: Any) -> None:
    person = sit()
    before = in_a_trick(person, 22)
    tab = person.second_tab()
    assert shown(tab) == before
    number = len(before[0])
    tab.locator("#hand .ready").first.click(position={"x": 12, "y": 40})
    until(person.page, f"document.querySelectorAll('#hand button').length < {number}")
    person.wait()
    until(
        tab,
        "document.getElementById('table').dataset.yours === 'true'"
        " || document.querySelector('#dialog.summary[open]') !== null",
    )
    assert shown(tab) == shown(person.page)


def test_the_server_is_killed_in_mid_deal_and_started_again(sit: Any, house: Any) -> None:
    person = sit()
    before = in_a_trick(person, 23)
    house.shut(signal.SIGKILL)
    person.page.wait_for_selector("#bar .lost")
    house.open()
    person.page.wait_for_selector("#bar .lost", state="detached")
    person.wait()
    assert shown(person.page) == before
    assert [person.decide() for _ in range(2)] == ["play", "play"]


LATE = """
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  late = 0;
  addEventListener(kind, listen) {
    const heard = (event) => { this.late = 1; listen(event); };
    super.addEventListener(kind, (event) => setTimeout(heard, 1500, event));
  }
  get readyState() {
    return this.late * super.readyState;
  }
};
"""
"""The connection, and what the server says, reaches the page a second and a half later."""


@pytest.mark.parametrize(
    ("sheet", "filled"),
    [
        ("setup", "#deals"),
        ("matches", 'a[href^="/export"]'),
        ("statistics", ".body > :not(.waits)"),
        ("fairness", "p:not(.waits) >> nth=2"),
    ],
)
def test_a_sheet_that_was_asked_for_too_early_is_filled(sit: Any, sheet: str, filled: str) -> None:
    """Nobody has to wait for the connection: what was pressed before it is there waits for it."""
    person = sit()
    person.context.add_init_script(LATE)
    person.page.reload()
    person.press(f'[data-key="{sheet}"]')
    waiting = person.page.locator("#dialog .waits")
    assert waiting.count() == 1, "the server had not said a word"
    waiting.wait_for(state="detached")
    person.page.wait_for_selector(f"#dialog {filled}")


def test_a_sheet_that_waits_asks_again_when_the_server_is_back(sit: Any, house: Any) -> None:
    person = sit()
    person.begin(seed=24, deals=1)
    person.play_match()
    person.press('#dialog [data-key="close"]')
    house.shut(signal.SIGKILL)
    person.page.wait_for_selector("#bar .lost")
    person.press('[data-key="next"]')
    person.page.wait_for_selector("#dialog.lesson .waits")
    house.open()
    person.page.wait_for_selector("#dialog.lesson .verdict")
