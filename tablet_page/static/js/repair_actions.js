// What the buttons of the sheets do: they change the wish that the sheet shows, or propose a correction.

import { draftOf, meldOptions } from "./call_sheet.js";
import { onBoard, inHands, meldOnBoard, placeOfEvent, tileAt } from "./places.js";
import { nextField, outcomeEvents, wantedIn } from "./outcome_sheet.js";
import { send } from "./commands.js";
import { change, confirmProposal, loadEvents, propose } from "./repair_flow.js";
import { targetOf } from "./tile_sheet.js";
import { t, tOr } from "./i18n.js";
import { toast } from "./toast.js";

const NOBODY = "none";
const TILE_EVENTS = ["discarded", "flower_laid", "indicator_turned"];
const MELD_EVENTS = ["called", "kong_declared"];
let opened = 0;

/** Open a sheet in place of the one that is open; `fields` say what it is about. */
function open(page, kind, fields) {
  opened += 1;
  page.wish({ sheet: { number: opened, kind, proposal: null, refusal: null, busy: false, draft: {}, ...fields } });
}

/** The handlers by the `data-do` of their button: (page, argument, value). */
export const REPAIRS = {
  touch,
  sheet_close: (page) => page.wish({ sheet: null }),
  sheet_back: (page) => (page.wishes.sheet.kind === "undo" ? page.wish({ sheet: null }) : change(page, page.wishes.sheet, { proposal: null })),
  sheet_confirm: (page) => confirmProposal(page),
  sheet_force: (page) => forced(page),
  sheet_event: (page, seq) => openEvent(page, Number(seq)),
  tile_is: (page, _, tile) => tileIs(page, tile),
  tile_riichi: (page, _, value) => propose(page, "correct", { kind: "riichi", event: targetOf(page.documents, page.wishes.sheet).event, riichi: value === "true" }),
  insert: (page, seq, what) => openInsert(page, Number(seq), what),
  insert_tile: (page, _, tile) => insertDiscard(page, tile),
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
  undo_correction: (page, seq) => undo(page, { correction: Number(seq) }),
  void: (page) => open(page, "void", { deal: page.documents.result?.number }),
  outcome: (page, seat) => openOutcome(page, seat === undefined ? null : Number(seat)),
  outcome_how: (page, _, outcome) => outcome(page, { outcome, winners: page.wishes.sheet.draft.winners.slice(0, 1) }),
  outcome_winner: (page, _, seat) => outcome(page, { winners: [Number(seat)] }),
  outcome_also: (page, _, seat) => outcome(page, { winners: toggled(page.wishes.sheet.draft.winners, Number(seat)) }),
  outcome_discarder: (page, _, seat) => outcomeFrom(page, Number(seat)),
  outcome_field: (page, field) => change(page, page.wishes.sheet, { draft: { ...page.wishes.sheet.draft, field } }),
  outcome_tile: (page, _, tile) => fillIn(page, tile),
  outcome_drop: (page, field, index) => takeOut(page, field, Number(index)),
  outcome_send: (page) => sendOutcome(page),
  declare_sheet: (page, seat) => open(page, "declare", { seat: Number(seat) }),
  declare_seat: (page, _, seat) => change(page, page.wishes.sheet, { seat: Number(seat) }),
  call_attention: (page, seat) => callAttention(page, Number(seat)),
  answer: (page, question, value) => answer(page, question, value),
  answer_other: (page, question) => open(page, "answer", { question }),
  answer_tile: (page, _, tile) => answer(page, page.wishes.sheet.question, tile),
  to_questions: () => document.querySelector(".card.question button")?.focus(),
};

/** Send the reason with which the deal is voided. */
export function voidDeal(page, form) {
  return propose(page, "void_deal", { reason: new FormData(form).get("reason").trim() }, { always: true });
}

/** A tile or meld was tapped. */
async function touch(page, place) {
  if (place.startsWith("meld:")) return open(page, "call", { place });
  if (onBoard(page.documents, place)) return open(page, "tile", { place });
  const deal = place.startsWith("show:") ? undefined : page.documents.result?.number;
  const listed = await loadEvents(deal);
  const target = listed && inHands(listed.events, place.replace("show:", ""));
  if (target) return open(page, "tile", { target, deal });
  return toast(t("repair.gone"), t("repair.gone_help"));
}

