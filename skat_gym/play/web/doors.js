// @ts-check
/** The ways to everything beside the table: sheets of paper, other matches, the lobby. */

import { byId } from "./dom.js";
import { clear, holder, lay, lying, redraw } from "./paper/dialog.js";
import { fairnessBody, statisticsBody } from "./paper/fairness.js";
import { lessonBody } from "./paper/lesson.js";
import { matchesBody } from "./paper/lobby.js";
import { helpBody, settingsBody } from "./paper/settings.js";
import { setupBody } from "./paper/setup.js";
import { sheetBody } from "./paper/sheet.js";
import { begin as beginStudy, studyBody } from "./paper/study.js";
import { summaryBody } from "./paper/summary.js";
import { page } from "./store.js";
import { t, told } from "./words.js";

/** Hands a text over as a file. @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * @param {{wire: import("./wire.js").Wire, say: (text: string) => void, goTo: (match: string) => void,
 *   set: (part: Partial<import("./model/settings.js").Settings>) => Promise<void>}} means
 */
export function makeDoors({ wire, say, set, goTo }) {
  /**
   * Sends what the person wants, and says so if there is no connection; else true.
   * @param {Record<string, unknown>} message @param {(answer: any) => void} [answered]
   */
  function ask(message, answered) {
    const sent = wire.send(message, answered);
    if (!sent) say(t("connection.lost"));
    return sent;
  }

  /** @param {string} match */
  function open(match) {
    if (ask({ type: "open", match })) clear();
  }

  /** The id of the message that has a match begun, while it is the person's last word. */
  let dealing = "";

  /** Has a match begun, one at a time; it takes the sheet away that it was asked for on. @param {Record<string, unknown>} message */
  function deal(message) {
    if (dealing && dealing === wire.way) return;
    const over = lying();
    const asked = ask(message, (answer) => {
      if (dealing === mine) dealing = "";
      if (answer.type === "state" && over && lying() === over) clear();
    });
    const mine = (dealing = asked ? wire.way : "");
    if (asked) say(t("lobby.dealing"));
  }

  /** @param {Record<string, unknown>} wishes */
  function begin(wishes) {
    deal({ type: "new", ...wishes });
  }

  /** @param {number} number @param {number} as */
  function again(number, as) {
    if (page.table) deal({ type: "again", match: page.table.match, deal: number, as });
  }

  /** Lays a deal card by card; `back` lays what it was opened from. @param {number} deal @param {() => void} back */
  function replay(deal, back) {
    if (!page.table) return;
    const { match, deal: shown } = page.table;
    const over = lying();
    const root = byId("dialog");
    const top = root.scrollTop;
    const focusBack = holder();
    /** Whether the person is still where the study was asked for. */
    const there = () => page.table?.match === match && page.table.deal.number === shown.number;
    const returned = () => {
      if (!there()) return;
      back();
      focusBack();
      root.scrollTop = top;
    };
    ask({ type: "replay", match, deal }, (answer) => {
      if (answer.type !== "replay" || lying() !== over || !there()) return;
      beginStudy(answer);
      lay("study", () => t("study", { deal }), studyBody, { closed: returned });
    });
  }

  /** Reads a record of games into a match of its own. @param {File} file */
  async function read(file) {
    ask({ type: "import", sgf: await file.text() }, (answer) => {
      if (answer.type !== "imported") return;
      say(t("matches.read", { deals: answer.deals }));
      askForMatches();
    });
  }

  function askForMatches() {
    wire.send({ type: "matches" }, () => redraw("matches"));
  }

  /** Deletes a match for good. @param {string} match */
  function remove(match) {
    ask({ type: "delete", match }, () => redraw("matches"));
  }

  /** @param {"text"|"csv"|"sgf"} wanted */
  function copy(wanted) {
    if (!page.table) return;
    const type = wanted === "sgf" ? "export" : "sheet";
    ask({ type, match: page.table.match }, async (answer) => {
      if (answer.type !== type) return;
      const text = wanted === "text" ? told(answer.text) : answer[wanted];
      try {
        await navigator.clipboard.writeText(text);
        say(t("copied"));
      } catch {
        download(answer.name ?? `skat.${wanted === "text" ? "txt" : wanted}`, text);
      }
    });
  }

  /**
   * The lesson that was asked for last: laid again it has not to be worked out again.
   * @type {{match: string, lesson: import("./model/types.js").Lesson|null, coming: boolean}}
   */
  let learned = { match: "", lesson: null, coming: false };

  return {
    open,
    begin,
    again,
    replay,
    set,
    lobby() {
      clear();
      goTo("");
      wire.send({ type: "close" });
    },
    setup: () =>
      lay(
        "setup",
        () => t("setup"),
        () => setupBody(begin),
      ),
    matches: () =>
      lay(
        "matches",
        () => t("lobby.matches"),
        () => matchesBody({ open, read, remove, token: wire.token }),
        { ask: askForMatches },
      ),
    sheet: () =>
      page.table &&
      lay(
        "sheet",
        () => t("sheet"),
        () => sheetBody(copy),
      ),
    fairness: () => lay("fairness", () => t("fair"), fairnessBody),
    settings: () =>
      lay(
        "settings",
        () => t("settings"),
        () => settingsBody(set),
      ),
    help: () => lay("help", () => t("help"), helpBody),
    statistics() {
      /** @type {any} */
      let stats = null;
      lay(
        "statistics",
        () => t("lobby.statistics"),
        () => statisticsBody(stats),
        {
          ask: () =>
            wire.send({ type: "statistics" }, (answer) => {
              if (answer.type === "statistics") stats = answer;
              redraw("statistics");
            }),
        },
      );
    },
    lesson() {
      if (!page.table) return;
      const { match } = page.table;
      if (learned.match !== match) learned = { match, lesson: null, coming: false };
      const mine = learned;
      const askFor = () => {
        if (mine.coming || mine.lesson?.done) return;
        mine.coming = wire.send({ type: "lesson", match }, (answer) => {
          if (answer.type === "refused" && mine === learned && lying() === "lesson") clear();
          mine.coming = answer.type === "lesson" && !answer.done;
          if (answer.type !== "lesson") return;
          mine.lesson = answer;
          redraw("lesson");
        });
      };
      const show = () =>
        lay(
          "lesson",
          () => t("lesson"),
          () => lessonBody(mine.lesson, { replay: (number) => replay(number, show), again }),
          { ask: askFor },
        );
      show();
    },
    /** @param {import("./model/types.js").Summary} summary @param {import("./paper/summary.js").Onward|null} next */
    summary(summary, next) {
      const show = () =>
        lay(
          "summary",
          () => t("over", { number: summary.deal }),
          () => summaryBody(summary, { next, replay: (deal) => replay(deal, show), again }),
        );
      show();
    },
    /** Whether a sheet lies that the person has taken out. */
    reading: () => ![null, "summary"].includes(lying()),
    /** Takes a sheet of this kind away. @param {string} kind */
    clear(kind) {
      if (lying() === kind) clear();
    },
  };
}
