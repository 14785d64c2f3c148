// Who plays: the cards of the table's people above the fields of the game form, and the same four again in one tap.
//
// Rules this file keeps: the fields of the form hold the names, a card only writes into them; without cards, or without
// the role that may see them, the form is what it always was.

import { badge } from "../shared/badge.js";
import { send } from "../link/commands.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { mayAct } from "../link/session.js";
import { changedSettings } from "../rules/start_settings.js";
import { toast } from "../shared/toast.js";
import { refusedTexts } from "../shared/told.js";

const SEATS = [0, 1, 2, 3];

/** What the table said of its people; null while nobody asked. @type {{ people: PersonCard[], last_game: string[] } | null} */
let known = null;
let isAsked = false;
/** The names in the form, as far as cards are concerned. @type {string[]} */
let chosen = [];
/** @type {() => void} */
let redraw = () => {};

/** Call `listener` when people are known, or were picked.
 * @param {() => void} listener */
export function onPeople(listener) {
  redraw = listener;
  document.addEventListener("input", (event) => {
    const form = /** @type {HTMLElement} */ (event.target).closest?.("form.start");
    if (form) picked(/** @type {HTMLFormElement} */ (form));
  });
}

async function ask() {
  isAsked = true;
  try {
    const response = await fetch("/api/people", { cache: "no-store" });
    if (response.ok) known = await response.json();
  } catch {
    // The form takes typed names.
  }
  redraw();
}

/** Another game may have other people: they are asked for again when the form is shown next. */
export function forgetPeople() {
  isAsked = false;
  chosen = [];
}

/** Above the fields of the form.
 * @param {Documents} documents */
export function pickerView({ state, game }) {
  if (!isAsked && mayAct("table")) ask();
  const four = lastFour(state, game);
  const people = known?.people ?? [];
  if (four.length === 0 && people.length === 0) return null;
  return h("div", { class: "people-picker", "data-key": "picker" },
    four.length > 0 && h("div", { class: "actions same-four" },
      h("button", { type: "button", class: "primary", "data-do": "same_four", "data-arg": "seats" }, t("people.same_seats"), h("span", { class: "who-sits" }, four.join(" · "))),
      h("button", { type: "button", "data-do": "same_four", "data-arg": "drawn" }, t("people.same_drawn"))),
    people.length > 0 && h("div", { class: "people-chips", role: "group", "aria-label": t("people.pick") }, people.map((card) => h("button", {
      type: "button", class: "person-chip", "data-do": "pick_person", "data-arg": card.name, "data-key": card.id, "aria-pressed": String(chosen.includes(card.name)),
    }, badge(card), h("span", {}, card.name)))));
}

/** Who sat here last: at the table's last game, or before it was switched on.
 * @param {Wire.StateDocument} state
 * @param {Wire.GameDocument} game */
function lastFour(state, game) {
  const names = state.phase === "idle" ? known?.last_game ?? [] : game.names;
  return names.length === SEATS.length && new Set(names).size === SEATS.length && names.every(Boolean) && !names.some((name) => name.startsWith("#")) ? names : [];
}

/** A card was tapped: into the first field that is empty, or out of the field that has it.
 * @param {HTMLFormElement} form
 * @param {string} name */
export function pickPerson(form, name) {
  const fields = namesOf(form);
  const own = fields.find((field) => field.value.trim() === name);
  const free = fields.find((field) => field.value.trim() === "");
  if (own) own.value = "";
  else if (free) free.value = name;
  picked(form);
}

/** @param {HTMLFormElement} form */
function picked(form) {
  chosen = namesOf(form).map((field) => field.value.trim());
  redraw();
}

/** @param {HTMLFormElement} form */
function namesOf(form) {
  return SEATS.map((seat) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(`name-${seat}`))).filter((field) => field !== null);
}

/** Begin with the people of the last game: at their seats, or at seats that the table draws.
 * @param {Page} page
 * @param {HTMLFormElement} form
 * @param {string} how */
export async function sameFour(page, form, how) {
  const fields = new FormData(form);
  const rules = String(fields.get("rules") ?? page.documents.state.rules);
  const settings = changedSettings(rules, fields);
  const names = lastFour(page.documents.state, page.documents.game);
  const seated = how === "drawn" ? await drawn(page, { names, rules, settings }) : { names, first_dealer: Number(fields.get("first_dealer")) };
  if (seated) tell(await send("start_game", { rules, settings, ...seated }, page.seq()));
}

/**
 * @param {Page} page
 * @param {CommandData} data
 */
async function drawn(page, data) {
  const answer = await send("draw_seats", data);
  tell(answer);
  if (!answer.ok) return null;
  page.wish({ drawn: answer.data });
  return { names: answer.data.names, first_dealer: answer.data.first_dealer };
}

/** @param {Answer} answer */
async function tell(answer) {
  if (!answer.ok) toast(...await refusedTexts(answer.error));
}
