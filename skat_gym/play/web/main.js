// @ts-check
/** Puts the page together: what the server says, what the person does, and what is drawn. */

import { byId, fill } from "./dom.js";
import { log, retell, rewrite } from "./log.js";
import { save } from "./model/settings.js";
import { drop, listen, offer, take } from "./motion/director.js";
import { sound } from "./motion/sounds.js";
import { askAgain, prepare, redraw } from "./paper/dialog.js";
import { paintLobby } from "./paper/lobby.js";
import { dressPage } from "./paper/settings.js";
import { shortSheet } from "./paper/sheet.js";
import { change, draw, page } from "./store.js";
import { paintBar } from "./table/bar.js";
import { paintControls } from "./table/controls.js";
import { chosen, paintHand } from "./table/hand.js";
import { paintPanel } from "./table/panel.js";
import { paintSeats } from "./table/seats.js";
import { paintTrick } from "./table/trick.js";
import { listenToKeys } from "./keys.js";
import { makeActs } from "./acts.js";
import { makeDoors } from "./doors.js";
import { Wire } from "./wire.js";
import { speak, t, told } from "./words.js";

/** @typedef {import("./model/types.js").StateMessage} StateMessage */

const address = new URLSearchParams(location.search);
const wire = new Wire(address.get("token") ?? "", { opened, received, lost });

/** The match that this tab shows, kept in the address so that a reload finds it; "" in the lobby. */
let shown = location.hash.slice(1) || address.get("match") || "";

/** Goes to a match, or to none. @param {string} match */
function goTo(match) {
  if (page.table?.match !== match) {
    drop();
    change({ table: null, busy: false });
  }
  shown = match;
  address.delete("match");
  history.replaceState(null, "", `${location.pathname}?${address}${match && `#${match}`}`);
}

function opened() {
  change({ connection: "open" });
  if (shown) wire.send({ type: "open", match: shown });
}

/** @param {"lost"|"token"|"origin"|"rate"} connection */
function lost(connection) {
  change({ connection, busy: false });
  if (connection !== "lost") say(t(`connection.${connection}`));
}

/** @type {Record<string, (message: any) => void>} */
const HEARD = {
  hello(message) {
    change({ hello: message, matches: message.matches });
    askAgain();
  },
  matches(message) {
    change({ matches: message.matches });
  },
  state(message) {
    const due = message.re === undefined ? message.match === shown : String(message.re) === wire.way;
    if (!due) return; // the person has gone elsewhere since
    goTo(message.match);
    const today = page.hello?.daily;
    if (today && message.state.options.daily === today.date) today.match = message.match;
    retell(message.story);
    if (message.re !== undefined) hush();
    take(message);
  },
  update(message) {
    if (message.match !== shown) return;
    hush();
    take(message);
  },
  claim: offer,
  refused(message) {
    if (message.code === "stale" || message.code === "elsewhere") return;
    if (message.code === "no-match" && message.match === shown) goTo("");
    say(told(message.reason));
  },
};

/** @param {any} message */
function received(message) {
  HEARD[message.type]?.(message);
}

let silence = 0;

/** Shows a short note. @param {string} text */
function say(text) {
  const note = byId("note");
  if (note.matches(":popover-open")) note.hidePopover(); // shown anew it lies above a dialog, too
  note.showPopover();
  note.textContent = text;
  clearTimeout(silence);
  silence = window.setTimeout(hush, 5000);
}

/** Takes the note away. */
function hush() {
  const note = byId("note");
  if (note.matches(":popover-open")) note.hidePopover();
  note.textContent = "";
}

/** What the person likes, with what waits for its words. */
let wished = page.settings;

/** @param {Partial<import("./model/settings.js").Settings>} part */
async function set(part) {
  const settings = { ...wished, ...part };
  wished = settings;
  save(settings);
  const spoken = await speak(settings.language);
  if (wished !== settings) return; // what was set since comes with it
  if (!spoken) {
    wished = { ...settings, language: page.settings.language };
    save(wished);
    say(t("connection.lost"));
  }
  change({ settings: wished });
  dressPage();
  rewrite();
  redraw();
}

const doors = makeDoors({ wire, say, set, goTo });
const acts = makeActs({ wire, say, doors });

/** Draws the frame around the table. */
function paintFrame() {
  const { table } = page;
  byId("table").hidden = table === null;
  byId("side").hidden = table === null;
  byId("table").dataset.phase = table?.phase ?? "";
  byId("table").dataset.yours = String(table !== null && table.your_turn && !page.busy);
  document.body.classList.toggle("at-table", table !== null);
  document.title = table ? `Skat \u2013 ${t("bar.deal", { number: table.deal.number, of: table.deal.of })}` : "Skat";
  byId("story-title").textContent = t("log");
  byId("side").setAttribute("aria-label", t("side"));
  byId("bar").setAttribute("aria-label", t("bar"));
  if (table) fill(byId("list"), [table.sheet, page.settings, table.players], () => [shortSheet(table)]);
}

async function start() {
  await speak(page.settings.language);
  dressPage();
  prepare();
  draw(paintFrame);
  draw(() => paintBar(doors));
  draw(() => paintLobby(doors));
  draw(paintSeats);
  draw(() => paintPanel(acts));
  draw(paintTrick);
  draw(() => paintControls(acts));
  draw(paintHand);
  draw(acts.follow);
  chosen(acts.choose, acts.explain);
  listenToKeys(acts.keys);
  listen((event) => {
    log(event);
    sound(event.kind);
  });
  byId("middle").addEventListener("click", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).closest("button, select, label"))) acts.skip();
  });
  change({});
  wire.connect();
}

void start();
