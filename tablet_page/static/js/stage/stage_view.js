// The stage: how a deal ended, large enough to be read from a chair. Where the felt is read from four sides it stands
// there twice, the second one turned round.
//
// Rules this file keeps: nothing on it can be pressed but the whole of it; every word also stands in the result's panel.

import { h } from "../shared/dom.js";
import { number, points, t } from "../shared/i18n.js";
import { lineWorth, shortText } from "./line_text.js";
import { playerName } from "../shared/names.js";
import { figureView } from "../shared/parts_view.js";
import { paymentSums } from "./payment_motion.js";
import { headline, isLimitAlone, penaltyView, resultOf, sumView } from "./result_view.js";
import { fineText } from "./show_view.js";
import { flowersView, meldView, tileView } from "../shared/tiles.js";

const AT_EASE = 6; // lines that leave the total its room
const LARGE = 9; // lines of a riichi hand with ippatsu, dora and ura; more are written smaller
const MANY = 13; // no more fit at that size (a hand of MCR)
// Few long lines (Tchou) take as much room as many short ones. Measured at 1280 x 800: so many letters fit into a row of lines,
// and so many rows leave the hand and the total theirs.
const LETTERS_IN_ROW = { large: 39, many: 49 };
const ROWS = { atEase: 3, large: 4, many: 5 };
const LETTERS_OF_VALUE = 6;
const LONG_TOTAL = 7; // signs of a total that still fits beside the lines
/** How wide a hand may be, in tiles, for each size that stage.css knows. @type {[number, string][]} */
const WIDTHS = [[14.9, "s"], [17.4, "m"], [19.6, "l"]];
const GAP = 0.35;
const LYING = 1.366; // a tile's height over its width

/** What kind of stage an end asks for: "win", "draw" (open hands lie before their players) or "stop".
 * @param {Wire.ResultDocument} result */
export function stageKind(result) {
  if (result.wins.length > 0) return "win";
  return result.opened.length > 0 || result.outcome === "exhaustive_draw" ? "draw" : "stop";
}

/** The stage over the felt.
 * @param {Documents} documents
 * @param {StageShown} shown
 * @param {string} view
 * @param {boolean} isLookOnly nothing can be pressed */
export function stageView(documents, shown, view, isLookOnly = false) {
  const result = resultOf(documents);
  const halves = view === "around" ? [false, true] : [false];
  const isOpening = result.wins.length === 1 && !shown.total && shown.lines === 0;
  return h("div", { class: `stage${shown.ended ? " ended" : ""}${shown.isStill ? " still" : ""}${isOpening ? " opening" : ""}`, "data-key": `stage-${result.number}` },
    !isLookOnly && h("button", { class: "stage-tap", "data-do": "stage", "data-key": "tap", "aria-label": t(shown.ended ? "stage.close" : "stage.skip") }),
    halves.map((isTurned) => h(isTurned ? "div" : "section", {
      class: `stage-half${isTurned ? " turned" : ""}`, "data-key": isTurned ? "turned" : "half",
      "aria-hidden": isTurned ? "true" : null, "aria-label": isTurned ? null : t("stage.title"),
    }, contentView(documents, shown))));
}

/**
 * @param {Documents} documents
 * @param {StageShown} shown
 */
function contentView(documents, shown) {
  const { wins } = resultOf(documents);
  if (wins.length === 0) return endView(documents);
  return wins.length === 1 ? winView(documents, wins[0], shown) : [
    headView(documents, wins[0], "", shown),
    h("div", { class: `stage-several of-${wins.length}` }, wins.map((win) => smallWinView(documents, win, shown))),
  ];
}

/**
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown
 */
function winView(documents, win, shown) {
  return [
    headView(documents, win, playerName(documents, win.seat), shown),
    toldView(documents, win, shown),
    h("div", { class: "stage-lay" }, handView(win, shown)),
    sumsView(documents, win, shown),
  ];
}

/** One of several winners: what the hand is and what it comes to.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
function smallWinView(documents, win, shown) {
  return h("article", { class: "stage-win", "data-key": win.seat },
    h("h4", {}, playerName(documents, win.seat)),
    handView(win, shown),
    h("p", { class: later("stage-names", shown.lines > 0) }, namesOfLines(win)),
    valueView(documents, win, shown),
    sumsView(documents, win, shown));
}

/**
 * @param {string} name
 * @param {boolean} isThere
 */
function later(name, isThere) {
  return isThere ? name : `${name} later`;
}

/** Who won, how and from whom; what shows the dora.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {string} names
 * @param {StageShown} shown */
