// @ts-check
/** Cards on the page: pictures, and pictures in a row. */

import { back, face } from "../cards/deck.js";
import { symbol } from "../cards/suits.js";
import { h } from "../dom.js";
import { number, spoken, suitOf } from "../model/card.js";
import { page } from "../store.js";
import { t } from "../words.js";

/** The letters on the cards. */
export function letters() {
  const { letters: wanted, language } = page.settings;
  return wanted === "auto" ? language : wanted;
}

/** What a screen reader says. @param {string} card */
export function spell(card) {
  return spoken(card, page.settings.deck, t);
}

/** The drawing of a card. @param {string} card */
export function drawing(card) {
  return face(number(card), page.settings.deck, letters());
}

/** A card that lies open. @param {string} card @param {string} [more] further classes */
export function picture(card, more = "") {
  return h("span", {
    class: `card ${more}`,
    role: "img",
    "aria-label": spell(card),
    "data-card": card,
    html: drawing(card),
  });
}

/** A card that lies face down. */
export function covered() {
  return h("span", { class: "card covered", html: back() });
}

/** Cards in a row. @param {string[]} cards @param {string} [more] @param {(card: string) => string} [mark] */
export function row(cards, more = "", mark = () => "") {
  return h(
    "span",
    { class: `row ${more}`, style: `--n:${cards.length}` },
    cards.map((card) => picture(card, mark(card))),
  );
}

/** The symbol of a game: a suit, or a letter for grand and null. @param {string} game */
export function emblem(game) {
  const suit = suitOf(game);
  if (suit < 0) return h("span", { class: "emblem word", "aria-hidden": "true" }, game === "grand" ? "G" : "N");
  return h("span", { class: "emblem", html: symbol(suit, page.settings.deck === "german") });
}

/** What a game is called with the deck in use. @param {string} game */
export function gameName(game) {
  return t(`game.${page.settings.deck === "german" ? "german" : "french"}.${game}`);
}
