// House rules that the table keeps under a name: one tap in the form of a new game, and keeping what the form says.
//
// Rules this file keeps: a tap only writes into the form; whoever wants to can still change every field of it.

import { dialogHead } from "../shared/confirm.js";
import { dialogById, fill, h } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";
import { askPin } from "../link/login_view.js";
import { mayAct } from "../link/session.js";
import { changedSettings } from "./start_settings.js";
import { toast } from "../shared/toast.js";
import { inWords, refusedTexts } from "../shared/told.js";

const PATIENCE_MS = 30_000;
/** What the table said; null while nobody asked. @type {HouseRules[] | null} */
let known = null;
let isAsked = false;
/** @type {() => void} */
let redraw = () => {};

/** Call `listener` when house rules are known.
 * @param {() => void} listener */
export function onHouseRules(listener) {
  redraw = listener;
}

/** They are asked for again when the form is shown next. */
export function forgetHouseRules() {
  isAsked = false;
}

async function ask() {
  isAsked = true;
  try {
    const response = await fetch("/api/house_rules", { cache: "no-store" });
    if (response.ok) known = (await response.json()).house_rules;
  } catch {
    // The form offers the presets.
  }
  redraw();
}

/** Those that were tapped; null for none.
 * @param {Wishes} wishes */
export function chosenHouse({ house }) {
  return known?.find((rules) => rules.id === house) ?? null;
}

/** Above the rules of the form: a button for each, and the way to all of their options.
 * @param {Wishes} wishes */
export function houseRulesView(wishes) {
  if (!isAsked && mayAct("table")) ask();
  if (known === null || known.length === 0) return null;
  return h("div", { class: "house-rules", "data-key": "house-rules" },
    h("span", { class: "label", id: "house-label" }, t("house.title")),
    h("div", { class: "people-chips", role: "group", "aria-labelledby": "house-label" }, known.map(({ id, name, rules, problem, problem_words: words }) => h("button", {
      type: "button", class: "person-chip house-chip", "data-do": "house_rules", "data-arg": id, "data-key": id, disabled: problem !== "",
      title: inWords(words) || problem || null, "aria-pressed": String(wishes.house === id),
    }, h("span", { class: "house-name" }, name), h("span", { class: "subtle small" }, problem ? t("house.unplayable") : tOr(`preset.${rules}`, rules))))));
}

/** Below the settings of the form: keep what it says, and look at every option. */
export function keepView() {
  return h("div", { class: "actions wrap keep-rules", "data-key": "keep-rules" },
    h("button", { type: "button", "data-do": "keep_rules" }, t("house.keep")),
    h("a", { class: "button", href: "/?view=rules" }, t("house.all_options")));
}

/** House rules were tapped: into the form, or out of it again.
 * @param {Page} page
 * @param {string} argument
 * @param {string} _value
 * @param {HTMLFormElement} form */
function choose(page, argument, _value, form) {
  const rules = known?.find(({ id }) => id === Number(argument));
  if (!rules) return undefined;
  const isOn = page.wishes.house === rules.id;
  // What a person has chosen in a list stays until the page says otherwise: its attribute alone changes nothing.
  const list = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem("rules"));
  if (list) list.value = rules.rules;
  return page.wish({ house: isOn ? null : rules.id, rules: rules.rules, emptySeat: rules.settings.empty_seat ?? null });
}

/** Keep the rules of the form under a name that is asked for.
 * @param {Page} page
 * @param {string} _argument
 * @param {string} _value
 * @param {HTMLFormElement} form */
async function keep(page, _argument, _value, form) {
  const fields = new FormData(form);
  const rules = String(fields.get("rules") ?? page.documents.state.rules);
  const settings = changedSettings(rules, fields);
  const name = await askName(t("house.keep"), t("house.keep_help", { rules: tOr(`preset.${rules}`, rules) }), "");
  if (name === null) return;
  const answer = await wishHouse({ action: "add", name, rules, settings });
  if (!answer) return;
  toast(t("house.kept", { name }));
  await ask();
  page.wish({ house: answer.house_rules, rules });
}

/** A name that somebody types; null where they think better of it.
 * @param {string} title
 * @param {string} help
 * @param {string} old
 * @returns {Promise<string | null>} */
export function askName(title, help, old) {
  const dialog = dialogById("confirm");
  const input = h("input", { name: "house", maxlength: "40", required: true, autocomplete: "off", value: old });
  fill(dialog, h("form", { method: "dialog", "data-key": `name-${old}` },
    dialogHead("confirm-title", title),
    h("p", {}, help),
    h("label", {}, h("span", {}, t("house.name")), input),
    // Enter presses the first button of a form: that is the one that keeps, though it stands second.
    h("div", { class: "actions turned" },
      h("button", { value: "yes", class: "primary" }, t("house.save")),
      h("button", { value: "no", formnovalidate: true }, t("confirm.no")))));
  const field = /** @type {HTMLInputElement} */ (dialog.querySelector("input"));
  field.value = old;
  dialog.returnValue = "no";
  dialog.showModal();
  field.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" && field.value.trim() ? field.value.trim() : null), { once: true });
  });
}

/** Wish something of house rules, after the PIN if need be; null where it was refused, which is told.
 * @param {Record<string, unknown>} wish
 * @returns {Promise<any>} */
export async function wishHouse(wish) {
  try {
    const response = await fetch("/api/house_rules", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish), signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    if (answer.error.code === "login_needed" && await askPin("table")) return await wishHouse(wish);
    toast(t("house.refused"), (await refusedTexts(answer.error))[1]);
  } catch {
    toast(t("error.unreachable"));
  }
  return null;
}

/** @type {Record<string, Handler>} */
export const HOUSE_ACTIONS = { house_rules: choose, keep_rules: keep };
