// @ts-check
/** Shows what happened at the table one by one, in the pace that the person likes. */

import { after } from "../model/events.js";
import { beat, lying } from "../model/settings.js";
import { FRESH, change, page } from "../store.js";
import { collect, flyIn, places } from "./flight.js";

/** @typedef {import("../model/types.js").StateMessage} StateMessage */
/** @typedef {import("../model/types.js").TableEvent} TableEvent */

/** @type {StateMessage[]} */
let queue = [];
let running = false;
let hurry = false;
/** When the last action was shown; a state that is sent whole shows none. */
let shown = -Infinity;
/** @type {(() => void)|null} */
let wake = null;
/** @type {(event: TableEvent, table: import("../model/types.js").GameState) => void} */
let heard = () => undefined;

/** Has every event told, as it is shown. @param {typeof heard} listener */
export function listen(listener) {
  heard = listener;
}

/** Shows the rest of what waits without pauses, up to the end of the trick. */
export function skip() {
  if (!running) return false;
  hurry = true;
  wake?.();
  return true;
}

/** Forgets what waits: another match is shown. */
export function drop() {
  queue = [];
  hurry = true;
  wake?.();
}

/** Takes a state or an update of the match that is shown. @param {StateMessage} message */
export function take(message) {
  if (message.type === "state") {
    queue = [];
    hurry = true;
    wake?.();
  }
  queue.push(message);
  if (!running) void run();
}

async function run() {
  running = true;
  while (queue.length) {
    const message = /** @type {StateMessage} */ (queue.shift());
    hurry = false;
    if (message.type === "update" && page.table?.match === message.match && page.table.n === message.from) {
      change({ ...FRESH, busy: true, assumed: page.assumed });
      await tell(message);
    }
    if (queue[0]?.type === "state") continue;
    if (message.type === "state") shown = -Infinity;
    const fresh = message.state.phase === "auction" && message.state.deal.number !== page.table?.deal.number;
    const kept = fresh ? { assumed: null, limit: null } : {};
    change({ ...FRESH, table: message.state, busy: false, winner: null, ...kept });
  }
  running = false;
}

/** @param {StateMessage} message */
async function tell(message) {
  for (const told of message.events ?? []) {
    const event = whole(told, message);
    if (queue[0]?.type === "state" || page.table?.match !== message.match) return;
    await show(event);
  }
}

/** An event with the hand that was dealt, where the state tells it. @param {TableEvent} event @param {StateMessage} message */
function whole(event, message) {
  const { state } = message;
  if (event.kind !== "deal_begun" || event.hand || state.deal.number !== event.deal || state.hand.length !== 10)
    return event;
  return { ...event, hand: state.hand };
}

/** @param {TableEvent} event */
async function show(event) {
  const table = page.table;
  if (!table) return;
  const own = event.player === 0;
  if (event.kind === "trick_taken") {
    change({ winner: event.player ?? null });
    heard(event, table);
    await pause(lying(page.settings));
    if (!hurry || page.settings.pace === "click") await collect(event.player ?? 0);
    hurry = false;
    change({ table: after(table, event), winner: null });
    shown = performance.now();
    return;
  }
  if (!own && event.player !== undefined && event.kind !== "put_down")
    await pause(Math.max(0, shown + beat(page.settings) - performance.now()));
  const from = event.kind === "card_played" ? places(event.player ?? 0, event.card ?? "") : null;
  change({ table: after(table, event) });
  shown = performance.now();
  heard(event, table);
  if (from && !hurry) flyIn(event.player ?? 0, from);
}

/** @param {number|null} milliseconds null: until the person goes on */
function pause(milliseconds) {
  if (hurry || milliseconds === 0) return Promise.resolve();
  return new Promise((resolve) => {
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    const go = () => {
      clearTimeout(timer);
      wake = null;
      resolve(undefined);
    };
    wake = go;
    if (milliseconds !== null) timer = setTimeout(go, milliseconds);
  });
}
