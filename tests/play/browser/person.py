"""A person in front of the page: sees what is shown, and clicks, taps or types."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

PICTURES = os.environ.get("SKAT_GYM_SCREENSHOTS")
QUICK = {"language": "en", "pace": "none", "theme": "light"}
_SEEN = """() => {
  const table = document.getElementById("table");
  const there = (selector) => {
    const found = document.querySelector(selector);
    return found !== null && found.checkVisibility() && !found.disabled;
  };
  return {
    phase: table.hidden ? "lobby" : table.dataset.phase,
    yours: table.dataset.yours === "true",
    summary: there("#dialog.summary[open]"),
    call: document.querySelector('#panel:not([hidden]) [data-key="call"]')?.dataset.value ?? null,
    lifted: document.querySelectorAll(".putting button").length,
    said: document.getElementById("status").textContent,
  };
}"""


def until(page: Any, true: str, seconds: float = 90) -> None:
    """Waits until an expression of the page is true (the page forbids what Playwright does)."""
    end = time.monotonic() + seconds
    while not page.evaluate(true):
        assert time.monotonic() < end, f"this never came true: {true}"
        page.wait_for_timeout(20)


class Person:
    """Sits at one tab."""

    def __init__(
        self,
        chromium: Any,
        house: Any,
        *,
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        keys: bool = False,
        moving: bool = False,
        scale: float = 1,
        **settings: Any,
    ) -> None:
        self.house = house
        self.touch = touch
        self.keys = keys
        self.errors: list[str] = []
        self.context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=scale,
            reduced_motion="no-preference" if moving else "reduce",
        )
        kept = json.dumps(json.dumps(QUICK | settings))
        self.context.add_init_script(
            f"localStorage.getItem('skat-gym') ?? localStorage.setItem('skat-gym', {kept})"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(90_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.sent: list[str] = []
        self.heard: list[str] = []
        self.page.on("websocket", self._listen)
        self.page.goto(house.url)

    def _listen(self, socket: Any) -> None:
        """Keeps the kinds of messages that go to and fro."""
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)["type"]))
        socket.on("framereceived", lambda text: self.heard.append(json.loads(text)["type"]))

    def leave(self) -> None:
        """Closes the tab."""
        self.context.close()

    def second_tab(self) -> Any:
        """Opens the same match in another tab."""
        tab = self.context.new_page()
        tab.goto(self.page.url)
        tab.wait_for_selector("#hand button")
        return tab

    def begin(self, **wishes: Any) -> None:
        """Begins a match, set up on the sheet for it."""
        self.press('[data-key="setup"]')
        if "deals" in wishes:
            self.page.select_option("#deals", str(wishes["deals"]))
        if wishes.get("practice"):
            self.page.check("#practice")
        if "seed" in wishes:
            self.page.click("summary")
            self.page.fill("#seed", str(wishes["seed"]))
        self.press('[data-key="begin"]')
        self.page.wait_for_selector("#hand button", timeout=90_000)

    def press(self, selector: str) -> None:
        """Presses something: by click, by tap, or by Enter with the focus on it."""
        found = self.page.locator(selector).first
        if self.keys:
            found.focus()
            self.page.keyboard.press("Enter")
        elif self.touch:
            found.tap()
        else:
            found.click()

    def sees(self) -> dict[str, Any]:
        """What is shown, in short."""
        seen: dict[str, Any] = self.page.evaluate(_SEEN)
        return seen

    def wait(self, wanted: str = "yours") -> dict[str, Any]:
        """Waits until the person is to act, a deal is over, or the match is."""
        end = time.monotonic() + 90
        while time.monotonic() < end:
            seen = self.sees()
            if seen["yours"] or seen["summary"] or seen["phase"] == "match_over":
                return seen
            self.page.wait_for_timeout(15)
        raise AssertionError(f"nothing happened for a minute and a half: {self.sees()}")

    def decide(self, limit: int = 20) -> str:
        """Does what is due; returns the phase it was done in."""
        seen = self.wait()
        phase = str(seen["phase"])
        if seen["summary"] and phase == "deal_over":
            self.press('#dialog [data-key="next"]')
            until(self.page, "document.getElementById('table').dataset.phase !== 'deal_over'")
        elif seen["yours"]:
            getattr(self, f"_{phase}")(seen, limit)
        return phase

    def play_match(self, limit: int = 20) -> int:
        """Plays to the end of the match; returns the number of decisions."""
        decisions = 0
        while self.decide(limit) != "match_over":
            decisions += 1
        return decisions

    def play_to(self, phase: str, limit: int = 20) -> None:
        """Plays until a decision of that phase is due."""
        while self.wait()["phase"] != phase:
            self.decide(limit)

    def _auction(self, seen: dict[str, Any], limit: int) -> None:
        bids = seen["call"] is not None and int(seen["call"]) <= limit
        if self.keys:
            self.page.keyboard.press("b" if bids else "p")
        else:
            self.press(f'[data-key="{"call" if bids else "pass"}"]')
        self._settled(seen)

    def _choice(self, seen: dict[str, Any], _: int) -> None:
        self.press('[data-key="pick_up"]')
        self._settled(seen)

    def _put_down(self, seen: dict[str, Any], _: int) -> None:
        for _k in range(2 - seen["lifted"]):
            if self.keys:
                self.page.keyboard.press("0")
            else:
                self.press("#hand button:last-child")
        self.page.wait_for_selector(".putting button >> nth=1")
        if not self.page.locator(".games .on").count():
            self.press(".games button")
        self.press('[data-key="announce"]')
        if self.page.locator('[data-key="announce"].danger').count():
            self.press('[data-key="announce"]')
        self._settled(seen)

    def _play(self, seen: dict[str, Any], _: int) -> None:
        cards = self.page.locator("#hand button")
        at = int(
            self.page.evaluate(
                "[...document.querySelectorAll('#hand button')]"
                ".findIndex((card) => card.matches('.ready'))"
            )
        )
        assert at >= 0, "no card may be played"
        if self.keys:
            self.page.keyboard.press(str((at + 1) % 10))
        elif self.touch:
            cards.nth(at).tap()
            self.page.wait_for_selector("#hand .armed")
            cards.nth(at).tap()
        else:
            cards.nth(at).click(position={"x": 12, "y": 40})
        self._settled(seen)

    def _settled(self, _: dict[str, Any]) -> None:
        """Waits a moment for the answer."""
        self.page.wait_for_timeout(10)

    def picture(self, name: str) -> None:
        """Keeps a screenshot (PNG, or JPEG by its name), if a folder for them is named."""
        if PICTURES:
            folder = Path(PICTURES)
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / (name if "." in name else f"{name}.png")
            quality = {"quality": 88} if path.suffix == ".jpg" else {}
            self.page.screenshot(path=path, **quality)

    def totals(self) -> list[int]:
        """The totals as the short sheet shows them, by player."""
        cells = self.page.locator(".list.short tfoot td.of").all_text_contents()
        return [int(re.sub(r"[^0-9-]", "", cell.replace("\u2212", "-"))) for cell in cells]