function tileIs(page, tile) {
  const { sheet } = page.wishes;
  const target = sheet && targetOf(page.documents, sheet);
  if (!target) return undefined;
  if (tile === target.tile) return change(page, sheet, { refusal: { title: t("repair.already"), detail: "" } });
  if (tile === NOBODY) return propose(page, "correct", { kind: "remove", events: [target.event] });
  const data = { kind: "tile", event: target.event, tile };
  return propose(page, "correct", target.at ? { ...data, place: target.at } : data, { seen: target.tile });
}

function forced(page) {
  const { name, data } = page.wishes.sheet.refusal.force;
  return propose(page, name, data, { always: true });
}

/** The sheet that fits an event of the deal that is looked at. */
async function openEvent(page, seq) {
  const { sheet } = page.wishes;
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
  if (["wins_declared", "exhaustive_draw"].includes(event.type)) return openOutcome(page, null, sheet?.deal);
  return open(page, "event", { ...base, item });
}

// Calls and what was missed ---------------------------------------------------------------------------

function draft(page, changes) {
  const { sheet } = page.wishes;
  change(page, sheet, { draft: { ...sheet.draft, ...changes }, refusal: null });
}

async function openInsert(page, seq, what) {
  const { sheet } = page.wishes;
  const listed = await loadEvents(sheet?.deal);
  const after = listed?.events.find((item) => item.seq === seq);
  if (!after) return toast(t("repair.gone"), t("repair.gone_help"));
  const from = after.event.seat ?? page.documents.state.dealer;
  const isDiscard = after.event.type === "discarded";
  const kind = isDiscard ? "pung" : "concealed_kong";
  return open(page, "insert", { deal: sheet?.deal, after, what, draft: { seat: (from + 1) % 4, from, kind, tile: after.event.tile ?? "1m" } });
}

function insertDiscard(page, tile) {
  const { after, draft: wished } = page.wishes.sheet;
  const event = { type: "discarded", seat: wished.seat, tile };
  return propose(page, "correct", { kind: "insert", after: after.seq, events: [event] }, { always: true });
}

function chooseMeld(page, index) {
  const { sheet } = page.wishes;
  if (sheet.kind === "insert") {
    const wished = sheet.draft;
    const meld = meldOptions(page.documents, wished)[index];
    const type = wished.kind === "concealed_kong" ? "kong_declared" : "called";
    return propose(page, "correct", { kind: "insert", after: sheet.after.seq, events: [{ type, seat: wished.seat, meld }] }, { always: true });
  }
  const found = sheet.found ?? meldOnBoard(page.documents, sheet.place);
  if (!found) return toast(t("repair.gone"), t("repair.gone_help"));
  const wished = { ...draftOf(found.meld, found.seat), ...sheet.draft };
  const meld = meldOptions(page.documents, wished)[index];
  return propose(page, "correct", { kind: "call", event: found.events.at(-1), seat: wished.seat, meld });
}

// Taking back, and the list of all that happened --------------------------------------------------------

function undo(page, data) {
  open(page, "undo", {});
  return propose(page, "undo", data, { always: true });
}

async function openLog(page, filter) {
  open(page, "log", { filter, deal: 0, deals: 0, events: null });
  await showDeal(page, undefined);
}

async function showDeal(page, deal) {
  const { sheet } = page.wishes;
  const listed = await loadEvents(deal);
  change(page, sheet, listed ? { deal: listed.deal, deals: listed.deals, events: listed.events } : { events: [] });
}

// How a deal ended ----------------------------------------------------------------------------------

/** The newest deal's end: as it stands, or empty with `seat` as the winner. */
async function openOutcome(page, seat, deal = undefined) {
  const listed = await loadEvents(deal);
  if (!listed) return toast(t("error.unreachable"));
  const { state, board } = page.documents;
  const isNew = state.phase === "play" && listed.deal === listed.deals;
  const melds = [0, 1, 2, 3].map((other) => meldsOf(listed.events, other, board, listed.deal === listed.deals));
  const indicators = listed.events.filter((item) => item.event.type === "indicator_turned").length;
  return open(page, "outcome", { deal: listed.deal, events: listed.events, isNew, melds, uraCount: indicators, draft: drafted(listed.events, seat) });
}

function meldsOf(events, seat, board, isNewest) {
  if (isNewest) return board.melds[seat];
  const isMeld = ({ event }) => event.seat === seat && MELD_EVENTS.includes(event.type) && event.meld.kind !== "added_kong";
  return events.filter((item) => !item.aside && isMeld(item)).map((item) => item.event.meld);
}

