// The table seen from above: a score plate, a river and melds at each side, the centre between them.

import { countNote, ringView, sideNote } from "./around_view.js";
import { h } from "../shared/dom.js";
import { change, points, t } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { figureView } from "../shared/parts_view.js";
import { placeOfEvent } from "../sheets/places.js";
import { seatCodeView } from "../screen/screens_view.js";
import { seatsOf } from "../shared/seats.js";
import { openedView, stageKind, stageView } from "../stage/stage_view.js";
import { heldSticks } from "../shared/sticks_view.js";
import { namelessPlaces } from "../shared/questions.js";
import { flowersView, meldView, tileView } from "../shared/tiles.js";
import { wallRing } from "./wall_view.js";

/** @type {Record<string, string>} */
const WIND_TILES = { E: "1z", S: "2z", W: "3z", N: "4z" };
const ROW_LIMIT = 18;
const NOWHERE = "river";

/** Everything inside the table section. `wishes`: view, centreTurn, reference, stage.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function tableView(documents, wishes) {
  const kind = wishes.stage && documents.result ? stageKind(documents.result) : null;
  const ring = ringView(documents, wishes);
  return h("div", { class: "felt", "data-view": wishes.view, "data-phase": documents.state.phase, "data-stage": kind, "data-counts": ring !== null },
    h("h2", { class: "unseen" }, t("table.title")),
    wishes.view === "around" && documents.board.wall && h("div", { class: "walls", "data-key": "walls", "aria-hidden": "true" }, wallRing(documents.board.wall)),
    ring,
    centreView(documents.state, wishes.centreTurn, wishes.isLookOnly === true),
    wishes.stage && stageView(documents, wishes.stage, wishes.view, wishes.isLookOnly === true),
    seatsOf(documents.state).map((seat) => seatView(documents, seat, wishes)));
}

/**
 * @param {Documents} documents
 * @param {number} seat
 * @param {Wishes} wishes
 */
function seatView(documents, seat, wishes) {
  const { stage } = wishes;
  const { state, board, result } = documents;
  const asked = askedOf(documents, seat);
  const river = board.rivers[seat];
  const acts = state.phase === "play" && state.turn === seat;
  return h("section", {
    class: `seat seat-${seat}${acts ? " acts" : ""}${board.flowers[seat].length ? " flowered" : ""}`, "data-key": `seat-${seat}`, "data-seat": seat,
    "aria-label": t("table.seat", { name: playerName(documents, seat) }),
  },
    h("div", { class: "turn-light" }),
    stage && result && stageKind(result) === "draw" && openedView(documents, seat),
    state.riichi[seat] && h("div", { class: "stick", role: "img", "aria-label": t("riichi.declared") }),
    h("div", { class: `river${river.length > ROW_LIMIT ? " long" : ""}`, role: "group", "aria-label": t("table.river") },
      river.map((discard, index) => discardView(discard, { touch: `river:${seat}:${index}`, first: index === river.length - 1 }, asked.has(`river:${seat}:${index}`))),
      asked.has(NOWHERE) && h("span", { class: "tile doubted unknown", "data-key": "doubted", "aria-hidden": "true" }, "?")),
    flowersView(board.flowers[seat], { seat, nameless: namelessPlaces(documents, seat) }),
    h("div", { class: "melds" }, board.melds[seat].map((meld, index) => meldView(meld, seat, { touch: `meld:${seat}:${index}`, asked: asked.has(`meld:${seat}:${index}`) }))),
    countNote(documents, wishes),
    plateView(documents, seat, wishes),
    sideNote(documents, wishes, seat));
}

/** The places of this player's pieces that the table asks about; `NOWHERE`: one of the river that counts nowhere yet.
 * @param {Documents} documents
 * @param {number} seat */
function askedOf(documents, seat) {
  const own = documents.questions?.questions.filter((question) => question.seat === seat) ?? [];
  return new Set(own.map(({ event, zone }) => (event !== null ? placeOfEvent(documents, event) : zone === "river" ? NOWHERE : null)));
}

/**
 * @param {Wire.RiverTileDocument} discard
 * @param {TileOptions} place
 * @param {boolean} isAsked
 */
function discardView(discard, place, isAsked) {
  const claimed = discard.claimed_by !== null;
  const note = [discard.riichi && t("riichi.declared"), claimed && t("table.claimed")].filter(Boolean).join(", ");
  return tileView(discard.tile, { ...place, sideways: discard.riichi, dimmed: claimed, asked: isAsked, note });
}

/**
 * @param {Documents} documents
 * @param {number} seat
 * @param {Wishes} wishes
 */
function plateView(documents, seat, { reference, stage, view, ownSide, isLookOnly }) {
  const { state } = documents;
  if (state.phase === "idle") {
    return h("div", { class: "plate" }, h("span", { class: "seat-number" }, t("start.seat", { number: seat + 1 })));
  }
  const wind = state.winds[seat];
  const isOver = state.phase === "over";
  const dealer = state.dealer === seat && !isOver;
  const away = reference !== null && reference !== seat;
  const { scores, delta } = scoresShown(documents, seat, stage);
  const shown = away ? scores[seat] - scores[reference] : scores[seat];
  return h(isLookOnly ? "div" : "button", {
    class: `plate${dealer ? " dealer" : ""}${away ? " difference" : ""}`, ...(isLookOnly ? {} : plateTap(documents, seat, reference, view === "around" && ownSide !== undefined)),
  },
    h("span", { class: "wind" }, tileView(WIND_TILES[wind], { silent: true }), h("span", { class: isOnTile(t(`wind.short.${wind}`)) ? "unseen" : "wind-letter" }, t(`wind.short.${wind}`))),
    h("span", { class: "who" },
      isOver && h("span", { class: "seat-of" }, t("start.seat", { number: seat + 1 })),
      h("span", { class: "name" }, playerName(documents, seat)),
      !isOver && marksView(state, seat)),
    h("span", { class: "points" },
      away ? change(shown) : h("span", { "data-count": shown, "data-own": true, "data-key": "count" })),
    delta !== 0 && h("span", { class: `delta ${delta > 0 ? "gain" : "loss"}`, "data-key": "delta" }, change(delta)),
    heldSticks(state, seat));
}

