// One seat's own view: the own score large, how far the others are, what lies before this player, and what it may call.

import { h } from "../shared/dom.js";
import { change, points, t } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { headline } from "../stage/result_view.js";
import { counterPart, discardPart, doraPart } from "../shared/parts_view.js";
import { mayDeclareRiichi, seatsOf } from "../shared/seats.js";
import { heldSticks } from "../shared/sticks_view.js";
import { lastDeals } from "./table_view.js";
import { namelessPlaces, questionCards } from "../shared/questions.js";
import { flowersView, meldView, tileView } from "../shared/tiles.js";
import { wonView } from "../stage/won_view.js";

/** @type {Record<string, string>} */
const WIND_TILES = { E: "1z", S: "2z", W: "3z", N: "4z" };
/** Where the others sit, seen from here: play goes counter-clockwise. */
/** Who sits so many seats further. @type {[number, string][]} */
const SIDES = [[1, "right"], [2, "across"], [3, "left"]];

/** The seats as links, for whoever has opened the page without one.
 * @param {Documents} documents */
export function choiceOfSeat(documents) {
  const { state } = documents;
  return h("section", { class: "card choose" },
    h("h2", {}, t("seat.choose")),
    h("ul", {}, seatsOf(state).map((seat) => h("li", {}, h("a", { href: `?view=seat&seat=${seat}` },
      state.winds[seat] in WIND_TILES && tileView(WIND_TILES[state.winds[seat]], { silent: true }),
      state.phase === "idle" ? t("start.seat", { number: seat + 1 }) : playerName(documents, seat))))));
}

/** Everything on the page of `seat`.
 * @param {Documents} documents
 * @param {number} seat */
export function seatPage(documents, seat) {
  const { state } = documents;
  const asked = questionCards(documents).length;
  if (state.phase === "idle") return [h("section", { class: "card" }, h("h2", {}, t("start.seat", { number: seat + 1 })), h("p", {}, t("seat.idle"))), linksView()];
  return [
    ownView(documents, seat),
    outcomeView(documents, seat),
    callsView(documents, seat),
    othersView(documents, seat),
    tilesView(documents, seat),
    asked > 0 && h("p", { class: "card waiting-questions", role: "status", "data-key": "questions" }, t("seat.questions", { count: asked })),
    machineLine(state.machine),
    state.machine.state === "waiting" && !state.machine.fault && h("div", { class: "actions", "data-key": "allow" }, h("button", { "data-do": "home" }, t("machine.allow"))),
    linksView(),
  ];
}

/**
 * @param {Documents} documents
 * @param {number} seat
 */
function ownView(documents, seat) {
  const { state } = documents;
  const { system } = state;
  const acts = state.phase === "play" && state.turn === seat;
  return h("section", { class: `card own${acts ? " acts" : ""}`, "data-key": "own", "aria-label": t("seat.title", { name: playerName(documents, seat) }) },
    h("div", { class: "own-head" },
      tileView(WIND_TILES[state.winds[seat]], { silent: true }),
      h("h2", {}, playerName(documents, seat)),
      h("span", { class: "wind-name" }, t(`wind.${state.winds[seat]}`)),
      state.dealer === seat && h("span", { class: "mark" }, t("table.dealer")),
      state.riichi[seat] && h("span", { class: "mark riichi" }, t("riichi.word")),
      state.dead_hands[seat] && h("span", { class: "mark dead" }, t("table.dead_hand")),
      state.hold ? h("strong", { class: "held" }, t("result.held")) : acts && h("strong", { class: "turn" }, t("seat.your_turn"))),
    h("p", { class: "own-score" }, points(state.scores[seat])),
    heldSticks(state, seat),
    h("div", { class: "round-line" },
      h("strong", {}, dealName(state.deal_label)),
      system.has_riichi && counterPart("honba", state.honba), system.has_riichi && counterPart("sticks", state.riichi_sticks),
      state.stake > 0 && h("span", {}, t("stake.lies", { points: points(state.stake) })),
      state.live_tiles !== null && h("span", { class: "subtle" }, t("table.tiles_left", { count: state.live_tiles })),
      state.deals_left !== null && h("span", {}, lastDeals(state.deals_left))),
    system.has_indicators && doraPart(state));
}

