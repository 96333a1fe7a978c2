// @ts-check
/** Stepping through a deal: who knew what, what each card gave away, what the policy thought. */

import { button, h } from "../dom.js";
import { named } from "../model/card.js";
import { page } from "../store.js";
import { picture, row, spell } from "../table/cards.js";
import { playerName, policyTitle } from "../table/seats.js";
import { figure, t, told } from "../words.js";
import { redraw } from "./dialog.js";

/** @typedef {import("../model/types.js").Replay} Replay */
/** @typedef {import("../model/types.js").Step} Step */

/** Whose cards are shown: everybody's, the person's, or what the one who acts could see. */
const EYES = ["all", "mine", "actor"];

/** @type {{replay: Replay|null, at: number, eyes: string}} */
const study = { replay: null, at: 0, eyes: "all" };

/** Begins with a deal. @param {Replay} replay */
export function begin(replay) {
  study.replay = replay;
  const first = replay.steps.findIndex((step) => step.kind === "card_played");
  study.at = Math.max(0, first);
}

/** Goes to another step. @param {number} at */
export function go(at) {
  const last = (study.replay?.steps.length ?? 1) - 1;
  study.at = Math.max(0, Math.min(last, at));
  redraw();
}

/** Goes some steps on or back. @param {number} by */
export function step(by) {
  go(study.at + by);
}

/** What a step says; what is put down is told only here. @param {Step} one */
function line(one) {
  const { table } = page;
  if (one.kind !== "put_down" || !one.card || !table) return told(one.text);
  const card = spell(one.card).split(",")[0];
  return t(one.player === 0 ? "study.you_put_down" : "study.put_down", { name: playerName(one.player, table), card });
}

/** The hands before a step. @param {Replay} replay @param {number} at */
export function handsAt(replay, at) {
  const hands = replay.summary.hands.map((cards) => [...cards]);
  for (const one of replay.steps.slice(0, at)) {
    if (one.kind === "picked_up") hands[one.player].push(...(one.cards ?? replay.summary.skat));
    if ((one.kind === "card_played" || one.kind === "put_down") && one.card) {
      hands[one.player] = hands[one.player].filter((card) => card !== one.card);
    }
  }
  return hands;
}

/** The cards on the table before a step. @param {Replay} replay @param {number} at */
export function tableAt(replay, at) {
  const now = replay.steps[at];
  if (now?.kind !== "card_played") return [];
  return replay.steps.slice(0, at).filter((one) => one.kind === "card_played" && one.trick === now.trick);
}

