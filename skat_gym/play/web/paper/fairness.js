// @ts-check
/** What can be checked: that the cards were fixed before the match, and what each bot could see. */

import { h } from "../dom.js";
import { page } from "../store.js";
import { figure, t, told } from "../words.js";

/** The body of the sheet. */
export function fairnessBody() {
  const { table, hello } = page;
  /** @param {string} key @param {string|null} value */
  const line = (key, value) => [
    h("dt", {}, t(`fair.${key}`)),
    h("dd", {}, value === null ? t("fair.later") : h("code", {}, value || "\u2013")),
  ];
  return [
    h("p", {}, t("fair.what")),
    table?.fairness.commitment
      ? h(
          "dl",
          { class: "facts" },
          line("commitment", table.fairness.commitment),
          line("seed", table.fairness.seed),
          table.fairness.salt === "" ? null : line("salt", table.fairness.salt),
          line("code", table.fairness.code),
        )
      : null,
    table ? h("p", {}, told(table.fairness.check)) : null,
    h("h3", {}, t("fair.bots")),
    hello ? h("p", {}, told(hello.about_bots)) : h("p", { class: "waits" }, t("lobby.connecting")),
    h("p", {}, t("fair.replay")),
  ];
}

/** The statistics of all that was played. @param {any} told_ the message of the server, or null */
export function statisticsBody(told_) {
  if (!told_) return [h("p", { class: "waits" }, t("waits"))];
  if (!told_.deals) return [h("p", {}, t("stats.none"))];
  /** @param {number|null} value */
  const percent = (value) => (value === null ? "\u2013" : `${figure(100 * value)} %`);
  /** @type {[string, string][]} */
  const facts = [
    ["matches", figure(told_.matches)],
    ["deals", figure(told_.deals)],
    ["declared", `${figure(told_.declared)} (${percent(told_.declared_share)})`],
    ["won", `${figure(told_.won)} (${percent(told_.won_share)})`],
    ["defended", `${figure(told_.defended_won)} / ${figure(told_.defended)}`],
    ["points", figure(told_.points)],
    ["seeger_fabian_36", told_.seeger_fabian_36 === null ? "\u2013" : figure(told_.seeger_fabian_36, 1)],
    ["average_score", told_.average_score === null ? "\u2013" : figure(told_.average_score, 1)],
    ["average_bid", told_.average_bid === null ? "\u2013" : figure(told_.average_bid, 1)],
    ["hand", figure(told_.hand)],
    ["schneider", figure(told_.schneider)],
    ["schwarz", figure(told_.schwarz)],
    ["ouvert", figure(told_.ouvert)],
    ["overbid", figure(told_.overbid)],
    ["places", `${told_.places.first} / ${told_.places.second} / ${told_.places.third}`],
  ];
  return [
    h(
      "dl",
      { class: "facts two" },
      facts.map(([key, value]) => [h("dt", {}, t(`stats.${key}`)), h("dd", {}, value)]),
    ),
    told_.games.length
      ? h(
          "table",
          { class: "list" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["game", "declared", "won", "points"].map((key) =>
                h("th", { scope: "col", class: key === "game" ? "left" : "" }, t(`stats.game.${key}`)),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            told_.games.map((/** @type {any} */ one) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", class: "left" }, t(`game.french.${one.game}`)),
                h("td", {}, one.declared),
                h("td", {}, one.won),
                h("td", {}, figure(one.points)),
              ),
            ),
          ),
        )
      : null,
  ];
}
