// What people type after a win where nothing values the hand: four payments, and a small calculator that knows what the
// deals before came to.

import { h } from "../shared/dom.js";
import { change, number, points, t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";

const SEATS = [0, 1, 2, 3];
/** Chosen: one row of buttons on a small tablet. */
const MOST_USUAL = 6;

/** The card while a hand lies open as won and the deal waits for its payments.
 * @param {Documents} documents */
export function paymentsDueView(documents) {
  const { state } = documents;
  if (!state.system.people_settle || state.phase !== "play" || state.winners.length === 0) return null;
  const names = state.winners.map((seat) => playerName(documents, seat)).join(" · ");
  return h("section", { class: "card question", "data-key": "payments-due" },
    h("h2", {}, t("typed_result.due")),
    h("p", {}, t("typed_result.due_help", { name: names })),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "outcome" }, t("typed_result.enter"))));
}

/** The payments of a win in the sheet that tells how a deal ended.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function typedView(documents, draft) {
  const { system } = documents.state;
  const { deltas, filled } = draft;
  return h("section", { class: "typed-result", "data-key": "typed-result" },
    h("h3", {}, t("payment.title")),
    h("p", { class: "subtle small" }, t("typed_result.help")),
    calculatorView(documents, draft),
    h("div", { class: "names" }, SEATS.map((seat) => h("label", { "data-key": `pays-${seat}-${filled}` },
      h("span", {}, playerName(documents, seat)),
      h("input", { type: "number", step: system.score_step, "data-typed": "delta", "data-arg": seat, value: deltas[seat] })))),
    sumView(system, deltas));
}

/** Amounts of one tap: as last time, everybody pays so much, who gave the tile pays so much.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
function calculatorView(documents, draft) {
  const { results } = documents.game;
  const { system } = documents.state;
  const { amount, filled, winners } = draft;
  const discarder = draft.outcome === "ron" ? draft.discarder : null;
  const isReady = wholeOf(amount, system.score_step) > 0 && winners.length > 0;
  const sum = points(wholeOf(amount, system.score_step) || 0);
  const last = asLastTime(results, draft);
  return [
    last && h("div", { class: "actions wrap", "data-key": "last" },
      h("button", { "data-do": "typed_last" }, t("typed_result.last"), h("span", { class: "subtle" }, ` ${points(Math.max(...last))}`))),
    h("div", { class: "choice", role: "group", "aria-label": t("typed_result.amount"), "data-key": "amount" },
      h("label", { "data-key": `amount-${filled}` }, h("span", { class: "choice-label" }, t("typed_result.amount")),
        h("input", { type: "number", min: system.score_step, step: system.score_step, "data-typed": "amount", value: amount })),
      h("div", { class: "choice-buttons" }, usualAmounts(results).map((usual) => h("button", {
        "data-do": "typed_amount", "data-value": usual, "data-key": usual, "aria-pressed": String(String(usual) === amount),
      }, points(usual))))),
    h("div", { class: "actions wrap", "data-key": "pay" },
      h("button", { "data-do": "typed_everybody", disabled: !isReady }, t("typed_result.everybody", { points: sum })),
      discarder !== null && h("button", { "data-do": "typed_discarder", disabled: !isReady },
        t("typed_result.discarder", { name: playerName(documents, discarder), points: sum })),
      h("button", { "data-do": "typed_clear" }, t("typed_result.clear"))),
  ];
}

/** What they come to together, and why they cannot be counted.
 * @param {Wire.SystemDocument} system
 * @param {string[]} typed */
function sumView(system, typed) {
  const sum = typed.reduce((total, text) => total + (Number(text) || 0), 0);
  const isOff = system.sums_to_zero && sum !== 0;
  const isBroken = !isOff && typed.some((text) => Number.isNaN(wholeOf(text || "0", system.score_step)));
  const text = isOff ? t("typed_result.sum_off", { sum: change(sum) }) : isBroken
    ? t("typed_result.step", { step: number(system.score_step) }) : t("typed_result.sum", { sum: number(sum) });
  return h("p", { class: `sum${isOff || isBroken ? " loss" : " subtle"}`, role: "status", "data-key": "sum" }, text);
}

/** Amounts that one player paid in the deals before, the newest first.
 * @param {Wire.ShortResultDocument[]} results */
export function usualAmounts(results) {
  const paid = [...results].reverse().flatMap(({ deltas }) => deltas.filter((delta) => delta < 0).map((delta) => -delta));
  return [...new Set(paid)].slice(0, MOST_USUAL);
}

/** The payments of the newest win of this kind, moved to the players of this one; null where there is none that fits.
 * @param {Wire.ShortResultDocument[]} results
 * @param {{ outcome: string, winners: number[], discarder: number | null }} draft */
export function asLastTime(results, { outcome, winners, discarder }) {
  const isTold = winners.length === 1 && (outcome === "tsumo" || (outcome === "ron" && discarder !== null));
  const last = isTold && [...results].reverse().find((result) => result.outcome === outcome && result.winners.length === 1);
  if (!last) return null;
  const others = SEATS.filter((seat) => !last.winners.includes(seat) && seat !== last.discarder).map((seat) => last.deltas[seat]);
  if (new Set(others).size > 1) return null;
  const gave = last.discarder === null ? others[0] : last.deltas[last.discarder];
  return SEATS.map((seat) => (seat === winners[0] ? last.deltas[last.winners[0]] : seat === discarder ? gave : others[0]));
}

/** Everybody pays each winner this amount.
 * @param {number[]} winners
 * @param {number} amount */
export function everybodyPays(winners, amount) {
  const payers = SEATS.length - winners.length;
  return SEATS.map((seat) => (winners.includes(seat) ? amount * payers : -amount * winners.length));
}

/** Who gave the tile pays each winner this amount.
 * @param {number[]} winners
 * @param {number | null} discarder
 * @param {number} amount */
export function discarderPays(winners, discarder, amount) {
  return SEATS.map((seat) => (winners.includes(seat) ? amount : seat === discarder ? -amount * winners.length : 0));
}

/** The four numbers that were typed, null where they cannot be counted or nobody has typed anything yet.
 * @param {Wire.SystemDocument} system
 * @param {string[]} typed */
export function numbersOf(system, typed) {
  const whole = typed.map((text) => wholeOf(text || "0", system.score_step));
  const isEven = !system.sums_to_zero || whole.reduce((total, value) => total + value, 0) === 0;
  const isTyped = typed.some((text) => text !== "");
  return isTyped && isEven && whole.every((value) => !Number.isNaN(value)) ? whole : null;
}

/** A whole multiple of `step`, NaN for any other text.
 * @param {string} text
 * @param {number} step */
export function wholeOf(text, step) {
  const value = text.trim() === "" ? NaN : Number(text);
  return Number.isInteger(value) && value % step === 0 ? value : NaN;
}
