// @ts-check
/** Cards by name: what a screen reader says, what a symbol looks like. */

/** @typedef {import("./types.js").Card} Card */

const SUITS = "DHSC";
const RANKS = "789QKTAJ";
const POINTS = [0, 0, 0, 3, 4, 10, 11, 2];
export const GAMES = /** @type {const} */ (["clubs", "spades", "hearts", "diamonds", "grand", "null"]);
const SUIT_OF_GAME = /** @type {Record<string, number>} */ ({ diamonds: 0, hearts: 1, spades: 2, clubs: 3 });

/** The number of a card, 8 * suit + rank. @param {Card} card */
export function number(card) {
  return 8 * SUITS.indexOf(card[0]) + RANKS.indexOf(card[1]);
}

/** The card of a number. @param {number} card @returns {Card} */
export function named(card) {
  return SUITS[card >> 3] + RANKS[card % 8];
}

/** @param {Card} card */
export function suit(card) {
  return SUITS.indexOf(card[0]);
}

/** The printed points of a card. @param {Card} card */
export function points(card) {
  return POINTS[RANKS.indexOf(card[1])];
}

/** The suit of a suit game, or -1. @param {string} game */
export function suitOf(game) {
  return SUIT_OF_GAME[game] ?? -1;
}

/**
 * What a card is called, as a screen reader says it: "Herz Zehn, 10 Augen".
 * @param {Card} card
 * @param {string} deck
 * @param {(key: string, values?: Record<string, unknown>) => string} t
 */
export function spoken(card, deck, t) {
  const kind = deck === "german" ? "german" : "french";
  const suited = t(`suit.${kind}.${card[0]}`);
  const ranked = t(`rank.${kind}.${card[1]}`);
  return t("card.spoken", { suit: suited, rank: ranked, points: points(card) });
}
