// What this screen lets people hear: clicks and chimes, and calls in words where the browser has a voice for the language.
//
// Rules this file keeps: how loud is a choice of this screen (`comfort.js`), off on phones until somebody chooses; a browser
// that lets nothing sound before it was touched is not asked to; every tone is made here, nothing is fetched.

import { cuesBetween, lookAt } from "./heard.js";
import { currentLanguage, t } from "../shared/i18n.js";

/** @type {Record<string, number>} */
const LOUDNESS = { off: 0, quiet: 0.15, loud: 0.6 };
/** A screen whose shorter side is less is a phone's, as for the style sheets. */
const PHONE_PX = 600;
/** Each tone as hertz and seconds, one after the other; chosen to be told apart across a room.
 * @type {Record<string, [number, number][]>} */
const TONES = {
  discard: [[1900, 0.02]],
  chow: [[520, 0.09], [660, 0.12]],
  pung: [[520, 0.09], [520, 0.14]],
  kong: [[520, 0.07], [520, 0.07], [520, 0.14]],
  riichi: [[440, 0.12], [660, 0.12], [880, 0.25]],
  ron: [[660, 0.1], [880, 0.1], [1100, 0.35]],
  tsumo: [[880, 0.1], [1100, 0.1], [1320, 0.35]],
  draw: [[440, 0.25], [370, 0.35]],
  all_in: [[660, 0.12], [990, 0.3]],
  question: [[990, 0.1], [0, 0.08], [990, 0.1]],
  last_deal: [[330, 0.5], [0, 0.1], [330, 0.7]],
  fault: [[300, 0.25], [0, 0.1], [300, 0.25]],
};
/** @type {AudioContext | null} */
let audio = null;
/** @type {Heard | null} */
let before = null;

/** Let sounds begin once somebody has touched the screen: browsers keep silent until then. */
export function startSound() {
  document.addEventListener("pointerdown", () => {
    if (loudness() > 0) audio ??= new AudioContext();
    audio?.resume();
  });
}

/** Let what is new since the last look be heard.
 * @param {Documents} documents */
export function follow(documents) {
  const after = lookAt(documents);
  const cues = before === null ? [] : cuesBetween(before, after);
  before = after;
  for (const cue of cues) sound(cue);
}

/** How loud this screen is, 0 to 1. */
export function loudness() {
  const { sound: chosen = "auto" } = document.documentElement.dataset;
  if (chosen !== "auto") return LOUDNESS[chosen] ?? 0;
  return Math.min(screen.width, screen.height) < PHONE_PX ? 0 : LOUDNESS.quiet;
}

/** @param {Cue} cue */
function sound(cue) {
  if (loudness() === 0) return;
  const voice = "word" in cue ? voiceFor(currentLanguage()) : undefined;
  if ("word" in cue && voice) return say(t(`cue.${cue.word}`), voice);
  return play("word" in cue ? cue.word : cue.tone);
}

/** A voice of the browser for a language, unless this screen wants tones only.
 * @param {string} language */
function voiceFor(language) {
  if (document.documentElement.dataset.voice === "off" || !("speechSynthesis" in window)) return undefined;
  return speechSynthesis.getVoices().find((voice) => voice.lang.toLowerCase().startsWith(language));
}

/**
 * @param {string} text
 * @param {SpeechSynthesisVoice} voice */
function say(text, voice) {
  const said = new SpeechSynthesisUtterance(text);
  Object.assign(said, { voice, lang: voice.lang, volume: Math.min(1, 1.5 * loudness()) });
  speechSynthesis.speak(said);
}

/** @param {string} name */
function play(name) {
  if (audio === null || audio.state !== "running") return;
  let at = audio.currentTime;
  for (const [hertz, seconds] of TONES[name] ?? []) {
    if (hertz > 0) note(audio, hertz, at, seconds);
    at += seconds;
  }
}

/** A soft tone that fades: nothing clicks where it begins or ends.
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} at
 * @param {number} seconds */
function note(context, hertz, at, seconds) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loudness(), at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds + 0.02);
}
