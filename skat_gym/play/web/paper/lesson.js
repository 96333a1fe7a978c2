// @ts-check
/** The lesson after a match: what the policy made of the same deals, deal by deal. */

import { button, h } from "../dom.js";
import { page } from "../store.js";
import { emblem } from "../table/cards.js";
import { playerName, policyTitle } from "../table/seats.js";
import { figure, signed, t, told } from "../words.js";

/** @typedef {import("../model/types.js").Lesson} Lesson */

/**
 * @param {Lesson|null} lesson
 * @param {{replay: (deal: number) => void, again: (deal: number, as: number) => void}} ways
 */
export function lessonBody(lesson, ways) {
  const { table } = page;
  if (!table) return [];
  const code = table.fairness.code;
  if (!lesson) return [h("p", { class: "waits" }, t("lesson.waits"))];
  const policy = policyTitle(lesson.policy);
  const most = Math.max(1, ...lesson.rows.map((one) => Math.abs(one.difference)));
  return [
    h(
      "p",
      { class: "verdict" },
      t(lesson.difference > 0 ? "lesson.ahead" : lesson.difference < 0 ? "lesson.behind" : "lesson.even", {
        policy,
        points: figure(Math.abs(lesson.difference)),
      }),
      lesson.done ? "" : ` ${t("lesson.going_on")}`,
    ),
    h("p", { class: "small" }, t("lesson.what", { policy })),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("lesson") },
      h(
        "table",
        { class: "list lesson" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["no", "yours", "policys", "difference", "given"].map((key) =>
              h("th", { scope: "col" }, t(`lesson.${key}`, { policy })),
            ),
            h("td", {}),
          ),
        ),
        h(
          "tbody",
          {},
          lesson.rows.map((one) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, String(one.deal)),
              h("td", { class: "left" }, h("b", {}, signed(one.you[0])), played(one.your_game)),
              h("td", { class: "left" }, h("b", {}, signed(one.bot[0])), played(one.bot_game)),
              h(
                "td",
                {},
                h(
                  "span",
                  {
                    class: `swing ${one.difference < 0 ? "minus" : "plus"}`,
                    style: `--share:${Math.abs(one.difference) / most}`,
                  },
                  signed(one.difference),
                ),
              ),
              h(
                "td",
                {},
                one.cost
                  ? t("lesson.cost", { points: one.cost.points ?? "\u2013", score: one.cost.score ?? "\u2013" })
                  : "",
              ),
              h(
                "td",
                {},
                button(t("lesson.look"), () => ways.replay(one.deal), { "data-key": `look${one.deal}` }),
                button(t("lesson.again"), () => ways.again(one.deal, 0), { "data-key": `again${one.deal}` }),
              ),
            ),
          ),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            { class: "total" },
            h("th", { scope: "row" }, ""),
            h("td", { class: "left" }, figure(lesson.you[0])),
            h("td", { class: "left" }, figure(lesson.bot[0])),
            h("td", {}, signed(lesson.difference)),
            h("td", {}),
            h("td", {}),
          ),
        ),
      ),
    ),
    code ? h("p", { class: "code" }, t("lesson.code"), " ", h("code", {}, code)) : null,
  ];
}

/** @param {import("../model/types.js").Played} game */
function played(game) {
  const { table } = page;
  if (!table || !game) return h("small", { class: "played" }, ` ${t("sheet.passed_in.word")}`);
  return h(
    "small",
    { class: "played" },
    " ",
    emblem(game.contract.game),
    h("span", { class: "unseen" }, told(game.contract.name)),
    ` ${playerName(game.player, table)} ${signed(game.score)}`,
  );
}
