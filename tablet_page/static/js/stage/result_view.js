// How a deal ended: every hand that counts with every line of its value, fines, who pays whom.

import { h } from "../shared/dom.js";
import { change, number, points, t } from "../shared/i18n.js";
import { lineText, lineWorth } from "./line_text.js";
import { seatsOf } from "../shared/seats.js";
import { fineText } from "./show_view.js";
import { noteView } from "../new_game/start_view.js";
import { handoversView } from "../shared/sticks_view.js";
import { dealName, playerName } from "../shared/names.js";
import { flowersView, meldView, tileView } from "../shared/tiles.js";

/** The result panel with its buttons.
 * @param {Documents} documents */
export function resultView(documents) {
  const { state } = documents;
  return resultCard(documents,
    h("div", { class: "actions wrap" }, h("button", { "data-do": "outcome" }, t("outcome_sheet.change")), h("button", { "data-do": "void" }, t("correct.void"))),
    state.phase === "result" && nextView(state));
}

/** How a deal ended, and below it what can be done about it; nothing without a result.
 * @param {Documents} documents
 * @param {...Child} actions */
export function resultCard(documents, ...actions) {
  const { result, state } = documents;
  if (!result) return null;
  return h("section", { class: "card result", "data-key": `result-${result.number}` },
    h("h2", {}, headline(documents)),
    h("p", { class: "subtle" }, dealAndHonba(result)),
    result.wins.map((win) => winView(documents, win)),
    result.wins.length === 0 && drawView(documents),
    result.losers.length > 0 && losersView(documents),
    indicatorsView(result),
    result.fines.length > 0 && finesView(documents),
    result.chombos.length > 0 && chombosView(documents),
    paymentsView(documents),
    handoversView(documents, result),
    noteView(state.rules),
    actions);
}

/** @param {Wire.ResultDocument} result */
function dealAndHonba(result) {
  const deal = dealName(result.deal_label);
  return result.honba ? `${deal} · ${t("counter.honba", { count: result.honba })}` : deal;
}

/** The result that is shown: views of results are drawn only while there is one.
 * @param {Documents} documents
 * @returns {Wire.ResultDocument} */
export function resultOf({ result }) {
  if (!result) throw new Error("a view of results was asked for without a result");
  return result;
}

/**
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 */
function discarderName(documents, { discarder }) {
  return discarder === null ? "" : playerName(documents, discarder);
}

/** One sentence: who won how.
 * @param {Documents} documents */
export function headline(documents) {
  const result = resultOf(documents);
  if (result.outcome === "ron" && result.wins.length) {
    const winners = result.wins.map((win) => playerName(documents, win.seat)).join(" · ");
    return t("result.ron", { winner: winners, loser: discarderName(documents, result.wins[0]) });
  }
  if (result.outcome === "tsumo" && result.wins.length) {
    return t("result.tsumo", { winner: playerName(documents, result.wins[0].seat) });
  }
  if (result.abort_reason) return t(`abort.${result.abort_reason}`);
  return t(`outcome.${result.outcome}`);
}

/**
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 */
function winView(documents, win) {
  return h("article", { class: "win", "data-key": `win-${win.seat}` },
    resultOf(documents).wins.length + resultOf(documents).losers.length > 1 && h("h3", {}, playerName(documents, win.seat)),
    handView(win, win.winning_tile !== null && h("span", { class: "winning" }, tileView(win.winning_tile, { note: t("result.winning_tile"), touch: `winning:${win.seat}:${win.winning_tile}` }))),
    win.counted && h("p", { class: "subtle small" }, t("counted.note")),
    !documents.state.system.people_settle && valueView(documents, win));
}

/** Line by line, and what it comes to; where people settle nothing has a value.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win */
function valueView(documents, win) {
  return [
    !win.counted && linesView(documents, win),
    documents.state.system.has_riichi ? h("p", { class: "total" },
      h("span", {}, valueText(win)),
      h("strong", {}, t("result.points", { points: points(win.points) }))) : totalView(win),
  ];
}

/**
 * @param {Wire.HandDocument} hand
 * @param {Child} [last]
 */
