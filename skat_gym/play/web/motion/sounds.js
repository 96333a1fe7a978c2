// @ts-check
/** Short sounds made by the browser itself; silent unless the person wants them. */

import { page } from "../store.js";

/** @type {AudioContext|null} */
let audio = null;

/** @param {number} frequency @param {number} start @param {number} length @param {OscillatorType} kind @param {number} gain */
function tone(frequency, start, length, kind, gain) {
  if (!audio) return;
  const at = audio.currentTime + start;
  const voice = audio.createOscillator();
  const level = audio.createGain();
  voice.type = kind;
  voice.frequency.setValueAtTime(frequency, at);
  level.gain.setValueAtTime(gain, at);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(level).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** A card that falls on the table: a short burst of noise. */
function slap() {
  if (!audio) return;
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let k = 0; k < length; k += 1) data[k] = (Math.random() * 2 - 1) * (1 - k / length) ** 4;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = 1400;
  source.buffer = buffer;
  source.connect(filter).connect(audio.destination);
  source.start();
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  card_played: slap,
  bid: () => tone(330, 0, 0.12, "triangle", 0.08),
  hold: () => tone(392, 0, 0.12, "triangle", 0.08),
  pass: () => tone(196, 0, 0.16, "triangle", 0.07),
  declared: () => {
    tone(392, 0, 0.18, "triangle", 0.08);
    tone(523, 0.12, 0.24, "triangle", 0.08);
  },
  trick_taken: () => tone(262, 0, 0.09, "sine", 0.05),
  deal_over: () => {
    tone(262, 0, 0.2, "sine", 0.07);
    tone(330, 0.1, 0.2, "sine", 0.07);
    tone(392, 0.2, 0.3, "sine", 0.07);
  },
};

/** Sounds what happened, if sounds are on. @param {string} kind */
export function sound(kind) {
  if (!page.settings.sounds) return;
  audio ??= new AudioContext();
  SOUNDS[kind]?.();
}
