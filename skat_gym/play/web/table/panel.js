// @ts-check
/** What the middle of the table shows before the play: auction, pick up or hand, exchange. */

import { button, byId, fill, h } from "../dom.js";
import { change, page } from "../store.js";
import { figure, t, told } from "../words.js";
import { drawing, emblem, gameName, spell } from "./cards.js";
import { picked, picker } from "./picker.js";
import { playerName } from "./seats.js";

/** @typedef {import("../model/types.js").GameState} GameState */
/** @typedef {import("../model/types.js").Action} Action */
/** @typedef {{act: (action: number) => void, bidUpTo: (value: number|null) => void,
 *   announce: (action: Action) => void, choose: (card: string) => void, next: () => void, summary: () => void,
 *   sheet: () => void, back: () => void}} Commands */

/** What is armed while an announcement that cannot be won waits to be confirmed. */
export const ANNOUNCE = "announce";

/** Draws the panel. @param {Commands} commands */
export function paintPanel(commands) {
  const { table } = page;
  if (!table) return;
  const root = byId("panel");
  const build = PHASES[table.phase];
  root.hidden = !build || page.look;
  const shown = [
    table.phase,
    table.legal,
    table.auction,
    table.values,
    table.declarations,
    table.skat,
    page.lifted,
    page.chosen,
    page.limit,
    page.armed,
    page.busy,
    page.settings,
    table.bid_up_to,
    table.turn,
    table.summary?.value,
    table.contract,
    table.outcome,
  ];
  fill(root, shown, () => (build ? build(table, commands) : []));
  root.className = `panel ${table.phase}`;
}

/** @type {Record<string, (table: GameState, commands: Commands) => (Node|null)[]>} */
const PHASES = { auction, choice, put_down: exchange, declare, deal_over: over, match_over: over };

/** @param {GameState} table @param {Commands} commands */
function auction(table, commands) {
  const told_ = table.auction;
  const bid = told_?.bid ?? 0;
  const heading = bid ? t("auction.bid", { bid }) : t("auction.begins");
  const pass = table.legal.find((action) => action.kind === "pass");
  const call = table.legal.find((action) => action.kind === "bid" || action.kind === "hold");
  const parts = [h("h2", {}, heading)];
  if (call && told_) {
    const speaker = told_.speaker === null || told_.speaker === 0 ? "" : playerName(told_.speaker, table);
    const asks =
      call.kind === "hold"
        ? t("auction.hold", { name: speaker, value: call.value })
        : t("auction.say", { value: call.value });
    const meaning = told_.meaning.map((one) => told(one.text)).join(", ");
    parts.push(
      h("p", { class: "asks" }, asks),
      h("p", { class: "meaning" }, meaning ? t("auction.meaning", { value: call.value, meaning }) : ""),
    );
  } else if (pass) parts.push(h("p", { class: "asks" }, t("auction.only_pass")));
  else parts.push(h("p", { class: "asks" }, t("auction.waits")));
  const no = pass ? button(t("call.pass"), () => commands.act(pass.id), { class: "big", "data-key": "pass" }) : null;
  const yes = call
    ? button(call.kind === "hold" ? t("auction.yes") : String(call.value), () => commands.act(call.id), {
        class: "big gold",
        "data-key": "call",
        "data-value": call.value,
      })
    : null;
  parts.push(h("div", { class: "answers" }, no, yes));
  if (told_ && !told_.passed.includes(0)) parts.push(limit(table, told_.values, commands));
  if (table.values.length) parts.push(worth(table));
  return parts;
}

/** The value up to which the table bids for the person: chosen first, then said. @param {GameState} table @param {number[]} values @param {Commands} commands */
function limit(table, values, commands) {
  if (table.bid_up_to !== null) {
    const off = button(t("auction.limit.off"), () => commands.bidUpTo(null), {
      "data-key": "limit-off",
      disabled: page.busy,
    });
    return h("p", { class: "limit" }, t("auction.limit.set", { value: table.bid_up_to }), off);
  }
  const own = [...new Set(table.values.map((one) => one.value))].filter((value) => values.includes(value));
  /** @param {number} value */
  const option = (value) => h("option", { value, selected: value === page.limit }, String(value));
  const select = h(
    "select",
    {
      id: "limit",
      "data-key": "limit",
      onchange: (/** @type {Event} */ event) =>
        change({ limit: Number(/** @type {HTMLSelectElement} */ (event.target).value) || null }),
    },
    h("option", { value: "" }, t("auction.limit.none")),
    own.length ? h("optgroup", { label: t("auction.limit.own") }, own.sort((a, b) => a - b).map(option)) : null,
    h("optgroup", { label: t("auction.limit.all") }, values.filter((value) => !own.includes(value)).map(option)),
  );
  return h(
    "div",
    { class: "limit" },
    h("label", { for: "limit" }, t("auction.limit")),
    select,
    button(t("auction.limit.go"), () => page.limit !== null && commands.bidUpTo(page.limit), {
      "data-key": "limit-go",
      disabled: page.limit === null,
    }),
  );
}

