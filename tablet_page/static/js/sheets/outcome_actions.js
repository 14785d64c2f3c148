// How a deal ended, as people tell it: what the buttons of its sheet do to the draft, and sending it.

import { toldBefore, toldHandlers } from "./counted_actions.js";
import { nothingTold } from "./counted_sheet.js";
import { abortReasons, isTyped, nextField, outcomeEvents, wantedIn } from "./outcome_sheet.js";
import { change, loadEvents, open, propose } from "./repair_flow.js";
import { t } from "../shared/i18n.js";
import { toast } from "../shared/toast.js";
import { sendTyped, TYPED } from "./typed_actions.js";

/** Events that end a deal. */
export const ENDS = ["wins_declared", "wins_counted", "result_typed", "exhaustive_draw", "abort_claimed"];
const MELDS = ["called", "kong_declared"];

/** The handlers by the `data-do` of their button: (page, argument, value). @type {Record<string, Handler>} */
export const OUTCOMES = {
  ...TYPED,
  ...toldHandlers((page) => sendOutcome(page)),
  outcome_value: (page, seat) => openOutcome(page, Number(seat), undefined, "ron", "value"),
  outcome_by: (page, _, by) => outcome(page, { by }),
  outcome: (page, seat) => openOutcome(page, seat === undefined ? null : Number(seat)),
  outcome_of: (page, deal) => openOutcome(page, null, Number(deal)),
  outcome_how: (page, _, how) => outcome(page, ended(page, how)),
  outcome_reason: (page, _, reason) => outcome(page, { reason }),
  outcome_abort: (page, seat) => openOutcome(page, Number(seat), undefined, "abortive_draw"),
  outcome_winner: (page, _, seat) => outcome(page, { winners: [Number(seat)] }),
  outcome_also: (page, _, seat) => outcome(page, { winners: toggled(page.wishes.sheet.draft.winners, Number(seat)) }),
  outcome_discarder: (page, _, seat) => outcome(page, { discarder: Number(seat) }),
  outcome_field: (page, field) => change(page, page.wishes.sheet, { draft: { ...page.wishes.sheet.draft, field } }),
  outcome_tile: (page, _, tile) => fillIn(page, tile),
  outcome_drop: (page, field, index) => takeOut(page, field, Number(index)),
  outcome_send: (page) => sendOutcome(page),
};

/** The newest deal's end: as it stands, or `how` it may have ended with `seat` as the winner.
 * @param {Page} page
 * @param {number | null} seat
 * @param {number} [deal]
 * @param {string} [how]
 * @param {string} [by] "tiles", or "value" alone */
export async function openOutcome(page, seat, deal = undefined, how = "ron", by = "tiles") {
  const listed = await loadEvents(deal);
  if (!listed) return toast(t("error.unreachable"));
  open(page, "outcome", { ...outcomeFacts(page.documents, listed), draft: drafted(listed.events, seat, by) });
  return how === "ron" ? undefined : outcome(page, ended(page, how));
}

/** What the sheet has to know of its deal, besides what people say.
 * @param {Documents} documents
 * @param {ListedEvents} listed */
export function outcomeFacts({ state, board }, { deal, deals, events }) {
  const isNewest = deal === deals;
  return {
    deal, events,
    isNew: state.phase === "play" && isNewest,
    melds: [0, 1, 2, 3].map((seat) => meldsOf(events, seat, board, isNewest)),
    riichi: [0, 1, 2, 3].map((seat) => events.some(({ aside, event }) => !aside && event.riichi === true && event.seat === seat)),
    uraCount: events.filter((item) => item.event.type === "indicator_turned").length,
  };
}

/** The draft when the deal ended that way; the first reason that there is, where one is needed.
 * @param {Page} page
 * @param {string} how */
function ended(page, how) {
  const { sheet } = page.wishes;
  const { winners, reason } = sheet.draft;
  return { outcome: how, winners: winners.slice(0, 1), reason: how === "abortive_draw" ? reason ?? abortReasons(page.documents, sheet)[0] : null };
}

/**
 * @param {ListedEvent[]} events
 * @param {number} seat
 * @param {Wire.BoardDocument} board
 * @param {boolean} isNewest
 */
function meldsOf(events, seat, board, isNewest) {
  if (isNewest) return board.melds[seat];
  /** @type {(item: ListedEvent) => boolean} */
  const isMeld = ({ event }) => event.seat === seat && MELDS.includes(event.type) && event.meld?.kind !== "added_kong";
  return events.filter((item) => !item.aside && isMeld(item)).map((item) => item.event.meld);
}

/**
 * @param {ListedEvent[]} events
 * @param {number | null} seat
 * @param {string} by
 */
