// What the buttons of the sheets do: they change the wish that the sheet shows, or propose a correction.

import { draftOf, meldOptions } from "./call_sheet.js";
import { onBoard, inHands, meldOnBoard, placeOfEvent, tileAt } from "./places.js";
import { ENDS, openOutcome, OUTCOMES } from "./outcome_actions.js";
import { send } from "../link/commands.js";
import { typed } from "../shared/dom.js";
import { change, confirmProposal, loadEvents, open, propose, takeBackNow, takeOutNow } from "./repair_flow.js";
import { refusalTexts } from "../shared/rule_words.js";
import { seatAfter } from "../shared/seats.js";
import { targetOf } from "./tile_sheet.js";
import { t } from "../shared/i18n.js";
import { toast } from "../shared/toast.js";

const NOBODY = "none";
const TILE_EVENTS = ["discarded", "flower_laid", "indicator_turned"];
const MELD_EVENTS = ["called", "kong_declared"];

/** The handlers by the `data-do` of their button: (page, argument, value). @type {Record<string, Handler>} */
export const REPAIRS = {
  ...OUTCOMES,
  touch,
  sheet_close: (page) => page.wish({ sheet: null }),
  sheet_back: (page) => (page.wishes.sheet.kind === "undo" ? page.wish({ sheet: null }) : change(page, page.wishes.sheet, { proposal: null })),
  sheet_confirm: (page) => confirmProposal(page),
  sheet_force: (page) => forced(page),
  sheet_event: (page, seq) => openEvent(page, Number(seq)),
  tile_is: (page, _, tile) => tileIs(page, tile),
  tile_riichi: (page, _, value) => riichiIs(page, value === "true"),
  insert: (page, seq, what) => openInsert(page, Number(seq), what),
  insert_tile: (page, _, tile) => insertTile(page, "discarded", tile),
  insert_indicator: (page, _, tile) => insertTile(page, "indicator_turned", tile),
  insert_flower: (page, _, tile) => insertTile(page, "flower_laid", tile),
  flowers_of: (page, seat) => openFlowers(page, Number(seat)),
  put_in: (page, what, seat) => openMissed(page, what, seat),
  call_remove: (page, seq) => propose(page, "correct", { kind: "remove", events: [Number(seq)] }),
  take_in: (page, seq) => propose(page, "correct", { kind: "take_in", event: Number(seq) }),
  draft_kind: (page, _, kind) => draft(page, { kind }),
  draft_seat: (page, _, seat) => draft(page, { seat: Number(seat) }),
  draft_from: (page, _, seat) => draft(page, { from: Number(seat) }),
  draft_palette: (page) => draft(page, { palette: !page.wishes.sheet.draft.palette }),
  draft_tile: (page, _, tile) => draft(page, { tile, palette: false }),
  draft_meld: (page, index) => chooseMeld(page, Number(index)),
  log: (page, filter) => openLog(page, filter),
  log_filter: (page, _, filter) => change(page, page.wishes.sheet, { filter }),
  log_deal: (page, deal) => showDeal(page, Number(deal)),
  undo: (page, toSeq) => undo(page, { to_seq: Number(toSeq) }),
  take_back_now: (page, seq) => takeBackNow(page, Number(seq)),
  take_out_now: (page, seq) => takeOutNow(page, Number(seq)),
  undo_correction: (page, seq) => undo(page, { correction: Number(seq) }),
  void: (page) => open(page, "void", { deal: page.documents.result?.number }),
  end_game: (page) => endGame(page),
  declare_sheet: (page, seat) => open(page, "declare", { seat: Number(seat) }),
  declare_seat: (page, _, seat) => change(page, page.wishes.sheet, { seat: Number(seat) }),
  call_attention: (page, seat) => callAttention(page, Number(seat)),
  answer: (page, question, value) => answer(page, question, value),
  answer_other: (page, question) => open(page, "answer", { question }),
  answer_tile: (page, _, tile) => answer(page, page.wishes.sheet.question, tile),
  to_questions: () => /** @type {HTMLElement | null} */ (document.querySelector(".card.question button"))?.focus(),
};

/** Send the reason with which the deal is voided.
 * @param {Page} page
 * @param {HTMLFormElement} form */
export function voidDeal(page, form) {
  return propose(page, "void_deal", { reason: typed(new FormData(form), "reason") }, { always: true });
}

/** The game is to end now: what that means is said before it counts.
 * @param {Page} page */
function endGame(page) {
  open(page, "undo", { of: "end_game" });
  return propose(page, "end_game", {}, { always: true, lead: "end_game" });
}

