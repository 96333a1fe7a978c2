// @ts-check
/** Words of the page in the language chosen: i18n/de.json and i18n/en.json, with the same keys. */

/** @type {Record<string, Record<string, string>>} */
const books = {};
let language = "de";

/** @param {string} chosen */
export async function speak(chosen) {
  if (!books[chosen]) {
    const answer = await fetch(new URL(`./i18n/${chosen}.json`, import.meta.url));
    books[chosen] = await answer.json();
  }
  language = chosen;
  document.documentElement.lang = chosen;
}

/**
 * The words of a key, with values put in for {names}.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
  const words = books[language]?.[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A text of the server in the language chosen. @param {import("./model/types.js").Text|null|undefined} text */
export function told(text) {
  return text ? (text[/** @type {"de"|"en"} */ (language)] ?? text.en ?? "") : "";
}

/** A number as the language writes it. @param {number} value @param {number} [digits] */
export function figure(value, digits = 0) {
  const written = Math.abs(value).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value < 0 ? `\u2212${written}` : written;
}

/** A number with its sign. @param {number} value @param {number} [digits] */
export function signed(value, digits = 0) {
  return value > 0 ? `+${figure(value, digits)}` : figure(value, digits);
}

/** A day and time as the language writes it. @param {string} moment */
export function day(moment) {
  const date = new Date(moment);
  return Number.isNaN(date.valueOf()) ? moment : date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
