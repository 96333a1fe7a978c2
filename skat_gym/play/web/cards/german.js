// @ts-check
/** The court cards of the German deck: Unter (the symbol low), Ober (the symbol high), König. */

import { FACE, GOLD, HAIR, LINE, MOUTH, body, jack, king, line, shape, weave } from "./court.js";
import { pip } from "./suits.js";

const CLOTH = ["#2f6f8f", "#8f2f3f", "#2f6b46", "#7a5a2a"];

/** @param {number} suit @param {string} robe */
function ober(suit, robe) {
  const hair = HAIR[suit];
  return (
    line("M72 178L72 84M62 90H82", 4, "#5b6470") +
    shape("M68 84L72 30L76 84Z", "#c9ced6", 1.8) +
    body(robe, "#fbf7ec") +
    line("M92 130L158 176", 11, LINE) +
    line("M92 130L158 176", 7, GOLD) +
    shape(
      "M101 76C92 92 92 112 98 122C106 116 106 100 105 90L145 90C144 100 144 116 152 122C158 112 158 92 149 76Z",
      hair,
    ) +
    FACE +
    MOUTH +
    shape(
      "M110 106C116 98 122 100 125 103C128 100 134 98 140 106C134 104 128 106 125 105C122 106 116 104 110 106Z",
      hair,
      1.6,
    ) +
    shape("M102 66C102 34 148 34 148 66Z", "currentColor") +
    shape("M76 64C92 76 158 76 174 64C168 82 82 82 76 64Z", "currentColor") +
    line("M102 64C112 69 138 69 148 64", 4, GOLD) +
    shape("M140 44C158 26 180 36 178 60C168 46 156 46 146 56Z", "#fbf7ec", 1.8)
  );
}

const FIGURES = [jack, ober, king];

/**
 * Draws the picture of a court card of the German deck: one figure, standing.
 * @param {number} suit
 * @param {number} figure 0 Unter, 1 Ober, 2 König
 * @param {string} name a word for this drawing, unlike any other in the document
 */
export function germanCourt(suit, figure, name) {
  const robe = `url(#w${name})`;
  const skirt =
    shape("M66 172L56 300H194L184 172Z", robe) +
    shape("M100 172L94 300H156L150 172Z", figure === 0 ? "currentColor" : "#fbf7ec") +
    line("M100 172L94 300M150 172L156 300", 5, GOLD) +
    `<path d="M62 208H188V222H62Z" fill="${GOLD}" stroke="${LINE}" stroke-width="2"/>` +
    `<rect x="113" y="203" width="24" height="24" rx="4" fill="#fbf7ec" stroke="${LINE}" stroke-width="2"/>` +
    `<path d="M46 284H204V300H46Z" fill="${GOLD}" stroke="${LINE}" stroke-width="2"/>`;
  const y = figure === 0 ? 306 : 44;
  const badge =
    `<circle cx="168" cy="${y}" r="22" fill="#fffdf8" stroke="#5b4420" stroke-width="1.600"/>` +
    pip(suit, 168, y, 34, true);
  return (
    `<defs>${weave(`w${name}`, suit)}<clipPath id="c${name}"><rect x="57" y="16" width="136" height="318" rx="6"/></clipPath></defs>` +
    `<rect x="57" y="16" width="136" height="318" rx="6" fill="#fdf6e3" stroke="#5b4420" stroke-width="2"/>` +
    `<g clip-path="url(#c${name})" style="color:${CLOTH[suit]}"><path d="M57 292C90 280 160 280 193 292V334H57Z" fill="#cfd9a8"/>` +
    `<g transform="translate(0 20)">${skirt}${FIGURES[figure](suit, robe)}</g></g>` +
    badge
  );
}
