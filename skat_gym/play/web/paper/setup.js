// @ts-check
/** A new match as the person wants it. */

import { h } from "../dom.js";
import { page } from "../store.js";
import { t, told } from "../words.js";

/** @param {string} name @param {string} label @param {Node} field @param {string} [hint] */
function line(name, label, field, hint) {
  return h("div", { class: "field" }, h("label", { for: name }, label), field, hint ? h("small", {}, hint) : null);
}

/** @param {(wishes: Record<string, unknown>) => void} begin */
export function setupBody(begin) {
  const { hello } = page;
  if (!hello) return [];
  const names = hello.policies.map((one) => one.name);
  const policies = h(
    "datalist",
    { id: "policies" },
    hello.policies.map((one) => h("option", { value: one.name }, told(one.about))),
  );
  /** @param {string} name @param {string} value */
  const who = (name, value) =>
    h("input", { id: name, name, list: "policies", value, autocomplete: "off", spellcheck: "false", required: true });
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
            opponents: [text("left"), text("right")],
            deals: Number(text("deals")),
            scoring: text("scoring"),
            practice: data.get("practice") !== null,
            ...(text("seed") ? { seed: text("seed") } : {}),
          });
        }
      },
    },
    line(
      "left",
      t("setup.left"),
      who("left", hello.defaults.opponents[0]),
      t("setup.policies", { names: names.join(", ") }),
    ),
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
    policies,
    form,
    h(
      "ul",
      { class: "about" },
      hello.policies.map((one) => h("li", {}, h("b", {}, one.name), " ", told(one.about))),
    ),
  ];
}
