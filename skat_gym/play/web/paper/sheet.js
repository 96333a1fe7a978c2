// @ts-check
/** The score sheet as on paper: a row for each deal, the running points, the count at the foot. */

import { button, h } from "../dom.js";
import { page } from "../store.js";
import { emblem } from "../table/cards.js";
import { playerName } from "../table/seats.js";
import { figure, signed, t, told } from "../words.js";
import { chart } from "./chart.js";

/** @typedef {import("../model/types.js").GameState} GameState */
/** @typedef {import("../model/types.js").Row} Row */

const PLAYERS = [0, 1, 2];

/** @param {boolean|null} value */
function tick(value) {
  return value ? "\u00d7" : "";
}

/** @param {number|null} value */
function matadors(value) {
  if (value === null) return "";
  return value > 0 ? t("sheet.with", { count: value }) : t("sheet.without", { count: -value });
}

/** @param {Row} row @param {number} player */
function running(row, player) {
  return row.declarer === player ? figure(row.running[player]) : "";
}

/** What a lost game cost, with a mark where it was overbid. @param {Row} row */
function minus(row) {
  if (row.minus === null) return "";
  const cost = String(Math.abs(row.minus));
  return row.overbid ? h("span", { title: t("sheet.overbid") }, `${cost} ${t("sheet.overbid.short")}`) : cost;
}

/** The whole sheet. @param {GameState} table */
export function fullSheet(table) {
  const { sheet } = table;
  const heads = [
    "no",
    "game",
    "base",
    "matadors",
    "hand",
    "schneider",
    "announced",
    "schwarz",
    "announced",
    "ouvert",
    "plus",
    "minus",
  ];
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { colspan: 12, class: "none" }, h("span", { class: "unseen" }, t("sheet.deal"))),
      PLAYERS.map((player) => h("th", { colspan: 3, scope: "colgroup", class: "of" }, playerName(player, table))),
      h("td", {}),
    ),
    h(
      "tr",
      {},
      heads.map((key) => h("th", { scope: "col", title: t(`sheet.${key}`) }, t(`sheet.${key}.short`))),
      PLAYERS.map(() => [
        h("th", { scope: "col", class: "of", title: t("sheet.points") }, t("sheet.points.short")),
        h("th", { scope: "col", title: t("sheet.won") }, t("sheet.won.short")),
        h("th", { scope: "col", title: t("sheet.lost") }, t("sheet.lost.short")),
      ]),
      h("th", { scope: "col", title: t("sheet.passed_in") }, t("sheet.passed_in.short")),
    ),
  );
  const lines = sheet.rows.map((row) => {
    const over = row.declarer === null;
    return h(
      "tr",
      { class: over ? "passed" : "" },
      h("th", { scope: "row" }, String(row.deal) + (row.marked ? "*" : "")),
      h(
        "td",
        { class: "left" },
        row.contract ? [emblem(row.contract.game), h("span", { class: "unseen" }, told(row.contract.name))] : "",
      ),
      h("td", {}, over ? "" : String(row.base ?? "")),
      h("td", {}, over ? "" : matadors(row.matadors)),
      [row.hand, row.schneider, row.schneider_announced, row.schwarz, row.schwarz_announced, row.ouvert].map((value) =>
        h("td", {}, tick(value)),
      ),
      h("td", { class: "plus" }, row.plus === null ? "" : String(row.plus)),
      h("td", { class: "minus" }, minus(row)),
      PLAYERS.map((player) => [
        h("td", { class: "of" }, running(row, player)),
        h("td", {}, row.declarer === player && row.won ? String(row.won_count[player]) : ""),
        h("td", {}, row.declarer === player && row.won === false ? String(row.lost_count[player]) : ""),
      ]),
      h("td", {}, over ? "\u00d7" : ""),
    );
  });
  const blanks = Array.from({ length: Math.max(0, table.deal.of - sheet.rows.length) }, (_, k) =>
    h(
      "tr",
      { class: "blank" },
      h("th", { scope: "row" }, String(sheet.rows.length + k + 1)),
      Array.from({ length: 21 }, (_x, at) =>
        h("td", { class: at >= 11 && (at - 11) % 3 === 0 && at < 20 ? "of" : "" }),
      ),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("sheet") },
    h("table", { class: "list" }, head, h("tbody", {}, lines, blanks), foot(table)),
  );
}

/** @param {GameState} table */
function foot(table) {
  const { foot: sums } = table.sheet;
  /** @param {string} key @param {number[]} values @param {string} [more] */
  const line = (key, values, more = "") =>
    h(
      "tr",
      { class: more },
      h("th", { scope: "row", colspan: 12 }, t(`foot.${key}`)),
      PLAYERS.map((player) => h("td", { colspan: 3, class: "of" }, figure(values[player]))),
      h("td", {}),
    );
  return h(
    "tfoot",
    {},
    line("points", sums.points),
    line("won_lost", sums.won_lost),
    line("others_lost", sums.others_lost),
    line("total", sums.total, "total"),
  );
}

/** The short sheet beside the table. @param {GameState} table */
export function shortSheet(table) {
  const { sheet } = table;
  return h(
    "table",
    { class: "list short" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("sheet.no.short")),
        h("th", { scope: "col", class: "left" }, t("sheet.game")),
        h("th", { scope: "col" }, "\u00b1"),
        PLAYERS.map((player) => h("th", { scope: "col", class: "of" }, playerName(player, table))),
      ),
    ),
    h(
      "tbody",
      {},
      sheet.rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(row.deal)),
          h(
            "td",
            { class: "left" },
            row.contract
              ? [
                  emblem(row.contract.game),
                  h("span", { class: "unseen" }, told(row.contract.name)),
                  row.hand ? " H" : "",
                ]
              : t("sheet.passed_in.word"),
          ),
          h("td", { class: (row.score ?? 0) < 0 ? "minus" : "plus" }, row.score === null ? "" : signed(row.score)),
          PLAYERS.map((player) =>
            h("td", { class: `of${row.declarer === player ? " his" : ""}` }, figure(row.totals[player])),
          ),
        ),
      ),
      Array.from({ length: Math.max(0, Math.min(table.deal.of, 12) - sheet.rows.length) }, (_, k) =>
        h(
          "tr",
          { class: "blank" },
          h("th", { scope: "row" }, String(sheet.rows.length + k + 1)),
          [0, 1, 2, 3, 4].map((at) => h("td", { class: at > 1 ? "of" : "" })),
        ),
      ),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        { class: "total" },
        h("th", { scope: "row", colspan: 3, class: "left" }, t(`scoring.${sheet.scoring}`)),
        PLAYERS.map((player) => h("td", { class: "of" }, figure(sheet.totals[player]))),
      ),
    ),
  );
}

/**
 * The sheet, the chart, and the ways to take it along.
 * @param {(wanted: "text"|"csv"|"sgf") => void} copy
 */
export function sheetBody(copy) {
  const { table } = page;
  if (!table) return [];
  return [
    h("div", { class: "phone" }, shortSheet(table)),
    fullSheet(table),
    table.sheet.rows.some((row) => row.marked) ? h("p", { class: "small" }, t("sheet.marked")) : null,
    chart(table),
    h(
      "div",
      { class: "answers" },
      button(t("sheet.copy.text"), () => copy("text"), { "data-key": "text" }),
      button(t("sheet.copy.csv"), () => copy("csv"), { "data-key": "csv" }),
      button(t("sheet.copy.sgf"), () => copy("sgf"), { "data-key": "sgf" }),
    ),
  ];
}
