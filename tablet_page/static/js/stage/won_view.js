// A win beside the table, on a stream's picture or a phone: the hand, its lines and what it comes to, in the stage's words.

import { h } from "../shared/dom.js";
import { number, points, t } from "../shared/i18n.js";
import { lineWorth, shortText } from "./line_text.js";
import { playerName } from "../shared/names.js";
import { resultOf } from "./result_view.js";
import { endPicture } from "./stage.js";
import { handView, totalOf, worthView } from "./stage_view.js";

/** One winner. `parts`: "hand" and "yaku", as far as they are wanted; "each": the lines of several winners too.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {string[]} parts */
export function wonView(documents, win, parts) {
  const { total, isPoints } = totalOf(documents, win);
  const isOneOfMany = resultOf(documents).wins.length > 1;
  return h("article", { class: "win", "data-key": win.seat },
    isOneOfMany && h("h3", {}, playerName(documents, win.seat)),
    parts.includes("hand") && handView(win, endPicture(resultOf(documents))),
    parts.includes("yaku") && (parts.includes("each") || !isOneOfMany) && win.lines.length > 0 && h("ul", { class: "yaku" }, win.lines.map((line, index) => h("li", { "data-key": index },
      h("span", {}, shortText(line)), h("strong", {}, lineWorth(documents, line))))),
    win.counted && h("p", { class: "subtle small" }, t("counted.note")),
    h("p", { class: "worth" },
      win.limit && h("span", { class: "limit" }, t(`limit.${win.limit}`)),
      h("span", {}, worthView(documents, win)),
      h("strong", {}, t("result.points", { points: isPoints ? points(total) : number(total) }))));
}
