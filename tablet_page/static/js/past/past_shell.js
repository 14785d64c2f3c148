// What the pages of earlier games and of people have in common: bar, languages, PIN, addresses without loading anew.
//
// Rules this file keeps: these pages only read, or ask the table like any other screen; the stop button is at hand.

import { timeText } from "../shared/clock.js";
import { comfortButton, startComfort } from "../screen/comfort.js";
import { send } from "../link/commands.js";
import { byId, eventTarget, fill, h, s } from "../shared/dom.js";
import { currentLanguage, LANGUAGES, loadMore, t, tOr, useLanguage } from "../shared/i18n.js";
import { startKeys } from "../screen/keys_wished.js";
import { changeLanguage, wantedLanguage } from "../link/live.js";
import { askPin, lockView, openLock } from "../link/login_view.js";
import { loadSession, onSession } from "../link/session.js";
import { once } from "../shared/once.js";
import { toast } from "../shared/toast.js";
import { refusedTexts } from "../shared/told.js";

const PATIENCE_MS = 20_000;
const BACK = "M14.5 5.5 8 12l6.5 6.5";

/** The main element of these pages, with their style sheets.
 * @param {string} page
 * @param {string[]} sheets */
export function openRoot(page, sheets) {
  document.documentElement.dataset.page = page;
  sheets.forEach((name) => document.head.append(h("link", { rel: "stylesheet", href: `/static/css/${name}.css` })));
  const root = /** @type {HTMLElement} */ (document.querySelector("main"));
  root.id = "past";
  root.tabIndex = -1;
  return root;
}

/** A document of the table, after the PIN of its role if need be; a problem says in words why there is none.
 * @param {string} address
 * @returns {Promise<{ found: any, problem: string }>} */
export async function read(address) {
  try {
    const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = await response.json();
    if (response.ok) return { found: answer, problem: "" };
    const { code, message, role } = answer.error;
    if (code === "login_needed" && await askPin(role ?? "table")) return await read(address);
    return { found: null, problem: code === "not_found" ? t("past.not_found") : tOr(`error.${code}`, message) };
  } catch {
    return { found: null, problem: t("error.unreachable") };
  }
}

/** Draw the bar: back to where one came from, what belongs to this page, comfort, language, lock, stop.
 * @param {{ href: string, text: string }} back
 * @param {Child} [more] */
export function drawBar(back, more) {
  fill(byId("bar"),
    h("a", { class: "back", href: back.href, "data-key": "back" },
      s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph" }, s("path", { d: BACK })), h("span", {}, back.text)),
    h("span", { class: "space" }), more, comfortButton(),
    h("label", { class: "language" }, h("span", { class: "unseen" }, t("language.title")),
      h("select", { "data-change": "language" }, Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, selected: code === currentLanguage(), lang: code }, name)))),
    lockView(), h("button", { class: "stop", "data-do": "stop" }, t("control.stop")));
}

/** Go to another address of the same page without loading it anew.
 * @param {string} href */
export function go(href, replace = false) {
  history[replace ? "replaceState" : "pushState"]({}, "", href);
}

/** Listen to the page. `route` shows what the address says; `redraw` draws the same anew; `perform` carries out buttons.
 * @param {{ route: () => unknown, redraw: () => unknown, perform: (data: DOMStringMap, button: HTMLElement) => unknown }} page */
export async function startShell({ route, redraw, perform }) {
  document.addEventListener("click", (event) => {
    const link = eventTarget(event).closest("a[href]");
    if (link && isOwn(link, event)) {
      event.preventDefault();
      go(link.href);
      route();
      return;
    }
    const button = eventTarget(event).closest("button[data-do]");
    if (button?.dataset.do === "stop") stop();
    else if (button?.dataset.do === "lock") openLock();
    else if (button) once(button.dataset, () => perform(button.dataset, button));
  });
  document.addEventListener("change", async (event) => {
    if (eventTarget(event).dataset.change !== "language") return;
    await changeLanguage(eventTarget(event).value);
    redraw();
  });
  addEventListener("popstate", () => route());
  startComfort(() => redraw());
  onSession(() => redraw());
  loadMore();
  await Promise.all([useLanguage(wantedLanguage()), loadSession()]);
  startKeys();
  await route();
}

/** A link to another address of this page, in this window.
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event */
function isOwn(link, event) {
  const to = new URL(link.href);
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !link.download && !link.target;
  return isPlain && to.origin === location.origin && to.pathname === location.pathname
    && to.searchParams.get("view") === new URLSearchParams(location.search).get("view");
}

async function stop() {
  const answer = await send("machine", { action: "stop" });
  if (!answer.ok) toast(...await refusedTexts(answer.error));
}

/** What cannot be shown, and where to go on.
 * @param {string} problem
 * @param {{ href: string, text: string }} elsewhere */
export function problemView(problem, elsewhere) {
  return h("section", { class: "card problem", role: "alert", "data-key": "problem" },
    h("h1", {}, t("past.problem")), h("p", {}, problem),
    h("p", {}, h("a", { class: "more", href: elsewhere.href }, elsewhere.text)));
}

/** "Fri 4 September 2026" or, with `time`, also the hour.
 * @param {string} at
 * @param {boolean} [time] */
export function dateText(at, time = false) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = { weekday: "short", day: "numeric", month: "long", year: "numeric" };
  return time ? timeText(at, day) : new Intl.DateTimeFormat(currentLanguage(), day).format(new Date(at));
}
