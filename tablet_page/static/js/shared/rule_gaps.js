// The words of a refusal put together in the person's language; loaded with its texts, when the first one comes.

import { currentLanguage, points, t, tOr } from "./i18n.js";
import { playerName } from "./names.js";
import { tileName } from "./tiles.js";

/** A whole sentence; null where the language has no text for all of it.
 * @param {Documents} documents
 * @param {Wire.WordsDocument[]} words */
export function sentenceOf(documents, words) {
  return ended(documents, said(documents, words));
}

/** Sentences of the camera, the machine or the set-up, in which no player is named; null as above.
 * @param {Wire.WordsDocument[]} words */
export function plainOf(words) {
  return said(null, words);
}

/** What stands in a gap: its name says of which kind it is (`mahjong_rules.told.sentence`); null where it cannot be said.
 * @param {Documents | null} documents
 * @param {string} name
 * @param {Wire.WordsDocument["values"][string]} value
 * @returns {string | null} */
function gap(documents, name, value) {
  if (typeof value !== "string") return listedWords(documents, value);
  if (/(^|_)seat$/.test(name)) return value === "None" ? "–" : playerAt(documents, Number(value));
  if (/(^|_)tile$/.test(name)) return tileName(value);
  const word = WORDS[name];
  return word ? word(documents, value) : value;
}

/** Gaps of one name alone.
 * @type {Record<string, (documents: Documents | null, value: string) => string>} */
const WORDS = {
  meld: (_, value) => t(`meld.${value}`),
  option: (_, value) => tOr(`setting.${value}`, value),
  penalty: (_, value) => t(`declare.${value.replaceAll(" ", "_")}`),
  penalties: (_, value) => listed(value.split(", ").map((kind) => t(`declare.${kind}`))),
  reason: (_, value) => t(`abort.${value}`),
  seats: (documents, value) => listed(value.match(/\d/g)?.map((seat) => playerAt(documents, Number(seat))) ?? []),
  step: (_, value) => points(Number(value)),
  points: (_, value) => points(Number(value)),
  total: (_, value) => points(Number(value)),
};

/**
 * @param {Documents | null} documents
 * @param {number} seat */
function playerAt(documents, seat) {
  return documents ? playerName(documents, seat) : t("start.seat", { number: seat + 1 });
}

/** Words in a gap: parts of the sentence.
 * @param {Documents | null} documents
 * @param {Wire.WordsDocument[]} words */
function listedWords(documents, words) {
  const parts = words.map((word) => said(documents, [word])?.replace(/[.。]$/, "") ?? null);
  return parts.includes(null) ? null : listed(/** @type {string[]} */ (parts));
}

/** @param {string[]} names */
function listed(names) {
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}

/** Where the words' text stands: what the page itself says of the machine (`table_daemon.machine.refusals`) has no second text.
 * @param {string} key */
function textKey(key) {
  return /^(refusal|fault|obstacle)\.\w+$/.test(key) ? key : `told.${key}`;
}

/** @param {Documents | null} documents
 * @param {Wire.WordsDocument[]} words
 * @returns {string | null} null where the language has no text for all of it */
function said(documents, words) {
  const parts = words.map(({ key, values }) => {
    const gaps = Object.entries(values).map(([name, value]) => [name, gap(documents, name, value)]);
    const isKnown = key !== "as_it_is" && tOr(textKey(key), "") !== "" && gaps.every(([, value]) => value !== null);
    return isKnown ? t(textKey(key), Object.fromEntries(gaps)) : null;
  });
  return parts.length === 0 || parts.includes(null) ? null : parts.join(" ");
}

/** A reason that stands alone is a sentence: it begins large, unless with a player's name, and ends with a stop.
 * @param {Documents} documents
 * @param {string | null} text */
function ended(documents, text) {
  if (!text || /[.。]$/.test(text)) return text;
  const isName = documents.state.names.some((name) => name && text.startsWith(name));
  const first = isName ? text.charAt(0) : text.charAt(0).toLocaleUpperCase(currentLanguage());
  return first + text.slice(1) + (/^(ja|zh)$/.test(currentLanguage()) ? "。" : ".");
}
