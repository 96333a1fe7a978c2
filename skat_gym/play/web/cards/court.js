// @ts-check
/**
 * The figures of the court cards, drawn with few lines: a head, what it wears, a robe, and what
 * the hand holds. A figure is the upper half of a card 250 wide and ends at y = 175; the other half
 * is the same, turned. Robes differ by suit, so that four kings are four kings.
 */

import { pip } from "./suits.js";

export const LINE = "#2b2622";
const SKIN = "#f7e2cb";
export const GOLD = "#e3b04b";
export const HAIR = ["#8a5a2b", "#b9772e", "#4a3426", "#5d4030"];

/** @param {string} d @param {string} fill @param {number} [width] */
export function shape(d, fill, width = 2.2) {
  return `<path d="${d}" fill="${fill}" stroke="${LINE}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
}

/** @param {string} d @param {number} [width] @param {string} [colour] */
export function line(d, width = 2.2, colour = LINE) {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** What a robe is sewn of, suit by suit: lozenges, stripes, chevrons, clover. */
const WEAVE = [
  "M0 12L12 0L24 12L12 24Z",
  "M4 0V24M16 0V24",
  "M0 16L12 4L24 16",
  "M12 3a4 4 0 1 0 .1 0M6 12a4 4 0 1 0 .1 0M18 12a4 4 0 1 0 .1 0",
];

/** @param {string} name @param {number} suit */
export function weave(name, suit) {
  const stroked =
    suit === 3 ? 'fill="#fff" fill-opacity=".75"' : 'fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="2.6"';
  return (
    `<pattern id="${name}" width="24" height="24" patternUnits="userSpaceOnUse" x="5" y="7">` +
    `<rect width="24" height="24" fill="currentColor"/><path d="${WEAVE[suit]}" ${stroked}/></pattern>`
  );
}

export const FACE =
  shape("M103 82C103 104 113 121 125 121C137 121 147 104 147 82C147 68 140 60 125 60C110 60 103 68 103 82Z", SKIN) +
  line("M110 83C113 80.500 117 80.500 120 83M130 83C133 80.500 137 80.500 140 83", 2.4) +
  `<circle cx="115.500" cy="88" r="2.300" fill="${LINE}"/><circle cx="134.500" cy="88" r="2.300" fill="${LINE}"/>` +
  line("M125 87L122.500 99L127 99.500", 1.8);
export const MOUTH = line("M119 107C122 109.500 128 109.500 131 107", 2.4, "#b4433a");

/** @param {string} robe @param {string} chest */
export function body(robe, chest) {
  return (
    shape("M50 178C52 150 66 134 92 128L112 121L138 121L158 128C184 134 198 150 200 178Z", robe) +
    shape("M106 122L144 122L150 178L100 178Z", chest) +
    line("M106 122L100 178M144 122L150 178", 5, GOLD) +
    line("M103.500 122L97.500 178M108.500 122L102.500 178M141.500 122L147.500 178M146.500 122L152.500 178", 1.2)
  );
}

/** @param {number} suit @param {string} robe */
export function king(suit, robe) {
  const hair = HAIR[suit];
  return (
    '<g transform="translate(20 2)">' +
    line("M66 178L52 62", 5, GOLD) +
    line("M63.500 178L49.500 62M68.500 178L54.500 62", 1.1) +
    `<circle cx="51.500" cy="55" r="7" fill="${GOLD}" stroke="${LINE}" stroke-width="2"/>` +
    line("M51.500 48L51.500 34M46 41L57 41", 3) +
    "</g>" +
    body(robe, "#fbf7ec") +
    shape("M97 92C93 108 95 122 100 128L110 124L108 84ZM153 92C157 108 155 122 150 128L140 124L142 84Z", hair) +
    FACE +
    shape(
      "M102 92C104 100 111 102 125 101C139 102 146 100 148 92C149 116 140 141 125 146C110 141 101 116 102 92Z",
      hair,
    ) +
    shape(
      "M112 103C117 98 122 99 125 102C128 99 133 98 138 103C133 107 128 106 125 105C122 106 117 107 112 103Z",
      hair,
      1.6,
    ) +
    line("M119 110C122 112 128 112 131 110", 2.2, "#e7b9a4") +
    line("M117 120L119 133M125 118L125 139M133 120L131 133", 1.3, "#ffffff88") +
    shape("M98 74L92 38L108 52L125 28L142 52L158 38L152 74C140 69 110 69 98 74Z", GOLD) +
    shape("M98 74C110 69 140 69 152 74L151 63C140 59 110 59 99 63Z", "currentColor") +
    `<circle cx="92" cy="36" r="4" fill="#fff" stroke="${LINE}" stroke-width="1.600"/>` +
    `<circle cx="125" cy="26" r="4" fill="#fff" stroke="${LINE}" stroke-width="1.600"/>` +
    `<circle cx="158" cy="36" r="4" fill="#fff" stroke="${LINE}" stroke-width="1.600"/>`
  );
}

/** @param {number} suit @param {string} robe */
function queen(suit, robe) {
  const hair = HAIR[suit];
  return (
    '<g transform="translate(-13 0)">' +
    line("M186 178C184 140 184 112 190 86", 3.4, "#3f7d3c") +
    line("M186 128C194 122 200 120 205 120M185 142C178 136 173 134 168 134", 2.6, "#3f7d3c") +
    [0, 72, 144, 216, 288]
      .map(
        (turn) =>
          `<ellipse cx="190" cy="67" rx="7" ry="9" fill="${GOLD}" stroke="${LINE}" stroke-width="1.500" transform="rotate(${turn} 190 77)"/>`,
      )
      .join("") +
    `<circle cx="190" cy="77" r="5.500" fill="currentColor" stroke="${LINE}" stroke-width="1.500"/></g>` +
    shape(
      "M125 52C98 50 86 76 90 104C92 122 86 134 76 146C94 150 106 142 108 126L142 126C144 142 156 150 174 146C164 134 158 122 160 104C164 76 152 50 125 52Z",
      hair,
    ) +
    shape("M114 112L136 112L137 132L113 132Z", SKIN) +
    shape("M50 178C52 152 68 138 96 132L112 128C116 138 134 138 138 128L154 132C182 138 198 152 200 178Z", robe) +
    shape("M108 129C112 146 138 146 142 129L150 178L100 178Z", "#fbf7ec") +
    line("M108 130C112 147 138 147 142 130", 4.5, GOLD) +
    line("M125 147L125 178", 2, GOLD) +
    `<circle cx="125" cy="156" r="4" fill="currentColor"/><circle cx="125" cy="170" r="4" fill="currentColor"/>` +
    FACE +
    MOUTH +
    `<circle cx="109" cy="98" r="4" fill="#e58f7a" fill-opacity=".45"/><circle cx="141" cy="98" r="4" fill="#e58f7a" fill-opacity=".45"/>` +
    shape("M101 80C104 62 116 62 125 58C134 62 146 62 149 80C143 74 134 70 125 66C116 70 107 74 101 80Z", hair) +
    shape("M99 60L96 40L110 50L125 33L140 50L154 40L151 60C140 54 110 54 99 60Z", GOLD) +
    line("M102 55C112 51 138 51 148 55", 3, "currentColor") +
    `<circle cx="125" cy="31" r="3.500" fill="#fff" stroke="${LINE}" stroke-width="1.500"/>`
  );
}

/** @param {number} suit @param {string} robe */
export function jack(suit, robe) {
  const hair = HAIR[suit];
  return (
    '<g transform="translate(-14 2)">' +
    line("M192 178L192 52", 5, "#8b6a3f") +
    line("M189.500 178L189.500 52M194.500 178L194.500 52", 1.1) +
    shape("M192 24L200 50L192 58L184 50Z", "#c9ced6") +
    shape("M194 60C206 58 212 66 211 78C204 70 199 70 194 74Z", "#c9ced6", 1.8) +
    "</g>" +
    body(robe, "currentColor") +
    line("M114 150H136M112 164H138", 3, GOLD) +
    shape(
      "M101 74C94 88 95 104 100 112C106 108 106 98 105 90L145 90C144 98 144 108 150 112C155 104 156 88 149 74Z",
      hair,
    ) +
    FACE +
    MOUTH +
    shape("M103 80C108 70 120 72 125 66C132 72 142 70 147 80C148 62 140 56 125 56C110 56 102 62 103 80Z", hair) +
    shape("M92 66C88 48 104 36 128 38C150 39 164 50 160 66C146 58 108 57 92 66Z", "currentColor") +
    line("M93 65.500C108 57 146 58 159 65.500", 4, GOLD) +
    shape("M150 46C160 22 184 20 192 34C180 30 168 38 160 52Z", "#fbf7ec", 1.8) +
    line("M153 47C162 34 174 28 186 31", 1.4) +
    shape(
      "M98 124C106 118 112 122 116 128C120 122 130 122 134 128C138 122 144 118 152 124C150 134 142 138 134 134C130 140 120 140 116 134C108 138 100 134 98 124Z",
      "#fbf7ec",
      1.8,
    )
  );
}

const FIGURES = [jack, queen, king];

/**
 * Draws the picture of a court card of the French deck: a figure and its mirror in a frame.
 * @param {number} suit
 * @param {number} figure 0 jack, 1 queen, 2 king
 * @param {string} name a word for this drawing, unlike any other in the document
 */
export function frenchCourt(suit, figure, name) {
  const robe = `url(#w${name})`;
  const half = FIGURES[figure](suit, robe) + pip(suit, figure === 2 ? 174 : 77, figure === 2 ? 96 : 44, 32);
  return (
    `<defs>${weave(`w${name}`, suit)}<clipPath id="c${name}"><path d="M57 16H193V175H57Z"/></clipPath>` +
    `<g id="h${name}" clip-path="url(#c${name})">${half}</g></defs>` +
    `<rect x="57" y="16" width="136" height="318" rx="6" fill="#fffaf0" stroke="currentColor" stroke-width="2"/>` +
    `<use href="#h${name}"/><use href="#h${name}" transform="rotate(180 125 175)"/>` +
    `<path d="M57 171H193V179H57Z" fill="${GOLD}" stroke="${LINE}" stroke-width="1.800"/>` +
    `<path d="M61 175H190" stroke="currentColor" stroke-width="3" stroke-dasharray="3 6"/>`
  );
}