/** A tile or meld was tapped.
 * @param {Page} page
 * @param {string} place */
async function touch(page, place) {
  if (place.startsWith("meld:")) return open(page, "call", { place });
  if (onBoard(page.documents, place)) return open(page, "tile", { place });
  const deal = place.startsWith("show:") ? undefined : page.documents.result?.number;
  const listed = await loadEvents(deal);
  const target = listed && inHands(listed.events, place.replace("show:", ""));
  if (target) return open(page, "tile", { target, deal });
  return toast(t("repair.gone"), t("repair.gone_help"));
}

/**
 * @param {Page} page
 * @param {string} tile
 */
function tileIs(page, tile) {
  const { sheet } = page.wishes;
  const target = sheet && targetOf(page.documents, sheet);
  if (!target) return undefined;
  if (tile === target.tile) return change(page, sheet, { refusal: { title: t("repair.already"), detail: "" } });
  if (tile === NOBODY) return propose(page, "correct", { kind: "remove", events: [target.event] });
  const data = { kind: "tile", event: target.event, tile };
  return propose(page, "correct", target.at ? { ...data, place: target.at } : data, { seen: target.tile });
}

/**
 * @param {Page} page
 * @param {boolean} riichi
 */
function riichiIs(page, riichi) {
  const target = targetOf(page.documents, page.wishes.sheet);
  if (!target) return toast(t("repair.gone"), t("repair.gone_help"));
  return propose(page, "correct", { kind: "riichi", event: target.event, riichi });
}

/** @param {Page} page */
function forced(page) {
  const { name, data } = page.wishes.sheet.refusal.force;
  return propose(page, name, data, { always: true });
}

/** The sheet that fits an event of the deal that is looked at.
 * @param {Page} page
 * @param {number} seq */
async function openEvent(page, seq) {
  const { sheet } = page.wishes;
  /** @type {ListedEvent[]} */
  const listed = sheet?.events ?? (await loadEvents(sheet?.deal))?.events ?? [];
  const item = listed.find((other) => other.seq === seq) ?? sheet?.refusal?.later;
  const place = placeOfEvent(page.documents, seq);
  if (place) return touch(page, place);
  if (!item) return toast(t("repair.gone"), t("repair.gone_help"));
  const { event } = item;
  const base = { deal: sheet?.deal, events: listed };
  if (TILE_EVENTS.includes(event.type)) {
    return open(page, "tile", { ...base, target: { zone: "past", seat: event.seat ?? null, event: seq, at: "", tile: tileAt(event, "") } });
  }
  if (MELD_EVENTS.includes(event.type)) return open(page, "call", { ...base, found: { seat: event.seat, meld: event.meld, events: [seq] } });
  if (ENDS.includes(event.type)) return openOutcome(page, null, sheet?.deal);
  return open(page, "event", { ...base, item });
}

// Calls and what was missed ---------------------------------------------------------------------------

/**
 * @param {Page} page
 * @param {Partial<CallDraft>} changes
 */
function draft(page, changes) {
  const { sheet } = page.wishes;
  change(page, sheet, { draft: { ...sheet.draft, ...changes }, refusal: null });
}

/**
 * @param {Page} page
 * @param {number} seq
 * @param {string} what
 */
async function openInsert(page, seq, what) {
  const { sheet } = page.wishes;
  if (sheet) change(page, sheet, { busy: true });
  const listed = await loadEvents(sheet?.deal);
  if (sheet) change(page, sheet, { busy: false });
  const after = listed?.events.find((item) => item.seq === seq);
  if (!after) return toast(t("repair.gone"), t("repair.gone_help"));
  return openAfter(page, after, what, sheet?.deal);
}

/**
 * @param {Page} page
 * @param {ListedEvent} after
 * @param {string} what
 * @param {number} [deal]
 * @param {Partial<CallDraft>} changes
 */
function openAfter(page, after, what, deal, changes = {}) {
  const from = after.event.seat ?? page.documents.state.dealer;
  const kind = after.event.type === "discarded" ? "pung" : "concealed_kong";
  return open(page, "insert", { deal, after, what, draft: { seat: seatInTurn(page.documents.state, after.event), from, kind, tile: after.event.tile ?? "1m", isNew: true, ...changes } });
}

/** Whose turn it is after an event, as far as it tells: the next player's after a discard, else still of the one who acted.
 * @param {Wire.StateDocument} state
 * @param {GameEvent} event */
function seatInTurn(state, { type, seat }) {
  if (seat === undefined) return state.dealer;
  return type === "discarded" ? seatAfter(state, seat, 1) : seat;
}

