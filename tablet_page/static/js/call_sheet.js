// The sheet of one meld: another kind, other tiles, another player, or no call at all.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { playerName } from "./names.js";
import { choiceView, paletteView } from "./palette.js";
import { meldOnBoard, meldTiles } from "./places.js";
import { meldView, tileName, tileView } from "./tiles.js";

const SEATS = [0, 1, 2, 3];
const CLAIMS = ["chow", "pung", "melded_kong"];
const KONGS = ["concealed_kong"];

/** `sheet`: place "meld:2:0", or found {meld, seat, events} of another deal; draft {kind, seat, from, tile}: what it is wished to be, as far as that was said. */
export function callSheet(documents, sheet) {
  const found = sheet.found ?? meldOnBoard(documents, sheet.place);
  if (found === null) return { title: t("repair.gone"), body: h("p", {}, t("repair.gone_help")) };
  const { meld, seat, events } = found;
  const draft = { ...draftOf(meld, seat), ...sheet.draft };
  return {
    title: t("call_sheet.title", { name: playerName(documents, seat), meld: t(`meld.${meld.kind}`) }),
    body: [
      h("div", { class: "subject" }, meldView(meld, seat), h("div", {},
        meld.called_from !== null && h("p", { class: "subtle" }, t("call_sheet.from", { name: playerName(documents, meld.called_from), tile: tileName(meld.called_tile) })))),
      h("p", { class: "subtle" }, t("call_sheet.help")),
      draftView(documents, draft, meld.kind === "added_kong" ? ["added_kong"] : [...CLAIMS, ...KONGS]),
      h("div", { class: "actions wrap" },
        h("button", { "data-do": "call_remove", "data-arg": events[0] }, t("call_sheet.remove")),
        !sheet.found && h("button", { "data-do": "undo", "data-arg": events.at(-1) }, t("event_sheet.undo_after")),
        events.length > 1 && h("button", { "data-do": "call_remove", "data-arg": events[1] }, t("call_sheet.remove_added"))),
    ],
  };
}

/** What a meld is, in the words of a draft. */
export function draftOf(meld, seat) {
  return { kind: meld.kind, seat, from: meld.called_from ?? (seat + 3) % 4, tile: meld.called_tile ?? meld.tiles[0] };
}

/** Kind, players, tile, and every meld that comes of them, each one tap. */
export function draftView(documents, draft, kinds, { fixed = false } = {}) {
  const { system } = documents.state;
  const isClaim = draft.kind !== "concealed_kong";
  const players = (seats) => seats.map((seat) => [seat, playerName(documents, seat)]);
  return h("div", { class: "draft" },
    kinds.length > 1 && choiceView(t("call_sheet.kind"), "draft_kind", kinds.map((kind) => [kind, t(`meld.${kind}`)]), draft.kind),
    choiceView(t("call_sheet.by"), "draft_seat", players(fixed ? SEATS.filter((seat) => seat !== draft.from) : SEATS), draft.seat),
    isClaim && !fixed && choiceView(t("call_sheet.source"), "draft_from", players(SEATS.filter((seat) => seat !== draft.seat)), draft.from),
    h("div", { class: "choice" },
      h("span", { class: "choice-label" }, t(isClaim ? "call_sheet.called_tile" : "call_sheet.tile")),
      fixed && isClaim ? tileView(draft.tile) : h("button", { class: "candidate", "data-do": "draft_palette", "aria-expanded": String(draft.palette === true) },
        tileView(draft.tile), h("span", { class: "other" }, t("question.other")))),
    draft.palette && paletteView(system, t("tile_sheet.palette"), "draft_tile", draft.tile),
    optionsView(documents, draft));
}

function optionsView(documents, draft) {
  const options = meldOptions(documents, draft);
  return h("div", { class: "options", role: "group", "aria-label": t("call_sheet.options") },
    h("p", { class: "choice-label" }, t("call_sheet.options")),
    options.length === 0 ? h("p", { class: "subtle" }, t("call_sheet.none")) : h("div", { class: "choice-buttons" }, options.map((meld, index) => h("button", {
      class: "candidate meld-option", "data-do": "draft_meld", "data-arg": index, "data-key": meld.tiles.join(""),
    }, meldView(meld, draft.seat)))));
}

/** The melds that a draft may mean. */
export function meldOptions(documents, draft) {
  const isClaim = draft.kind !== "concealed_kong";
  return meldTiles(draft.kind, draft.tile, documents.state.system.has_red_fives).map((tiles) => ({
    kind: draft.kind, tiles, called_from: isClaim ? draft.from : null, called_tile: isClaim ? draft.tile : null,
  }));
}
