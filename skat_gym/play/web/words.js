// @ts-check
/** Words of the page in the language chosen: i18n/de.json and i18n/en.json, with the same keys. */

/** @type {Record<string, Record<string, string>>} */
const books = {};
let language = "de";

const SYMBOLS = /** @type {Record<string, string>} */ ({ "\u2663": "C", "\u2660": "S", "\u2665": "H", "\u2666": "D" });

let latest = "";

/** Says everything in a language from now on; false if its words could not be fetched. @param {string} chosen */
export async function speak(chosen) {
  latest = chosen;
  try {
    books[chosen] ??= await words(chosen);
  } catch {
    return false;
  }
  if (latest !== chosen) return true; // another was chosen meanwhile
  language = chosen;
  document.documentElement.lang = chosen;
  return true;
}

/** @param {string} chosen */
async function words(chosen) {
  const answer = await fetch(new URL(`./i18n/${chosen}.json`, import.meta.url));
  return answer.json();
}

/**
 * The words of a key, with values put in for {names}; {name:card|cards} is the first word where the
 * value is 1, else the second.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const words = books[language]?.[key] ?? key;
  return words.replace(/\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/g, (whole, name, one, more) =>
    more === undefined ? String(values[name] ?? whole) : String(values[name]) === "1" ? one : more,
  );
}

/** A text of the server in the language chosen. @param {import("./model/types.js").Text|null|undefined} text */
export function told(text) {
  const written = text ? (text[/** @type {"de"|"en"} */ (language)] ?? text.en ?? "") : "";
  const said = written.replace(/(?<![\w-])-(?=\d)/g, "\u2212").replace(/(?<=\d) : (?=[\d\u2212])/g, "\u00a0:\u00a0");
  return document.documentElement.dataset.deck === "german" ? germanWords(said) : said;
}

/** A sentence with a capital at its beginning. @param {string} said */
export function opening(said) {
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

/** The words of the French deck in those of the German deck. @param {string} said */
function germanWords(said) {
  const ranks = /** @type {Record<string, string>} */ ({ B: "U", J: "U", D: "O", Q: "O" });
  return said
    .replace(
      /([\u2660\u2663\u2665\u2666])(10|[789BJDQKA])/g,
      (_, suit, rank) => `${t(`suit.german.${SYMBOLS[suit]}`)} ${ranks[rank] ?? rank}`,
    )
    .replace(/Kreuz|Pik|Karo|clubs|spades|diamonds/g, (name) => t(`deck.german.${name}`));
}

/** A number as the language writes it. @param {number} value @param {number} [digits] */
export function figure(value, digits = 0) {
  const written = Math.abs(value).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 ? `\u2212${written}` : written;
}

/** A number with its sign. @param {number} value @param {number} [digits] */
export function signed(value, digits = 0) {
  return value > 0 ? `+${figure(value, digits)}` : figure(value, digits);
}

/** A day, yyyy-mm-dd, as the language writes it. @param {string} written */
export function date(written) {
  const moment = new Date(`${written}T12:00:00`);
  return Number.isNaN(moment.valueOf()) ? written : moment.toLocaleDateString(language, { dateStyle: "long" });
}

/** A day and time as the language writes it. @param {string} moment */
export function day(moment) {
  const then = new Date(moment);
  return Number.isNaN(then.valueOf())
    ? moment
    : then.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
