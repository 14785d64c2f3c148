// The daemon's own sentences in the person's language: they come in English, and as keys with values beside it.
//
// Rules this file keeps: their texts are loaded when the first such sentence comes; one that the language does not know is
// shown in English and says so (`lang`).

import { h } from "./dom.js";
import { currentLanguage, tOr } from "./i18n.js";
import { loadRuleWords, plainText } from "./rule_words.js";

let isAsked = false;
let isHere = false;
/** @type {() => void} */
let redraw = () => {};

/** Call `listener` when the texts are here.
 * @param {() => void} listener */
export function onToldTexts(listener) {
  redraw = listener;
}

/** What the words say in the person's language; "" in English, and where the page has no text for one of them.
 * @param {Wire.WordsDocument[]} words */
export function inWords(words) {
  if (currentLanguage() === "en" || words.length === 0) return "";
  const text = plainText(words);
  if (!text && !isAsked) {
    isAsked = true;
    loadRuleWords().then(() => {
      isHere = true;
      redraw();
    });
  }
  return text;
}

/** A sentence in the person's language, else in English below `otherwise`, which says at least what it is about and stands
    alone until the texts are here.
 * @param {string} sentence
 * @param {Wire.WordsDocument[]} words
 * @param {string} otherwise */
export function toldView(sentence, words, otherwise) {
  const text = inWords(words);
  if (text) return h("p", {}, text);
  if (currentLanguage() === "en") return h("p", { lang: "en" }, sentence);
  return [h("p", {}, otherwise), (isHere || words.length === 0) && h("p", { lang: "en", class: "subtle small" }, sentence)];
}

/** A sentence in the person's language, else in English, as an element.
 * @param {keyof HTMLElementTagNameMap} tag
 * @param {Record<string, string>} attributes
 * @param {string} sentence
 * @param {Wire.WordsDocument[]} words */
export function toldIn(tag, attributes, sentence, words) {
  const text = inWords(words);
  return text ? h(tag, attributes, text) : h(tag, { ...attributes, lang: "en" }, sentence);
}

/** Why something was refused in which no player is named, for a toast: what the code says, and the daemon's own sentence.
 * @param {Answer["error"]} error
 * @returns {Promise<[string, HTMLElement | ""]>} */
export async function refusedTexts({ code, message, words = [] }) {
  if (words.length > 0) await loadRuleWords();
  const title = tOr(`error.${code}`, message);
  return [title, title === message ? "" : toldIn("span", {}, message, words)];
}