function handView(hand, last) {
  return h("div", { class: "hand" },
    h("span", { class: "concealed" }, hand.hand.map((tile, index) => tileView(tile, { touch: `hand:${hand.seat}:${tile}`, key: index, first: index === 0 }))),
    hand.melds.map((meld, index) => meldView(meld, hand.seat, { touch: `meld:${hand.seat}:${index}` })),
    last, flowersView(hand.flowers));
}

/** The other hands that count, best first; a hand that stayed closed says so.
 * @param {Documents} documents */
function losersView(documents) {
  const hands = [...resultOf(documents).losers].sort((one, other) => other.total - one.total);
  return h("div", { class: "losers" }, hands.map((hand) => h("article", { class: "win", "data-key": `loser-${hand.seat}` },
    h("h3", {}, playerName(documents, hand.seat)),
    handView(hand),
    hand.hand.length === 0 && h("p", { class: "subtle" }, t("show.closed")),
    hand.lines.length > 0 && linesView(documents, hand),
    totalView(hand))));
}

/** What it comes to, cut to the limit where it is more.
 * @param {Wire.HandDocument} hand */
function totalView(hand) {
  return h("p", { class: "total" },
    h("span", {}, hand.limit === "maximum" ? t("limit.maximum") : [...sumView(hand), hand.limit && ` · ${t(`limit.${hand.limit}`)}`]),
    h("strong", {}, t("result.points", { points: number(hand.total) })));
}

/** "36 × 2² = 144", a plain sum, or the "5 fan" that a table of payments turns into points.
 * @param {Wire.HandDocument} hand
 * @returns {Child[]} */
export function sumView({ fan, fu, total }) {
  if (fu === 0 && total > 0) return [t("result.han", { count: fan })];
  if (fan === 0) return [t("result.sum", { points: number(fu) })];
  const powers = fan > 1 ? ["2", h("sup", {}, fan)] : ["2"];
  return [`${number(fu)} × `, ...powers, ` = ${number(fu * 2 ** fan)}`];
}

/** @param {Documents} documents */
function finesView(documents) {
  return h("ul", { class: "fines" }, resultOf(documents).fines.map((fine, index) => h("li", { "data-key": index },
    tileView(fine.tile),
    h("span", {}, fineText(documents, fine)),
    h("strong", {}, t(fine.exempt ? "fines.exempt" : fine.is_full ? "reason.fine_full" : "reason.fine_half")))));
}

/** Whose fault made the deal void, and why.
 * @param {Documents} documents */
function chombosView(documents) {
  const { chombos } = resultOf(documents);
  return [
    h("ul", { class: "chombos" }, chombos.map(({ seat, reason }) =>
      h("li", { "data-key": seat }, t(`chombo.${reason}`, { name: playerName(documents, seat) })))),
    chombos.map((chombo) => penaltyView(documents, chombo)),
  ];
}

/** What a chombo takes off a final score; nothing where it is paid at once.
 * @param {Documents} documents
 * @param {Wire.ChomboDocument} chombo */
export function penaltyView(documents, { seat, penalty }) {
  return penalty > 0 && h("p", { class: "penalty", "data-key": `penalty-${seat}` },
    t("chombo.penalty", { name: playerName(documents, seat), points: points(penalty) }));
}

/**
 * @param {Documents} documents
 * @param {Wire.HandDocument} win
 */
function linesView(documents, win) {
  return h("details", { class: "lines", open: true },
    h("summary", { class: "unseen-summary" }, t("result.value")),
    h("table", {},
      h("caption", { class: "unseen" }, t("result.value")),
      h("tbody", {},
        win.lines.map((line) => lineRow(line, lineWorth(documents, line))))),
    win.fu_lines.length > 0 && h("details", { class: "fu" },
      h("summary", {}, t("result.fu_breakdown", { count: win.fu })),
      h("table", {}, h("tbody", {}, win.fu_lines.map((line) => lineRow(line, t("result.fu", { count: line.fu }), "fu"))))));
}

/** A line and its value; a tap on the line tells the clause, which players seldom ask for and referees always.
 * @param {Wire.LineDocument} line
 * @param {Child} value
 */
function lineRow(line, value, catalogue = "rule") {
  const text = lineText(line, catalogue);
  return h("tr", {},
    h("th", { scope: "row" }, line.clause ? h("details", { class: "clause" }, h("summary", {}, text), h("span", {}, line.clause)) : text),
    h("td", {}, value));
}

