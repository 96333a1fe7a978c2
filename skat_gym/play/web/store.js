// @ts-check
/** All that the page knows, as plain data, and who draws it. */

import { load } from "./model/settings.js";

/**
 * @typedef {{connection: "connecting"|"open"|"lost"|"token"|"origin"|"rate",
 *   hello: import("./model/types.js").Hello|null,
 *   matches: import("./model/types.js").MatchLine[],
 *   table: import("./model/types.js").GameState|null,
 *   busy: boolean, winner: number|null, lifted: string[], chosen: number|null, limit: number|null, armed: string|null,
 *   assumed: string|null, hint: import("./model/types.js").Hint|null, look: boolean, hands: boolean,
 *   said: string, settings: import("./model/settings.js").Settings}} Page
 */

/** @type {Page} */
export const page = {
  connection: "connecting",
  hello: null,
  matches: [],
  table: null,
  busy: false,
  winner: null,
  lifted: [],
  chosen: null,
  limit: null,
  armed: null,
  assumed: null,
  hint: null,
  look: false,
  hands: false,
  said: "",
  settings: load(),
};

/** @type {(() => void)[]} */
const painters = [];

/** Has something drawn after every change. @param {() => void} paint */
export function draw(paint) {
  painters.push(paint);
}

/** Changes what the page knows, and draws it. @param {Partial<Page>} part */
export function change(part) {
  Object.assign(page, part);
  for (const paint of painters) paint();
}

/** What belongs to one decision, and is forgotten with the next. */
export const FRESH = { lifted: [], chosen: null, armed: null, hint: null, look: false, said: "" };