function drafted(events, seat) {
  const end = events.findLast((item) => ["wins_declared", "exhaustive_draw"].includes(item.event.type))?.event;
  const empty = () => [[], [], [], []];
  const blank = { outcome: "ron", winners: seat === null ? [] : [seat], discarder: null, hands: empty(), tiles: empty(), ura: [], field: null };
  if (end?.type === "exhaustive_draw") {
    const winners = [0, 1, 2, 3].filter((other) => end.hands[other] !== null);
    return { ...blank, outcome: "exhaustive_draw", winners, hands: end.hands.map((hand) => hand ?? []) };
  }
  if (end?.type !== "wins_declared") return blank;
  const [hands, tiles] = [empty(), empty()];
  for (const win of end.wins) {
    hands[win.seat] = win.concealed;
    tiles[win.seat] = [win.winning_tile];
  }
  const outcomeOf = end.discarder === null ? "tsumo" : "ron";
  return { ...blank, outcome: outcomeOf, winners: end.wins.map((win) => win.seat), discarder: end.discarder, hands, tiles, ura: end.ura_indicators };
}

function outcome(page, changes) {
  const { sheet } = page.wishes;
  const next = { ...sheet, draft: { ...sheet.draft, ...changes } };
  if (next.draft.winners.includes(next.draft.discarder)) next.draft.discarder = null;
  change(page, sheet, { refusal: null, draft: { ...next.draft, field: nextField(page.documents, next) } });
}

/** Who gave the tile: it is the last one of that river unless something else was said. */
function outcomeFrom(page, discarder) {
  const { draft: wished, isNew } = page.wishes.sheet;
  const last = page.documents.board.rivers[discarder].at(-1)?.tile;
  const tiles = [...wished.tiles];
  const [winner] = wished.winners;
  if (isNew && last && winner !== undefined) tiles[winner] = [last];
  outcome(page, { discarder, tiles });
}

function fillIn(page, tile) {
  const { sheet } = page.wishes;
  const { field } = sheet.draft;
  const changed = withField(sheet.draft, field, (tiles) => (tiles.length < wantedIn(page.documents, sheet, field) ? [...tiles, tile] : tiles));
  const next = { ...sheet, draft: changed };
  const isFull = fieldOf(changed, field).length === wantedIn(page.documents, sheet, field);
  change(page, sheet, { draft: { ...changed, field: isFull ? nextField(page.documents, next) : field } });
}

function takeOut(page, field, index) {
  const { sheet } = page.wishes;
  change(page, sheet, { draft: { ...withField(sheet.draft, field, (tiles) => tiles.filter((_, place) => place !== index)), field } });
}

function fieldOf(wished, field) {
  const [name, seat] = field.split(":");
  return name === "ura" ? wished.ura : wished[`${name}s`][Number(seat)];
}

function withField(wished, field, changed) {
  const [name, seat] = field.split(":");
  if (name === "ura") return { ...wished, ura: changed(wished.ura) };
  const lists = wished[`${name}s`].map((tiles, other) => (other === Number(seat) ? changed(tiles) : tiles));
  return { ...wished, [`${name}s`]: lists };
}

function sendOutcome(page) {
  const { sheet } = page.wishes;
  const events = outcomeEvents(page.documents, sheet);
  const counted = sheet.events.filter((item) => !item.aside);
  const data = sheet.isNew ? { kind: "insert", after: counted.at(-1).seq, events } : { kind: "result", deal: sheet.deal, events };
  return propose(page, "correct", data, { always: true });
}

function toggled(seats, seat) {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat];
}

// Answers and calls ---------------------------------------------------------------------------------

async function callAttention(page, seat) {
  const answered = await send("call_attention", { seat });
  if (!answered.ok) return toast(tOr(`error.${answered.error.code}`, answered.error.message), answered.error.message);
  return page.wish({ sheet: null });
}

/** Settle a doubt; where a later event stands against the answer, say so and offer to set that one aside. */
async function answer(page, question, value) {
  const answered = await send("answer", { question, value });
  if (answered.ok) return page.wishes.sheet?.kind === "answer" && page.wish({ sheet: null });
  const event = page.documents.questions.questions.find((item) => item.id === question)?.event;
  if (answered.error.code !== "conflict" || event === undefined || event === null) {
    return toast(tOr(`error.${answered.error.code}`, answered.error.message), answered.error.message);
  }
  open(page, "answer", { question });
  const data = value === NOBODY ? { kind: "remove", events: [event] } : { kind: "tile", event, tile: value };
  return propose(page, "correct", data, { always: true });
}
