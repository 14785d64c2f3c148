// What may be wrong after an event: something that the table missed is put in there, or all that followed is taken back.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

/** The buttons, for the event `seq`.
 * @param {Documents} documents
 * @param {number} seq */
export function afterView(documents, seq) {
  const { system } = documents.state;
  const kinds = ["discard", "call", system.has_indicators && "indicator", (system.has_flowers || system.laid_aside.length > 0) && "flower"].filter(Boolean);
  return [
    kinds.map((what) => h("button", { "data-do": "insert", "data-arg": seq, "data-value": what }, t(`insert.${what}`))),
    h("button", { "data-do": "undo", "data-arg": seq }, t("event_sheet.undo_after")),
  ];
}
