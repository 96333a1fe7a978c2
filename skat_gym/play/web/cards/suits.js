// @ts-check
/** The symbols of the suits, drawn in a box of 100 by 100; suits are D, H, S, C as everywhere. */

const HEART =
  "M50 95C47 86 8 62 8 33C8 17 19 8 31 8C40 8 47 14 50 23C53 14 60 8 69 8C81 8 92 17 92 33C92 62 53 86 50 95Z";
const SPADE =
  "M50 4C47 18 9 41 9 66C9 79 18 87 29 87C37 87 44 82 47 75C47 86 43 93 34 97L66 97C57 93 53 86 53 75" +
  "C56 82 63 87 71 87C82 87 91 79 91 66C91 41 53 18 50 4Z";
const DIAMOND = "M50 3C57 21 72 39 87 50C72 61 57 79 50 97C43 79 28 61 13 50C28 39 43 21 50 3Z";
const CLUB =
  "M50 4C62 4 71 13 71 25C71 32 68 37 63 42C67 40 71 39 75 39C86 39 95 48 95 60C95 72 86 81 74 81" +
  "C65 81 57 76 53 68C53 82 57 92 66 97L34 97C43 92 47 82 47 68C43 76 35 81 26 81C14 81 5 72 5 60" +
  "C5 48 14 39 25 39C29 39 33 40 37 42C32 37 29 32 29 25C29 13 38 4 50 4Z";

const ACORN =
  '<path d="M49 22C48 13 53 7 62 3" fill="none" stroke="#5b4420" stroke-width="5" stroke-linecap="round"/>' +
  '<path d="M23 47C22 75 40 90 50 98C60 90 78 75 77 47Z" fill="#c98a2b" stroke="#5b4420" stroke-width="3"/>' +
  '<path d="M33 52C33 70 40 80 46 86" fill="none" stroke="#f0c46f" stroke-width="5" stroke-linecap="round"/>' +
  '<path d="M15 47C13 30 30 20 50 20C70 20 87 30 85 47C75 54 25 54 15 47Z" fill="#6f7f2f" stroke="#3f4a1a" stroke-width="3"/>' +
  '<path d="M27 30L38 50M42 23L55 51M58 23L45 51M73 30L62 50M20 40L26 49M80 40L74 49" stroke="#3f4a1a" stroke-width="2.4" fill="none"/>';
const LEAF =
  '<path d="M50 74C50 85 46 92 38 97" fill="none" stroke="#1f5a2c" stroke-width="6" stroke-linecap="round"/>' +
  '<path d="M50 4C45 19 12 26 10 53C9 70 22 79 34 77C42 76 47 72 50 66C53 72 58 76 66 77C78 79 91 70 90 53C88 26 55 19 50 4Z"' +
  ' fill="#2f8a45" stroke="#1f5a2c" stroke-width="3"/>' +
  '<path d="M50 18L50 68M50 36L31 48M50 36L69 48M50 52L30 62M50 52L70 62" stroke="#bfe3b4" stroke-width="3" fill="none" stroke-linecap="round"/>';
const RED_HEART =
  `<path d="${HEART}" fill="#c8202f" stroke="#7d0f1b" stroke-width="3"/>` +
  '<path d="M22 36C21 26 26 20 33 19" fill="none" stroke="#f29a9a" stroke-width="5" stroke-linecap="round"/>';
const BELL =
  '<circle cx="50" cy="12" r="8" fill="none" stroke="#7a4f0a" stroke-width="5"/>' +
  '<circle cx="50" cy="57" r="37" fill="#e8b52c" stroke="#7a4f0a" stroke-width="3"/>' +
  '<path d="M13 52C28 60 72 60 87 52L86 66C72 74 28 74 14 66Z" fill="#c8202f" stroke="#7a4f0a" stroke-width="2.5"/>' +
  '<path d="M50 76L50 90M44 78L56 78" stroke="#7a4f0a" stroke-width="5" stroke-linecap="round"/>' +
  '<path d="M26 42C29 33 36 28 43 27" fill="none" stroke="#fff0b8" stroke-width="5" stroke-linecap="round"/>';

const FRENCH = [DIAMOND, HEART, SPADE, CLUB];
const GERMAN = [BELL, RED_HEART, LEAF, ACORN];

/**
 * Draws a suit's symbol, `size` high, its middle at (x, y).
 * @param {number} suit 0-3: diamonds, hearts, spades, clubs
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [german] acorns, leaves, hearts and bells instead
 * @param {boolean} [turned] upside down
 */
export function pip(suit, x, y, size, german = false, turned = false) {
  const scale = size / 100;
  const turn = turned ? " rotate(180)" : "";
  const inner = german ? GERMAN[suit] : `<path d="${FRENCH[suit]}" fill="currentColor"/>`;
  return `<g transform="translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)">` + `${inner}</g>`;
}

/**
 * A symbol alone, as a small picture for running text.
 * @param {number} suit
 * @param {boolean} [german]
 */
export function symbol(suit, german = false) {
  return (
    `<svg class="symbol suit${suit}" viewBox="0 0 100 100" aria-hidden="true">` +
    `${pip(suit, 50, 50, 100, german)}</svg>`
  );
}
