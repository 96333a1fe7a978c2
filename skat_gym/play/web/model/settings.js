// @ts-check
/** What a person likes: language, deck, pace and the like, kept in the browser. */

/**
 * @typedef {{language: "de"|"en", deck: "french"|"four"|"german", letters: "auto"|"de"|"en",
 *   pace: "none"|"fast"|"normal"|"slow"|"click", upwards: boolean, alternating: boolean,
 *   taps: "auto"|"one"|"two", confirm: boolean, sounds: boolean, assist: boolean,
 *   theme: "auto"|"light"|"dark"}} Settings
 */

const KEY = "skat-gym";

/** @returns {Settings} */
export function defaults() {
  const german = (navigator.language || "de").toLowerCase().startsWith("de");
  return {
    language: german ? "de" : "en",
    deck: "french",
    letters: "auto",
    pace: "normal",
    upwards: false,
    alternating: true,
    taps: "auto",
    confirm: true,
    sounds: false,
    assist: false,
    theme: "auto",
  };
}

/** @returns {Settings} */
export function load() {
  const standard = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const name of Object.keys(standard)) {
      if (typeof kept[name] === typeof (/** @type {any} */ (standard)[name])) {
        /** @type {any} */ (standard)[name] = kept[name];
      }
    }
  } catch {
    localStorage.removeItem(KEY);
  }
  return standard;
}

/** @param {Settings} settings */
export function save(settings) {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** Milliseconds that a complete trick lies; null: until it is clicked away. @param {Settings} settings */
export function lying(settings) {
  return { none: 0, fast: 600, normal: 1300, slow: 2500, click: null }[settings.pace];
}

/** Milliseconds from one action to the next of others. @param {Settings} settings */
export function beat(settings) {
  return { none: 0, fast: 180, normal: 450, slow: 800, click: 450 }[settings.pace];
}

/** Whether a card is chosen by one tap and played by the next. @param {Settings} settings */
export function twoTaps(settings) {
  if (settings.taps !== "auto") return settings.taps === "two";
  return matchMedia("(pointer: coarse)").matches;
}

/** Whether motion is not wanted. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