/** "6 han · 30 fu · haneman".
 * @param {Wire.WinDocument} win */
export function valueText(win) {
  const parts = [];
  if (win.fan && !isLimitAlone(win)) parts.push(t("result.han", { count: win.fan }));
  if (win.fu && win.fan < 13) parts.push(t("result.fu", { count: win.fu }));
  if (win.limit) parts.push(t(`limit.${win.limit}`));
  return parts.join(" · ");
}

/** Whether people said only at which limit a hand was, not with how many han.
 * @param {Wire.WinDocument} win */
export function isLimitAlone({ counted, limit, fu }) {
  return counted && limit !== "" && fu === 0;
}

/** @param {Documents} documents */
function drawView(documents) {
  const { state } = documents;
  const result = resultOf(documents);
  if (!state.system.draw_shows_hands || !["exhaustive_draw", "nagashi_mangan"].includes(result.outcome)) return null;
  return h("ul", { class: "tenpai" }, seatsOf(state).map((seat) => h("li", { class: result.tenpai[seat] ? "yes" : "no" },
    h("span", {}, playerName(documents, seat)),
    h("strong", {}, t(result.tenpai[seat] ? "declare.tenpai" : "declare.noten")))));
}

/** @param {Wire.ResultDocument} result */
function indicatorsView(result) {
  if (!result.wins.length) return null;
  if (result.indicators.length === 0) return null;
  /**
   * @param {string} label
   * @param {string[]} tiles
   * @param {string} zone
   */
  const row = (label, tiles, zone) => tiles.length > 0 && h("div", { class: "row" }, h("span", { class: "subtle" }, label),
    h("span", { class: "small-tiles" }, tiles.map((tile, index) => tileView(tile, { touch: `${zone}:${index}`, first: index === 0 }))));
  return h("div", { class: "indicators" }, row(t("dora.indicators"), result.indicators, "dora"), row(t("dora.ura"), result.ura_indicators, "ura"));
}

/** Who pays whom, reason by reason.
 * @param {Documents} documents */
function paymentsView(documents) {
  const result = resultOf(documents);
  const reasons = [...new Set(result.payments.map((payment) => payment.reason))];
  return h("div", { class: "payments" },
    result.payments.length > 0 && h("h3", {}, t("payment.title")),
    reasons.map((reason) => h("div", { class: "reason", "data-key": reason },
      h("h4", {}, t(`reason.${reason}`)),
      h("ul", {}, result.payments.filter((payment) => payment.reason === reason).map((payment, index) => paymentView(documents, payment, index))))),
    h("table", { class: "sums" },
      h("caption", { class: "unseen" }, t("payment.scores")),
      h("tbody", {}, seatsOf(documents.state).map((seat) => h("tr", {},
        h("th", { scope: "row" }, playerName(documents, seat)),
        h("td", { class: result.deltas[seat] > 0 ? "gain" : result.deltas[seat] < 0 ? "loss" : "" }, change(result.deltas[seat])),
        h("td", {}, points(result.scores[seat])))))));
}

/**
 * @param {Documents} documents
 * @param {Wire.PaymentDocument} payment
 * @param {number} index
 */
function paymentView(documents, payment, index) {
  /** @param {number | null} seat */
  const name = (seat) => (seat === null ? t("payment.table") : playerName(documents, seat));
  return h("li", { "data-key": index },
    h("span", { class: "from" }, name(payment.payer)),
    h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
    h("span", { class: "to" }, name(payment.receiver)),
    h("strong", {}, points(payment.points)));
}

/** @param {Wire.StateDocument} state */
function nextView(state) {
  const counting = state.next_deal_in_s !== null && !state.hold;
  return h("div", { class: "actions next" },
    h("button", { class: "primary", "data-do": "next_deal" },
      t("result.next_deal"), counting && h("span", { class: "countdown" }, ` ${state.next_deal_in_s}`)),
    h("button", { "data-do": "hold", "data-arg": state.hold ? "off" : "on", "aria-pressed": String(state.hold) },
      t(state.hold ? "result.count_on" : "result.hold")));
}