/** What holds for a player in this deal, said beside the name.
 * @param {Wire.StateDocument} state
 * @param {number} seat */
function marksView(state, seat) {
  return [
    state.dealer === seat && h("span", { class: "mark" }, t("table.dealer")),
    state.riichi[seat] && h("span", { class: "mark riichi" }, t("riichi.word")),
    state.dead_hands[seat] && h("span", { class: "mark dead" }, t("table.dead_hand")),
  ];
}

/** What a tap on a plate does: read from four sides it opens its player's menu, otherwise it shows the differences.
 * @param {Documents} documents
 * @param {number} seat
 * @param {number | null} reference
 * @param {boolean} hasMenu */
function plateTap(documents, seat, reference, hasMenu) {
  if (hasMenu) return { "data-do": "side_open", "data-arg": seat, "data-value": "menu", title: t("side.menu", { name: playerName(documents, seat) }) };
  return { "data-do": "reference", "data-arg": seat, "aria-pressed": String(reference === seat), title: t("table.differences") };
}

/** True for a wind that is written as its tile shows it: then the tile says enough.
 * @param {string} letter */
function isOnTile(letter) {
  return /\p{Script=Han}/u.test(letter);
}

/** The scores as the stage lets them be known: until it has told the hand, those of before.
 * @param {Documents} documents
 * @param {number} seat
 * @param {StageShown | null} stage */
function scoresShown({ state, result }, seat, stage) {
  if (!result || (state.phase !== "result" && stage === null)) return { scores: state.scores, delta: 0 };
  if (stage === null || stage.ended) return { scores: state.scores, delta: result.deltas[seat] };
  return { scores: state.scores.map((score, other) => score - result.deltas[other]), delta: 0 };
}

/**
 * @param {Wire.StateDocument} state
 * @param {number} turn
 * @param {boolean} isLookOnly
 */
function centreView(state, turn, isLookOnly) {
  const idle = state.phase === "idle";
  const { system } = state;
  return h("div", { class: `centre turn-${turn}`, "data-key": "centre" },
    !isLookOnly && h("button", { class: "turn-centre", "data-do": "turn_centre", "aria-label": t("table.turn_centre"), title: t("table.turn_centre") }),
    h("span", { class: `round${system.has_prevalent_wind ? "" : " tour"}` },
      !idle && system.has_prevalent_wind && tileView(WIND_TILES[state.round_wind], { silent: true }),
      h("span", { class: "round-name" }, idle ? "Jantaku" : dealName(state.deal_label))),
    idle && seatCodeView(),
    state.phase === "over" && h("strong", { class: "ended" }, t("hall_phase.over")),
    !idle && system.has_riichi && h("span", { class: "counters" },
      counter("honba", state.honba), counter("sticks", state.riichi_sticks)),
    !idle && state.stake > 0 && h("span", { class: "stake" }, t("stake.lies", { points: points(state.stake) })),
    !idle && state.phase !== "over" && state.deals_left !== null && timeView(state.deals_left),
    state.hold && state.phase === "play" && h("strong", { class: "time held" }, t("result.held")),
    !idle && system.has_indicators && doraView(state),
    !idle && state.phase !== "over" && h("span", { class: "left" },
      state.live_tiles !== null && h("span", { class: "tiles-left" }, figureView(t("table.tiles_left", { count: state.live_tiles }), state.live_tiles)),
      state.dice.length > 0 && diceView(state.dice)));
}

/** How many deals follow once time was called.
 * @param {number} left */
export function lastDeals(left) {
  return left === 0 ? t("time.last_deal") : t("time.deals_left", { count: left });
}

/** The same in the centre, where it has one line.
 * @param {number} left */
function timeView(left) {
  const brief = left === 0 ? t("time.brief_last") : t("time.brief_left", { count: left });
  return h("span", { class: "time" }, h("span", { "aria-hidden": "true" }, brief), h("span", { class: "unseen" }, lastDeals(left)));
}

/**
 * @param {string} kind
 * @param {number} count
 */
function counter(kind, count) {
  return h("span", { class: `counter ${kind}`, role: "img", "aria-label": t(`counter.${kind}`, { count }) },
    h("span", { class: "rod" }), `×${count}`);
}

/** Each indicator with the dora it makes.
 * @param {Wire.StateDocument} state */
export function doraView(state) {
  return h("span", { class: "dora", role: "group", "aria-label": t("dora.title") },
    state.dora_indicators.map((indicator, index) => h("span", { class: "pair", "data-key": `${index}-${indicator}` },
      tileView(indicator, { note: t("dora.indicator"), touch: `dora:${index}`, first: index === 0 }),
      h("span", { class: "makes", "aria-hidden": "true" }, "▸"),
      tileView(state.dora[index], { note: t("dora.word"), raised: true }))));
}

/** @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** @param {number[]} dice */
function diceView(dice) {
  return h("span", { class: "dice", role: "img", "aria-label": t("table.dice", { dice: dice.join(" + ") }) },
    dice.map((eyes) => h("span", { class: "die" },
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => h("span", { class: (PIPS[eyes] ?? []).includes(place) ? "pip" : "" })))));
}
