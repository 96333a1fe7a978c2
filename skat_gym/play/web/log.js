// @ts-check
/** The live log: a line for everything that happens, read out by screen readers as it comes. */

import { byId, h } from "./dom.js";
import { told } from "./words.js";

const KEPT = 120;
/** @type {import("./model/types.js").Text[]} */
let lines = [];

/** Adds what happened. @param {import("./model/types.js").TableEvent} event */
export function log(event) {
  if (!told(event.text)) return;
  lines = [...lines, event.text].slice(-KEPT);
  const root = byId("log");
  root.append(h("p", { class: event.kind }, told(event.text)));
  while (root.children.length > KEPT) root.firstElementChild?.remove();
  root.scrollTop = root.scrollHeight;
}

/** Writes all lines again, in the language that is chosen now. */
export function rewrite() {
  byId("log").replaceChildren(...lines.map((text) => h("p", {}, told(text))));
}

/** Begins anew. */
export function erase() {
  lines = [];
  byId("log").replaceChildren();
}
