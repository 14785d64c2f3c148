// Taking back and putting right what the table counted: the newest event, the scores.

import { h, typed } from "../shared/dom.js";
import { change, points, t, unitSize } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";

const SEATS = [0, 1, 2, 3];
const LONGEST_REASON = 120;

/** The card with both; nothing before the first game. `typed` is what stands in the form, null while nobody types.
 * @param {Documents} documents
 * @param {TypedScores | null} typed */
export function correctView(documents, typed) {
  const { state } = documents;
  if (state.phase === "idle") return null;
  return [
    h("section", { class: "card", "data-key": "correct" },
      h("h2", {}, t("correct.title")),
      h("div", { class: "actions wrap" },
        h("button", { "data-do": "log", "data-arg": "events" }, t("log.title")),
        h("button", { "data-do": "void" }, t("correct.void")))),
    scoresView(documents, typed),
  ];
}

/**
 * @param {Documents} documents
 * @param {TypedScores | null} typed
 */
function scoresView(documents, typed) {
  const { state } = documents;
  /**
   * @param {string} label
   * @param {Child} control
   */
  const field = (label, control) => h("label", {}, h("span", {}, label), control);
  /**
   * @param {string} name
   * @param {number} value
   */
  const whole = (name, value) => h("input", { name, type: "number", min: "0", step: "1", required: true, value });
  // Of this game alone: what was typed for the players before must not stand under other names.
  return h("form", { class: "card scores", "data-do": "set_scores", "data-key": `scores-${state.clock.game_since}` },
    h("h2", {}, t("correct.scores")),
    h("div", { class: "names" }, seatsOf(state).map((seat) => field(playerName(documents, seat),
      h("input", { name: `score-${seat}`, type: "number", step: state.system.score_step / unitSize(), required: true, value: state.scores[seat] / unitSize() }))),
      state.system.has_riichi && [field(t("correct.sticks"), whole("riichi_sticks", state.riichi_sticks)), field(t("correct.honba"), whole("honba", state.honba))]),
    sumView(state, typed),
    field(t("correct.reason"), h("input", { name: "reason", required: true, maxlength: LONGEST_REASON, autocomplete: "off" })),
    h("div", { class: "actions" }, h("button", { type: "submit" }, t("correct.set"))));
}

/** Points come from nowhere: the sum of what is typed beside what there is.
 * @param {Wire.StateDocument} state
 * @param {TypedScores | null} typed */
function sumView({ scores, riichi_sticks: sticks, system }, typed) {
  /**
   * @param {number[]} four
   * @param {number} count
   */
  const sum = (four, count) => four.reduce((total, score) => total + score, count * system.stick_points);
  const before = sum(scores, sticks);
  const now = typed === null ? before : sum(typed.scores, typed.sticks ?? sticks);
  const isOff = now !== before;
  return [
    h("p", { class: `sum${isOff ? " loss" : " subtle"}`, role: "status", "data-key": "sum" }, isOff
      ? t("correct.sum_off", { sum: points(now), difference: change(now - before) }) : t("correct.sum", { sum: points(now) })),
    isOff && h("label", { class: "tick", "data-key": "force" }, h("input", { type: "checkbox", name: "force", required: true }), h("span", {}, t("correct.anyway"))),
  ];
}

/** What stands in the form: scores in the table's unit, sticks and honba where there are any.
 * @param {HTMLFormElement} form */
export function typedScores(form) {
  const fields = new FormData(form);
  const whole = (/** @type {string} */ name) => (fields.has(name) ? Number(fields.get(name)) : null);
  return {
    scores: SEATS.map((seat) => Math.round(Number(fields.get(`score-${seat}`) ?? 0) * unitSize())), sticks: whole("riichi_sticks"), honba: whole("honba"),
    reason: typed(fields, "reason"), force: fields.has("force"),
  };
}
