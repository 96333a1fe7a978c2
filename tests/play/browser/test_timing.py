"""What comes early, late or twice: the page stays where the person went, and loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)
HOLD = """
window.held = null;
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  addEventListener(kind, listen) {
    window.socket = this;
    super.addEventListener(kind, (event) => {
      if (window.held && kind === "message") window.held.push(() => listen(event));
      else listen(event);
    });
  }
};
window.release = () => {
  const late = window.held;
  window.held = null;
  for (const one of late) one();
};
"""
"""What the server says is held back between `held = []` and `release()`."""


def held(person: Any) -> Any:
    """Reloads the page so that messages can be held back."""
    person.context.add_init_script(HOLD)
    person.page.reload()
    until(person.page, "document.querySelector('#lobby .door:not([disabled])') !== null")
    return person


def come(person: Any, number: int = 1) -> None:
    until(person.page, f"window.held.length >= {number}")


def test_who_goes_to_the_lobby_stays_there_whatever_was_on_its_way(sit: Any) -> None:
    person = held(sit())
    person.begin(seed=51)
    person.wait()
    person.page.evaluate("window.held = []")
    person.page.keyboard.press("p")
    come(person)
    person.press('#bar [data-key="lobby"]')
    person.page.evaluate("release()")
    assert person.sees()["phase"] == "lobby"
    person.page.wait_for_selector('[data-key="resume"]')  # the lobby knows of the match
    person.page.evaluate("window.held = []")
    person.press('[data-key="resume"]')
    come(person)
    person.press('#bar [data-key="lobby"]')
    person.page.evaluate("release()")
    assert person.sees()["phase"] == "lobby"
    person.press('[data-key="resume"]')
    person.wait()
    person.decide()  # the table goes on


def test_who_goes_to_the_lobby_while_others_play_stays_there(sit: Any) -> None:
    person = sit(pace="slow", moving=True)
    person.begin(seed=52)
    person.wait()
    person.page.keyboard.press("p")
    until(person.page, "document.getElementById('table').dataset.yours === 'false'")
    person.page.wait_for_timeout(300)  # somebody thinks
    person.press('#bar [data-key="lobby"]')
    person.page.wait_for_timeout(1000)  # somebody would have played
    assert person.sees()["phase"] == "lobby"


def test_a_connection_that_comes_back_leaves_who_is_in_the_lobby_there(sit: Any) -> None:
    person = held(sit())
    person.begin(seed=53)
    match = person.page.url.split("#")[1]
    person.page.goto(f"{person.house.url}&match={match}")
    person.wait()
    person.press('#bar [data-key="lobby"]')
    hellos, opens = person.heard.count("hello"), person.sent.count("open")
    person.page.evaluate("socket.close()")
    person.page.wait_for_selector("#bar .lost")
    person.page.wait_for_selector("#bar .lost", state="detached")
    while person.heard.count("hello") == hellos:
        person.page.wait_for_timeout(20)
    person.page.reload()
    person.page.wait_for_selector('[data-key="resume"]:not([disabled])')
    assert person.sent.count("open") == opens


def test_a_connection_that_comes_back_leaves_what_was_chosen(sit: Any) -> None:
    person = held(sit())
    person.begin(seed=41, deals=1, practice=True)
    person.play_to("put_down", 264)
    person.press("#hand button:last-child")
    person.press(".games button")
    states = person.heard.count("state")
    person.page.evaluate("socket.close()")
    while person.heard.count("state") == states:
        person.page.wait_for_timeout(20)
    person.page.wait_for_selector("#bar .lost", state="detached")
    assert person.sees()["lifted"] == 1
    assert person.page.locator(".games .on").count() == 1


def test_what_is_pressed_twice_begins_one_match(sit: Any) -> None:
    person = held(sit())
    for door in ("new", "daily"):
        sent = person.sent.count("new")
        person.page.evaluate("window.held = []")
        person.page.locator(f'#lobby [data-key="{door}"]').dblclick()
        come(person)
        person.page.evaluate("release()")
        person.wait()
        assert person.sent.count("new") == sent + 1
        person.press('#bar [data-key="lobby"]')
    person.press('#lobby [data-key="daily"]')
    person.wait()
    assert person.sent.count("new") == 2, "today's match goes on"


def test_a_double_click_deletes_nothing(sit: Any) -> None:
    person = sit()
    person.begin(seed=54, deals=1)
    match = person.page.url.split("#")[1]
    person.press('#bar [data-key="lobby"]')
    person.press('#lobby [data-key="matches"]')
    person.page.locator(f'[data-key="delete-{match}"]').dblclick()
    assert person.page.locator(f'[data-key="delete-{match}"].danger').count() == 1
    assert "delete" not in person.sent
    person.press(f'[data-key="delete-{match}"]')
    person.page.wait_for_selector(f'[data-key="delete-{match}"]', state="detached")


def test_a_double_click_is_not_said_twice(sit: Any) -> None:
    person = sit()
    person.begin(seed=41, deals=1, practice=True)
    person.play_to("put_down", 264)
    for _ in range(2):
        person.press("#hand button:last-child")
    person.press(".game.short")
    person.page.locator('[data-key="announce"]').dblclick()
    assert "exchange" not in person.sent
    person.press('[data-key="announce"]')
    person.play_to("play")


def after_a_match(sit: Any, **wishes: int) -> Any:
    """Plays a match; from then on what the server says is held back."""
    person = held(sit())
    person.begin(**wishes)
    person.play_match()
    person.press('#dialog [data-key="close"]')
    person.page.evaluate("window.held = []")
    return person


def test_a_button_that_is_pressed_is_not_drawn_anew(sit: Any) -> None:
    """A press that begins while a lesson is worked out, and ends after the next part has come."""
    person = after_a_match(sit, seed=57, deals=6)
    person.press('#panel [data-key="next"]')
    come(person, 3)
    person.page.evaluate("held.shift()()")
    person.page.locator('[data-key="look1"]').hover()
    person.page.mouse.down()
    person.page.evaluate("release()")
    person.page.mouse.up()
    person.page.wait_for_selector("#dialog.study")
    person.press('#dialog [data-key="close"]')
    person.page.wait_for_selector('#dialog.lesson [data-key="look6"]')


def test_a_key_that_is_held_down_acts_once(sit: Any) -> None:
    person = sit()
    person.begin(seed=41, deals=1, practice=True)
    person.wait()
    for _ in range(20):
        person.page.keyboard.down("b")
        person.wait()
    assert person.sent.count("act") == 1


def test_an_offer_that_comes_while_cards_are_on_their_way_is_made(sit: Any) -> None:
    person = sit(pace="fast")
    person.begin(seed=42, deals=3)
    while person.heard[-1] != "claim":
        assert person.decide() != "match_over"
        person.wait()
        person.page.wait_for_timeout(300)  # the server looks for it meanwhile
    person.page.wait_for_selector('#controls [data-key="finish"]')


def test_a_sheet_that_is_read_is_not_taken_away_by_the_end_of_the_deal(sit: Any) -> None:
    person = held(sit())
    person.begin(seed=55, deals=1)
    while len(person.page.locator("#hand button").all()) > 1 or person.wait()["phase"] != "play":
        person.decide()
    person.page.evaluate("window.held = []")
    person.page.locator("#hand button").click(position={"x": 12, "y": 40})
    come(person)
    person.page.keyboard.press("g")
    person.page.evaluate("release()")
    until(person.page, "document.getElementById('table').dataset.phase === 'match_over'")
    assert person.page.locator("#dialog.sheet[open]").count() == 1
    person.press('#dialog [data-key="close"]')
    person.page.wait_for_selector("#dialog.summary[open]")


def test_a_lesson_laid_again_goes_on(sit: Any) -> None:
    person = after_a_match(sit, seed=56, deals=1)
    for _ in range(2):
        person.press('#panel [data-key="next"]')
        person.page.wait_for_selector("#dialog.lesson .waits")
        person.press('#dialog [data-key="close"]')
    person.press('#panel [data-key="next"]')
    person.page.evaluate("release()")
    person.page.wait_for_selector("#dialog.lesson table")
    assert person.sent.count("lesson") == 1


def test_what_is_set_while_words_are_fetched_is_kept(sit: Any) -> None:
    person = sit(language="de")
    late: list[Any] = []
    person.page.route("**/i18n/en.json", lambda route: late.append(route))
    person.press('#lobby [data-key="settings"]')
    person.page.select_option("#set-language", "en")
    while not late:
        person.page.wait_for_timeout(20)
    person.page.select_option("#set-deck", "german")
    late[0].continue_()
    until(person.page, "document.documentElement.lang === 'en'")
    assert person.page.locator("#set-deck").input_value() == "german"
    assert person.page.locator("#set-language").input_value() == "en"
    assert person.page.evaluate("JSON.parse(localStorage['skat-gym']).language") == "en"


def test_a_language_whose_words_do_not_come_is_not_taken(sit: Any) -> None:
    person = sit(language="de")
    person.page.route("**/i18n/en.json", lambda route: route.abort())
    person.press('#lobby [data-key="settings"]')
    person.page.select_option("#set-language", "en")
    person.page.wait_for_selector("#note:popover-open")
    assert person.page.locator("#set-language").input_value() == "de"
    assert person.page.locator("#dialog-title").inner_text() == "Einstellungen"


def test_a_limit_that_ends_the_auction_at_once_is_told(sit: Any) -> None:
    person = sit(pace="fast")
    person.begin(seed=9, deals=1)
    person.wait()
    # both others have passed: what the person says next is the last that is said
    assert person.sees()["phase"] == "auction" and person.page.locator("#log .pass").count() == 2
    person.page.evaluate(
        """() => {
          window.told = 0;
          new MutationObserver(() => {
            if (document.querySelector("#panel .limit [data-key=limit-off]")) window.told += 1;
          }).observe(document.getElementById("panel"), { childList: true, subtree: true });
        }"""
    )
    person.page.select_option("#limit", "18")
    person.press('[data-key="limit-go"]')
    person.page.wait_for_selector('#panel [data-key="limit-off"]')
    person.page.wait_for_timeout(100)  # long enough to be read, not for one picture alone
    assert person.page.locator('#panel [data-key="limit-off"]').count() == 1
    assert person.wait()["phase"] == "choice"
    assert person.page.evaluate("told") > 0
