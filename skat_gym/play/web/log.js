// @ts-check
/** The live log: a line for everything that happens, read out by screen readers as it comes. */

import { byId, h } from "./dom.js";
import { t, told } from "./words.js";

/** @typedef {import("./model/types.js").TableEvent} TableEvent */

const KEPT = 120;
/** @type {TableEvent[]} */
let events = [];

/** What is said of an event. @param {TableEvent} event */
function line(event) {
  return event.kind === "deal_begun" ? t("log.deal", { number: event.deal ?? "" }) : told(event.text);
}

/** @param {TableEvent} event */
function written(event) {
  return h("p", { class: event.kind }, line(event));
}

/** Adds what happened. @param {TableEvent} event */
export function log(event) {
  if (!line(event)) return;
  events = [...events, event].slice(-KEPT);
  const root = byId("log");
  root.append(written(event));
  while (root.children.length > KEPT) root.firstElementChild?.remove();
  root.scrollTop = root.scrollHeight;
}

/** Writes all lines again, in the language that is chosen now. */
export function rewrite() {
  const root = byId("log");
  root.replaceChildren(...events.map(written));
  root.scrollTop = root.scrollHeight;
}

/** Begins anew, with what happened in the deal so far. @param {TableEvent[]} [story] */
export function retell(story = []) {
  events = story.filter(line);
  rewrite();
  requestAnimationFrame(() => byId("log").scrollTo(0, byId("log").scrollHeight)); // once it is shown
}
