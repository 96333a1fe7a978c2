// @ts-check
/** The trick on the table: three fixed places, a mark at the lead, a glow at the winner. */

import { byId, fill, h } from "../dom.js";
import { page } from "../store.js";
import { t } from "../words.js";
import { picture } from "./cards.js";
import { playerName } from "./seats.js";

/** Draws the trick at hand, or the last one where the person looks at it. */
export function paintTrick() {
  const { table } = page;
  if (!table) return;
  const root = byId("trick");
  const last = page.look ? table.last_trick : null;
  const trick = last ?? table.trick;
  root.hidden = !trick || (table.phase !== "play" && !last);
  root.classList.toggle("last", last !== null);
  const winner = last ? last.winner : page.winner;
  fill(root, { trick, winner, last: last !== null, settings: page.settings }, () => {
    if (!trick) return [];
    const slots = [1, 2, 0].map((player) => {
      const at = trick.cards.findIndex((one) => one.player === player);
      const card = at < 0 ? null : trick.cards[at].card;
      const leads = trick.leader === player;
      return h(
        "div",
        {
          class: `slot at${player}${winner === player ? " won" : ""}`,
          "data-slot": player,
          style: `z-index:${at + 2}`,
        },
        card ? picture(card) : trick.cards.length ? null : h("span", { class: "gap" }),
        leads
          ? h(
              "span",
              { class: "lead", title: t("trick.lead", { name: playerName(player, table) }) },
              t("trick.lead.short"),
            )
          : null,
      );
    });
    return [
      last
        ? h(
            "p",
            { class: "caption" },
            t("trick.last", { name: playerName(last.winner ?? 0, table), points: last.points ?? 0 }),
          )
        : null,
      ...slots,
    ];
  });
}
