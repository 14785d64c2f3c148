// How a deal ended, told by people: who won from whom with which tiles, who was tenpai when the wall ran out, or why
// it was annulled.

import { byView, canBeTold, countedEvents, countedView, isCounted, isTold } from "./counted_sheet.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { choiceView, paletteView } from "../shared/palette.js";
import { seatAfter, seatsOf } from "../shared/seats.js";
import { tileName, tileView } from "../shared/tiles.js";
import { numbersOf, typedView } from "./typed_result.js";

const SEATS = [0, 1, 2, 3];

const WINS = ["ron", "tsumo"];
const WHOLE_HAND = 14;
const DEALT_HAND = 13;

/** `sheet`: deal, isNew (it is being played), melds and riichi by seat; draft: outcome "ron", "tsumo", "exhaustive_draw" or
    "abortive_draw" (reason: why), winners, discarder, hands, tiles (winning, by seat), ura, field ("hand:2", "tile:2",
    "ura"): what the palette fills.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet */
export function outcomeSheet(documents, sheet) {
  const { draft } = sheet;
  const { system } = documents.state;
  const reasons = abortReasons(documents, sheet);
  /** @type {Choice[]} */
  const outcomes = [...WINS, "exhaustive_draw", ...(reasons.length > 0 ? ["abortive_draw"] : [])].map((outcome) => [outcome, t(`outcome.${outcome}`)]);
  return {
    title: t(sheet.isNew ? "outcome_sheet.title" : "outcome_sheet.other", { number: sheet.deal }),
    body: [
      choiceView(t("outcome_sheet.how"), "outcome_how", outcomes, draft.outcome),
      WINS.includes(draft.outcome) && choiceView(t("outcome_sheet.winner"), "outcome_winner", players(documents, seatsOf(documents.state)), draft.winners[0]),
      draft.outcome === "exhaustive_draw" && system.draw_shows_hands && tenpaiView(documents, draft),
      draft.outcome === "abortive_draw" && abortView(documents, sheet, reasons),
      draft.outcome === "ron" && choiceView(t("outcome_sheet.discarder"), "outcome_discarder", players(documents, seatsOf(documents.state).filter((seat) => seat !== draft.winners[0])), draft.discarder),
      isCounted(documents, draft) && countedView(documents, draft),
      draft.outcome === "ron" && draft.discarder !== null && system.max_winners > 1 && othersView(documents, draft),
      isTyped(documents, draft) && typedView(documents, draft),
      canBeTold(documents, draft) && draft.winners.length > 0 && byView(draft),
      fieldsOf(documents, sheet).map((field) => fieldView(field, draft)),
      draft.field && paletteView(system, t("outcome_sheet.fill"), "outcome_tile"),
      h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "outcome_send", disabled: !isComplete(documents, sheet) }, t("outcome_sheet.send"))),
    ],
  };
}

/**
 * @param {Documents} documents
 * @param {number[]} seats
 * @returns {Choice[]}
 */
function players(documents, seats) {
  return seats.map((seat) => [seat, playerName(documents, seat)]);
}

/** Whether people say who pays what, and nobody which tiles.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function isTyped({ state }, { outcome }) {
  return state.system.people_settle && WINS.includes(outcome);
}

/** Whether hands lie open at such an end: after a drawn deal only where tenpai is shown.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
function opensHands({ state }, { outcome }) {
  return outcome !== "exhaustive_draw" || state.system.draw_shows_hands;
}

/** Why a deal may be annulled: by a hand as the rules know it, by what lies on the table, or as it was before.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet */
export function abortReasons(documents, { events, isNew }) {
  const { state } = documents;
  const told = events.find((item) => !item.aside && item.event.type === "abort_claimed")?.event.reason;
  return [...new Set([...state.system.hand_aborts, (isNew && state.abort_due) || "", told ?? ""].filter(Boolean))];
}

/**
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 * @param {string[]} reasons
 */
function abortView(documents, { draft }, reasons) {
  return [
    choiceView(t("outcome_sheet.why"), "outcome_reason", reasons.map((reason) => [reason, t(`abort.${reason}`)]), draft.reason),
    opensHand(documents, draft) && choiceView(t("outcome_sheet.opens"), "outcome_winner", players(documents, seatsOf(documents.state)), draft.winners[0]),
  ];
}

