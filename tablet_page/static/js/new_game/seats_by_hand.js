// Seats that people have drawn themselves in the middle of a game: who drew which wind, where East sits, who deals first.

import { send } from "../link/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { choiceView } from "../shared/palette.js";
import { toast } from "../shared/toast.js";
import { refusedTexts } from "../shared/told.js";

const SEATS = [0, 1, 2, 3];
const WINDS = ["E", "S", "W", "N"];

/** The handlers by the `data-do` of their button. @type {Record<string, Handler>} */
export const BY_HAND = {
  by_hand: (page) => page.wish({ byHand: blank(page) }),
  by_hand_close: (page) => page.wish({ byHand: null }),
  by_hand_drew: (page, _, seat) => page.wish({ byHand: drewNext(page, Number(seat)) }),
  by_hand_east: (page, _, seat) => page.wish({ byHand: told(page, { east: Number(seat) }) }),
  by_hand_dealer: (page, _, seat) => page.wish({ byHand: told(page, { dealer: Number(seat) }) }),
  by_hand_send: (page) => sendDrawn(page),
};

/** A button; once it was tapped, the names to tap in the order of the winds, then the two seats that dice find. Without
    people's own word who drew East stays and deals first. What was begun before others told new seats counts no more.
 * @param {Wire.StateDocument} state
 * @param {SeatsByHand | null} byHand */
export function byHandView(state, byHand) {
  if (byHand === null || byHand.names.join() !== state.names.join()) return h("div", { class: "actions" }, h("button", { type: "button", "data-do": "by_hand" }, t("by_hand.button")));
  const { drew, east, dealer } = byHand;
  const isWhole = drew.length === WINDS.length;
  return h("div", { class: "by-hand", "data-key": "by-hand" },
    h("div", { class: "drew", role: "status" }, drew.length > 0 && h("ol", {}, drew.map((seat, place) =>
      h("li", { "data-key": seat }, t("seating.draws", { who: state.names[seat], wind: t(`wind.${WINDS[place]}`) }))))),
    !isWhole && choiceView(t("by_hand.who", { wind: t(`wind.${WINDS[drew.length]}`) }), "by_hand_drew",
      people(state, SEATS.filter((seat) => !drew.includes(seat))), null),
    isWhole && choiceView(t("by_hand.east"), "by_hand_east", people(state, SEATS), east ?? drew[0]),
    isWhole && choiceView(t("start.first_dealer"), "by_hand_dealer", people(state, SEATS), dealer ?? drew[0]),
    h("div", { class: "actions" },
      h("button", { type: "button", "data-do": "by_hand_close" }, t("confirm.no")),
      h("button", { type: "button", "data-do": "by_hand", disabled: drew.length === 0 }, t("by_hand.again")),
      h("button", { type: "button", class: "primary", "data-do": "by_hand_send", disabled: !isWhole }, t("by_hand.send"))));
}

/**
 * @param {Wire.StateDocument} state
 * @param {number[]} seats
 * @returns {Choice[]}
 */
function people(state, seats) {
  return seats.map((seat) => [seat, state.names[seat]]);
}

/** The last name follows from the others.
 * @param {Page} page
 * @param {number} seat */
function drewNext(page, seat) {
  const drew = [...(page.wishes.byHand?.drew ?? []).filter((other) => other !== seat), seat];
  const left = SEATS.filter((other) => !drew.includes(other));
  return told(page, { drew: left.length === 1 ? [...drew, ...left] : drew });
}

/**
 * @param {Page} page
 * @returns {SeatsByHand}
 */
function blank(page) {
  return { names: page.documents.state.names, drew: [], east: null, dealer: null };
}

/**
 * @param {Page} page
 * @param {Partial<SeatsByHand>} changes
 * @returns {SeatsByHand}
 */
function told(page, changes) {
  return { ...blank(page), ...page.wishes.byHand, ...changes };
}

/** @param {Page} page */
async function sendDrawn(page) {
  const { byHand } = page.wishes;
  if (byHand === null) return undefined;
  const { drew, east, dealer } = byHand;
  const data = { drawn: drew, east_place: east ?? drew[0], first_dealer: dealer ?? drew[0] };
  const answer = await send("redraw_seats", data, page.seq());
  if (!answer.ok) return toast(...await refusedTexts(answer.error));
  return page.wish({ byHand: null, drawn: { ...answer.data, redrawn: true } });
}