function headView(documents, win, names, shown) {
  const { outcome } = resultOf(documents);
  return h("div", { class: "stage-head" },
    h("h3", {}, h("span", { class: "stage-call" }, t(outcome === "tsumo" ? "stage.tsumo" : "stage.ron")), " ", names),
    win.discarder !== null && h("p", { class: "stage-from" }, t("stage.from", { name: playerName(documents, win.discarder) })),
    indicatorsView(resultOf(documents), shown));
}

/** The ura indicators lie on their faces until they are turned.
 * @param {Wire.ResultDocument} result
 * @param {StageShown} shown */
function indicatorsView(result, shown) {
  if (result.indicators.length === 0) return null;
  return h("div", { class: "stage-dora" },
    h("span", { class: "row", role: "group", "aria-label": t("dora.indicators") }, result.indicators.map((tile, index) => tileView(tile, { key: index }))),
    result.ura_indicators.length > 0 && h("span", { class: "row ura", role: "group", "aria-label": t("dora.ura") },
      result.ura_indicators.map((tile, index) => (shown.ura ? tileView(tile, { key: `ura-${index}` }) : tileView("back", { key: `back-${index}` })))));
}

/** The hand as it lies: the winning tile apart, where it is known.
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
export function handView(win, shown) {
  if (win.hand.length + win.melds.length === 0 && (!win.counted || win.winning_tile === null)) return null;
  return h("div", { class: "stage-hand", "data-size": sizeOf(win) },
    h("span", { class: "stage-concealed" }, win.hand.map((tile, index) => tileView(tile, { key: index }))),
    win.winning_tile !== null && h("span", { class: later("stage-last", shown.tile), "data-key": "last" }, tileView(win.winning_tile, { raised: true, note: t("result.winning_tile") })),
    win.melds.map((meld) => meldView(meld, win.seat)),
    flowersView(win.flowers));
}

/** How large its tiles can be in one row, as a name of stage.css.
 * @param {Wire.WinDocument} win */
function sizeOf({ hand, melds }) {
  const called = melds.map((meld) => meld.tiles.length + (meld.called_tile === null ? 0 : LYING - 1) + GAP);
  const width = hand.length + 1 + GAP + called.reduce((sum, one) => sum + one, 0);
  return WIDTHS.find(([most]) => width <= most)?.[1] ?? "xl";
}

/** Line by line, and what they make together.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
function toldView(documents, win, shown) {
  const { fines } = resultOf(documents);
  const texts = [...win.lines.map(shortText), ...fines.map((fine) => fineText(documents, fine))];
  return h("div", { class: `stage-told${sizeOfLines(texts)}` },
    linesView(documents, win, shown), win.counted && h("p", { class: "stage-untold" }, t("counted.note")), valueView(documents, win, shown));
}

/** How large these lines and the total beneath them can be, as names of stage.css.
 * @param {string[]} texts */
function sizeOfLines(texts) {
  const count = texts.length;
  const rows = rowsOf(texts, LETTERS_IN_ROW.large);
  if (count <= AT_EASE && rows <= ROWS.atEase) return "";
  if (count <= LARGE && rows <= ROWS.large) return " rich";
  return count <= MANY && rowsOf(texts, LETTERS_IN_ROW.many) <= ROWS.many ? " rich many" : " rich crowd";
}

/** How many rows these lines fill, one beside the other as far as they fit.
 * @param {string[]} texts
 * @param {number} letters that fit into a row */
function rowsOf(texts, letters) {
  let [rows, left] = [0, 0];
  for (const text of texts) {
    const wanted = widthOf(text) + LETTERS_OF_VALUE;
    if (wanted > left) rows += Math.ceil(wanted / letters);
    left = (wanted > left ? Math.ceil(wanted / letters) * letters : left) - wanted;
  }
  return rows;
}

/** In letters; a Chinese or Japanese one is as wide as two.
 * @param {string} text */
function widthOf(text) {
  return [...text].reduce((sum, letter) => sum + (letter >= "\u2e80" ? 2 : 1), 0);
}

/** Line by line with its value, fines below them.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
function linesView(documents, win, shown) {
  const { fines } = resultOf(documents);
  if (win.lines.length + fines.length === 0) return null;
  return h("ul", { class: "stage-lines" },
    win.lines.map((line, index) => h("li", { class: later("", index < shown.lines), "data-key": index },
      h("span", {}, shortText(line)), h("strong", {}, worthOf(documents, line)))),
    fines.map((fine) => h("li", { class: later("fine", shown.total), "data-key": `fine-${fine.offender}` },
      h("span", {}, fineText(documents, fine)), h("strong", {}, t(fine.exempt ? "fines.exempt" : "fines.due")))));
}

/** What a line is worth; in a riichi hand every line counts han, and the unit can be left out.
 * @param {Documents} documents
 * @param {Wire.LineDocument} line
 * @returns {Child} */
