// After a win where losers' hands count: who has still to open, a hand entered by tapping tiles, fines to judge.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";
import { tileName, tileView } from "../shared/tiles.js";

const COPIES = 4;
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const ROWS = [
  NUMBERS.map((number) => `${number}m`), NUMBERS.map((number) => `${number}p`), NUMBERS.map((number) => `${number}s`),
  [1, 2, 3, 4, 5, 6, 7].map((number) => `${number}z`),
];
const FLOWERS = ["f1", "f2", "f3", "f4", "y1", "y2", "y3", "y4"];

/** The card while hands are opened. `picked` is the hand that a person enters, or null.
 * @param {Documents} documents
 * @param {PickedHand | null} picked */
export function showingView(documents, picked) {
  const { state } = documents;
  if (state.to_show.length === 0) return null;
  return h("section", { class: "card showing", "data-key": "showing" },
    h("h2", {}, t("show.title")),
    h("p", { class: "subtle" }, t("show.help")),
    h("ul", {}, seatsOf(state).map((seat) => seatView(documents, seat))),
    picked && pickerView(documents, picked));
}

/**
 * @param {Documents} documents
 * @param {number} seat
 */
function seatView(documents, seat) {
  const { state, board } = documents;
  const hand = board.opened[seat];
  const owes = state.to_show.includes(seat);
  const note = state.winners.includes(seat) ? "show.winner" : owes ? "show.owes" : hand ? "show.opened" : "show.closed";
  return h("li", { class: owes ? "owes" : "", "data-key": seat },
    h("p", {}, h("strong", {}, playerName(documents, seat)), h("span", { class: "subtle" }, t(note))),
    hand && h("span", { class: "small-tiles" }, hand.map((tile, index) => tileView(tile, { touch: `show:hand:${seat}:${tile}`, key: index, first: index === 0 }))),
    owes && h("div", { class: "actions" },
      h("button", { "data-do": "declare", "data-arg": "hand_closed", "data-value": seat }, t("show.stays_closed")),
      h("button", { "data-do": "pick", "data-arg": seat }, t("show.enter"))));
}

/**
 * @param {Documents} documents
 * @param {PickedHand} picked
 */
function pickerView(documents, { seat, tiles }) {
  const wanted = 13 - 3 * documents.board.melds[seat].length;
  /** @param {string} tile */
  const has = (tile) => tiles.filter((other) => other === tile).length;
  const { system } = documents.state;
  const rows = system.has_flowers ? [...ROWS, FLOWERS] : ROWS;
  return h("div", { class: "picker", "data-key": "picker", role: "group", "aria-label": t("show.of", { name: playerName(documents, seat) }) },
    h("h3", {}, t("show.of", { name: playerName(documents, seat) })),
    h("p", { class: "subtle" }, t("show.count", { count: tiles.length, wanted })),
    h("div", { class: "picked" }, tiles.map((tile, index) => h("button", {
      class: "candidate", "data-do": "drop_tile", "data-arg": index, "data-key": `${index}-${tile}`,
      "aria-label": t("show.drop", { tile: tileName(tile) }),
    }, tileView(tile, { silent: true })))),
    rows.map((row) => h("div", { class: "row" }, row.map((tile) => h("button", {
      class: "candidate", "data-do": "pick_tile", "data-arg": tile,
      disabled: has(tile) === (FLOWERS.includes(tile) ? system.flower_copies : COPIES) || tiles.length === wanted,
    }, tileView(tile))))),
    h("div", { class: "actions" },
      h("button", { "data-do": "pick" }, t("confirm.no")),
      h("button", { class: "primary", "data-do": "show_hand", disabled: tiles.length !== wanted }, t("show.send"))));
}

/** A card for each fine that people have to judge.
 * @param {Documents} documents */
export function finesView(documents) {
  return documents.state.fines.map((fine) => h("section", { class: "card question", "data-key": `fine-${fine.offender}` },
    h("h2", {}, t("fines.title", { name: playerName(documents, fine.offender) })),
    h("div", { class: "fine-case" }, tileView(fine.tile), h("p", {}, fineText(documents, fine))),
    h("p", {}, t(fine.is_full ? "fines.full" : "fines.half")),
    h("details", {}, h("summary", {}, t("fines.why_exempt")),
      h("ul", {}, ["ready", "forced", "small"].map((reason) => h("li", {}, t(`fines.exempt_${reason}`))))),
    h("div", { class: "actions" },
      h("button", { "data-do": "judge", "data-arg": fine.offender, "data-value": "due" }, t("fines.due")),
      h("button", { "data-do": "judge", "data-arg": fine.offender, "data-value": "exempt" }, t("fines.exempt")))));
}

/** "Benoît, to Chen: gave a dragon to two open dragon sets".
 * @param {Documents} documents
 * @param {Wire.FineDocument} fine */
export function fineText(documents, fine) {
  return t("fines.text", {
    offender: playerName(documents, fine.offender), winner: playerName(documents, fine.winner), case: t(`fine.${fine.case}`),
  });
}
