// The first start as a page (?view=set_up): what the daemon found, step by step, until the table starts in its place.
//
// Rules this file keeps: what was answered lies with the daemon, so that a reload, or another device, goes on where it was;
// nothing moves from here but by a tap that says so, and Stop waits for nothing.

import { byId, eventTarget, fill, h, typed } from "./shared/dom.js";
import { currentLanguage, loadMore, t, useLanguage } from "./shared/i18n.js";
import { startKeys } from "./screen/keys_wished.js";
import { changeLanguage, wantedLanguage } from "./link/live.js";
import { askPin } from "./link/login_view.js";
import { loadSession } from "./link/session.js";
import { isMoving } from "./set_up/set_up_machine_view.js";
import { doorView, setUpView, startingView } from "./set_up/set_up_view.js";
import { changedSettings, loadStartSettings } from "./rules/start_settings.js";
import { loadRuleWords } from "./shared/rule_words.js";
import { toast } from "./shared/toast.js";
import { refusedTexts } from "./shared/told.js";

const LOOK_MS = 600;
const FOLLOW_MS = 200;
const PATIENCE_MS = 30_000;
const root = /** @type {HTMLElement} */ (document.querySelector("main"));

/** What is shown. `door`: why this browser may not set up; `isWide`: the picture fills the screen; `busy`: the wish that is
    being carried out.
 * @type {{ document: SetUpDocument | null, door: string, isWide: boolean, busy: string, isStarting: boolean, isLost: boolean }} */
const page = { document: null, door: "", isWide: false, busy: "", isStarting: false, isLost: false };

/** What the daemon answers; null when it does not.
 * @param {string} address
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<any>} */
async function ask(address, body) {
  const sent = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...sent });
    return await response.json();
  } catch {
    return null;
  }
}

/** Take what the daemon said: its document, or which door is shut. True when it was a document.
 * @param {any} answer */
async function take(answer) {
  page.isLost = answer === null;
  if (answer?.step) {
    const isNew = page.document?.step !== answer.step;
    if (isNew && page.document) page.isWide = false;
    if (!page.document && answer.language && answer.language !== currentLanguage()) await useLanguage(answer.language);
    Object.assign(page, { document: answer, door: "" });
    if (isNew) scrollTo(0, 0);
    return true;
  }
  const code = answer?.error?.code ?? "";
  if (code === "login_needed" && await askPin("admin")) return take(await ask("/api/set_up"));
  if (["login_needed", "set_up_taken", "not_home"].includes(code)) Object.assign(page, { door: code, document: null });
  else if (code === "not_found") location.replace("/"); // it is a table already
  else if (code) toast(...await refusedTexts(answer.error));
  return false;
}

/** @param {Record<string, unknown> & { action: string }} wish */
async function wished(wish) {
  if (page.busy) return false;
  page.busy = wish.action;
  draw();
  const isDone = await take(await ask("/api/set_up", wish));
  page.busy = "";
  draw();
  return isDone;
}

/** Look again and again, one look at a time. */
async function look() {
  if (!page.isStarting && !page.busy && page.door !== "login_needed" && !document.hidden) {
    const before = page.busy;
    const answer = await ask("/api/set_up");
    if (!page.busy && page.busy === before && !page.isStarting) {
      await take(answer);
      draw();
    }
  }
  setTimeout(look, isMoving(page.document?.machine ?? null) ? FOLLOW_MS : LOOK_MS);
}

/** The settings are written: wait for the table, or for the set-up that comes back with the reason. */
async function start() {
  page.isStarting = true;
  draw();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const answer = await ask("/healthz");
    if (answer?.seq !== undefined && (await ask("/api/documents"))?.state) return location.replace("/");
    if (answer?.setting_up) {
      const known = await ask("/api/set_up");
      if (!known?.failure) continue;
      page.isStarting = false;
      await take(known);
      return draw();
    }
  }
}

