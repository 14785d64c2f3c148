// What the rules say against something, in the person's language: an English sentence that comes with its words.
//
// Rules this file keeps: the texts are loaded when the first such sentence comes; one that a language does not know is
// shown in English and says so (`lang`).

import { h } from "./dom.js";
import { loadRare, tOr } from "./i18n.js";
import { withNames } from "./names.js";

/** How words become a sentence, once it is here. @type {typeof import("./rule_gaps.js") | null} */
let gaps = null;

/** Have the texts here; without a network sentences stay English. */
export async function loadRuleWords() {
  await Promise.all([import("./rule_gaps.js").then((loaded) => { gaps = loaded; }), loadRare("refusals")]).catch(() => {});
}

/** Sentences in which no player is named; "" while the texts are not here, and where the language has none for all of it.
 * @param {Wire.WordsDocument[]} words */
export function plainText(words) {
  return gaps?.plainOf(words) ?? "";
}

/** A sentence of the rules as people read it.
 * @param {Documents} documents
 * @param {string} sentence in English
 * @param {Wire.WordsDocument[]} [words]
 * @returns {HTMLElement | ""} */
export function ruleView(documents, sentence, words = []) {
  if (!sentence) return "";
  const text = gaps?.sentenceOf(documents, words) ?? null;
  return text === null ? h("span", { lang: "en" }, withNames(documents, sentence)) : h("span", {}, text);
}

/** Why a command was refused, as people read it: what the code says, and the rules' own sentence.
 * @param {Documents} documents
 * @param {Answer["error"]} error
 * @returns {Promise<[string, HTMLElement | ""]>} */
export async function refusalTexts(documents, { code, message, words }) {
  if (words) await loadRuleWords();
  const title = tOr(`error.${code}`, message);
  return [title, title === message ? "" : ruleView(documents, message, words)];
}
