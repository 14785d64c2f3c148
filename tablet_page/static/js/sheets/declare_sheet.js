// What a player declares by the page: a win, riichi, noten, a penalty. First who, then what, then yes.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { choiceView } from "../shared/palette.js";
import { mayDeclareRiichi, seatsOf } from "../shared/seats.js";


/** The card with a button a player, while a deal is played.
 * @param {Documents} documents */
export function declareCard(documents) {
  return documents.state.phase === "play" && h("section", { class: "card", "data-key": "declare" },
    h("h2", {}, t("declare_sheet.title")),
    h("p", { class: "subtle" }, t("declare_sheet.help")),
    h("div", { class: "actions wrap players" }, seatsOf(documents.state).map((seat) => h("button", { "data-do": "declare_sheet", "data-arg": seat }, playerName(documents, seat)))));
}

/** `sheet`: seat.
 * @param {Documents} documents
 * @param {DeclareSheet} sheet */
export function declareSheet(documents, sheet) {
  const { state } = documents;
  const { seat } = sheet;
  /** @param {string} kind */
  const button = (kind) => h("div", { class: "declaration", "data-key": kind },
    h("button", { "data-do": "declare", "data-arg": kind, "data-value": seat }, t(`declare.${kind}`)),
    h("p", { class: "subtle small" }, t(`declare.${kind}_help`)));
  return {
    title: t("declare_sheet.of", { name: playerName(documents, seat) }),
    body: state.phase !== "play" ? h("p", {}, t("declare_sheet.not_now")) : [
      choiceView(t("insert.who"), "declare_seat", seatsOf(documents.state).map((other) => [other, playerName(documents, other)]), seat),
      button("win"),
      h("div", { class: "declaration", "data-key": "by_hand" },
        h("button", { "data-do": "outcome", "data-arg": seat }, t("declare_sheet.by_hand")),
        h("p", { class: "subtle small" }, t("declare_sheet.by_hand_help"))),
      state.system.counted && h("div", { class: "declaration", "data-key": "by_value" },
        h("button", { "data-do": "outcome_value", "data-arg": seat }, t("counted.enter")),
        h("p", { class: "subtle small" }, t("counted.enter_help"))),
      mayAnnul(documents, seat) && h("div", { class: "declaration", "data-key": "abort" },
        h("button", { "data-do": "outcome_abort", "data-arg": seat }, t("outcome.abortive_draw")),
        h("p", { class: "subtle small" }, t(`abort.${state.abort_due ?? state.system.hand_aborts[0]}`))),
      mayDeclareRiichi(documents, seat) && button("riichi"),
      state.system.draw_shows_hands && state.live_tiles === 0 && button("noten"),
      state.system.penalties.filter((kind) => kind !== "stake_forgotten").map(button),
      (state.system.has_flowers || state.system.laid_aside.length > 0) && h("div", { class: "declaration", "data-key": "flower" },
        h("button", { "data-do": "flowers_of", "data-arg": seat }, t("declare_sheet.flower")),
        h("p", { class: "subtle small" }, t("declare_sheet.flower_help"))),
      h("div", { class: "declaration", "data-key": "attention" },
        h("button", { "data-do": "call_attention", "data-arg": seat }, t("declare_sheet.attention")),
        h("p", { class: "subtle small" }, t("declare_sheet.attention_help"))),
    ],
  };
}

/** Whether the deal may end by a whole hand that is opened in the first turn, or by what lies on the table.
 * @param {Documents} documents
 * @param {number} seat */
function mayAnnul({ state, board }, seat) {
  const isFirstTurn = board.rivers[seat].length + board.melds[seat].length === 0;
  return state.abort_due !== null || (state.system.hand_aborts.length > 0 && isFirstTurn);
}