function drafted(events, seat, by) {
  const end = events.findLast((item) => ENDS.includes(item.event.type))?.event;
  /** @type {() => string[][]} */
  const empty = () => [[], [], [], []];
  /** @type {OutcomeDraft} */
  const blank = { outcome: "ron", winners: seat === null ? [] : [seat], discarder: null, reason: null, hands: empty(), tiles: empty(), fromRiver: null, ura: [], field: null, deltas: ["", "", "", ""], amount: "", filled: 0, by, told: nothingTold() };
  if (end?.type === "exhaustive_draw") {
    const winners = [0, 1, 2, 3].filter((other) => end.hands[other] !== null);
    return { ...blank, outcome: "exhaustive_draw", winners, hands: end.hands.map((hand) => hand ?? []) };
  }
  if (end?.type === "abort_claimed") {
    const hands = empty().map((none, other) => (other === end.seat ? end.hand : none));
    return { ...blank, outcome: "abortive_draw", winners: [end.seat], reason: end.reason, hands };
  }
  if (end?.type === "result_typed") {
    const { winners, discarder, deltas } = end;
    return { ...blank, outcome: discarder === null ? "tsumo" : "ron", winners, discarder, deltas: deltas.map(String) };
  }
  if (end?.type === "wins_counted") {
    const { wins, discarder } = end;
    return { ...blank, outcome: discarder === null ? "tsumo" : "ron", winners: wins.map((win) => win.seat), discarder, by: "value", told: toldBefore(end) };
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

/**
 * @param {Page} page
 * @param {Partial<OutcomeDraft>} changes
 */
function outcome(page, changes) {
  const { sheet } = page.wishes;
  const next = { ...sheet, draft: { ...sheet.draft, ...changes } };
  if (next.draft.winners.includes(next.draft.discarder)) next.draft.discarder = null;
  next.draft = withLastDiscard(page.documents.board, next);
  change(page, sheet, { refusal: null, draft: { ...next.draft, field: nextField(page.documents, next) } });
}

/** Who gave the tile: it is the last one of that river unless something else was said. What was filled in so for another
    winner or another river goes.
 * @param {Wire.BoardDocument} board
 * @param {OutcomeSheet} sheet
 * @returns {OutcomeDraft} */
function withLastDiscard(board, { isNew, draft }) {
  const { discarder, outcome: how, winners: [winner] } = draft;
  const tiles = draft.tiles.map((own, seat) => (seat === draft.fromRiver ? [] : own));
  const last = isNew && how === "ron" && discarder !== null && board.rivers[discarder].at(-1)?.tile;
  if (!last || winner === undefined || tiles[winner].length > 0) return { ...draft, tiles, fromRiver: null };
  tiles[winner] = [last];
  return { ...draft, tiles, fromRiver: winner };
}

/**
 * @param {Page} page
 * @param {string} tile
 */
function fillIn(page, tile) {
  const { sheet } = page.wishes;
  const { field } = sheet.draft;
  const changed = withField(sheet.draft, field, (tiles) => (tiles.length < wantedIn(page.documents, sheet, field) ? [...tiles, tile] : tiles));
  const next = { ...sheet, draft: changed };
  const isFull = fieldOf(changed, field).length === wantedIn(page.documents, sheet, field);
  change(page, sheet, { draft: { ...changed, field: isFull ? nextField(page.documents, next) : field } });
}

/**
 * @param {Page} page
 * @param {string} field
 * @param {number} index
 */
function takeOut(page, field, index) {
  const { sheet } = page.wishes;
  change(page, sheet, { draft: { ...withField(sheet.draft, field, (tiles) => tiles.filter((_, place) => place !== index)), field } });
}

/**
 * @param {OutcomeDraft} wished
 * @param {string} field
 */
function fieldOf(wished, field) {
  const [name, seat] = field.split(":");
  return name === "ura" ? wished.ura : wished[listsNamed(name)][Number(seat)];
}

/**
 * @param {OutcomeDraft} wished
 * @param {string} field
 * @param {(tiles: string[]) => string[]} changed
 * @returns {OutcomeDraft}
 */
function withField(wished, field, changed) {
  const [name, seat] = field.split(":");
  if (name === "ura") return { ...wished, ura: changed(wished.ura) };
  const lists = wished[listsNamed(name)].map((tiles, other) => (other === Number(seat) ? changed(tiles) : tiles));
  const fromRiver = name === "tile" ? null : wished.fromRiver; // from now on it is what a person said
  return { ...wished, [listsNamed(name)]: lists, fromRiver };
}

/** Where a draft keeps the lists of "hand" or "tile", by seat.
 * @param {string} name */
function listsNamed(name) {
  return name === "hand" ? "hands" : "tiles";
}

/** @param {Page} page */
function sendOutcome(page) {
  /** @type {{ sheet: OutcomeSheet }} */
  const { sheet } = page.wishes;
  if (sheet.isNew && isTyped(page.documents, sheet.draft)) return sendTyped(page);
  const events = outcomeEvents(page.documents, sheet);
  const counted = sheet.events.filter((item) => !item.aside);
  const inserted = { kind: "insert", after: counted.at(-1)?.seq, events };
  const data = sheet.isNew ? inserted : { kind: "result", deal: sheet.deal, events };
  return propose(page, "correct", data, { always: true });
}

/**
 * @param {number[]} seats
 * @param {number} seat
 */
function toggled(seats, seat) {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat];
}
