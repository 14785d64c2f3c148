// What a stream shows of a table: round, dora, four scores, and for a while how the deal ended.

import { h } from "./dom.js";
import { change, number, points, t } from "./i18n.js";
import { lineWorth, shortText } from "./line_text.js";
import { dealName, playerName } from "./names.js";
import { headline, resultOf } from "./result_view.js";
import { counterPart, doraPart } from "./parts_view.js";
import { seatAfter, seatsOf } from "./seats.js";
import { endPicture } from "./stage.js";
import { handView, totalOf, worthView } from "./stage_view.js";

/** Everything on the overlay. `options`: hasBanner (the result is still news), age (seconds, null while it is fresh).
 * @param {Documents} documents
 * @param {{ hasBanner: boolean, age: number | null }} options */
export function overlayView(documents, { hasBanner, age }) {
  const { state } = documents;
  return [
    hasBanner && bannerView(documents),
    h("section", { class: "board", "data-key": "board" },
      h("h1", { class: "unseen" }, t("overlay.title")),
      age !== null && h("p", { class: "age", role: "status" }, t("overlay.old", { age })),
      state.phase === "idle" ? h("p", { class: "head" }, t("overlay.idle")) : [headView(state), scoresView(documents, hasBanner)]),
  ];
}

/** @param {Wire.StateDocument} state */
function headView(state) {
  const { system } = state;
  return h("div", { class: "head", "data-key": "head" },
    h("strong", { class: "deal" }, dealName(state.deal_label)),
    system.has_riichi && counterPart("honba", state.honba),
    system.has_riichi && counterPart("sticks", state.riichi_sticks),
    state.stake > 0 && h("span", {}, t("stake.lies", { points: points(state.stake) })),
    state.live_tiles !== null && h("span", { class: "left" }, t("table.tiles_left", { count: state.live_tiles })),
    system.has_indicators && doraPart(state));
}

/**
 * @param {Documents} documents
 * @param {boolean} hasBanner
 */
function scoresView(documents, hasBanner) {
  const { state, result } = documents;
  const fromDealer = seatsOf(state).map((_, step) => seatAfter(state, state.dealer, step));
  return h("table", { class: "scores", "data-key": "scores" },
    h("caption", { class: "unseen" }, t("chart.title")),
    h("tbody", {}, fromDealer.map((seat) => h("tr", { "data-key": seat, class: state.phase === "play" && state.turn === seat ? "acts" : "" },
      h("td", { class: `wind${seat === state.dealer ? " dealer" : ""}` }, t(`wind.short.${state.winds[seat]}`)),
      h("th", { scope: "row" }, h("span", { class: "name" }, playerName(documents, seat)),
        state.riichi[seat] && h("span", { class: "mark riichi" }, t("riichi.word"))),
      h("td", { class: "points" }, points(state.scores[seat])),
      result && hasBanner && h("td", { class: `delta ${result.deltas[seat] > 0 ? "gain" : result.deltas[seat] < 0 ? "loss" : ""}` },
        result.deltas[seat] === 0 ? "" : change(result.deltas[seat]))))));
}

/** How the deal ended: each winner's hand, its lines and what it comes to.
 * @param {Documents} documents */
function bannerView(documents) {
  const result = resultOf(documents);
  return h("section", { class: "outcome-banner", "data-key": `banner-${result.number}` },
    h("h2", {}, headline(documents)),
    result.wins.map((win) => winView(documents, win)),
    result.chombos.map(({ seat, reason }) => h("p", { "data-key": `chombo-${seat}` }, t(`chombo.${reason}`, { name: playerName(documents, seat) }))));
}

/**
 * @param {Documents} documents
 * @param {Wire.WinDocument} win
 */
function winView(documents, win) {
  const { total, isPoints } = totalOf(documents, win);
  const isOneOfMany = resultOf(documents).wins.length > 1;
  return h("article", { class: "win", "data-key": win.seat },
    isOneOfMany && h("h3", {}, playerName(documents, win.seat)),
    handView(win, endPicture(resultOf(documents))),
    !isOneOfMany && win.lines.length > 0 && h("ul", { class: "yaku" }, win.lines.map((line, index) => h("li", { "data-key": index },
      h("span", {}, shortText(line)), h("strong", {}, lineWorth(documents, line))))),
    h("p", { class: "worth" },
      win.limit && h("span", { class: "limit" }, t(`limit.${win.limit}`)),
      h("span", {}, worthView(documents, win)),
      h("strong", {}, t("result.points", { points: isPoints ? points(total) : number(total) }))));
}