/** The body of the sheet. */
export function studyBody() {
  const { replay, at, eyes } = study;
  const { table } = page;
  if (!replay || !table) return [];
  const now = replay.steps[at];
  const hands = handsAt(replay, at);
  return [
    h(
      "div",
      { class: "steps" },
      button("\u00ab", () => go(0), { "aria-label": t("study.first"), title: t("study.first") }),
      button("\u2039", () => step(-1), { "aria-label": t("study.back"), title: t("study.back") }),
      h("input", {
        type: "range",
        min: 0,
        max: replay.steps.length - 1,
        value: at,
        "data-key": "range",
        "aria-label": t("study.step"),
        oninput: (/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
      }),
      button("\u203a", () => step(1), { "aria-label": t("study.on"), title: t("study.on") }),
      button("\u00bb", () => go(replay.steps.length - 1), { "aria-label": t("study.last"), title: t("study.last") }),
      looking(),
    ),
    h(
      "p",
      { class: "now", "aria-live": "polite" },
      h("b", {}, t("study.count", { at: at + 1, of: replay.steps.length })),
      " ",
      line(now),
      now.by === "person" || now.by === "policy" ? "" : ` (${t(`study.by.${now.by}`)})`,
    ),
    h(
      "div",
      { class: "board" },
      [1, 2, 0].map((player) => seat(player, hands[player], now, eyes)),
      middle(replay, at),
    ),
    eyes === "actor" ? knew(now) : null,
    judgement(replay, now),
    totals(replay),
    moves(replay),
  ];
}

/** The choice of whose cards are shown. */
function looking() {
  return h(
    "select",
    {
      class: "eyes",
      "aria-label": t("study.eyes"),
      "data-key": "eyes",
      onchange: (/** @type {Event} */ event) => {
        study.eyes = /** @type {HTMLSelectElement} */ (event.target).value;
        redraw();
      },
    },
    EYES.map((value) => h("option", { value, selected: value === study.eyes }, t(`study.eyes.${value}`))),
  );
}

/** What the one who acts knew besides the hand, the auction and the cards played. @param {Step} now */
function knew(now) {
  const { found, put_down: put, open_hand: open } = now.saw;
  const parts = [
    found ? [t("study.saw.found"), found] : null,
    put ? [t("study.saw.put_down"), put] : null,
    open ? [t("study.saw.open"), open] : null,
  ];
  return h(
    "p",
    { class: "small" },
    t("study.saw"),
    " ",
    parts
      .filter(Boolean)
      .map(
        (part) =>
          `; ${part?.[0]}: ${/** @type {string[]} */ (part?.[1]).map((card) => spell(card).split(",")[0]).join(", ")}`,
      ),
  );
}

/** @param {number} player @param {string[]} hand @param {Step} now @param {string} eyes */
function seat(player, hand, now, eyes) {
  const { table } = page;
  if (!table) return null;
  const seen = eyes === "all" || player === (eyes === "mine" ? 0 : now.player);
  return h(
    "div",
    { class: `held at${player} ${now.player === player ? "acts" : ""}` },
    h("span", { class: "label" }, playerName(player, table)),
    seen
      ? row(hand, "small", (card) => (now.player === player && card === now.card ? "best" : ""))
      : h("span", { class: "hidden" }, t("study.hidden", { count: hand.length })),
  );
}

/** @param {Replay} replay @param {number} at */
function middle(replay, at) {
  const laid = tableAt(replay, at);
  const now = replay.steps[at];
  return h(
    "div",
    { class: "middle" },
    laid.map((one) => h("span", { class: `laid at${one.player}` }, picture(one.card ?? ""))),
    now.kind === "card_played" && now.card ? h("span", { class: `laid at${now.player} now` }, picture(now.card)) : null,
  );
}

/** What the card laid gave away, and what else was thought of. @param {Replay} replay @param {Step} now */
function judgement(replay, now) {
  const cards = Object.keys(now.costs ?? {});
  const thought = Object.entries(now.probabilities ?? {}).map(([id, share]) => ({ id: Number(id), share }));
  if (!cards.length && !thought.length) return now.cost ? h("p", {}, cost(now.cost)) : null;
  const rows = cards.length ? cards : thought.filter((one) => one.id < 32).map((one) => named(one.id));
  if (!rows.length) return null;
  /** @param {string} card */
  const share = (card) => thought.find((one) => one.id < 32 && named(one.id) === card)?.share;
  rows.sort(
    (a, b) =>
      (now.costs?.[a]?.score ?? 0) - (now.costs?.[b]?.score ?? 0) ||
      (now.costs?.[a]?.points ?? 0) - (now.costs?.[b]?.points ?? 0) ||
      (share(b) ?? 0) - (share(a) ?? 0),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("study.judgement") },
    h(
      "table",
      { class: "list judge" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "left" }, t("study.card")),
          h("th", { scope: "col" }, t("study.cost.points")),
          h("th", { scope: "col" }, t("study.cost.score")),
          thought.length ? h("th", { scope: "col" }, t("study.probability", { policy: policyTitle(replay.policy) })) : null,
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((card) => {
          const given = now.costs?.[card];
          const part = share(card);
          return h(
            "tr",
            { class: `${card === now.card ? "his" : ""} ${now.best?.includes(card) ? "good" : ""}` },
            h(
              "th",
              { scope: "row", class: "left" },
              spell(card),
              card === now.card ? ` \u25c2 ${t("study.laid")}` : "",
            ),
            h("td", {}, given?.points === null || given === undefined ? "" : figure(given.points)),
            h("td", {}, given?.score === null || given === undefined ? "" : figure(given.score)),
            thought.length ? h("td", {}, part === undefined ? "" : bar(part)) : null,
          );
        }),
      ),
    ),
  );
}

/** @param {number} share */
function bar(share) {
  return h("span", { class: "bar", style: `--share:${share}` }, `${figure(100 * share)} %`);
}

/** @param {import("../model/types.js").Cost} given */
function cost(given) {
  return t("study.cost", { points: given.points ?? "\u2013", score: given.score ?? "\u2013" });
}

/** What everybody gave away in the deal. @param {Replay} replay */
function totals(replay) {
  const { table } = page;
  if (!replay.costs_of || !table) return null;
  return h(
    "p",
    { class: "small" },
    t("study.totals"),
    " ",
    replay.costs_of.map((given, player) => `${playerName(player, table)}: ${cost(given)}`).join("; "),
    replay.best
      ? ` \u2013 ${t("study.best", { points: replay.best.points ?? "\u2013", score: replay.best.score ?? "\u2013" })}`
      : "",
  );
}

/** All steps as a list to click on. @param {Replay} replay */
function moves(replay) {
  return h(
    "ol",
    { class: "moves" },
    replay.steps.map((one, k) => {
      const dear = (one.cost?.score ?? 0) > 0 ? "dear" : (one.cost?.points ?? 0) > 0 ? "some" : "";
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `${k === study.at ? "on" : ""} ${dear}`,
            "data-key": `step${k}`,
            "aria-current": k === study.at ? "step" : null,
            onclick: () => go(k),
          },
          line(one),
        ),
      );
    }),
  );
}
