// @ts-check
/** The three seats: who sits there, what was said, who plays what, the pile of tricks. */

import { byId, fill, h } from "../dom.js";
import { bubbles, held } from "../model/events.js";
import { change, page } from "../store.js";
import { t, told } from "../words.js";
import { covered, emblem, row } from "./cards.js";

/** @typedef {import("../model/types.js").GameState} GameState */

/** What a player is called. @param {number} player @param {GameState} table */
export function playerName(player, table) {
  const name = table.players[player]?.name ?? "";
  const known = { you: "player.you", left: "player.left", right: "player.right" }[name];
  return known ? t(known) : name;
}

/** What a policy is called: by its level where it is one of ours. @param {string|null} policy */
export function policyTitle(policy) {
  const level = page.hello?.policies.find((one) => one.name === policy);
  return level ? told(level.title) : (policy ?? "");
}

/** Draws the seats. */
export function paintSeats() {
  const { table } = page;
  if (!table) return;
  for (const player of [0, 1, 2]) paintSeat(player, table);
}

/** @param {number} player @param {GameState} table */
function paintSeat(player, table) {
  const root = byId(`seat${player}`);
  const call = bubbles(table)[player];
  const declarer = table.contract?.player === player ? table.contract : null;
  const open = declarer && player !== 0 ? table.open_hand : null;
  const seat = table.deal.seats[player];
  const turn = (table.turn === player && !page.busy) || table.thinking === player;
  const shown = {
    player,
    call,
    declarer,
    open,
    seat,
    turn,
    dealer: table.deal.dealer === player,
    cards: held(table, player),
    tricks: table.tricks[player],
    thinks: table.thinking === player,
    who: [table.players[player], policyTitle(table.players[player].policy)],
    put: player === 0 && table.phase === "play" ? table.skat.put_down : null,
    look: table.last_trick !== null,
    settings: page.settings,
  };
  root.classList.toggle("turn", turn);
  root.classList.toggle("declarer", declarer !== null);
  root.setAttribute("aria-label", playerName(player, table));
  fill(root, shown, () => [
    h(
      "div",
      { class: "who" },
      h("span", { class: "name" }, playerName(player, table)),
      player === 0 ? null : h(
            "span",
            { class: "policy", title: table.players[player].policy },
            policyTitle(table.players[player].policy),
          ),
      h("span", { class: "place", title: t(`seat.${seat}`) }, t(`seat.${seat}.short`)),
      shown.dealer ? h("span", { class: "place dealer", title: t("seat.dealer") }, t("seat.dealer.short")) : null,
    ),
    declarer
      ? h(
          "div",
          { class: "chip" },
          emblem(declarer.game),
          h("span", {}, told(declarer.name)),
          h("span", { class: "bid" }, t("chip.bid", { bid: declarer.bid ?? "" })),
        )
      : null,
    shown.put
      ? h("span", { class: "put", title: t("skat.put_down") }, h("span", { class: "unseen" }, t("skat.put_down")), row(shown.put))
      : null,
    call ? h("div", { class: `bubble ${call.kind}` }, saying(call)) : null,
    shown.thinks ? h("div", { class: "bubble pass" }, "\u2026") : null,
    player === 0 ? null : open ? row(open, "open") : fan(shown.cards),
    pile(player, shown.tricks, shown.look),
  ]);
}

/** @param {import("../model/types.js").Call} call */
function saying(call) {
  if (call.kind === "pass") return t("call.pass");
  return call.kind === "hold" ? t("call.hold") : String(call.value);
}

/** @param {number} count */
function fan(count) {
  return h(
    "span",
    { class: "fan", style: `--n:${count}`, role: "img", "aria-label": t("seat.cards", { count }) },
    Array.from({ length: count }, (_, k) => {
      const card = covered();
      card.style.setProperty("--k", String(k));
      return card;
    }),
  );
}

/** @param {number} player @param {number} count @param {boolean} look */
function pile(player, count, look) {
  const label = t("pile", { count });
  if (!look)
    return h("span", { class: "pile", role: "img", "aria-label": label, title: label }, h("i", {}), String(count));
  return h(
    "button",
    {
      type: "button",
      class: "pile",
      "data-key": `pile${player}`,
      title: `${label}. ${t("pile.look")}`,
      "aria-label": `${label}. ${t("pile.look")}`,
      onclick: () => change({ look: !page.look }),
    },
    h("i", {}),
    String(count),
  );
}