/** Whether somebody shows the whole hand for it.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
function opensHand(documents, { outcome, reason }) {
  return outcome === "abortive_draw" && reason !== null && documents.state.system.hand_aborts.includes(reason);
}

/** Tiles of the hand that annuls the deal: as dealt in the classical systems, with the tile drawn in riichi.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 * @param {number} seat */
function handToOpen(documents, sheet, seat) {
  const { state, result } = documents;
  const dealer = result === null || sheet.isNew || result.number !== sheet.deal ? state.dealer : result.dealer;
  return state.system.has_riichi || seat === dealer ? WHOLE_HAND : DEALT_HAND;
}

/** More winners on one discard.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
function othersView(documents, { winners, discarder }) {
  const others = seatsOf(documents.state).filter((seat) => seat !== winners[0] && seat !== discarder);
  return h("div", { class: "choice", role: "group", "aria-label": t("outcome_sheet.also") },
    h("span", { class: "choice-label", "aria-hidden": "true" }, t("outcome_sheet.also")),
    h("div", { class: "choice-buttons" }, others.map((seat) => h("button", {
      "data-do": "outcome_also", "data-value": seat, "data-key": seat, "aria-pressed": String(winners.includes(seat)),
    }, playerName(documents, seat)))));
}

/**
 * @param {Documents} documents
 * @param {OutcomeDraft} draft
 */
function tenpaiView(documents, { winners }) {
  return h("div", { class: "choice", role: "group", "aria-label": t("declare.tenpai") },
    h("span", { class: "choice-label", "aria-hidden": "true" }, t("declare.tenpai")),
    h("div", { class: "choice-buttons" }, seatsOf(documents.state).map((seat) => h("button", {
      "data-do": "outcome_also", "data-value": seat, "data-key": seat, "aria-pressed": String(winners.includes(seat)),
    }, playerName(documents, seat)))));
}

/** What has to be filled with tiles: [{key, label, tiles, wanted}].
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 * @returns {Field[]} */
function fieldsOf(documents, sheet) {
  const { draft, melds, riichi, uraCount } = sheet;
  if (isTyped(documents, draft) || isCounted(documents, draft) || !opensHands(documents, draft)) return [];
  if (draft.outcome === "abortive_draw") return opensHand(documents, draft) ? draft.winners.slice(0, 1).map((seat) => openedField(documents, sheet, seat)) : [];
  const needsUra = WINS.includes(draft.outcome) && uraCount > 0 && draft.winners.some((seat) => riichi[seat]);
  const fields = draft.winners.flatMap((seat) => [
    { key: `hand:${seat}`, label: t("outcome_sheet.hand", { name: playerName(documents, seat) }), tiles: draft.hands[seat], wanted: 13 - 3 * melds[seat].length },
    draft.outcome === "tsumo" && { key: `tile:${seat}`, label: t("result.winning_tile"), tiles: draft.tiles[seat], wanted: 1 },
  ]);
  const shared = draft.outcome === "ron" && draft.winners.length > 0 && { key: `tile:${draft.winners[0]}`, label: t("result.winning_tile"), tiles: draft.tiles[draft.winners[0]], wanted: 1 };
  const ura = needsUra && { key: "ura", label: t("dora.ura"), tiles: draft.ura, wanted: uraCount };
  return [...fields, shared, ura].filter((field) => field !== false);
}

/**
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 * @param {number} seat
 * @returns {Field}
 */
function openedField(documents, sheet, seat) {
  const label = t("show.of", { name: playerName(documents, seat) });
  return { key: `hand:${seat}`, label, tiles: sheet.draft.hands[seat], wanted: handToOpen(documents, sheet, seat) };
}

/**
 * @param {Field} field
 * @param {OutcomeDraft} draft
 */
function fieldView({ key, label, tiles, wanted }, draft) {
  return h("div", { class: `field${draft.field === key ? " filling" : ""}`, "data-key": key },
    h("button", { "data-do": "outcome_field", "data-arg": key, "aria-expanded": String(draft.field === key) },
      label, h("span", { class: "subtle" }, ` ${tiles.length} / ${wanted}`)),
    h("div", { class: "picked" }, tiles.map((tile, index) => h("button", {
      class: "candidate", "data-do": "outcome_drop", "data-arg": key, "data-value": index, "data-key": `${index}-${tile}`,
      "aria-label": t("show.drop", { tile: tileName(tile) }),
    }, tileView(tile, { silent: true })))));
}

