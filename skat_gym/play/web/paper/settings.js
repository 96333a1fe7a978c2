// @ts-check
/** What the person likes, and what the keys do. */

import { h } from "../dom.js";
import { page } from "../store.js";
import { row } from "../table/cards.js";
import { t } from "../words.js";

const CHOICES = /** @type {const} */ ({
  language: ["de", "en"],
  deck: ["french", "four", "german"],
  letters: ["auto", "de", "en"],
  pace: ["none", "fast", "normal", "slow", "click"],
  taps: ["auto", "one", "two"],
  theme: ["auto", "light", "dark"],
});
const SWITCHES = /** @type {const} */ (["upwards", "alternating", "confirm", "assist", "sounds"]);

/** @param {(part: Partial<import("../model/settings.js").Settings>) => void} set */
export function settingsBody(set) {
  const { settings } = page;
  const selects = Object.entries(CHOICES).map(([name, options]) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: `set-${name}` }, t(`set.${name}`)),
      h(
        "select",
        {
          id: `set-${name}`,
          "data-key": `set-${name}`,
          onchange: (/** @type {Event} */ event) =>
            set({ [name]: /** @type {HTMLSelectElement} */ (event.target).value }),
        },
        options.map((value) =>
          h("option", { value, selected: value === /** @type {any} */ (settings)[name] }, t(`set.${name}.${value}`)),
        ),
      ),
    ),
  );
  const switches = SWITCHES.map((name) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: settings[name],
        "data-key": `set-${name}`,
        onchange: () => set({ [name]: !settings[name] }),
      }),
      t(`set.${name}`),
    ),
  );
  return [row(["CJ", "SQ", "HK", "DA", "CT", "S9"], "sample"), h("div", { class: "fields" }, selects, switches)];
}

const KEYS = [
  "cards",
  "arrows",
  "space",
  "bid",
  "hold",
  "pass",
  "last",
  "sort",
  "hint",
  "sheet",
  "finish",
  "next",
  "undo",
  "escape",
  "help",
];

/** The keys. */
export function helpBody() {
  return [
    h("p", {}, t("help.touch")),
    h(
      "dl",
      { class: "keys" },
      KEYS.map((key) => [h("dt", {}, h("kbd", {}, t(`key.${key}`))), h("dd", {}, t(`key.${key}.does`))]),
    ),
    h("p", { class: "small" }, t("help.more")),
  ];
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Puts the light and the deck on the page. */
export function dressPage() {
  const { theme, deck } = page.settings;
  const auto = dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme === "auto" ? auto : theme;
  document.documentElement.dataset.deck = deck;
}

dark.addEventListener("change", dressPage);
