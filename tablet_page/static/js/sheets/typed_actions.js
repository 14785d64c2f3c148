// What the buttons and fields of typed payments do to the draft of the sheet, and sending them.

import { send } from "../link/commands.js";
import { tOr } from "../shared/i18n.js";
import { change } from "./repair_flow.js";
import { asLastTime, discarderPays, everybodyPays, numbersOf, wholeOf } from "./typed_result.js";

/** The handlers by the `data-do` of their button: (page, argument, value). @type {Record<string, Handler>} */
export const TYPED = {
  typed_last: (page) => fillPayments(page, asLastTime(page.documents.game.results, page.wishes.sheet.draft)),
  typed_amount: (page, _, amount) => redraft(page, { amount, filled: page.wishes.sheet.draft.filled + 1 }),
  typed_everybody: (page) => fillPayments(page, everybodyPays(page.wishes.sheet.draft.winners, amountOf(page))),
  typed_discarder: (page) => fillPayments(page, discarderPays(page.wishes.sheet.draft.winners, page.wishes.sheet.draft.discarder, amountOf(page))),
  typed_clear: (page) => fillPayments(page, [0, 0, 0, 0]),
};

/** A key was pressed in one of the fields.
 * @param {Page} page
 * @param {HTMLInputElement} field */
export function typePayment(page, field) {
  const { draft } = page.wishes.sheet;
  if (field.dataset.typed === "amount") return redraft(page, { amount: field.value });
  const seat = Number(field.dataset.arg);
  return redraft(page, { deltas: draft.deltas.map((/** @type {string} */ text, /** @type {number} */ other) => (other === seat ? field.value : text)) });
}

/** The deal ends as typed; the sheet stays with the reason where the table refuses.
 * @param {Page} page */
export async function sendTyped(page) {
  /** @type {{ sheet: OutcomeSheet }} */
  const { sheet } = page.wishes;
  const { deltas, discarder, outcome, winners } = sheet.draft;
  if (sheet.busy) return;
  change(page, sheet, { busy: true, refusal: null });
  const from = outcome === "ron" ? discarder : null;
  const answer = await send("type_result", { winners, discarder: from, deltas: numbersOf(page.documents.state.system, deltas) });
  if (!answer.ok) {
    const { code, message } = answer.error;
    change(page, sheet, { busy: false, refusal: { title: tOr(`error.${code}`, message), detail: message } });
  } else if (page.wishes.sheet?.number === sheet.number) {
    page.wish({ sheet: null });
  }
}

/**
 * @param {Page} page
 * @param {number[] | null} payments
 */
function fillPayments(page, payments) {
  if (payments === null) return;
  const { filled } = page.wishes.sheet.draft;
  // Counted: a field that somebody has typed into takes a new value only as a new field.
  redraft(page, { deltas: payments.map(String), filled: filled + 1 });
}

/** @param {Page} page */
function amountOf(page) {
  return wholeOf(page.wishes.sheet.draft.amount, page.documents.state.system.score_step);
}

/**
 * @param {Page} page
 * @param {Partial<OutcomeDraft>} changes
 */
function redraft(page, changes) {
  const { sheet } = page.wishes;
  change(page, sheet, { refusal: null, draft: { ...sheet.draft, ...changes } });
}