function worthOf(documents, line) {
  const text = lineWorth(documents, line);
  return documents.state.system.has_riichi && line.fan ? figureView(text, line.fan) : text;
}

/** "3 han · 30 fu"; of a hand at a limit the han alone, for its fu count no more.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
function valueView(documents, win, shown) {
  if (documents.state.system.has_riichi && isLimitAlone(win)) return null;
  const isLimit = documents.state.system.has_riichi && win.limit && win.fan > 0;
  const value = isLimit ? t("result.han", { count: win.fan }) : worthView(documents, win);
  return value && h("p", { class: later("stage-value", shown.total) }, value);
}

/** The rules of all lines, without their values.
 * @param {Wire.HandDocument} win */
function namesOfLines(win) {
  return win.lines.map(shortText).join(" · ");
}

/** The limit, and the total as it counts up.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @param {StageShown} shown */
function sumsView(documents, win, shown) {
  const { total, isPoints } = totalOf(documents, win);
  const isLong = (isPoints ? points(total) : number(total)).length > LONG_TOTAL;
  return h("div", { class: "stage-sums" },
    win.limit && h("p", { class: later("stage-limit", shown.limit) }, t(`limit.${win.limit}`)),
    h("p", {
      class: later(`stage-total${isLong ? " long" : ""}`, shown.total), "data-key": "total", "data-own": true,
      "data-count": shown.total ? total : 0, "data-plain": !isPoints, "data-still": shown.isStill,
    }));
}

/** What the large number says: what a riichi hand or a typed win receives, the value of any other hand.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win */
export function totalOf({ state }, win) {
  const isPoints = state.system.has_riichi || state.system.people_settle;
  return { total: isPoints ? win.points : win.total, isPoints };
}

/** "6 han · 30 fu", "36 × 2² = 144", "5 fan"; nothing where the lines say it all or people settle.
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 * @returns {Child} */
export function worthView({ state }, win) {
  if (state.system.people_settle || (win.lines.length === 0 && !win.counted) || (state.system.has_riichi && isLimitAlone(win))) return null;
  const saysItself = win.limit === "maximum" || (win.counted && win.fan === 0 && win.limit === "");
  if (!state.system.has_riichi) return saysItself ? null : sumView(win);
  return [win.fan > 0 && t("result.han", { count: win.fan }), win.fu > 0 && win.fan < 13 && t("result.fu", { count: win.fu })].filter(Boolean).join(" · ");
}

/** A deal that nobody won: how it ended, whose fault, who pays.
 * @param {Documents} documents */
function endView(documents) {
  const result = resultOf(documents);
  const isByOne = result.abort_reason !== null && result.opened.length === 1;
  return h("div", { class: "stage-end" },
    h("h3", {}, headline(documents)),
    isByOne && h("p", { class: "stage-who" }, playerName(documents, result.opened[0].seat)),
    result.chombos.map(({ seat, reason }) => h("p", { class: "stage-who", "data-key": `chombo-${seat}` }, t(`chombo.${reason}`, { name: playerName(documents, seat) }))),
    result.chombos.map((chombo) => penaltyView(documents, chombo)),
    result.outcome !== "exhaustive_draw" && paymentsView(documents));
}

/** @param {Documents} documents */
function paymentsView(documents) {
  /** @param {string} seat */
  const name = (seat) => (seat === "null" ? t("payment.table") : playerName(documents, Number(seat)));
  return h("ul", { class: "stage-payments" }, [...paymentSums(resultOf(documents).payments)].map(([way, sum]) => {
    const [payer, receiver] = way.split(">");
    return h("li", { "data-key": way }, name(payer), h("span", { class: "arrow" }, " → "), name(receiver), " ", h("strong", {}, points(sum)));
  }));
}

/** What lies before a player when nobody has won: the open hand with its waits, or that it does not wait.
 * @param {Documents} documents
 * @param {number} seat */
export function openedView(documents, seat) {
  const result = resultOf(documents);
  const opened = result.opened.find((hand) => hand.seat === seat);
  const counts = documents.state.system.draw_shows_hands && result.abort_reason === null;
  if (!opened) return counts && h("p", { class: "stage-noten" }, t("declare.noten"));
  return h("div", { class: "stage-open", role: "group", "aria-label": t("show.opened") },
    opened.waits.length > 0 && h("p", { class: "stage-waits" }, h("span", {}, t("stage.waits")), opened.waits.map((tile, index) => tileView(tile, { key: index, raised: true }))),
    opened.waits.length === 0 && counts && h("p", { class: "stage-noten" }, t("declare.noten")),
    h("span", { class: "stage-row" },
      h("span", { class: "stage-concealed" }, opened.hand.map((tile, index) => tileView(tile, { key: index }))),
      opened.melds.map((meld) => meldView(meld, seat))));
}
