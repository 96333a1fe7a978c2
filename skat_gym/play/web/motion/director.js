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
/** Whoever cuts a pause short that has just ended by itself, within so many milliseconds, means nothing else. */
const LATE = 400;
let rested = -Infinity;
let running = false;
let hurry = false;
/** Counts what makes all that is being shown old: a state that is sent whole, or another match. */
let era = 0;
/** When the last action was shown; a state that is sent whole shows none. */
let shown = -Infinity;
/** The update whose events are being shown. @type {StateMessage|null} */
let telling = null;
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
  if (!running) return performance.now() - rested < LATE;
  hurry = true;
  wake?.();
  return true;
}

/** Forgets what waits and what is being shown: another match is, or none. */
export function drop() {
  queue = [];
  telling = null;
  era += 1;
  hurry = true;
  wake?.();
}

/**
 * Puts what can be claimed where it belongs: on the table, or with the state that is still to come;
 * the server finds it while cards are on their way.
 * @param {{match: string, n: number, claim: import("../model/types.js").Claim|null}} message
 */
export function offer({ match, n, claim }) {
  for (const one of [telling, ...queue])
    if (one && one.match === match && one.n === n) one.state = { ...one.state, claim };
  const { table } = page;
  if (table && table.match === match && table.n === n && !telling) change({ table: { ...table, claim } });
}

/** Takes a state or an update of the match that is shown. @param {StateMessage} message */
export function take(message) {
  if (message.type === "state") drop();
  queue.push(message);
  if (!running) void run();
}

async function run() {
  running = true;
  while (queue.length) {
    const message = /** @type {StateMessage} */ (queue.shift());
    const now = era;
    hurry = false;
    if (message.type === "update" && page.table?.match === message.match && page.table.n === message.from) {
      telling = message;
      change({ ...FRESH, busy: true, assumed: page.assumed });
      await tell(message);
      if (now !== era) continue;
    }
    telling = null;
    if (message.type === "state") shown = -Infinity;
    const same = message.type === "state" && page.table?.match === message.match && page.table.n === message.n;
    const fresh = message.state.phase === "auction" && message.state.deal.number !== page.table?.deal.number;
    const kept = fresh ? { assumed: null, limit: null } : {};
    change({ ...(same ? {} : FRESH), table: message.state, busy: false, winner: null, ...kept });
  }
  running = false;
}

/** @param {StateMessage} message */
async function tell(message) {
  const now = era;
  for (const told of message.events ?? []) {
    await show(whole(told, message));
    if (now !== era) return;
  }
}

/** An event with the hand that was dealt, where the state tells it. @param {TableEvent} event @param {StateMessage} message */
function whole(event, message) {
  const { state } = message;
  if (event.kind !== "deal_begun" || event.hand || state.deal.number !== event.deal || state.hand.length !== 10)
    return event;
  return { ...event, hand: state.hand };
}

/** Shows an event, up to where it has become old. @param {TableEvent} event */
async function show(event) {
  const { table } = page;
  if (!table) return;
  const now = era;
  // what the limit says for the person is to be seen like what the others say
  const limited = table.bid_up_to !== null && table.phase === "auction" && ["bid", "hold", "pass"].includes(event.kind);
  const own = event.player === 0 && !limited;
  if (event.kind === "trick_taken") {
    change({ winner: event.player ?? null });
    heard(event, table);
    await pause(lying(page.settings));
    if (now === era && (!hurry || page.settings.pace === "click")) await collect(event.player ?? 0);
    if (now !== era) return;
    hurry = false;
    change({ table: after(table, event), winner: null });
    shown = performance.now();
    return;
  }
  if (event.player === 0 && limited) await pause(beat(page.settings));
  else if (!own && event.player !== undefined && event.kind !== "put_down")
    await pause(Math.max(0, shown + beat(page.settings) - performance.now()));
  if (now !== era) return;
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
      rested = performance.now();
      resolve(undefined);
    };
    wake = go;
    if (milliseconds !== null) timer = setTimeout(go, milliseconds);
  });
}
