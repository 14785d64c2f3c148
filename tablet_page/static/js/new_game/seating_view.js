// Drawing seats for a new game: the table carries the procedure of the rules out and tells it step by step.

import { send } from "../link/commands.js";
import { h, typed } from "../shared/dom.js";
import { byHandView } from "./seats_by_hand.js";
import { t } from "../shared/i18n.js";
import { changedSettings } from "../rules/start_settings.js";
import { toast } from "../shared/toast.js";
import { refusedTexts } from "../shared/told.js";

const SEATS = [0, 1, 2, 3];

/** Below the names of the start form: the button, and how the last draw went. `drawn`: the table's answer, or null.
 * @param {DrawnSeats | null} drawn */
export function seatingView(drawn) {
  return h("div", { class: "seating", "data-key": "seating" },
    h("p", { class: "small subtle" }, t("seating.help")),
    h("div", { class: "actions" }, h("button", { type: "button", "data-do": "draw_seats" }, t(drawn ? "seating.again" : "seating.button"))),
    drawnView(drawn, "seating.result"));
}

/** In the middle of a game, before the deal at which people change places; afterwards how the draw went.
 * @param {Wire.StateDocument} state
 * @param {Wishes} wishes */
export function redrawView(state, { drawn, byHand }) {
  const told = drawn?.redrawn && drawn.names.every((name, seat) => name === state.names[seat]) ? drawn : null;
  if (!state.seats_due && told === null) return null;
  return h("section", { class: "card seating", "data-key": "redraw" },
    h("h2", {}, t("redraw.title")),
    state.seats_due && h("p", { class: "subtle" }, t("redraw.help")),
    state.seats_due && h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "redraw_seats" }, t("redraw.button"))),
    state.seats_due && !state.system.exchanges_seats && byHandView(state, byHand),
    drawnView(told, "redraw.result"));
}

/**
 * @param {DrawnSeats | null} drawn
 * @param {string} result
 */
function drawnView(drawn, result) {
  return drawn && h("div", { role: "status", class: "drawn" },
    h("h3", {}, t(drawn.steps.some((step) => step.what === "moves") ? "exchange.steps" : "seating.title")),
    h("ol", {}, drawn.steps.map((step, index) => h("li", { "data-key": index }, sentence(step)))),
    h("p", {}, h("strong", {}, t(result))));
}

/** Draw for the game that goes on: the table moves the names, the answer tells how.
 * @param {Page} page */
export async function redrawSeats(page) {
  const answer = await send("redraw_seats", {}, page.seq());
  if (!answer.ok) return toast(...await refusedTexts(answer.error));
  return page.wish({ drawn: { ...answer.data, redrawn: true } });
}

/** @param {SeatingStep} step */
function sentence({ what, who, total, wind, found }) {
  return t(`seating.${what}`, { who, total, found, wind: wind === null ? "" : t(`wind.${wind}`) });
}

/** Draw, and put the seats into the form.
 * @param {Page} page
 * @param {HTMLFormElement} form */
export async function drawSeats(page, form) {
  const fields = new FormData(form);
  // Where three play, one seat has no field: the table wants four names all the same.
  const names = SEATS.map((seat) => (field(form, `name-${seat}`) === null ? t("start.seat", { number: seat + 1 }) : typed(fields, `name-${seat}`)));
  if (names.includes("") || new Set(names).size < SEATS.length) return toast(t("seating.names_needed"));
  const rules = typed(fields, "rules");
  const answer = await send("draw_seats", { names, rules, settings: changedSettings(rules, fields) });
  if (!answer.ok) return toast(...await refusedTexts(answer.error));
  SEATS.filter((seat) => field(form, `name-${seat}`) !== null).forEach((seat) => {
    field(form, `name-${seat}`).value = answer.data.names[seat];
  });
  field(form, "first_dealer").value = String(answer.data.first_dealer);
  return page.wish({ drawn: answer.data });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}
