"""For everybody: axe-core, names of cards, reasons, the live log, both languages."""

from __future__ import annotations

from typing import Any

import pytest
from person import until

pytestmark = pytest.mark.timeout(300)


def no_barriers(person: Any, where: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(person.page, context={"exclude": [[".face"]]}).response["violations"]
    serious = [
        (
            one["id"],
            [node["target"] for node in one["nodes"]][:3],
            one["nodes"][0]["failureSummary"],
        )
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == [], where


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(sit: Any, theme: str) -> None:
    person = sit(theme=theme)
    no_barriers(person, "lobby")
    person.picture(f"lobby-{theme}")
    person.begin(seed=31, deals=1)
    person.play_to("auction", 60)
    no_barriers(person, "auction")
    person.picture(f"auction-{theme}")
    person.play_to("put_down", 60)
    person.press("#hand button:last-child")
    person.press(".games button")
    no_barriers(person, "exchange")
    person.picture(f"exchange-{theme}")
    person.play_to("play", 60)
    person.decide()
    person.wait()
    no_barriers(person, "play")
    person.picture(f"play-{theme}")
    person.play_match()
    person.wait()
    no_barriers(person, "summary")
    person.picture(f"summary-{theme}")
    person.press('#dialog [data-key="replay"]')
    person.page.wait_for_selector("#dialog.study")
    no_barriers(person, "study")
    person.picture(f"study-{theme}")
    person.press('#dialog [data-key="close"]')
    person.page.wait_for_selector("#dialog.summary")  # where it was opened from
    person.press('#dialog [data-key="close"]')
    for sheet in ("sheet", "fairness", "settings", "help"):
        person.press(f'#bar [data-key="{sheet}"]')
        person.page.wait_for_selector(f"#dialog.{sheet}")
        no_barriers(person, sheet)
        person.picture(f"{sheet}-{theme}")
        person.press('#dialog [data-key="close"]')
    person.press('#panel [data-key="next"]')
    person.page.wait_for_selector("#dialog.lesson table")
    no_barriers(person, "lesson")
    person.picture(f"lesson-{theme}")


def test_cards_have_names_and_barred_ones_say_why(sit: Any) -> None:
    person = sit(language="de")
    person.begin(seed=32)
    for _ in range(80):
        person.play_to("play")
        barred = person.page.locator("#hand .barred")
        if barred.count():
            break
        person.decide()
    name = barred.first.get_attribute("aria-label")
    suit, rest = name.split(" ", 1)
    assert suit in ("Kreuz", "Pik", "Herz", "Karo")
    assert "Augen" in rest
    assert "Nicht erlaubt" in rest
    assert barred.first.get_attribute("aria-disabled") == "true"
    barred.first.focus()
    assert "bedienen" in person.page.locator("#status").inner_text()
    before = person.page.locator("#hand button").count()
    barred.first.click(position={"x": 12, "y": 40}, force=True)
    assert person.page.locator("#hand button").count() == before
    assert person.page.locator("#log p").count() > 3


def test_language_and_deck_change_at_once(sit: Any) -> None:
    person = sit(language="de")
    person.begin(seed=33)
    person.press('#bar [data-key="settings"]')
    person.page.select_option("#set-deck", "german")
    assert (
        person.page.locator("#dialog .sample [data-card=CJ]").get_attribute("aria-label")
        == "Eichel Unter, 2 Augen"
    )
    person.page.select_option("#set-language", "en")
    until(person.page, "document.documentElement.lang === 'en'")
    assert person.page.locator("#dialog-title").inner_text() == "Settings"
    assert (
        person.page.locator("#dialog .sample [data-card=CJ]").get_attribute("aria-label")
        == "Unter of acorns, 2 points"
    )


_FOCUS = "document.activeElement.dataset.key ?? document.activeElement.tagName"


def test_the_focus_returns_to_what_opened_a_sheet(sit: Any) -> None:
    person = sit(keys=True)
    person.begin(seed=34, deals=1)
    person.press('#bar [data-key="settings"]')
    person.page.select_option("#set-language", "de")  # the bar is drawn anew
    until(person.page, "document.documentElement.lang === 'de'")
    person.page.keyboard.press("Escape")
    until(person.page, f"({_FOCUS}) === 'settings'")
    person.play_match()
    person.press('#dialog [data-key="close"]')
    person.press('#panel [data-key="look"]')
    person.press('#dialog [data-key="replay"]')
    person.page.wait_for_selector("#dialog.study")
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector("#dialog.summary")
    until(person.page, f"({_FOCUS}) === 'replay'")
    person.page.keyboard.press("Escape")
    until(person.page, f"({_FOCUS}) === 'look'")


def test_space_that_cuts_a_pause_short_presses_nothing(sit: Any) -> None:
    person = sit(pace="slow")
    person.begin(seed=35)
    person.play_to("play")
    person.press('#bar [data-key="settings"]')
    person.page.keyboard.press("Escape")
    until(person.page, f"({_FOCUS}) === 'settings'")
    cards = "[...document.querySelectorAll('#hand button')]"
    at = int(person.page.evaluate(f"{cards}.findIndex((one) => one.matches('.ready'))"))
    person.page.keyboard.press(str((at + 1) % 10))
    until(person.page, "document.getElementById('table').dataset.yours === 'false'")
    person.page.evaluate("document.querySelector('#bar [data-key=settings]').focus()")
    for _ in range(6):
        person.page.wait_for_timeout(150)
        if not person.sees()["yours"]:
            person.page.keyboard.press("Space")
        assert person.page.locator("#dialog[open]").count() == 0
