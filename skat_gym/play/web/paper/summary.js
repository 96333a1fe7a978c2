// @ts-check
/** A deal that is over: the hands as dealt, the skat, what was put down, the tricks, the value. */

import { button, h } from "../dom.js";
import { page } from "../store.js";
import { row } from "../table/cards.js";
import { playerName } from "../table/seats.js";
import { signed, t, told } from "../words.js";

/** @typedef {import("../model/types.js").Summary} Summary */
/** @typedef {{label: string, go: () => void}} Onward */
/** @typedef {{next: Onward|null, replay: (deal: number) => void, again: (deal: number, as: number) => void}} Ways */

/** The line that says who won what. @param {Summary} summary */
export function verdict(summary) {
  const { table } = page;
  if (!table || summary.declarer === null || !summary.contract) return t("over.passed_in");
  const name = playerName(summary.declarer, table);
  return t(
    summary.declarer === 0
      ? summary.won
        ? "verdict.you.won"
        : "verdict.you.lost"
      : summary.won
        ? "verdict.won"
        : "verdict.lost",
    {
      name,
      contract: told(summary.contract.name),
      score: signed(summary.score ?? 0),
    },
  );
}

/** @param {Summary} summary @param {Ways} ways */
export function summaryBody(summary, ways) {
  const { table } = page;
  if (!table) return [];
  return [
    h("p", { class: "verdict" }, verdict(summary)),
    summary.value ? h("p", { class: "sum" }, told(summary.value.text)) : null,
    ...summary.marks.map((mark) => h("p", { class: "warning" }, told(mark.why))),
    h(
      "div",
      { class: "answers" },
      ways.next
        ? button(ways.next.label, ways.next.go, { class: "gold big", "data-key": "next", autofocus: true })
        : null,
      button(t("summary.replay"), () => ways.replay(summary.deal), { "data-key": "replay" }),
      table.options.imported
        ? null
        : button(t("summary.again"), () => ways.again(summary.deal, 0), { "data-key": "again" }),
    ),
    h("h3", {}, t("summary.hands")),
    h(
      "div",
      { class: "dealt" },
      [1, 2, 0].map((player) =>
        h(
          "div",
          { class: "held" },
          h("span", { class: "label" }, playerName(player, table), h("small", {}, t(`seat.${summary.seats[player]}`))),
          row(summary.hands[player], "small", () => ""),
        ),
      ),
      h("div", { class: "held pair" }, h("span", { class: "label" }, t("summary.skat")), row(summary.skat, "small")),
      summary.put_down
        ? h(
            "div",
            { class: "held pair" },
            h("span", { class: "label" }, t("summary.put_down")),
            row(summary.put_down, "small"),
          )
        : null,
    ),
    summary.tricks.length ? h("h3", {}, t("summary.tricks")) : null,
    summary.tricks.length ? tricks(summary) : null,
    summary.finished ? h("p", { class: "small" }, t("summary.finished")) : null,
    others(summary, ways),
  ];
}

/** @param {Summary} summary */
function tricks(summary) {
  const { table } = page;
  if (!table) return null;
  return h(
    "ol",
    { class: "tricks" },
    summary.tricks.map((trick) =>
      h(
        "li",
        { class: trick.winner === summary.declarer ? "declarers" : "" },
        h("span", { class: "count" }, String(trick.number)),
        row(
          trick.cards.map((one) => one.card),
          "small loose",
          (card) => (trick.cards.find((one) => one.card === card)?.player === trick.winner ? "best" : ""),
        ),
        h(
          "span",
          { class: "who" },
          playerName(trick.winner ?? 0, table),
          h("small", {}, t("summary.points", { points: trick.points ?? 0 })),
        ),
      ),
    ),
  );
}

/** @param {Summary} summary @param {Ways} ways */
function others(summary, ways) {
  const { table } = page;
  if (!table || table.options.imported) return null;
  return h(
    "div",
    { class: "answers small" },
    [1, 2].map((player) =>
      button(t("summary.again_as", { name: playerName(player, table) }), () => ways.again(summary.deal, player), {
        "data-key": `as${player}`,
      }),
    ),
  );
}