/** What a question says was missed, "discard", "call" or "kong", after all that was counted: by whoever is in turn; a call by the
    player before whom the piece lies, unless that one discarded.
 * @param {Page} page
 * @param {string} what
 * @param {string} seat */
async function openMissed(page, what, seat) {
  const after = await newestEvent();
  if (!after) return toast(t("error.unreachable"));
  const { state } = page.documents;
  const inTurn = state.turn ?? seatInTurn(state, after.event);
  if (what === "discard") return openAfter(page, after, what, undefined, { seat: inTurn });
  if (what === "call") return openAfter(page, after, what, undefined, { seat: Number(seat) === after.event.seat ? inTurn : Number(seat) });
  return what === "kong" ? openAfter(page, after, "call", undefined, { kind: "concealed_kong" }) : openAfter(page, after, what);
}

async function newestEvent() {
  const listed = await loadEvents();
  return listed?.events.findLast((item) => !item.aside);
}

/**
 * @param {Page} page
 * @param {string} type
 * @param {string} tile
 */
function insertTile(page, type, tile) {
  const { after, draft: wished } = page.wishes.sheet;
  const event = type === "indicator_turned" ? { type, tile } : { type, seat: wished.seat, tile };
  const place = after ? { after: after.seq } : {};
  return propose(page, "correct", { kind: "insert", ...place, events: [event] }, { always: true });
}

/** The flowers of a player, and one that is missing: it is put in where it fits last.
 * @param {Page} page
 * @param {number} seat */
function openFlowers(page, seat) {
  return open(page, "insert", { after: null, what: "flower", draft: { seat, from: seat, kind: "pung", tile: page.documents.state.system.laid_aside[0] ?? "f1" } });
}

/**
 * @param {Page} page
 * @param {number} index
 */
function chooseMeld(page, index) {
  const { sheet } = page.wishes;
  if (sheet.kind === "insert") {
    const wished = sheet.draft;
    const meld = meldOptions(page.documents, wished)[index];
    const type = ["concealed_kong", "added_kong"].includes(wished.kind) ? "kong_declared" : "called";
    return propose(page, "correct", { kind: "insert", after: sheet.after.seq, events: [{ type, seat: wished.seat, meld }] }, { always: true });
  }
  const found = sheet.found ?? meldOnBoard(page.documents, sheet.place);
  if (!found) return toast(t("repair.gone"), t("repair.gone_help"));
  const wished = { ...draftOf(found.meld, found.seat), ...sheet.draft };
  const meld = meldOptions(page.documents, wished)[index];
  return propose(page, "correct", { kind: "call", event: found.events.at(-1), seat: wished.seat, meld });
}

// Taking back, and the list of all that happened --------------------------------------------------------

/**
 * @param {Page} page
 * @param {CommandData} data
 */
function undo(page, data) {
  open(page, "undo", {});
  return propose(page, "undo", data, { always: true });
}

/**
 * @param {Page} page
 * @param {string} filter
 */
async function openLog(page, filter) {
  open(page, "log", { filter, deal: 0, deals: 0, events: null });
  await showDeal(page, undefined);
}

/**
 * @param {Page} page
 * @param {number | undefined} deal
 */
async function showDeal(page, deal) {
  const { sheet } = page.wishes;
  const listed = await loadEvents(deal);
  change(page, sheet, listed ? { deal: listed.deal, deals: listed.deals, events: listed.events } : { events: [] });
}

// Answers and calls ---------------------------------------------------------------------------------

/**
 * @param {Page} page
 * @param {number} seat
 */
async function callAttention(page, seat) {
  const answered = await send("call_attention", { seat });
  if (!answered.ok) return toast(...await refusalTexts(page.documents, answered.error));
  return page.wish({ sheet: null });
}

/** Settle a doubt; where a later event stands against the answer, say so and offer to set that one aside.
 * @param {Page} page
 * @param {string} question
 * @param {string} value */
async function answer(page, question, value) {
  const answered = await send("answer", { question, value });
  if (answered.ok) return page.wishes.sheet?.kind === "answer" && page.wish({ sheet: null });
  const event = page.documents.questions.questions.find((item) => item.id === question)?.event;
  if (answered.error.code !== "conflict" || event === undefined || event === null) {
    return toast(...await refusalTexts(page.documents, answered.error));
  }
  open(page, "answer", { question });
  const data = value === NOBODY ? { kind: "remove", events: [event] } : { kind: "tile", event, tile: value };
  return propose(page, "correct", data, { always: true });
}
