// @ts-check
/** Cards on their way: from a hand to the table, from the table to a pile. */

import { byId } from "../dom.js";
import { still } from "../model/settings.js";
import { page } from "../store.js";

const TAKE = 230;
const LAY = 210;

/** Whether cards are to fly at all. */
function moves() {
  return !still() && page.settings.pace !== "none" && !document.hidden;
}

/**
 * Where a card comes from: its place in the hand, or its holder's seat.
 * @param {number} player
 * @param {string} card
 */
export function places(player, card) {
  if (!moves()) return null;
  const held = player === 0 ? byId("hand").querySelector(`[data-card="${card}"]`) : null;
  const open = byId(`seat${player}`).querySelector(`[data-card="${card}"]`);
  const from = held ?? open ?? byId(`seat${player}`).querySelector(".fan, .pile");
  return from ? from.getBoundingClientRect() : null;
}

/** Lets the card that a player laid come from where it was. @param {number} player @param {DOMRect} from */
export function flyIn(player, from) {
  const card = byId("trick").querySelector(`[data-slot="${player}"] .card`);
  if (!card) return;
  const to = card.getBoundingClientRect();
  const scale = Math.min(1, from.width / to.width);
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }], {
    duration: LAY,
    easing: "cubic-bezier(.2,.7,.3,1)",
  });
}

/** Lets the trick go to its winner's pile. @param {number} winner */
export async function collect(winner) {
  if (!moves()) return;
  const pile = byId(`seat${winner}`).querySelector(".pile") ?? byId(`seat${winner}`);
  const to = pile.getBoundingClientRect();
  const flights = [...byId("trick").querySelectorAll(".card")].map((card) => {
    const from = card.getBoundingClientRect();
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    return card.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.2 },
      ],
      { duration: TAKE, easing: "cubic-bezier(.5,0,.8,.4)", fill: "forwards" },
    ).finished;
  });
  await Promise.allSettled(flights);
}

/**
 * Lets cards slide from their old places to the new ones.
 * @param {HTMLElement} root
 * @param {Map<string, DOMRect>} before
 */
export function slide(root, before) {
  if (!moves()) return;
  for (const card of root.querySelectorAll("[data-card]")) {
    const from = before.get(/** @type {HTMLElement} */ (card).dataset.card ?? "");
    if (!from) continue;
    const to = card.getBoundingClientRect();
    const x = from.left - to.left;
    const y = from.top - to.top;
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: 200,
      easing: "ease-out",
    });
  }
}
