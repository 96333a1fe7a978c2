// @ts-check
/** Choosing a contract from those that may be declared: the game first, then what is announced. */

import { h } from "../dom.js";
import { GAMES } from "../model/card.js";
import { change, page } from "../store.js";
import { opening, t, told } from "../words.js";
import { emblem, gameName } from "./cards.js";

/** @typedef {import("../model/types.js").Action} Action */

/** What is chosen, if it can be declared. @param {Action[]} offered */
export function picked(offered) {
  return offered.find((action) => action.id === page.chosen) ?? null;
}

/** @param {Action} action */
function pick(action) {
  change({ armed: null, said: "", chosen: action.id, assumed: action.contract?.game ?? null });
}

/**
 * The buttons of the games, and of the forms of the game chosen.
 * @param {Action[]} offered actions of the kind "declare"
 */
export function picker(offered) {
  const now = picked(offered);
  const games = GAMES.map((game) => {
    const forms = offered.filter((action) => action.contract?.game === game);
    return forms.length ? gameButton(game, forms, now) : null;
  });
  const forms = now ? offered.filter((action) => action.contract?.game === now.contract?.game) : [];
  return [
    h("div", { class: "games", role: "group", "aria-label": t("picker.games") }, games),
    forms.length > 1
      ? h(
          "div",
          { class: "forms", role: "group", "aria-label": t("picker.forms") },
          forms.map((form) => formButton(form, now)),
        )
      : null,
    now ? valueLine(now) : h("p", { class: "value" }, t("picker.choose")),
  ];
}

/** @param {string} game @param {Action[]} forms @param {Action|null} now */
function gameButton(game, forms, now) {
  const on = now?.contract?.game === game;
  const enough = forms.some((form) => form.value?.enough !== false);
  return h(
    "button",
    {
      type: "button",
      class: `game ${on ? "on" : ""} ${enough ? "" : "short"}`,
      "data-key": `game-${game}`,
      "aria-pressed": String(on),
      title: told(forms[0].value?.text),
      onclick: () => pick(on && now ? now : forms[0]),
    },
    emblem(game),
    h("span", {}, gameName(game)),
  );
}

/** @param {Action} form @param {Action|null} now */
function formButton(form, now) {
  const on = form.id === now?.id;
  return h(
    "button",
    {
      type: "button",
      class: `form ${on ? "on" : ""}`,
      "data-key": `form-${form.id}`,
      "aria-pressed": String(on),
      onclick: () => pick(form),
    },
    formName(form),
  );
}

/** What a form adds to its game. @param {Action} form */
function formName(form) {
  const { contract } = form;
  if (!contract) return told(form.text);
  if (contract.game === "null") {
    if (contract.hand && contract.ouvert) return t("form.ouvert_hand");
    if (contract.ouvert) return t("form.ouvert");
    return contract.hand ? t("form.hand") : t("form.plain");
  }
  if (contract.ouvert) return t("form.ouvert");
  if (contract.schwarz) return t("form.schwarz");
  if (contract.schneider) return t("form.schneider");
  return contract.hand ? t("form.hand") : t("form.plain");
}

/** @param {Action} action */
function valueLine(action) {
  const { value } = action;
  return h(
    "p",
    { class: "value", "aria-live": "polite" },
    value ? told(value.text) : told(action.text),
    value?.warning ? h("strong", { class: "warning" }, opening(told(value.warning))) : null,
  );
}
