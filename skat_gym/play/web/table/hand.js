// @ts-check
/** The hand of the person: sorted as wished, every card a button with its name. */

import { byId, h } from "../dom.js";
import { slide } from "../motion/flight.js";
import { page } from "../store.js";
import { t, told } from "../words.js";
import { drawing, spell } from "./cards.js";

/** @typedef {import("../model/types.js").GameState} GameState */

/** The cards in the order in which they are shown. @param {GameState} table */
export function shownHand(table) {
  const game = page.assumed ?? table.assumed;
  const order = table.orders[game];
  const { upwards, alternating } = page.settings;
  const sorted = order ? (alternating ? order.alternating : order.plain) : table.hand;
  const there = new Set(table.hand.filter((card) => !page.lifted.includes(card)));
  const cards = sorted.filter((card) => there.delete(card)).concat([...there]);
  return upwards ? cards.reverse() : cards;
}

/** @type {(card: string) => void} */
let choose = () => undefined;
let rover = 0;
/** Whether the page, not the person, puts the focus back on a card. */
let restoring = false;

/**
 * Has a card that is clicked or entered handed on, and one that the person goes to.
 * @param {(card: string) => void} listener
 * @param {(card: string) => void} visited
 */
export function chosen(listener, visited) {
  choose = listener;
  byId("hand").addEventListener("keydown", rove);
  byId("hand").addEventListener("focusin", (event) => {
    const cards = buttons();
    const at = cards.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (at < 0) return;
    settle(at);
    if (!restoring) visited(cards[at].dataset.card ?? "");
  });
}

/** @returns {HTMLButtonElement[]} */
function buttons() {
  return [...byId("hand").querySelectorAll("button")];
}

/** @param {number} at */
function settle(at) {
  rover = at;
  buttons().forEach((card, k) => card.setAttribute("tabindex", k === at ? "0" : "-1"));
}

/** @param {KeyboardEvent} event */
function rove(event) {
  const cards = buttons();
  const at = cards.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -5, ArrowDown: 5 })[
    event.key
  ];
  const end = { Home: 0, End: cards.length - 1 }[event.key];
  if (at < 0 || (step === undefined && end === undefined)) return;
  event.preventDefault();
  const to = end ?? Math.max(0, Math.min(cards.length - 1, at + (step ?? 0)));
  settle(to);
  cards[to].focus();
}

/** Puts the focus on the hand. */
export function focusHand() {
  buttons()[Math.min(rover, buttons().length - 1)]?.focus();
}

/** The action that a card stands for now, if any. @param {GameState} table @param {string} card */
export function actionOf(table, card) {
  return table.legal.find((action) => action.card === card) ?? null;
}

let drawn = "";

/** Draws the hand; cards that stay keep their element, and slide. */
export function paintHand() {
  const { table } = page;
  if (!table) return;
  const root = byId("hand");
  const cards = shownHand(table);
  const choosing = table.your_turn && !page.busy && (table.phase === "play" || table.phase === "put_down");
  const shown = JSON.stringify([
    cards,
    table.legal,
    table.illegal,
    table.phase,
    choosing,
    page.armed,
    page.hint,
    page.settings,
    table.skat.found,
  ]);
  if (shown === drawn) return;
  drawn = shown;
  root.setAttribute("aria-label", t("hand", { count: cards.length }));
  root.style.setProperty("--n", String(Math.max(cards.length, 1)));
  root.classList.toggle("twelve", cards.length > 10);
  /** @type {Map<string, HTMLElement>} */
  const old = new Map();
  const before = new Map();
  for (const one of root.querySelectorAll("button")) {
    old.set(one.dataset.card ?? "", one);
    before.set(one.dataset.card ?? "", one.getBoundingClientRect());
  }
  const focused = root.contains(document.activeElement);
  const elements = cards.map((card) => old.get(card) ?? fresh(card));
  elements.forEach((element, k) => dress(element, cards[k], table, choosing));
  const kept = document.activeElement;
  root.replaceChildren(...elements);
  if (rover >= elements.length) rover = Math.max(0, elements.length - 1);
  if (focused) {
    const again = elements.includes(/** @type {HTMLElement} */ (kept))
      ? /** @type {HTMLElement} */ (kept)
      : elements[rover];
    restoring = true;
    again?.focus({ preventScroll: true });
    restoring = false;
    settle(Math.max(0, elements.indexOf(again)));
  } else {
    settle(rover);
  }
  slide(root, before);
}

/** @param {string} card */
function fresh(card) {
  return h("button", { type: "button", class: "card", "data-card": card, onclick: () => choose(card) });
}

/** @param {HTMLElement} element @param {string} card @param {GameState} table @param {boolean} choosing */
function dress(element, card, table, choosing) {
  const drawnAs = `${page.settings.deck} ${page.settings.language} ${page.settings.letters}`;
  if (element.dataset.drawn !== drawnAs) {
    element.dataset.drawn = drawnAs;
    element.innerHTML = drawing(card);
  }
  const barred = table.phase === "play" && choosing ? table.illegal[card] : undefined;
  const found = ["put_down", "declare"].includes(table.phase) && (table.skat.found ?? []).includes(card);
  const advised = page.hint?.actions.findIndex((one) => one.card === card) ?? -1;
  element.classList.toggle("barred", barred !== undefined);
  element.classList.toggle("found", found);
  element.classList.toggle("ready", choosing && barred === undefined);
  element.classList.toggle("armed", page.armed === card);
  element.classList.toggle("advised", advised === 0);
  const why = barred ? ` ${t("hand.barred", { why: told(barred.text) })}` : found ? ` ${t("hand.found")}` : "";
  element.setAttribute("aria-label", spell(card) + (why && ".") + why);
  element.setAttribute("aria-disabled", String(!choosing || barred !== undefined));
  if (barred) element.title = told(barred.text);
  else if (found) element.title = t("hand.found");
  else element.removeAttribute("title");
}
