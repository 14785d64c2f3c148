// The sheet on which something is put in that the table has missed: a discard, or a call of the discard before.

import { draftView } from "./call_sheet.js";
import { h } from "./dom.js";
import { eventView } from "./event_text.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { choiceView, paletteView } from "./palette.js";

const SEATS = [0, 1, 2, 3];
const KINDS = ["chow", "pung", "melded_kong", "concealed_kong"];

/** `sheet`: after {seq, event}, what "discard" or "call", draft {seat, kind, from, tile}. */
export function insertSheet(documents, sheet) {
  const { after, what, draft } = sheet;
  return {
    title: t(`insert.${what}`),
    body: [
      h("p", {}, t("insert.after"), " ", eventView(documents, after.event)),
      what === "discard" ? [
        choiceView(t("insert.who"), "draft_seat", SEATS.map((seat) => [seat, playerName(documents, seat)]), draft.seat),
        h("p", { class: "choice-label" }, t("insert.which")),
        paletteView(documents.state.system, t("tile_sheet.palette"), "insert_tile"),
      ] : draftView(documents, draft, KINDS, { fixed: after.event.type === "discarded" }),
    ],
  };
}
