// @ts-check
/** What the person does at the table, by click or key, said to the server. */

import { GAMES } from "./model/card.js";
import { twoTaps } from "./model/settings.js";
import { skip } from "./motion/director.js";
import { change, page } from "./store.js";
import { actionOf, focusHand, shownHand } from "./table/hand.js";
import { ANNOUNCE, lift } from "./table/panel.js";
import { t, told } from "./words.js";

/** @typedef {import("./model/types.js").GameState} GameState */

/**
 * @param {{wire: import("./wire.js").Wire, say: (text: string) => void,
 *   doors: ReturnType<typeof import("./doors.js").makeDoors>}} means
 */
export function makeActs({ wire, say, doors }) {
  /** @param {Record<string, unknown>} message @param {(answer: any) => void} [answered] */
  function tell(message, answered) {
    const { table } = page;
    if (!table) return;
    const sent = wire.send({ ...message, match: table.match, n: table.n }, answered);
    if (!sent) say(t("connection.lost"));
    return sent;
  }

  /**
   * Does something that changes the table; nothing else is done before the answer.
   * @param {Record<string, unknown>} message
   * @param {Partial<GameState>} [hoped] what the table shows of it meanwhile
   */
  function move(message, hoped = {}) {
    if (page.busy) return;
    const before = page.table;
    const meanwhile = before && { ...before, ...hoped };
    const sent = tell(message, (answer) => {
      if (answer.type === "refused") change({ busy: false, table: page.table === meanwhile ? before : page.table });
    });
    if (sent) change({ busy: true, table: meanwhile });
  }

  /** Whether the person may act now. */
  function mine() {
    return page.table !== null && page.table.your_turn && !page.busy;
  }

  /** @param {number} action */
  function act(action) {
    if (mine()) move({ type: "act", action });
  }

  /** @param {string} card */
  function choose(card) {
    const { table } = page;
    if (!table || page.busy) {
      skip();
      return;
    }
    if (!mine()) return;
    if (table.phase === "put_down") {
      lift(card);
      return;
    }
    const action = actionOf(table, card);
    const barred = table.illegal[card];
    if (barred) {
      change({ said: told(barred.text) });
      return;
    }
    if (!action || action.kind !== "play") return;
    if (twoTaps(page.settings) && page.armed !== card) change({ armed: card, said: "" });
    else act(action.id);
  }

  /** Declares a game, with the put-downs where they are due; what the bid asks more of is said twice. @param {import("./model/types.js").Action} action */
  function announce(action) {
    const { table } = page;
    const putting = table?.phase === "put_down";
    if (!table || !mine() || (putting && page.lifted.length !== 2)) return;
    if (action.value?.needs && page.settings.confirm && page.armed !== ANNOUNCE) {
      change({ armed: ANNOUNCE, said: `${told(action.value.warning)}. ${t("announce.sure")}` });
    } else if (putting) move({ type: "exchange", put_down: page.lifted, action: action.id });
    else act(action.id);
  }

  /** @param {string} kind */
  function call(kind) {
    const action = page.table?.legal.find((one) => one.kind === kind);
    if (action) act(action.id);
    return Boolean(action);
  }

  function next() {
    if (page.table?.phase === "match_over" && !page.table.options.imported) doors.lesson();
    else if (page.table?.phase === "deal_over" && !page.busy) move({ type: "next" });
  }

  function sort() {
    const { table, settings } = page;
    if (!table) return;
    const at = GAMES.indexOf(/** @type {any} */ (page.assumed ?? table.assumed));
    const game = GAMES[(at + 1) % GAMES.length];
    change({ assumed: table.phase === "play" ? null : game });
    if (table.phase === "play") doors.set({ upwards: !settings.upwards });
  }

  /** Shows a hint, unless cards were lifted since. @param {any} answer @param {string} lifted */
  function show(answer, lifted) {
    const { table } = page;
    const here = answer.type === "hint" && answer.match === table?.match && answer.n === table?.n;
    const fits = here && String(page.lifted) === lifted;
    change({ said: "", hint: fits ? answer : null });
  }

  function hint() {
    if (!mine()) return;
    const lifted = String(page.lifted);
    if (page.hint) change({ hint: null });
    else if (tell({ type: "hint" }, (answer) => show(answer, lifted))) change({ said: t("waits") });
  }

  /** The reason why a card may not be played, when the person goes to it. @param {string} card */
  function explain(card) {
    const barred = mine() ? page.table?.illegal[card] : undefined;
    const said = barred ? told(barred.text) : "";
    if (said !== page.said) change({ said });
  }

  /** What leads on from the sheet of a deal. @param {GameState} table */
  function onward(table) {
    if (table.phase === "deal_over") return { label: t("over.next"), go: next };
    return { label: t("over.result"), go: () => doors.clear("summary") };
  }

  let before = "";

  /** Lays the sheet of a deal on the table as soon as it is over, and follows what comes. */
  function follow() {
    const { table, busy } = page;
    const now = table && !busy ? `${table.match} ${table.deal.number} ${table.phase}` : "";
    if (!now || now === before) return;
    if (doors.reading()) return; // it waits until that sheet is taken away
    const arrived = before.startsWith(table?.match ?? "-");
    before = now;
    if (!table) return;
    if (table.phase === "deal_over" || table.phase === "match_over") {
      if (table.summary) doors.summary(table.summary, onward(table));
    } else if (arrived) doors.clear("summary");
  }

  const finish = () => page.table?.claim && move({ type: "finish" });
  const undo = () => page.table?.undo && move({ type: "undo" });
  const keys = {
    /** @param {number} at */
    card(at) {
      const card = page.table ? shownHand(page.table)[at] : undefined;
      if (card) choose(card);
    },
    bid: () => void (call("bid") || call("hold")),
    hold: () => void (call("hold") || call("bid")),
    pass: () => void call("pass"),
    last: () => page.table?.last_trick && change({ look: !page.look }),
    sort,
    hint,
    finish,
    undo,
    sheet: () => doors.sheet(),
    help: () => doors.help(),
    skip: () => skip(),
    hand: focusHand,
    next,
    /** From the sheet of a deal that is over. */
    onward: () => page.table && onward(page.table).go(),
    away: () => change({ hint: null, look: false, armed: null, said: "" }),
  };
  return {
    act,
    choose,
    announce,
    next,
    sort,
    hint,
    finish,
    undo,
    skip,
    explain,
    follow,
    keys,
    /**
     * The limit shows at once: an auction that it ends has no state with a limit in it.
     * @param {number|null} value
     */
    bidUpTo: (value) => move({ type: "bid_up_to", value }, { bid_up_to: value }),
    summary: () => {
      const { table } = page;
      if (table?.summary) doors.summary(table.summary, onward(table));
    },
    sheet: () => doors.sheet(),
    /** From a deal that was practised to the match that it comes from. */
    back: () => {
      const [match] = (page.table?.options.again ?? "").split(":");
      if (match) doors.open(match);
    },
  };
}
