// @ts-check
/** The line above the hand: whose turn it is, and the helpers (hint, sort, finish, take back). */

import { button, byId, fill, h } from "../dom.js";
import { page } from "../store.js";
import { figure, opening, t, told } from "../words.js";
import { gameName, spell } from "./cards.js";
import { ANNOUNCE } from "./panel.js";
import { playerName, policyTitle } from "./seats.js";

/** @typedef {import("../model/types.js").GameState} GameState */
/** @typedef {{hint: () => void, sort: () => void, finish: () => void, undo: () => void, skip: () => void}} Helpers */

/** What the status line says. @param {GameState} table */
function status(table) {
  if (page.said) return page.said;
  if (page.busy) {
    if (page.winner === null) return "";
    const taken = t(page.winner === 0 ? "status.you_take" : "status.takes", { name: playerName(page.winner, table) });
    return page.settings.pace === "click" ? `${taken}. ${t("status.click")}` : taken;
  }
  if (page.armed && page.armed !== ANNOUNCE) return t("status.armed", { card: spell(page.armed) });
  if (table.your_turn) {
    const full = table.phase === "put_down" && page.lifted.length + (table.skat.put_down?.length ?? 0) === 2;
    return t(`status.your.${full ? "declare" : table.phase}`);
  }
  const who = table.thinking ?? table.turn;
  return who ? t("status.thinks", { name: playerName(who, table) }) : "";
}

/** Draws the line. @param {Helpers} helpers */
export function paintControls(helpers) {
  const { table, hint } = page;
  if (!table) return;
  const line = byId("status");
  const says = opening(status(table));
  if (line.textContent !== says) line.textContent = says;
  line.classList.toggle("said", page.said !== "");
  line.classList.toggle("yours", table.your_turn && !page.busy);
  const playing = !["deal_over", "match_over"].includes(table.phase);
  const points = page.settings.assist ? table.assist.points : null;
  const shown = [
    table.claim,
    table.undo,
    table.your_turn,
    page.busy,
    hint,
    playing,
    points,
    page.assumed ?? table.assumed,
    page.settings,
  ];
  fill(byId("controls"), shown, () => [
    table.claim
      ? h(
          "span",
          { class: "claim" },
          told(table.claim.text),
          button(t("claim.finish"), helpers.finish, { class: "gold", "data-key": "finish" }),
        )
      : null,
    points ? h("span", { class: "points" }, t("assist.points", points)) : null,
    hint ? advice(hint, helpers.hint) : null,
    table.undo ? labelled("undo", t("undo"), `${t("undo")} (U)`, helpers.undo) : null,
    playing
      ? labelled("sort", t("sort", { game: gameName(page.assumed ?? table.assumed) }), t("sort.what"), helpers.sort)
      : null,
    playing
      ? button(t("hint"), helpers.hint, {
          "data-key": "hint",
          disabled: !table.your_turn || page.busy,
          "aria-expanded": String(hint !== null),
        })
      : null,
  ]);
}

const ICONS = {
  sort: '<path d="M7 4V20M7 4L3.500 8M7 4L10.500 8M17 20V4M17 20L13.500 16M17 20L20.500 16"/>',
  undo: '<path d="M4 9H14A5.500 5.500 0 0 1 14 20H9M4 9L8.500 4.500M4 9L8.500 13.500"/>',
};

/**
 * A button with a picture, and with words where there is room.
 * @param {keyof typeof ICONS} key
 * @param {string} label
 * @param {string} title
 * @param {() => void} onclick
 */
function labelled(key, label, title, onclick) {
  return h(
    "button",
    { type: "button", class: "labelled", "data-key": key, title, "aria-label": label, onclick },
    h("span", { "aria-hidden": "true", html: `<svg viewBox="0 0 24 24">${ICONS[key]}</svg>` }),
    h("span", { class: "wide" }, label),
  );
}

/** @param {import("../model/types.js").Hint} hint @param {() => void} close */
function advice(hint, close) {
  const by = policyTitle(hint.by);
  return h(
    "div",
    { class: "advice", role: "status", onclick: close },
    hint.plan ? h("p", { class: "plan" }, t("hint.plan", { plan: told(hint.plan) })) : null,
    h(
      "ol",
      {},
      hint.actions.map((one) =>
        h(
          "li",
          {},
          h("b", {}, one.card ? spell(one.card).split(",")[0] : told(one.text)),
          one.score === null ? null : h("span", {}, t("hint.score", { score: figure(one.score, 1) })),
          one.probability === null ? null : h("span", {}, `${figure(100 * one.probability)} %`),
        ),
      ),
    ),
    h(
      "small",
      {},
      told(hint.note),
      hint.actions.some((one) => one.probability !== null) ? ` ${t("hint.percent", { by })}` : "",
    ),
  );
}
