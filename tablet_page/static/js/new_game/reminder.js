// The time limit that people agreed on: this screen counts from the start of the game and then offers to call time.
//
// Rules this file keeps: it only reminds. What the end of the time means is the rules' affair, once somebody calls it.

import { h } from "../shared/dom.js";
import { endGameButton } from "../sheets/end_game_view.js";
import { t } from "../shared/i18n.js";

const KEY = "jantaku-time-limit";
/** @typedef {{ minutes: number, since: number, asked?: number }} TimeLimit */

const MINUTE_MS = 60_000;

/** @type {TimeLimit | null} */
let limit = remembered();

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {TimeLimit | null} fresh */
function keep(fresh) {
  limit = fresh;
  try {
    if (fresh === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(fresh));
  } catch {
    // Private windows refuse: the reminder then lasts as long as the page.
  }
}

/** A game has been started here: remind after so many minutes, never for 0.
 * @param {number} minutes */
export function remindAfter(minutes) {
  keep(minutes > 0 ? { minutes, since: Date.now() } : null);
}

/** Not yet: remind again after another five minutes. */
export function remindLater() {
  if (limit !== null) keep({ ...limit, asked: Date.now() + 5 * MINUTE_MS });
}

/** The field of the start form. */
export function limitField() {
  return h("label", { "data-key": "limit" }, h("span", {}, t("reminder.minutes")),
    h("input", { name: "limit", type: "number", min: "0", max: "600", step: "5", inputmode: "numeric", placeholder: t("reminder.none") }));
}

/** The card once the time is over, before that nothing; where the rules know no called time people agree among themselves.
 * @param {Wire.StateDocument} state */
export function reminderView(state) {
  if (limit === null || !["machine", "play", "result"].includes(state.phase)) return null;
  if (state.deals_left !== null) return null;
  if (Date.now() < (limit.asked ?? limit.since + limit.minutes * MINUTE_MS)) return null;
  return h("section", { class: "card question", role: "status", "data-key": "reminder" },
    h("h2", {}, t("reminder.title")),
    h("p", {}, t("reminder.text", { minutes: Math.floor((Date.now() - limit.since) / MINUTE_MS) })),
    h("div", { class: "actions" },
      state.system.can_call_time && h("button", { class: "primary", "data-do": "time_called", "data-arg": "up" }, t("time.called")),
      !state.system.can_call_time && endGameButton(),
      h("button", { "data-do": "remind_later" }, t("reminder.later"))));
}
