// @ts-check
/** The bar at the top: which deal it is, and the doors to everything else. */

import { byId, fill, h } from "../dom.js";
import { page } from "../store.js";
import { t } from "../words.js";

/** @typedef {{lobby: () => void, sheet: () => void, fairness: () => void, settings: () => void, help: () => void,
 *   setup: () => void}} Doors */

const ICONS = /** @type {Record<string, string>} */ ({
  lobby: '<path d="M4 11L12 4L20 11M6.500 9.500V20H17.500V9.500"/>',
  sheet: '<rect x="5" y="3" width="14" height="18" rx="2"/><path d="M9 8H15M9 12H15M9 16H13"/>',
  fairness: '<path d="M12 3L19 6V11C19 16 16 19 12 21C8 19 5 16 5 11V6Z"/><path d="M9 12L11.500 14.500L15.500 9.500"/>',
  settings:
    '<path d="M4 7H13M17 7H20M4 17H7M11 17H20M4 12H20"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.500 9.500C9.500 6.500 14.500 6.500 14.500 9.500C14.500 11.500 12 11.500 12 13.800M12 16.800V17"/>',
});

/** Draws the bar. @param {Doors} doors */
export function paintBar(doors) {
  const { table, connection, settings } = page;
  fill(byId("bar"), [table?.deal, table?.options, connection, settings.language], () => {
    const parts = [
      iconButton("lobby", doors.lobby),
      h(
        "div",
        { class: "here" },
        h("span", { class: "where" }, table ? t("bar.deal", { number: table.deal.number, of: table.deal.of }) : "Skat"),
        table?.options.practice ? h("span", { class: "tag" }, t("matches.practice")) : null,
        table?.options.daily ? h("span", { class: "tag" }, t("bar.daily")) : null,
        connection === "open" ? null : h("span", { class: "tag lost", role: "status" }, t(`connection.${connection}`)),
      ),
      table ? iconButton("sheet", doors.sheet) : null,
      iconButton("fairness", doors.fairness),
      iconButton("settings", doors.settings),
      iconButton("help", doors.help),
    ];
    return parts;
  });
}

/** @param {string} key @param {() => void} onclick */
function iconButton(key, onclick) {
  return h("button", {
    type: "button",
    class: "icon",
    "data-key": key,
    title: t(`bar.${key}`),
    "aria-label": t(`bar.${key}`),
    onclick,
    html: `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[key]}</svg>`,
  });
}
