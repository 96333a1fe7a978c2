// @ts-check
/** How the match went: a line for each player over the deals. */

import { h } from "../dom.js";
import { playerName } from "../table/seats.js";
import { figure, t } from "../words.js";

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 110;
const DASHES = ["", "8 5", "2 5"];

/** @param {import("../model/types.js").GameState} table */
export function chart(table) {
  const { rows } = table.sheet;
  if (rows.length < 2) return null;
  const all = [[0, 0, 0], ...rows.map((row) => row.totals)];
  const low = Math.min(0, ...all.flat());
  const high = Math.max(1, ...all.flat());
  const step = nice((high - low) / 4);
  const from = Math.floor(low / step) * step;
  const to = Math.ceil(high / step) * step;
  /** @param {number} k */
  const x = (k) => LEFT + (k * (WIDTH - LEFT - RIGHT)) / Math.max(table.deal.of, rows.length);
  /** @param {number} value */
  const y = (value) => 12 + ((to - value) * (HEIGHT - 40)) / (to - from);
  const lines = [];
  for (let value = from; value <= to; value += step) {
    lines.push(
      `<path d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}" class="${value === 0 ? "zero" : "rule"}"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${figure(value)}</text>`,
    );
  }
  for (let k = 0; k <= table.deal.of; k += table.deal.of > 12 ? 6 : 3)
    lines.push(`<text x="${x(k)}" y="${HEIGHT - 8}" text-anchor="middle">${k}</text>`);
  const ends = spread(all[all.length - 1].map((value) => y(value)));
  const curves = [1, 2, 0].map((player) => {
    const way = all.map((totals, k) => `${k ? "L" : "M"}${x(k)} ${y(totals[player])}`).join("");
    const end = x(all.length - 1) + 8;
    return `<path d="${way}" class="curve p${player}" stroke-dasharray="${DASHES[player]}"/><text x="${end}" y="${ends[player] + 4}" class="p${player}" data-player="${player}"></text>`;
  });
  const drawing = h("figure", {
    class: "chart",
    html: `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">${lines.join("")}${curves.join("")}</svg>`,
  });
  drawing.querySelector("svg")?.setAttribute("aria-label", t("chart"));
  for (const label of drawing.querySelectorAll("[data-player]"))
    label.textContent = playerName(Number(label.getAttribute("data-player")), table);
  return drawing;
}

/** A round number near a value. @param {number} value */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return Math.max(1, ([1, 2, 5, 10].find((k) => k * power >= value) ?? 10) * power);
}

/** Places of labels that do not lie on one another. @param {number[]} places */
function spread(places) {
  const order = [0, 1, 2].sort((a, b) => places[a] - places[b]);
  const apart = [...places];
  for (let k = 1; k < 3; k += 1) apart[order[k]] = Math.max(apart[order[k]], apart[order[k - 1]] + 16);
  return apart;
}
