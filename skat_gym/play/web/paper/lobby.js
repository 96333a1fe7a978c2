// @ts-check
/** Where an evening begins: go on with a match, begin one, or play the deals of the day. */

import { button, byId, fill, h } from "../dom.js";
import { page } from "../store.js";
import { redraw } from "./dialog.js";
import { drawing } from "../table/cards.js";
import { policyTitle } from "../table/seats.js";
import { date, day, figure, t, told } from "../words.js";

/** @typedef {import("../model/types.js").MatchLine} MatchLine */
/** @typedef {{open: (match: string) => void, begin: (wishes: Record<string, unknown>) => void, setup: () => void,
 *   matches: () => void, statistics: () => void, settings: () => void}} Doors */

/** The matches that can be gone on with, the latest first. */
export function unfinished() {
  return page.matches.filter((one) => !one.over && !one.imported).sort((a, b) => b.touched.localeCompare(a.touched));
}

/** Draws the lobby. @param {Doors} doors */
export function paintLobby(doors) {
  const root = byId("lobby");
  root.hidden = page.table !== null;
  if (root.hidden) return;
  const shown = [page.connection, page.hello?.daily, page.matches, page.settings];
  fill(root, shown, () => {
    const again = unfinished()[0];
    const daily = page.hello?.daily;
    const todays = daily && (page.matches.find((one) => one.daily === daily.date)?.match ?? daily.match);
    const open = page.connection === "open" && page.hello !== null;
    return [
      h(
        "div",
        { class: "bouquet", "aria-hidden": "true" },
        ["CJ", "SJ", "HJ", "DJ", "CA"].map((card, k) =>
          h("span", { class: "card", style: `--k:${k - 2}`, html: drawing(card) }),
        ),
      ),
      h("p", { class: "welcome" }, t("lobby.welcome")),
      h(
        "div",
        { class: "doors" },
        again
          ? h(
              "button",
              {
                type: "button",
                class: "door gold",
                "data-key": "resume",
                disabled: !open,
                onclick: () => doors.open(again.match),
              },
              h("b", {}, t("lobby.resume")),
              h(
                "small",
                {},
                t("lobby.resume.where", {
                  deal: Math.min(again.done + 1, again.deals),
                  of: again.deals,
                  when: day(again.touched),
                }),
              ),
            )
          : null,
        h(
          "button",
          {
            type: "button",
            class: `door ${again ? "" : "gold"}`,
            "data-key": "new",
            disabled: !open,
            onclick: () => doors.begin({}),
          },
          h("b", {}, t("lobby.new")),
          h("small", {}, usual()),
        ),
        h(
          "button",
          {
            type: "button",
            class: "door",
            "data-key": "daily",
            disabled: !open,
            onclick: () => (todays ? doors.open(todays) : doors.begin({ daily: true })),
          },
          h("b", {}, t("lobby.daily")),
          h("small", {}, t("lobby.daily.what", { date: daily ? date(daily.date) : "" })),
        ),
      ),
      h(
        "nav",
        { class: "answers", "aria-label": t("lobby.more") },
        button(t("lobby.setup"), doors.setup, { "data-key": "setup" }),
        button(t("lobby.matches"), doors.matches, { "data-key": "matches" }),
        button(t("lobby.statistics"), doors.statistics, { "data-key": "statistics" }),
        button(t("settings"), doors.settings, { "data-key": "settings" }),
      ),
      page.hello
        ? h("p", { class: "fine" }, told(page.hello.about_bots))
        : h("p", { class: "fine" }, t("lobby.connecting")),
    ];
  });
}

/** The match that a single click begins. */
function usual() {
  const usually = page.hello?.defaults;
  return usually ? t("lobby.new.what", { deals: usually.deals, opponents: usually.opponents.map(policyTitle).join(" & ") }) : "";
}

/** The match whose deletion waits to be confirmed. */
let doomed = "";

/** Deletes a match, when asked twice. @param {MatchLine} one @param {(match: string) => void} remove */
function deletion(one, remove) {
  const sure = doomed === one.match;
  return button(
    t(sure ? "matches.delete.sure" : "matches.delete"),
    (event) => {
      if (sure && event.detail > 1) return; // one double click is not to delete
      doomed = sure ? "" : one.match;
      if (sure) remove(one.match);
      else redraw();
    },
    { class: sure ? "danger" : "", "data-key": `delete-${one.match}`, title: t("matches.delete.what") },
  );
}

/**
 * All matches, to go on with or to look at, and the ways in and out of them.
 * @param {{open: (match: string) => void, read: (file: File) => void, remove: (match: string) => void,
 *   token: string}} ways
 */
export function matchesBody({ open, read, remove, token }) {
  if (!page.hello) return [h("p", { class: "waits" }, t("lobby.connecting"))];
  const records = h(
    "div",
    { class: "answers" },
    h(
      "a",
      { class: "button", href: `/export.sgf?token=${encodeURIComponent(token)}`, download: true },
      t("matches.export"),
    ),
    h("label", { class: "button", for: "record" }, t("matches.import")),
    h("input", {
      id: "record",
      type: "file",
      accept: ".sgf,.txt",
      class: "unseen",
      onchange: (/** @type {Event} */ event) => {
        const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
        if (file) read(file);
      },
    }),
  );
  if (!page.matches.length) return [h("p", {}, t("matches.none")), records];
  return [
    records,
    h(
      "ul",
      { class: "entries" },
      page.matches.map((one) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", "data-key": one.match, onclick: () => open(one.match) },
            h(
              "b",
              {},
              one.over
                ? t("matches.over")
                : t("matches.at", { deal: Math.min(one.done + 1, one.deals), of: one.deals }),
            ),
            h(
              "span",
              {},
              [
                one.opponents.map(policyTitle).join(" & "),
                one.daily ? t("matches.daily", { date: date(one.daily) }) : "",
                one.practice ? t("matches.practice") : "",
                one.imported ? t("matches.imported") : "",
              ]
                .filter(Boolean)
                .join(" \u00b7 "),
            ),
            h("span", { class: "totals" }, one.totals.map((total) => figure(total)).join("\u00a0:\u00a0")),
            h("small", {}, day(one.touched)),
          ),
          deletion(one, remove),
        ),
      ),
    ),
  ];
}
