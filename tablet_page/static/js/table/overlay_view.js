// What a stream shows of a table: round, dora, four scores, and for a while how the deal ended; as the address wishes the
// winner's hand, its lines, the differences between players and what lies before each of them.
//
// Rules this file keeps: nothing that does not lie open on the table: concealed tiles come with a result alone.

import { h } from "../shared/dom.js";
import { change, points, t } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { headline, resultOf } from "../stage/result_view.js";
import { counterPart, discardPart, doraPart } from "../shared/parts_view.js";
import { namelessPlaces } from "../shared/questions.js";
import { seatAfter, seatsOf } from "../shared/seats.js";
import { flowersView, meldView } from "../shared/tiles.js";
import { wonView } from "../stage/won_view.js";

/** What may be asked for beside the scores, and what is shown where the address says nothing. */
export const PARTS = ["hand", "yaku", "rivers", "differences"];
const USUAL = ["hand", "yaku"];

/** The parts that an address asks for, and those that there are not.
 * @param {string | null} asked "hand,rivers", "none", or null
 * @returns {{ parts: string[], unknown: string[] }} */
export function partsOf(asked) {
  if (asked === null) return { parts: USUAL, unknown: [] };
  const names = asked.split(",").map((name) => name.trim()).filter((name) => name !== "" && name !== "none");
  return { parts: PARTS.filter((part) => names.includes(part)), unknown: names.filter((name) => !PARTS.includes(name)) };
}

/** Everything on the overlay. `options`: hasBanner (the result is still news), age (seconds, null while it is fresh),
    parts and unknown as of `partsOf`.
 * @param {Documents} documents
 * @param {{ hasBanner: boolean, age: number | null, parts: string[], unknown: string[] }} options */
export function overlayView(documents, { hasBanner, age, parts, unknown }) {
  const { state } = documents;
  return [
    hasBanner && bannerView(documents, parts),
    parts.includes("rivers") && state.phase !== "idle" && !hasBanner && riversView(documents),
    h("section", { class: "board", "data-key": "board" },
      h("h1", { class: "unseen" }, t("overlay.title")),
      unknown.length > 0 && h("p", { class: "age", role: "alert" }, t("overlay.no_part", { name: unknown[0].slice(0, 20), parts: [...PARTS, "none"].join(", ") })),
      age !== null && h("p", { class: "age", role: "status" }, t("overlay.old", { age })),
      state.phase === "idle" ? h("p", { class: "head" }, t("overlay.idle")) : [headView(state), scoresView(documents, hasBanner, parts.includes("differences"))]),
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
 * @param {boolean} hasDifferences
 */
function scoresView(documents, hasBanner, hasDifferences) {
  const { state, result } = documents;
  const best = Math.max(...seatsOf(state).map((seat) => state.scores[seat]));
  const fromDealer = seatsOf(state).map((_, step) => seatAfter(state, state.dealer, step));
  return h("table", { class: "scores", "data-key": "scores" },
    h("caption", { class: "unseen" }, t("chart.title")),
    h("tbody", {}, fromDealer.map((seat) => h("tr", { "data-key": seat, class: state.phase === "play" && state.turn === seat ? "acts" : "" },
      h("td", { class: `wind${seat === state.dealer ? " dealer" : ""}` }, t(`wind.short.${state.winds[seat]}`)),
      h("th", { scope: "row" }, h("span", { class: "name" }, playerName(documents, seat)),
        state.riichi[seat] && h("span", { class: "mark riichi" }, t("riichi.word"))),
      h("td", { class: "points" }, points(state.scores[seat])),
      hasDifferences && h("td", { class: "difference" }, state.scores[seat] === best ? "" : change(state.scores[seat] - best)),
      result && hasBanner && h("td", { class: `delta ${result.deltas[seat] > 0 ? "gain" : result.deltas[seat] < 0 ? "loss" : ""}` },
        result.deltas[seat] === 0 ? "" : change(result.deltas[seat]))))));
}

/** What lies before each player: the discards in a row, what was called or laid aside behind them.
 * @param {Documents} documents */
function riversView(documents) {
  const { state, board } = documents;
  const fromDealer = seatsOf(state).map((_, step) => seatAfter(state, state.dealer, step));
  return h("section", { class: "rivers", "data-key": "rivers", "aria-label": t("overlay.rivers") }, fromDealer.map((seat) => h("div", { class: "lies", "data-key": seat },
    h("span", { class: "whose" }, h("span", { class: "wind" }, t(`wind.short.${state.winds[seat]}`)), " ", h("span", { class: "name" }, playerName(documents, seat))),
    h("span", { class: "river" }, board.rivers[seat].map((discard) => discardPart(discard))),
    board.melds[seat].map((meld) => meldView(meld, seat)),
    flowersView(board.flowers[seat], { nameless: namelessPlaces(documents, seat) }))));
}

/** How the deal ended: each winner's hand, its lines and what it comes to.
 * @param {Documents} documents
 * @param {string[]} parts */
function bannerView(documents, parts) {
  const result = resultOf(documents);
  return h("section", { class: "outcome-banner", "data-key": `banner-${result.number}` },
    h("h2", {}, headline(documents)),
    result.wins.map((win) => wonView(documents, win, parts)),
    result.chombos.map(({ seat, reason }) => h("p", { "data-key": `chombo-${seat}` }, t(`chombo.${reason}`, { name: playerName(documents, seat) }))));
}
