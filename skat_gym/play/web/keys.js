// @ts-check
/** The keyboard: numbers play cards, letters do the rest; see the sheet of keys. */

import { byId } from "./dom.js";
import { byMouse, watchFocus } from "./focus.js";
import { lying } from "./paper/dialog.js";
import { step } from "./paper/study.js";

/**
 * @typedef {{card: (at: number) => void, bid: () => void, hold: () => void, pass: () => void, last: () => void, sort: () => void,
 *   hint: () => void, sheet: () => void, finish: () => void, undo: () => void, help: () => void, skip: () => boolean,
 *   hand: () => void, next: () => void, onward: () => void, away: () => void}} Keys
 */

/** @param {Keys} keys */
export function listenToKeys(keys) {
  watchFocus();
  /** Whether the space bar that is down was for the table: it presses no button when it goes up. */
  let spent = false;
  document.addEventListener("keyup", (event) => {
    if (event.key !== " ") return;
    if (spent) event.preventDefault();
    spent = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea")) return;
    const sheet = lying();
    if (sheet) {
      if (sheet === "summary" && event.key.toLowerCase() === "n" && !event.repeat) keys.onward();
      if (
        sheet === "study" &&
        (event.key === "ArrowLeft" || event.key === "ArrowRight") &&
        !target.closest(".scroll")
      ) {
        event.preventDefault();
        step(event.key === "ArrowLeft" ? -1 : 1);
      }
      return;
    }
    if (event.key === " " && event.repeat && spent) event.preventDefault();
    if (event.repeat && !event.key.startsWith("Arrow")) return; // a key held down acts once
    const pressed = press(event.key, target, keys);
    if (pressed) event.preventDefault();
    spent = pressed && event.key === " ";
  });
}

/** @param {string} key @param {HTMLElement} target @param {Keys} keys */
function press(key, target, keys) {
  if (/^[0-9]$/.test(key)) {
    keys.card((Number(key) + 9) % 10);
    return true;
  }
  if (key === " ") return keys.skip() || (target.matches("button") && byMouse(target));
  if (key === "ArrowUp" || key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowDown") {
    if (byId("hand").contains(target) || target.closest("#log, .scroll")) return false;
    keys.hand();
    return true;
  }
  if (key === "Escape") {
    keys.away();
    return true;
  }
  const act = LETTERS[key.toLowerCase()];
  if (!act) return false;
  keys[act]();
  return true;
}

/** @type {Record<string, Exclude<keyof Keys, "card"|"skip"|"hand"|"onward"|"away">>} */
const LETTERS = {
  b: "bid",
  h: "hold",
  p: "pass",
  l: "last",
  s: "sort",
  t: "hint",
  g: "sheet",
  f: "finish",
  u: "undo",
  n: "next",
  "?": "help",
};
