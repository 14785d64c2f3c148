// The sheet of one meld: another kind, other tiles, another player, or no call at all.

import { afterView } from "./after_view.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { choiceView, paletteView } from "../shared/palette.js";
import { meldOnBoard, meldTiles } from "./places.js";
import { seatsOf } from "../shared/seats.js";
import { meldView, tileName, tileView } from "../shared/tiles.js";

const CLAIMS = ["chow", "pung", "melded_kong"];
const KONGS = ["concealed_kong"];

/** `sheet`: place "meld:2:0", or found {meld, seat, events} of another deal; draft {kind, seat, from, tile}: what it is wished to be, as far as that was said.
 * @param {Documents} documents
 * @param {CallSheet} sheet */
export function callSheet(documents, sheet) {
  const found = sheet.found ?? meldOnBoard(documents, sheet.place);
  if (found === null) return { title: t("repair.gone"), body: h("p", {}, t("repair.gone_help")) };
  const { meld, seat, events } = found;
  const draft = { ...draftOf(meld, seat), ...sheet.draft };
  return {
    title: t("call_sheet.title", { name: playerName(documents, seat), meld: t(`meld.${meld.kind}`) }),
    body: [
      h("div", { class: "subject" }, meldView(meld, seat), h("div", {},
        meld.called_from !== null && meld.called_tile !== null && h("p", { class: "subtle" },
          t("call_sheet.from", { name: playerName(documents, meld.called_from), tile: tileName(meld.called_tile) })))),
      h("p", { class: "subtle" }, t("call_sheet.help")),
      draftView(documents, draft, meld.kind === "added_kong" ? ["added_kong"] : [...CLAIMS, ...KONGS]),
      h("div", { class: "actions wrap" },
        h("button", { "data-do": "call_remove", "data-arg": events[0] }, t("call_sheet.remove")),
        events.length > 1 && h("button", { "data-do": "call_remove", "data-arg": events[1] }, t("call_sheet.remove_added")),
        afterView(documents, events[events.length - 1])),
    ],
  };
}

/** What a meld is, in the words of a draft.
 * @param {Wire.MeldDocument} meld
 * @param {number} seat */
export function draftOf(meld, seat) {
  return { kind: meld.kind, seat, from: meld.called_from ?? (seat + 3) % 4, tile: meld.called_tile ?? meld.tiles[0] };
}

/** Kind, players, tile, and every meld that comes of them, each one tap.
 * @param {Documents} documents
 * @param {CallDraft} draft
 * @param {string[]} kinds
 * @param {{ fixed?: boolean }} [options] */
export function draftView(documents, draft, kinds, { fixed = false } = {}) {
  const { system } = documents.state;
  const all = seatsOf(documents.state);
  const grows = isGrown(draft);
  const isClaim = draft.kind !== "concealed_kong" && !grows;
  /**
   * @param {number[]} seats
   * @returns {Choice[]}
   */
  const players = (seats) => seats.map((seat) => [seat, playerName(documents, seat)]);
  return h("div", { class: "draft" },
    kinds.length > 1 && choiceView(t("call_sheet.kind"), "draft_kind", kinds.map((kind) => [kind, t(`meld.${kind}`)]), draft.kind),
    choiceView(t("call_sheet.by"), "draft_seat", players(fixed && isClaim ? all.filter((seat) => seat !== draft.from) : all), draft.seat),
    isClaim && !fixed && choiceView(t("call_sheet.source"), "draft_from", players(all.filter((seat) => seat !== draft.seat)), draft.from),
    !grows && h("div", { class: "choice" },
      h("span", { class: "choice-label" }, t(isClaim ? "call_sheet.called_tile" : "call_sheet.tile")),
      fixed && isClaim ? tileView(draft.tile) : h("button", { class: "candidate", "data-do": "draft_palette", "aria-expanded": String(draft.palette === true) },
        tileView(draft.tile), h("span", { class: "other" }, t("question.other")))),
    draft.palette && paletteView(system, t("tile_sheet.palette"), "draft_tile", draft.tile),
    optionsView(documents, draft));
}

/**
 * @param {Documents} documents
 * @param {CallDraft} draft
 */
function optionsView(documents, draft) {
  const options = meldOptions(documents, draft);
  return h("div", { class: "options", role: "group", "aria-label": t("call_sheet.options") },
    h("p", { class: "choice-label" }, t("call_sheet.options")),
    options.length === 0 ? h("p", { class: "subtle" }, t("call_sheet.none")) : h("div", { class: "choice-buttons" }, options.map((meld, index) => h("button", {
      class: "candidate meld-option", "data-do": "draft_meld", "data-arg": index, "data-key": meld.tiles.join(""),
    }, meldView(meld, draft.seat)))));
}

/** Whether a tile is to be added to a pung that lies there.
 * @param {CallDraft} draft */
function isGrown(draft) {
  return draft.isNew === true && draft.kind === "added_kong";
}

/** Every kong that a pung of this player can have become.
 * @param {Documents} documents
 * @param {number} seat */
function grownPungs({ board, state }, seat) {
  return board.melds[seat].filter((meld) => meld.kind === "pung").flatMap((pung) => {
    const plain = pung.tiles.find((tile) => tile[0] !== "0") ?? pung.tiles[0];
    const mayBeRed = state.system.has_red_fives && plain[0] === "5" && plain[1] !== "z" && pung.tiles.every((tile) => tile[0] !== "0");
    return [plain, ...(mayBeRed ? [`0${plain[1]}`] : [])].map((tile) => ({ ...pung, kind: "added_kong", tiles: [...pung.tiles, tile] }));
  });
}

/** The melds that a draft may mean.
 * @param {Documents} documents
 * @param {CallDraft} draft
 * @returns {Wire.MeldDocument[]} */
export function meldOptions(documents, draft) {
  if (isGrown(draft)) return grownPungs(documents, draft.seat);
  const isClaim = draft.kind !== "concealed_kong";
  return meldTiles(draft.kind, draft.tile, documents.state.system.has_red_fives).map((tiles) => ({
    kind: draft.kind, tiles, called_from: isClaim ? draft.from : null, called_tile: isClaim ? draft.tile : null,
  }));
}
