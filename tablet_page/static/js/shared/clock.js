// The clock of all screens: the table's time, and how long the game and the deal last.
//
// Rules this file keeps: the table's clock counts, not this device's; a message is never early, so the quickest one tells best.

import { h } from "./dom.js";
import { currentLanguage, t } from "./i18n.js";

const MINUTE_MS = 60_000;
const SET_MS = 30_000;
/** How far the table's clock is before this device's, in ms; null before it was heard. @type {number | null} */
let ahead = null;

/** The table has said what time it is.
 * @param {string} time */
export function heardTime(time) {
  const found = Date.parse(time) - Date.now();
  if (Number.isNaN(found)) return;
  ahead = ahead === null || found > ahead || ahead - found > SET_MS ? found : ahead;
}

/** What time it is at the table, in ms since 1970. */
export function tableNow() {
  return Date.now() + (ahead ?? 0);
}

/** A time of day as this screen's language writes it; `parts`: what else of the moment is said. 24 hours in every language:
    a table's evening passes midnight.
 * @param {string | number} at
 * @param {Intl.DateTimeFormatOptions} [parts] */
export function timeText(at, parts) {
  return new Intl.DateTimeFormat(currentLanguage(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...parts }).format(new Date(at));
}

/** Day and time.
 * @param {string} at */
export function momentText(at) {
  return timeText(at, { day: "numeric", month: "short", year: "numeric" });
}

/** "1:05" for an hour and five minutes between two wall times, the second null for now; "" without a first.
 * @param {string | null} since
 * @param {string | null} until */
export function lastedText(since, until) {
  if (since === null) return "";
  const minutes = Math.max(0, Math.floor(((until === null ? tableNow() : Date.parse(until)) - Date.parse(since)) / MINUTE_MS));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The time, and how long game and deal last: for the bar, a television, a seat.
 * @param {Wire.StateDocument} state */
export function clockView({ clock }) {
  const game = lastedText(clock.game_since, clock.game_until);
  const deal = clock.deal_until === null && clock.game_until === null ? lastedText(clock.deal_since, null) : "";
  return h("p", { class: "clock", "data-key": "clock" },
    h("span", { class: "time-of-day" }, timeText(tableNow())),
    game && h("span", { class: "lasted" }, t("clock.game", { time: game })),
    deal && h("span", { class: "lasted" }, t("clock.deal", { time: deal })));
}
