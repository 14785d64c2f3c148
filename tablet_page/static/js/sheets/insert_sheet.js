// The sheet on which something is put in that the table has missed: a discard, a call or kong, a dora indicator, a flower.

import { draftView } from "./call_sheet.js";
import { h } from "../shared/dom.js";
import { eventView } from "../shared/event_text.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { choiceView, flowerPaletteView, paletteView } from "../shared/palette.js";
import { seatsOf } from "../shared/seats.js";
import { flowersView } from "../shared/tiles.js";

const KINDS = ["chow", "pung", "melded_kong", "concealed_kong", "added_kong"];

/** `sheet`: after {seq, event} or null (where it fits), what "discard", "call", "indicator" or "flower", draft {seat, kind, from, tile}.
 * @param {Documents} documents
 * @param {InsertSheet} sheet */
export function insertSheet(documents, sheet) {
  const { after, what, draft } = sheet;
  /** @type {Record<string, (documents: Documents, draft: CallDraft) => Child>} */
  const views = { discard: discardView, indicator: indicatorView, flower: flowerView, call: () => draftView(documents, draft, KINDS, { fixed: after?.event.type === "discarded" }) };
  return {
    title: t(`insert.${what}`),
    body: [after && h("p", {}, t("insert.after"), " ", eventView(documents, after.event)), views[what](documents, draft)],
  };
}

/**
 * @param {Documents} documents
 * @param {CallDraft} draft
 */
function whoView(documents, draft) {
  return choiceView(t("insert.who"), "draft_seat", seatsOf(documents.state).map((seat) => [seat, playerName(documents, seat)]), draft.seat);
}

/**
 * @param {Documents} documents
 * @param {CallDraft} draft
 */
function discardView(documents, draft) {
  return [
    whoView(documents, draft),
    h("p", { class: "choice-label" }, t("insert.which")),
    paletteView(documents.state.system, t("tile_sheet.palette"), "insert_tile"),
  ];
}

/** @param {Documents} documents */
function indicatorView(documents) {
  return [h("p", { class: "choice-label" }, t("insert.which")), paletteView(documents.state.system, t("tile_sheet.palette"), "insert_indicator")];
}

/** What lies before the player as flowers, each to be corrected by a tap, and the one that is missing.
 * @param {Documents} documents
 * @param {CallDraft} draft */
function flowerView(documents, draft) {
  const laid = flowersView(documents.board.flowers[draft.seat], { seat: draft.seat });
  return [
    whoView(documents, draft),
    laid && h("div", { class: "laid-flowers" }, h("p", { class: "choice-label" }, t("insert.flowers_laid")), laid),
    h("p", { class: "choice-label" }, t("insert.which_flower")),
    flowerPaletteView(documents.state.system, t("tile_sheet.palette"), "insert_flower", documents.board.flowers.flat()),
  ];
}