function draw() {
  const { document: shown, door, isStarting, isLost } = page;
  document.title = `${t("set_up.title")} · Jantaku`;
  fill(byId("bar"), h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), h("span", {}, "Jantaku")),
    h("span", { class: "space" }), h("span", { class: "subtle" }, t(shown?.again ? "set_up.again" : "set_up.title")));
  fill(byId("banner"), isLost && !isStarting && h("p", {}, h("strong", {}, t("error.unreachable"))));
  root.setAttribute("aria-label", t("set_up.title"));
  fill(root, isStarting ? startingView() : door ? doorView(door) : shown && setUpView(shown, page));
  document.documentElement.classList.toggle("wide-picture", page.isWide);
  root.dataset.step = isStarting ? "starting" : door || (shown?.step ?? "");
}

/** @param {DOMStringMap} data */
async function pressed({ do: action, arg = "", fault = "", set = "A" }) {
  if (action === "stop") return take(await ask("/api/set_up", { action })).then(draw);
  if (action === "machine") return wished({ action, what: arg, set, fault_id: fault });
  if (action === "language") {
    await changeLanguage(arg);
    return wished({ action, language: arg });
  }
  if (action === "wide") {
    page.isWide = !page.isWide;
    return draw();
  }
  if (action === "go") return wished({ action, step: arg });
  if (action === "board") return wished({ action, port: arg });
  if (action === "camera") return wished({ action, address: arg });
  if (action === "rules") return wished({ action, rules: arg, options: arg === page.document?.rules?.rules ? page.document?.rules?.options : {} });
  if (action === "no_pins") return wished({ action: "pins", tablets: false, table: "", admin: "" });
  if (action === "leave") return await wished({ action }) && start();
  if (action === "see_tiles") return wished({ action });
  if (action === "finish") return await wished({ action }) && start();
  if (action === "come") return come("");
  if (action === "pin") return take(await ask("/api/set_up")).then(draw);
  return undefined;
}

/** @param {string} code */
async function come(code) {
  const answer = await ask("/api/set_up/come", { code });
  if (!answer?.ok && code) toast(t("set_up.wrong_code"));
  await take(answer?.ok ? await ask("/api/set_up") : answer);
  if (page.door === "set_up_taken" && !answer?.ok) page.door = "code";
  draw();
}

/** @param {SubmitEvent} event */
async function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = form.dataset.do;
  if (form.method === "dialog" || !action) return undefined;
  event.preventDefault();
  const fields = new FormData(form);
  if (action === "board") return wished({ action, port: typed(fields, "port") });
  if (action === "camera") return wished({ action, address: typed(fields, "address") });
  if (action === "rules") return wished({ action, rules: form.dataset.arg, options: changedSettings(form.dataset.arg ?? "", fields) });
  if (action === "sets") return wished({ action, ...Object.fromEntries(["set_a", "set_b", "taught_a", "taught_b"].map((name) => [name, typed(fields, name)])) });
  if (action === "code") return come(typed(fields, "code"));
  if (action === "pins") return choosePins(typed(fields, "table"), typed(fields, "admin"));
  const names = action === "markers" ? ["surface_mm", "marker_mm"] : ["height_mm", "width_mm", "thickness_mm"];
  return wished({ action, ...Object.fromEntries(names.map((name) => [name, Number(typed(fields, name).replace(",", "."))])) });
}

/**
 * @param {string} table
 * @param {string} admin
 */
function choosePins(table, admin) {
  if (table === admin) return toast(t("set_up.same_pins"));
  return wished({ action: "pins", tablets: true, table, admin });
}

document.documentElement.dataset.page = "set_up";
document.head.append(h("link", { rel: "stylesheet", href: "/static/css/set_up.css" }));
document.querySelector("link[rel=manifest]")?.remove(); // what could be installed is the table, not its set-up
root.id = "set-up";
document.addEventListener("submit", submitted);
document.addEventListener("click", (event) => {
  const button = eventTarget(event).closest("button[data-do]");
  if (button && button.type !== "submit") pressed(button.dataset);
});
loadMore("refusals");
await Promise.all([useLanguage(wantedLanguage()), loadRuleWords(), loadStartSettings(), loadSession()]);
startKeys();
await take(await ask("/api/set_up"));
draw();
look();
