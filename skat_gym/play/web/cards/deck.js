// @ts-check
/**
 * The faces of the cards as SVG, 250 by 350: the French deck (two or four colours, by the style
 * sheet) and the German deck. A card is 8 * suit + rank; ranks are 7 8 9 Q K 10 A J.
 */

import { frenchCourt } from "./court.js";
import { germanCourt } from "./german.js";
import { pip } from "./suits.js";

const RANKS = ["7", "8", "9", "Q", "K", "10", "A", "J"];
const FIGURE = [-1, -1, -1, 1, 2, -1, -1, 0];

/** Letters at the corner of a card, for Q, K, A and J. @type {Record<string, string[]>} */
const LETTERS = { de: ["D", "K", "A", "B"], en: ["Q", "K", "A", "J"], german: ["O", "K", "A", "U"] };

/** Where the pips of 7, 8, 9 and 10 sit in the two columns and in the middle. */
const COLUMNS = [62, 137, 213, 288];
const THREE = [66, 175, 284];
/** @type {Record<number, [number[], number[]]>} */
const PLACES = {
  7: [THREE, [120]],
  8: [THREE, [120, 230]],
  9: [COLUMNS, [175]],
  10: [COLUMNS, [100, 250]],
};

let drawn = 0;
/** @type {Map<string, string>} */
const cache = new Map();

/**
 * What stands at the corner of a card.
 * @param {number} card
 * @param {string} deck "french", "four" or "german"
 * @param {string} letters "de" or "en"
 */
export function index(card, deck, letters) {
  const rank = RANKS[card % 8];
  const at = ["Q", "K", "A", "J"].indexOf(rank);
  return at < 0 ? rank : LETTERS[deck === "german" ? "german" : letters][at];
}

/** @param {number} card @param {string} deck @param {string} letters */
function corner(card, deck, letters) {
  const german = deck === "german";
  const suit = card >> 3;
  const text = index(card, deck, letters);
  const width = text === "10" ? 44 : Number(text) ? 29 : 38;
  const one =
    `<text x="29" y="56" class="index" text-anchor="middle" textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>` +
    pip(suit, 29, 86, german ? 42 : 38, german);
  return `<g>${one}</g><g transform="rotate(180 125 175)">${one}</g>`;
}

/** @param {number} card @param {boolean} german */
function pips(card, german) {
  const suit = card >> 3;
  const rank = RANKS[card % 8];
  if (rank === "A") {
    if (!german) return pip(suit, 125, 175, 130);
    return pip(suit, 125, 108, 108, true) + pip(suit, 125, 242, 108, true, true);
  }
  const [sides, middle] = PLACES[Number(rank)];
  const size = sides.length === 3 ? 58 : 50;
  return [
    ...sides.flatMap((y) => [pip(suit, 84, y, size, german, y > 175), pip(suit, 166, y, size, german, y > 175)]),
    ...middle.map((y) => pip(suit, 125, y, size, german, y > 175)),
  ].join("");
}

/**
 * Draws the face of a card.
 * @param {number} card
 * @param {string} deck "french", "four" or "german"
 * @param {string} letters "de" or "en"
 */
export function face(card, deck, letters) {
  const figure = FIGURE[card % 8];
  const suit = card >> 3;
  const key = `${card} ${deck} ${letters}`;
  const kept = cache.get(key);
  if (kept !== undefined && figure < 0) return kept;
  const name = `${card}-${(drawn += 1)}`;
  const german = deck === "german";
  let inner;
  if (german) inner = figure < 0 ? pips(card, true) : germanCourt(suit, figure, name);
  else inner = figure < 0 ? pips(card, false) : frenchCourt(suit, figure, name);
  const svg =
    `<svg class="face suit${suit}" viewBox="0 0 250 350" aria-hidden="true">` +
    `<rect x="1" y="1" width="248" height="348" rx="16" class="paper"/>${inner}${corner(card, deck, letters)}</svg>`;
  cache.set(key, svg);
  return svg;
}

/** Draws the back of a card. */
export function back() {
  return (
    '<svg class="face" viewBox="0 0 250 350" aria-hidden="true"><defs><pattern id="lattice" width="26" height="26"' +
    ' patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 13H26M13 0V26" class="lattice"/>' +
    '<circle cx="13" cy="13" r="4" class="knot"/></pattern></defs>' +
    '<rect x="1" y="1" width="248" height="348" rx="16" class="paper"/>' +
    '<rect x="14" y="14" width="222" height="322" rx="9" class="backing"/>' +
    '<rect x="22" y="22" width="206" height="306" rx="5" fill="url(#lattice)"/></svg>'
  );
}