/** What the games of the hand come to. @param {GameState} table */
function worth(table) {
  return h(
    "div",
    { class: "worth" },
    h("span", { id: "worth" }, t("auction.worth")),
    h(
      "ul",
      { "aria-labelledby": "worth" },
      table.values
        .filter((one, k, all) => !one.hand && (one.game !== "null" || all.findIndex((x) => x.game === "null") === k))
        .map((one) =>
          h(
            "li",
            { title: told(one.text) },
            emblem(one.game),
            h("span", { class: "unseen" }, gameName(one.game)),
            figure(one.value),
          ),
        ),
    ),
  );
}

/** @param {GameState} table @param {Commands} commands */
function choice(table, commands) {
  const pick = table.legal.find((action) => action.kind === "pick_up");
  const hands = table.legal.filter((action) => action.kind === "declare");
  if (!pick && !hands.length) return waiting(table);
  const now = picked(hands);
  return [
    h("h2", {}, t("choice", { bid: table.auction?.bid ?? "" })),
    pick
      ? h(
          "div",
          { class: "answers" },
          button(t("choice.pick_up"), () => commands.act(pick.id), { class: "big gold", "data-key": "pick_up" }),
        )
      : null,
    h("p", { class: "asks small" }, t("choice.hand")),
    ...picker(hands),
    now ? announce(now, commands) : null,
  ];
}

/** @param {GameState} table */
function waiting(table) {
  const who = table.turn ?? table.thinking;
  return [
    h("h2", {}, t("auction.bid", { bid: table.auction?.bid ?? "" })),
    h("p", { class: "asks" }, who ? t("waits.choice", { name: playerName(who, table) }) : ""),
  ];
}

/** @param {Action} action @param {Commands} commands @param {boolean} [ready] */
function announce(action, commands, ready = true) {
  const name = told(action.contract?.name);
  const sure = page.armed === ANNOUNCE;
  /** @param {MouseEvent} event */
  const said = (event) => {
    if (!sure || event.detail < 2) commands.announce(action); // a double click says it once
  };
  return h(
    "div",
    { class: "answers announce" },
    button(t(sure ? "announce.anyway" : "announce", { name }), said, {
      class: `big ${action.value?.needs ? "danger" : "gold"}`,
      "data-key": "announce",
      disabled: !ready,
    }),
  );
}

/** @param {GameState} table @param {Commands} commands */
function exchange(table, commands) {
  if (!table.legal.length) return waiting(table);
  const now = picked(table.declarations);
  const done = table.skat.put_down ?? [];
  const places = [0, 1].map((k) => {
    const card = [...done, ...page.lifted][k];
    if (!card) return h("span", { class: "gap" });
    return h("button", {
      type: "button",
      class: "card",
      "data-key": `put${card}`,
      "data-card": card,
      "aria-label": t("exchange.back", { card: spell(card) }),
      title: t("exchange.back.title"),
      html: drawing(card),
      onclick: () => commands.choose(card),
    });
  });
  const missing = 2 - done.length - page.lifted.length;
  return [
    h("h2", {}, missing ? t("exchange", { count: missing }) : t("exchange.name")),
    h("div", { class: "putting" }, places),
    ...picker(table.declarations),
    h("div", { class: "exchange" }, now ? announce(now, commands, missing === 0) : null),
  ];
}

/** @param {GameState} table @param {Commands} commands */
function declare(table, commands) {
  const offered = table.legal.filter((action) => action.kind === "declare");
  if (!offered.length) return waiting(table);
  const now = picked(offered);
  return [h("h2", {}, t("exchange.name")), ...picker(offered), now ? announce(now, commands) : null];
}

/** @param {GameState} table @param {Commands} commands */
function over(table, commands) {
  const { summary } = table;
  const last = table.phase === "match_over";
  return [
    h("h2", {}, last && table.outcome ? told(table.outcome.text) : t("over", { number: table.deal.number })),
    h("p", { class: "asks" }, summary?.value ? told(summary.value.text) : t("over.passed_in")),
    h(
      "div",
      { class: "answers" },
      button(t("over.look"), commands.summary, { class: "big", "data-key": "look" }),
      last ? button(t("sheet"), commands.sheet, { class: "big", "data-key": "list" }) : null,
      onward(table, commands),
    ),
  ];
}

/** The way on from a deal; none from the end of a match that was imported. @param {GameState} table @param {Commands} commands */
function onward(table, commands) {
  const last = table.phase === "match_over";
  const looks = { class: "big gold", "data-key": "next" };
  if (table.options.again) return button(t("over.return"), commands.back, looks);
  if (last && table.options.imported) return null;
  return button(t(last ? "over.lesson" : "over.next"), commands.next, looks);
}

/** Lifts a card to put it down, or takes it back. @param {string} card */
export function lift(card) {
  const { table, lifted } = page;
  if (!table) return;
  const moved = { hint: null, armed: null, said: "" };
  if (lifted.includes(card)) change({ ...moved, lifted: lifted.filter((one) => one !== card) });
  else if (lifted.length + (table.skat.put_down?.length ?? 0) < 2) change({ ...moved, lifted: [...lifted, card] });
  else change({ said: t("exchange.full") });
}
