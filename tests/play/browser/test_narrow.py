"""Where there is little room: what is to be pressed is in sight, cards lie in their rows."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)
SIZES = [(390, 844), (390, 664), (360, 640), (844, 390), (1280, 800)]
_UNCOVERED = """(selector) => {
  const found = document.querySelector(selector);
  const box = found.getBoundingClientRect();
  const inside =
    box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  const places = [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  const seen = places.every(([x, y]) => {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    return top !== null && found.contains(top);
  });
  return inside && seen;
}"""
_CORNERS = "[0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]))"
_IN_SIGHT = _UNCOVERED.replace(
    _CORNERS, "[[0.05, 0.5], [0.5, 0.1], [0.5, 0.5], [0.5, 0.9], [0.95, 0.5]]"
)
"""The same for what has round corners."""
_OPEN = """(player) => {
  const row = document.createElement("span");
  row.className = "row open";
  for (let k = 0; k < 10; k++) {
    row.append(document.createElement("span"));
    row.lastChild.className = "card";
    row.lastChild.innerHTML = document.querySelector("#hand .card").innerHTML;
  }
  document.querySelector(`#seat${player} .fan`).replaceWith(row);
  const boxes = [...row.children].map((card) => card.getBoundingClientRect());
  return boxes.map((box) => [Math.round(box.left), Math.round(box.top), Math.round(box.right)]);
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_games_are_announced_without_scrolling(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000, language="de")
    person.begin(seed=7, practice=True)
    person.play_to("choice", 264)
    person.press("#panel .game >> nth=1")
    for selector in ('[data-key="announce"]', '[data-key="pick_up"]', ".forms", ".value"):
        assert person.page.evaluate(_UNCOVERED, selector), selector
    person.press('[data-key="pick_up"]')
    person.wait()
    for _ in range(2):
        person.press("#hand button:last-child")
    person.page.wait_for_selector(".putting button >> nth=1")
    person.press("#panel .game")
    for selector in ('[data-key="announce"]', ".putting", ".games", ".value"):
        assert person.page.evaluate(_UNCOVERED, selector), selector
    assert person.errors == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_ouvert_hands_lie_in_rows_of_five(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000)
    person.begin(seed=7, practice=True)
    person.play_to("play", 264)
    for player in (1, 2):
        until(person.page, f"document.querySelector('#seat{player} .fan') !== null")
        boxes = person.page.evaluate(_OPEN, player)
        rows = sorted({top for _, top, _ in boxes})
        assert [sum(top == row for _, top, _ in boxes) for row in rows] == [5, 5]
        assert [left for left, _, _ in boxes[:5]] == [left for left, _, _ in boxes[5:]]
        assert min(left for left, _, _ in boxes) >= 0
        assert max(right for _, _, right in boxes) <= width


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_auction_is_in_sight_without_scrolling(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000, language="de")
    person.begin(seed=7, practice=True)
    person.wait()
    for selector in (".asks", '[data-key="pass"]', '[data-key="call"]', "#limit", ".worth ul"):
        assert person.page.evaluate(_UNCOVERED, selector), selector
    assert person.page.evaluate("document.querySelector('.asks').textContent").count("18") == 1
    spans = "[...document.querySelectorAll('#bar span')]"
    assert not person.page.evaluate(f"{spans}.some((one) => one.scrollWidth > one.clientWidth)")


@pytest.mark.parametrize(("width", "height"), [*SIZES, (667, 375), (740, 360)])
def test_a_long_meaning_pushes_nothing_out_of_sight(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000, language="de")
    person.begin(seed=7)
    told = ""
    while len(told) < 45:  # "36 = Karo mit oder ohne 3, Kreuz mit oder ohne 2"
        assert person.wait()["phase"] == "auction"
        told = str(person.page.locator("#panel .meaning").text_content())
        for selector in (".asks", '[data-key="pass"]', '[data-key="call"]', "#limit", ".worth li"):
            assert person.page.evaluate(_IN_SIGHT, f"#panel {selector}"), selector
        person.decide(264)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_in_the_own_line_lies_under_anything(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000)
    person.begin(seed=7)
    person.play_to("play", 264)
    person.decide()
    person.wait()
    buttons = ('[data-key="hint"]', '[data-key="sort"]')
    for selector in ("#seat0 .pile", "#seat0 .put", "#seat0 .chip", "#status", *buttons):
        assert person.page.evaluate(_IN_SIGHT, selector), selector


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_lies_over_the_own_pile_in_practice(sit: Any, width: int, height: int) -> None:
    person = sit(width=width, height=height, touch=width < 1000, language="de")
    person.begin(seed=7, practice=True)
    person.play_to("play", 264)
    person.decide()
    person.wait()
    person.page.wait_for_selector('[data-key="undo"]')
    for selector in ("#seat0 .pile", ".put .row", '[data-key="undo"]', '[data-key="hint"]'):
        assert person.page.evaluate(_UNCOVERED, selector), selector


def test_a_result_is_not_broken_within(sit: Any) -> None:
    person = sit(width=360, height=640, touch=True, language="de")
    person.begin(seed=7, deals=1)
    person.play_match()
    assert (
        person.page.evaluate("document.querySelector('#panel h2').textContent").count(
            "\u00a0:\u00a0"
        )
        == 2
    )
