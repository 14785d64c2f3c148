// Taking back: what exactly goes is named before it goes. And a whole deal that does not count.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

const LONGEST_REASON = 120;

/** While the rehearsal is under way; its answer is shown as every proposal is.
 * @param {Documents} _documents
 * @param {{ of?: string }} sheet */
export function undoSheet(_documents, sheet) {
  return { title: t(sheet.of ? `${sheet.of}.title` : "correct.undo"), body: h("p", { class: "subtle" }, t("repair.asking")) };
}

/** A reason, then the rehearsal.
 * @param {Documents} documents
 * @param {Sheet} sheet */
export function voidSheet(documents, sheet) {
  return {
    title: t("void.title"),
    body: h("form", { class: "scores", "data-do": "void_deal", "data-key": `void-${sheet.deal}` },
      h("p", { class: "subtle" }, t("void.help")),
      h("label", {}, h("span", {}, t("correct.reason")), h("input", { name: "reason", required: true, maxlength: LONGEST_REASON, autocomplete: "off" })),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("void.go_on")))),
  };
}
