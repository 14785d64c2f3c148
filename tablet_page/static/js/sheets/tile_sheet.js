// The sheet of one tile: what it is, what it could be instead, and what else may be wrong with it.

import { afterView } from "./after_view.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { paletteView } from "../shared/palette.js";
import { onBoard } from "./places.js";
import { tileName, tileView } from "../shared/tiles.js";

/** `sheet`: place, of the board; or target {event, at, seat, tile, zone}, found among the events.
 * @param {Documents} documents
 * @param {TileSheet} sheet */
export function tileSheet(documents, sheet) {
  const target = targetOf(documents, sheet);
  if (target === null) return { title: t("repair.gone"), body: h("p", {}, t("repair.gone_help")) };
  const { tile, zone } = target;
  return {
    title: titleOf(documents, target),
    body: [
      h("div", { class: "subject" }, tileView(tile), h("div", {},
        h("p", { class: "subject-name" }, tileName(tile)),
        factsOf(documents, target).map((text) => h("p", { class: "subtle" }, text)))),
      ["river", "flower", "dora"].includes(zone) && neighboursView(documents, target),
      h("p", { class: "subtle" }, t("tile_sheet.help")),
      paletteView(documents.state.system, t("tile_sheet.palette"), "tile_is", tile),
      actionsView(documents, target),
    ],
  };
}

/** What the sheet is about, as it stands now.
 * @param {Documents} documents
 * @param {TileSheet} sheet
 * @returns {Target | null} */
export function targetOf(documents, sheet) {
  return sheet.place ? onBoard(documents, sheet.place) : sheet.target ?? null;
}

/**
 * @param {Documents} documents
 * @param {Target} target
 */
function titleOf(documents, { zone, seat, index }) {
  const name = seat === null ? "" : playerName(documents, seat);
  if (zone === "dora") return t("dora.indicator");
  if (zone === "river") return t("tile_sheet.discard", { name, number: index + 1 });
  return seat === null ? t(`tile_sheet.${zone}`) : t("question.where", { name, zone: t(`tile_sheet.${zone}`) });
}

/**
 * @param {Documents} documents
 * @param {Target} target
 */
function factsOf(documents, { zone, seat, index }) {
  const discard = zone === "river" ? documents.board.rivers[seat][index] : null;
  return [
    discard?.riichi && t("riichi.declared"),
    discard && discard.claimed_by !== null && t("tile_sheet.claimed_by", { name: playerName(documents, discard.claimed_by) }),
  ].filter(Boolean);
}

/** The tiles beside it, large enough to be tapped when the wrong one was.
 * @param {Documents} documents
 * @param {Target} target */
function neighboursView(documents, target) {
  const { zone, seat, index } = target;
  const row = rowOf(documents, target);
  if (row.length < 2) return null;
  /** @param {number} other */
  const place = (other) => (zone === "dora" ? `dora:${other}` : `${zone}:${seat}:${other}`);
  return [h("p", { class: "small subtle" }, t("tile_sheet.neighbours")), h("div", { class: "neighbours", role: "group", "aria-label": t("tile_sheet.neighbours") }, row.map((tile, other) => h("button", {
    class: "candidate", "data-do": "touch", "data-arg": place(other), "data-key": other, "aria-pressed": String(other === index),
  }, tileView(tile))))];
}

/**
 * @param {Documents} documents
 * @param {Target} target
 */
function actionsView(documents, { zone, seat, index, event }) {
  const discard = zone === "river" ? documents.board.rivers[seat][index] : null;
  const claim = discard && discard.claimed_by !== null ? claimOf(documents, seat, discard) : null;
  return h("div", { class: "actions wrap" },
    ["river", "flower", "dora", "past"].includes(zone) && h("button", { "data-do": "tile_is", "data-value": "none" }, t("question.none")),
    discard && documents.state.system.has_riichi && h("button", { "data-do": "tile_riichi", "data-value": String(!discard.riichi) },
      t(discard.riichi ? "tile_sheet.no_riichi" : "tile_sheet.riichi")),
    claim && h("button", { "data-do": "touch", "data-arg": claim }, t("tile_sheet.claim")),
    ["river", "flower", "dora", "past"].includes(zone) && afterView(documents, event));
}

/** The tiles of the row that it lies in.
 * @param {Documents} documents
 * @param {Target} target
 * @returns {string[]} */
function rowOf({ board, state }, target) {
  switch (target.zone) {
    case "river": return board.rivers[target.seat].map((discard) => discard.tile);
    case "flower": return board.flowers[target.seat];
    default: return state.dora_indicators;
  }
}

/** The place of the meld that was made of a discard.
 * @param {Documents} documents
 * @param {number | null} seat
 * @param {Wire.RiverTileDocument} discard */
function claimOf(documents, seat, discard) {
  if (discard.claimed_by === null) return null;
  const melds = documents.board.melds[discard.claimed_by];
  const index = melds.findIndex((meld) => meld.called_from === seat && meld.called_tile === discard.tile);
  return index < 0 ? null : `meld:${discard.claimed_by}:${index}`;
}