/** How many tiles a field takes, 0 for one that there is not.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 * @param {string} key */
export function wantedIn(documents, sheet, key) {
  return fieldsOf(documents, sheet).find((field) => field.key === key)?.wanted ?? 0;
}

/** The field that is filled after `key` is full.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet */
export function nextField(documents, sheet) {
  return fieldsOf(documents, sheet).find((field) => field.tiles.length < field.wanted)?.key ?? null;
}

/**
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet
 */
function isComplete(documents, sheet) {
  const { draft } = sheet;
  const needsWinner = WINS.includes(draft.outcome) || opensHand(documents, draft);
  const needsPlayers = (needsWinner && draft.winners.length === 0) || (draft.outcome === "ron" && draft.discarder === null);
  const needsReason = draft.outcome === "abortive_draw" && draft.reason === null;
  if (isCounted(documents, draft) && !isTold(documents, draft)) return false;
  if (isTyped(documents, draft) && numbersOf(documents.state.system, draft.deltas) === null) return false;
  return !needsPlayers && !needsReason && fieldsOf(documents, sheet).every((field) => field.tiles.length === field.wanted);
}

/** The events that say so, as the rules take them.
 * @param {Documents} documents
 * @param {OutcomeSheet} sheet */
export function outcomeEvents(documents, { draft, events }) {
  if (draft.outcome === "exhaustive_draw") {
    const opened = opensHands(documents, draft) ? draft.winners : [];
    return [{ type: "exhaustive_draw", hands: SEATS.map((seat) => (opened.includes(seat) ? draft.hands[seat] : null)) }];
  }
  if (draft.outcome === "abortive_draw") return [annulled(documents, draft)];
  if (isCounted(documents, draft)) return countedEvents(documents, draft);
  if (isTyped(documents, draft)) return typedEvents(documents, draft, events);
  const isRon = draft.outcome === "ron";
  const wins = draft.winners.map((seat) => ({ seat, concealed: draft.hands[seat], winning_tile: draft.tiles[isRon ? draft.winners[0] : seat][0] }));
  const won = { type: "wins_declared", wins, discarder: isRon ? draft.discarder : null, ura_indicators: draft.ura };
  return [won, ...shownAfter(documents, draft.winners, events)];
}

/** The payments as typed, after the hands that were shown for this win.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft
 * @param {ListedEvent[]} events */
function typedEvents(documents, { winners, discarder, outcome, deltas }, events) {
  const from = outcome === "ron" ? discarder : null;
  const typed = { type: "result_typed", winners, discarder: from, deltas: numbersOf(documents.state.system, deltas) };
  const shown = events.find(({ aside, event }) => !aside && event.type === "wins_declared")?.event;
  const isSame = shown?.type === "wins_declared" && shown.discarder === from && shown.wins.every((win) => winners.includes(win.seat));
  return isSame ? [shown, typed] : [typed];
}

/** By the player who opens the hand, or, where the table itself ends the deal, by whoever discarded last.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
function annulled(documents, draft) {
  const isOpened = opensHand(documents, draft);
  const seats = seatsOf(documents.state);
  const last = seatAfter(documents.state, documents.state.turn ?? seats[0], seats.length - 1);
  return { type: "abort_claimed", seat: isOpened ? draft.winners[0] : last, hand: isOpened ? draft.hands[draft.winners[0]] : [], reason: draft.reason };
}

/** After a win that has a result already: the hands of the losers as they were shown, closed where nobody showed one.
 * @param {Documents} documents
 * @param {number[]} winners
 * @param {ListedEvent[]} events */
function shownAfter(documents, winners, events) {
  if (!documents.state.system.losers_show || !events.some((item) => item.event.type === "wins_declared")) return [];
  return seatsOf(documents.state).filter((seat) => !winners.includes(seat)).map((seat) => {
    const shown = events.find((item) => item.event.type === "hand_shown" && item.event.seat === seat);
    return shown?.event ?? { type: "hand_shown", seat, hand: null };
  });
}
