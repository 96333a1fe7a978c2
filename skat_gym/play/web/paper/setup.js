// @ts-check
/** A new match as the person wants it. */

import { h } from "../dom.js";
import { page } from "../store.js";
import { t, told } from "../words.js";

/** @param {string} name @param {string} label @param {Node|Node[]} field @param {string} [hint] */
function line(name, label, field, hint) {
  return h("div", { class: "field" }, h("label", { for: name }, label), field, hint ? h("small", {}, hint) : null);
}

/** @param {(wishes: Record<string, unknown>) => void} begin */
export function setupBody(begin) {
  const { hello } = page;
  if (!hello) return [h("p", { class: "waits" }, t("lobby.connecting"))];
  const names = hello.policies.map((one) => one.name);
  /** A player by its level, or by the name of any policy. @param {string} name @param {string} usual */
  const who = (name, usual) => {
    const listed = names.includes(usual);
    const other = h("input", {
      id: `${name}-other`,
      name: `${name}-other`,
      value: listed ? "" : usual,
      hidden: listed,
      "aria-label": t("setup.other.what"),
      placeholder: t("setup.other.what"),
      autocomplete: "off",
      spellcheck: "false",
    });
    const level = h(
      "select",
      {
        id: name,
        name,
        onchange: (/** @type {Event} */ event) => {
          other.hidden = /** @type {HTMLSelectElement} */ (event.target).value !== "";
          if (!other.hidden) other.focus();
        },
      },
      hello.policies.map((one) => h("option", { value: one.name, selected: one.name === usual }, told(one.title))),
      h("option", { value: "", selected: !listed }, t("setup.other")),
    );
    return [level, other];
  };
  /** @param {string} name @param {(string|number)[]} options @param {string|number} now @param {(value: string|number) => string} word */
  const select = (name, options, now, word) =>
    h(
      "select",
      { id: name, name },
      options.map((value) => h("option", { value, selected: value === now }, word(value))),
    );
  const form = h(
    "form",
    {
      class: "fields",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
        const code = text("code");
        if (code) begin({ code });
        else {
          begin({
            opponents: [text("left") || text("left-other"), text("right") || text("right-other")],
            deals: Number(text("deals")),
            scoring: text("scoring"),
            practice: data.get("practice") !== null,
            ...(text("seed") ? { seed: text("seed") } : {}),
          });
        }
      },
    },
    line("left", t("setup.left"), who("left", hello.defaults.opponents[0])),
    line("right", t("setup.right"), who("right", hello.defaults.opponents[1])),
    line("deals", t("setup.deals"), select("deals", hello.deals, hello.defaults.deals, String)),
    line(
      "scoring",
      t("setup.scoring"),
      select("scoring", hello.scorings, hello.defaults.scoring, (value) => t(`scoring.${value}`)),
    ),
    h(
      "div",
      { class: "field" },
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "practice", id: "practice" }),
        t("setup.practice"),
      ),
      h("small", {}, t("setup.practice.what")),
    ),
    h(
      "details",
      {},
      h("summary", {}, t("setup.cards")),
      line(
        "code",
        t("setup.code"),
        h("input", { id: "code", name: "code", autocomplete: "off", spellcheck: "false" }),
        t("setup.code.what"),
      ),
      line(
        "seed",
        t("setup.seed"),
        h("input", { id: "seed", name: "seed", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off" }),
        t("setup.seed.what"),
      ),
    ),
    h(
      "div",
      { class: "answers" },
      h("button", { type: "submit", class: "big gold", "data-key": "begin" }, t("setup.begin")),
    ),
  );
  return [
    form,
    h(
      "ul",
      { class: "about" },
      hello.policies.map((one) => h("li", {}, h("b", {}, told(one.title)), ` (${one.name}) `, told(one.about))),
    ),
  ];
}
