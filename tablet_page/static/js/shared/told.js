// The daemon's own sentences in the person's language: they come in English, and as keys with values beside it.

import { h } from "./dom.js";
import { currentLanguage, t, tOr } from "./i18n.js";

/** What the words say in the person's language; "" in English, and where the page has no text for one of them.
 * @param {Wire.WordsDocument[]} words */
export function inWords(words) {
  const isWhole = words.length > 0 && words.every(({ key }) => tOr(`told.${key}`, "") !== "");
  return currentLanguage() !== "en" && isWhole ? words.map(({ key, values }) => t(`told.${key}`, /** @type {Record<string, string>} */ (values))).join(" ") : "";
}

/** A sentence in the person's language, else in English below `otherwise`, which says at least what it is about.
 * @param {string} sentence
 * @param {Wire.WordsDocument[]} words
 * @param {string} otherwise */
export function toldView(sentence, words, otherwise) {
  const said = inWords(words);
  if (said) return h("p", {}, said);
  if (currentLanguage() === "en") return h("p", { lang: "en" }, sentence);
  return [h("p", {}, otherwise), h("p", { lang: "en", class: "subtle small" }, sentence)];
}
