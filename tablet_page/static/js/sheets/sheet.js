// The sheet over the page on which things are put right: one at a time, redrawn with every news from the table.

import { changeView } from "./change_view.js";
import { endGameText } from "./end_game_view.js";
import { callSheet } from "./call_sheet.js";
import { declareSheet } from "./declare_sheet.js";
import { typeFigure } from "./counted_actions.js";
import { dialogById, eventTarget, fill, h } from "../shared/dom.js";
import { eventView } from "../shared/event_text.js";
import { faceSheet } from "../eyes/faces_view.js";
import { t } from "../shared/i18n.js";
import { ruleView } from "../shared/rule_words.js";
import { insertSheet } from "./insert_sheet.js";
import { eventSheet, logSheet } from "./log_sheet.js";
import { outcomeSheet } from "./outcome_sheet.js";
import { tileSheet } from "./tile_sheet.js";
import { typePayment } from "./typed_actions.js";
import { answerSheet, chomboQuestions, newChombos } from "./question_view.js";
import { undoSheet, voidSheet } from "./undo_sheet.js";

/** @type {Record<string, (documents: Documents, sheet: any) => SheetContent>} */
const SHEETS = {
  tile: tileSheet, call: callSheet, insert: insertSheet, log: logSheet, outcome: outcomeSheet, undo: undoSheet, void: voidSheet, answer: answerSheet, face: faceSheet,
  event: eventSheet, declare: declareSheet,
};
/** @type {string | null} */
let shown = null;

/** A kind that comes along only when somebody opens it.
 * @param {string} kind
 * @param {(documents: Documents, sheet: any) => SheetContent} view */
export function addSheet(kind, view) {
  SHEETS[kind] = view;
}

/** Close with Escape and beside the sheet; arrows walk along a row of tiles.
 * @param {Page} page */
export function listenToSheet(page) {
  const dialog = dialogById("sheet");
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    page.wish({ sheet: null });
  });
  dialog.addEventListener("click", (event) => event.target === dialog && page.wish({ sheet: null }));
  dialog.addEventListener("input", (event) => {
    const field = eventTarget(event);
    if (field.dataset.typed) (field.dataset.typed === "told" ? typeFigure : typePayment)(page, field);
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const tile = eventTarget(event).closest?.("button.touch, .palette button, .neighbours button");
    if (step && tile) walk(tile, step);
  });
}

/**
 * @param {HTMLElement} tile
 * @param {number} step
 */
function walk(tile, step) {
  const group = tile.closest(".palette, .neighbours, [role=group], .hand, section");
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const buttons = group?.querySelectorAll("button.touch, button.candidate");
  const row = [...(buttons ?? [])];
  row[row.indexOf(tile) + step]?.focus();
}

/** Bring the dialog to what `wishes.sheet` says.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function drawSheet(documents, wishes) {
  const dialog = dialogById("sheet");
  const { sheet } = wishes;
  if (sheet === null) {
    if (dialog.open) {
      endStream(dialog);
      dialog.close();
    }
    shown = null;
    return;
  }
  fill(dialog, sheetView(documents, sheet));
  dialog.setAttribute("aria-busy", String(sheet.busy === true));
  if (!dialog.open) dialog.showModal();
  const step = `${sheet.number}-${sheet.proposal ? "proposal" : sheet.refusal ? "refusal" : "wish"}`;
  if (step !== shown) dialog.scrollTop = 0;
  if (step !== shown) dialog.querySelector("h2")?.focus();
  shown = step;
}

/** A stream goes on as long as its picture stands in the page: once the sheet is closed it is taken out.
 * @param {HTMLDialogElement} dialog */
function endStream(dialog) {
  dialog.querySelectorAll("img.live").forEach((picture) => {
    picture.removeAttribute("src");
    picture.remove();
  });
  if (document.fullscreenElement) document.exitFullscreen();
}

/**
 * @param {Documents} documents
 * @param {Sheet} sheet
 */
function sheetView(documents, sheet) {
  const { proposal, busy, kind } = sheet;
  const content = proposal ? proposalView(documents, proposal, busy) : SHEETS[kind](documents, sheet);
  return [
    h("header", { class: "sheet-head" },
      h("h2", { id: "sheet-title", tabindex: "-1" }, content.title),
      h("button", { class: "icon turn", "data-do": "turn_dialog", "aria-label": t("side.turn"), title: t("side.turn") }, "↻"),
      h("button", { class: "stop", "data-do": "stop" }, t("control.stop")),
      h("button", { class: "icon", "data-do": "sheet_close", "aria-label": t("repair.close"), title: t("repair.close") }, "✕")),
    sheet.refusal && refusalView(documents, sheet.refusal),
    // Until the table has answered, a second tap would mean what stands here now, not what the person expects to come.
    h("div", { class: `sheet-body sheet-${sheet.proposal ? "proposal" : sheet.kind}`, "data-key": sheet.proposal ? "proposal" : sheet.kind, inert: busy === true }, content.body),
  ];
}

/**
 * @param {Documents} documents
 * @param {Proposal} proposal
 * @param {boolean} busy
 */
function proposalView(documents, proposal, busy) {
  const chombos = newChombos(proposal.effect);
  const { lead } = proposal.options;
  return {
    title: t(lead ? `${lead}.title` : "change.title"),
    body: [
      lead && endGameText(documents),
      proposal.note && h("p", { class: "note", role: "alert" }, proposal.note),
      chomboQuestions(documents, chombos),
      changeView(documents, proposal.effect),
      h("div", { class: "actions" },
        h("button", { "data-do": "sheet_back", "data-key": "back" }, t("confirm.no")),
        otherUndo(documents, proposal),
        h("button", { class: "primary", "data-do": "sheet_confirm", "data-key": "confirm", disabled: busy === true },
          t(lead ? `${lead}.title` : chombos.length > 0 ? "question.is_chombo" : "change.confirm"))),
    ],
  };
}

/** Whoever has just corrected something may mean that by "undo", not the newest event of the deal. A correction that came
 * after what is shown waits until it is shown anew: no button may appear under a finger that is on its way to another.
 * @param {Documents} documents
 * @param {Proposal} proposal */
function otherUndo({ audit }, { name, data, seq }) {
  const newest = audit?.corrections.find(({ by }) => by === "person");
  return name === "undo" && data.to_seq !== undefined && newest?.undone_by === null && newest.kind !== "undo" && newest.seq <= seq
    && h("button", { "data-do": "undo_correction", "data-key": "correction", "data-arg": newest.seq }, t("correct.undo_correction"));
}

/** Why it was refused, the later event that stands against it, and what can be done.
 * @param {Documents} documents
 * @param {Refusal} refusal */
function refusalView(documents, refusal) {
  return h("section", { class: "card fault refusal", role: "alert", "data-key": "refusal" },
    refusal.note && h("p", {}, refusal.note),
    h("h3", {}, refusal.title),
    refusal.later && h("p", {}, t("repair.later"), " ", eventView(documents, refusal.later.event)),
    refusal.detail && h("p", { class: "small" }, ruleView(documents, refusal.detail, refusal.words)),
    (refusal.later || refusal.force) && h("div", { class: "actions wrap" },
      refusal.later && h("button", { "data-do": "sheet_event", "data-arg": refusal.later.seq }, t("repair.look_at_later")),
      refusal.force && h("button", { "data-do": "sheet_force" }, t("repair.force"))));
}
