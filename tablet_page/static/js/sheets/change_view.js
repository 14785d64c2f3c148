// What a correction changes: events, scores and results before and after, in words and pictures.

import { h } from "../shared/dom.js";
import { change, number, points, t } from "../shared/i18n.js";
import { eventView } from "../shared/event_text.js";
import { playerName } from "../shared/names.js";

const SEATS = [0, 1, 2, 3];

/** The two sides as a list. `effect`: before, after (events, scores, results, sticks, honba), aside.
 * @param {Documents} documents
 * @param {Effect} effect */
export function changeView(documents, effect) {
  const numbers = [...new Set([...effect.before.events ?? [], ...effect.after.events ?? []].map((item) => item.seq))];
  return h("div", { class: "changes" },
    numbers.length > 0 && h("ul", {}, numbers.map((seq) => eventChange(documents, effect, seq))),
    scoresChange(documents, effect), resultsChange(documents, effect), countersChange(effect));
}

/**
 * @param {Documents} documents
 * @param {Effect} effect
 * @param {number} seq
 */
function eventChange(documents, { before, after, aside }, seq) {
  const [old, fresh] = [before, after].map((side) => side.events?.find((item) => item.seq === seq));
  const isAside = aside.includes(seq) || fresh?.aside;
  return h("li", { "data-key": seq },
    old && !(isAside && !fresh) && side(documents, old, fresh || isAside ? "change.before" : "change.removed", "before"),
    fresh && !isAside && side(documents, fresh, old ? "change.after" : "change.added", "after"),
    isAside && h("p", { class: "aside" }, t("change.aside")));
}

/**
 * @param {Documents} documents
 * @param {NumberedEvent} item
 * @param {string} label
 * @param {string} name
 */
function side(documents, item, label, name) {
  return h("p", { class: name }, h("span", { class: "label" }, t(label)), eventView(documents, item.event));
}

/**
 * @param {Documents} documents
 * @param {Effect} effect
 */
function scoresChange(documents, { before: { scores: before }, after: { scores: after } }) {
  if (!before || !after) return null;
  const seats = SEATS.filter((seat) => before[seat] !== after[seat]);
  return seats.length > 0 && h("table", { class: "score-changes" }, h("caption", {}, t("payment.scores")),
    h("tbody", {}, seats.map((seat) => h("tr", { "data-key": seat },
      h("th", { scope: "row" }, playerName(documents, seat)),
      h("td", {}, points(before[seat])),
      h("td", { "aria-hidden": "true" }, "→"),
      h("td", {}, points(after[seat])),
      h("td", { class: after[seat] > before[seat] ? "gain" : "loss" }, change(after[seat] - before[seat]))))));
}

/**
 * @param {Documents} documents
 * @param {Effect} effect
 */
function resultsChange(documents, { before, after }) {
  const numbers = [...new Set([...before.results, ...after.results].map((result) => result.number))];
  /**
   * @param {EffectSide} side
   * @param {number} which
   */
  const outcome = (side, which) => {
    const result = side.results.find((item) => item.number === which);
    return result ? t(`outcome.${result.outcome}`) : t("change.no_result");
  };
  return numbers.length > 0 && h("ul", {}, numbers.map((which) => h("li", { "data-key": `result-${which}` },
    h("p", {}, h("span", { class: "label" }, t("change.result", { number: which })), `${outcome(before, which)} → ${outcome(after, which)}`))));
}

/** @param {Effect} effect */
function countersChange({ before, after }) {
  /** @type {("honba" | "sticks")[]} */
  const all = ["honba", "sticks"];
  const rows = all.filter((key) => before[key] !== after[key]);
  /** @type {(key: "honba" | "sticks") => string} */
  const inWords = (key) => t(`change.${key}`, { before: number(before[key] ?? 0), after: number(after[key] ?? 0) });
  return rows.length > 0 && h("p", {}, rows.map(inWords).join(" · "));
}
