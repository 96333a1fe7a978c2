// @ts-check
/** The sheets of paper that are laid on the table: one dialog, filled with what is asked for. */

import { byId, h } from "../dom.js";
import { change, draw } from "../store.js";
import { t } from "../words.js";

/**
 * What a sheet does besides showing: `closed` follows when the person takes it away, `ask` has the
 * server send what it shows, as soon as it is laid and whenever a connection begins.
 * @typedef {{closed?: () => void, ask?: () => void}} Ways
 */

/** @type {({title: () => string, body: () => (Node|null|false)[], kind: string} & Ways)|null} */
let laid = null;
/** Whether something on the sheet is being pressed. */
let pressed = false;
/** The kind of sheet that is to be drawn anew after that, if any. */
let late = "";

/** Gives the focus back to what had it before the first sheet was laid. @type {() => void} */
let giveBack = () => undefined;

/** @returns {HTMLDialogElement} */
function sheet() {
  return /** @type {HTMLDialogElement} */ (byId("dialog"));
}

/**
 * Lays a sheet on the table. `body` is built anew by `redraw` and when the language changes.
 * @param {string} kind its class
 * @param {() => string} title
 * @param {() => (Node|null|false)[]} body
 * @param {Ways} [ways]
 */
export function lay(kind, title, body, ways = {}) {
  if (!sheet().open) giveBack = holder();
  laid = { kind, title, body, ...ways };
  redraw();
  if (!sheet().open) sheet().showModal();
  sheet().scrollTop = 0;
  laid.ask?.();
}

/**
 * Remembers what has the focus; what comes back focuses it, or what has been drawn in its place. The
 * browser itself finds only the very element.
 * @returns {() => void}
 */
export function holder() {
  const had = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
  const around = had.parentElement?.closest("[id]")?.id;
  const key = had.dataset.key;
  return () => {
    const again = had.isConnected || !around || !key ? had : byId(around).querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement && again !== document.body) again.focus({ preventScroll: true });
  };
}

/** Fills a sheet that waits, and has it ask for what it shows: a connection has begun. */
export function askAgain() {
  if (!sheet().open) return;
  if (sheet().querySelector(".waits")) redraw();
  laid?.ask?.();
}

/** Which sheet lies on the table. */
export function lying() {
  return sheet().open ? (laid?.kind ?? null) : null;
}

/**
 * Draws the sheet on the table anew; with news of a kind only a sheet of that kind, and not under
 * the person's hand: a press on a button that is put there anew would be lost.
 * @param {string} [kind]
 */
export function redraw(kind) {
  if (!laid || (kind && laid.kind !== kind)) return;
  late = (pressed && kind) || "";
  if (late) return;
  const root = sheet();
  const within = root.contains(document.activeElement);
  const focused = within && /** @type {HTMLElement} */ (document.activeElement).dataset.key;
  root.className = `paper ${laid.kind}`;
  const close = h(
    "button",
    {
      type: "button",
      class: "close",
      "data-key": "close",
      "aria-label": t("close"),
      title: t("close"),
      onclick: () => root.close(),
    },
    "\u00d7",
  );
  root.replaceChildren(
    h("div", { class: "head" }, h("h2", { id: "dialog-title" }, laid.title()), close),
    h("div", { id: "dialog-body", class: "body", tabindex: "-1" }, laid.body().filter(Boolean)),
  );
  if (focused) {
    const again = root.querySelector(`[data-key="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
  // what had the focus is gone: the keys go on from this sheet, not from the page behind it
  if (within && !root.contains(document.activeElement)) byId("dialog-body").focus({ preventScroll: true });
}

/** Takes the sheet away, whatever it was to go back to. */
export function clear() {
  if (laid) laid.closed = undefined;
  if (sheet().open) sheet().close();
}

/** Gets the dialog ready. */
export function prepare() {
  const root = sheet();
  root.addEventListener("close", () => {
    if (root.open) return; // another sheet lies there by now
    const was = laid;
    const back = giveBack;
    laid = null;
    was?.closed?.();
    change({}); // what has waited for it is laid now
    if (root.open) giveBack = back;
    else if (document.activeElement === document.body || root.contains(document.activeElement)) back();
  });
  root.addEventListener("click", (event) => {
    if (event.target === root) root.close();
  });
  root.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () =>
      setTimeout(() => {
        pressed = false;
        if (late) redraw(late);
      }),
    );
  }
  let language = document.documentElement.lang;
  draw(() => {
    if (language !== document.documentElement.lang) redraw();
    language = document.documentElement.lang;
  });
}