/**
 * @param {Documents} documents
 * @param {number} seat
 */
function outcomeView(documents, seat) {
  const { state, result } = documents;
  if (state.phase !== "result" || !result) return null;
  const delta = result.deltas[seat];
  return h("section", { class: "card", role: "status", "data-key": `result-${result.number}` },
    h("h2", {}, headline(documents)),
    result.wins.map((win) => wonView(documents, win, ["hand", "yaku", "each"])),
    result.chombos.map(({ seat: offender, reason }) => h("p", { "data-key": `chombo-${offender}` }, t(`chombo.${reason}`, { name: playerName(documents, offender) }))),
    h("p", { class: `own-delta ${delta > 0 ? "gain" : delta < 0 ? "loss" : ""}` }, change(delta)));
}

/**
 * @param {Documents} documents
 * @param {number} seat
 */
function othersView(documents, seat) {
  const { state } = documents;
  return h("section", { class: "card others", "data-key": "others" },
    h("table", {}, h("caption", { class: "unseen" }, t("seat.others")),
      h("thead", {}, h("tr", {}, ["player", "score", "difference"].map((key) => h("th", { scope: "col" }, t(`seat.${key}`))))),
      h("tbody", {}, SIDES.map(([step, side]) => ({ other: (seat + step) % 4, side })).filter(({ other }) => seatsOf(state).includes(other)).map(({ other, side }) => h("tr", { "data-key": other },
        h("th", { scope: "row" },
          h("span", { class: "side-of" }, `${t(`wind.short.${state.winds[other]}`)} · ${t(`seat.${side}`)}`),
          h("span", { class: "name" }, playerName(documents, other)),
          state.dealer === other && h("span", { class: "mark" }, t("table.dealer")),
          state.riichi[other] && h("span", { class: "mark riichi" }, t("riichi.word"))),
        h("td", {}, points(state.scores[other])),
        h("td", { class: "difference" }, change(state.scores[other] - state.scores[seat])))))));
}

/** What the seat may say while a deal is played; the table's page shows it to everybody.
 * @param {Documents} documents
 * @param {number} seat */
function callsView(documents, seat) {
  const { state } = documents;
  if (state.phase !== "play") return null;
  return h("section", { class: "card", "data-key": "calls" },
    h("h2", { class: "unseen" }, t("seat.calls")),
    h("div", { class: "actions" },
      h("button", { class: "primary", "data-do": "call", "data-arg": "win" }, t("seat.win")),
      mayDeclareRiichi(documents, seat) && h("button", { "data-do": "call", "data-arg": "riichi" }, t("seat.riichi")),
      h("button", { "data-do": "attention" }, t("seat.attention"))));
}

/**
 * @param {Documents} documents
 * @param {number} seat
 */
function tilesView(documents, seat) {
  const { board } = documents;
  const [river, melds, flowers] = [board.rivers[seat], board.melds[seat], board.flowers[seat]];
  return h("section", { class: "card own-tiles", "data-key": "tiles" },
    h("h2", {}, t("seat.own_tiles")),
    river.length + melds.length + flowers.length === 0 && h("p", { class: "subtle" }, t("seat.no_tiles")),
    river.length > 0 && h("div", { class: "river", role: "group", "aria-label": t("table.river") }, river.map((discard) => discardPart(discard))),
    flowersView(flowers, { nameless: namelessPlaces(documents, seat) }),
    melds.length > 0 && h("div", { class: "melds" }, melds.map((meld) => meldView(meld, seat))));
}

/** @param {Wire.MachineDocument} machine */
function machineLine(machine) {
  return h("p", { class: `machine-line${machine.fault ? " loss" : " subtle"}`, role: "status", "data-key": "machine" },
    h("span", { class: "lamp", "data-state": machine.fault ? "fault" : machine.state }),
    machine.fault ? t("fault.title") : t(`machine.${machine.state}`),
    machine.progress !== null && ` ${Math.round(machine.progress * 100)} %`);
}

function linksView() {
  return h("nav", { class: "links", "data-key": "links" }, h("a", { href: "?view=seat" }, t("seat.change")), h("a", { href: "/" }, t("seat.to_table")));
}
