// The page: documents arrive, wishes change, everything is drawn anew (only what differs is touched).

import { listen } from "./panel/actions.js";
import { barView } from "./panel/bar_view.js";
import { startComfort } from "./screen/comfort.js";
import { settleCounts } from "./shared/count.js";
import { startDevice } from "./screen/device.js";
import { byId, fill, h } from "./shared/dom.js";
import { number, points, preferredLanguage, t, useLanguage, useSystem } from "./shared/i18n.js";
import { forgetHouseRules, onHouseRules } from "./rules/house_rules.js";
import { loadScreens } from "./screen/screens_view.js";
import { loadSession, onSession } from "./link/session.js";
import { startKeys } from "./screen/keys_wished.js";
import { dealName } from "./shared/names.js";
import { onEyesCards } from "./eyes/late_cards.js";
import { loadLessonTexts } from "./eyes/lesson_view.js";
import { loadRuleWords } from "./shared/rule_words.js";
import { forgetPeople, onPeople } from "./new_game/people_picker.js";
import { headline } from "./stage/result_view.js";
import { drawSheet, listenToSheet } from "./sheets/sheet.js";
import { listenToSides } from "./screen/sides.js";
import { followTable } from "./sheets/sheet_follow.js";
import { sideView } from "./panel/side_view.js";
import { followStage, listenToStage } from "./stage/stage.js";
import { loadStartSettings } from "./rules/start_settings.js";
import { onToldTexts } from "./shared/told.js";
import { follow, startSound } from "./screen/sound.js";
import { Stream } from "./link/stream.js";
import { tableView } from "./table/table_view.js";

const OLD_S = 5;
const REDRAW_MS = 20_000;
/** @type {(keyof Wishes)[]} */
const KEPT = ["view", "language", "centreTurn", "awake", "badgeSeen"];
/** @type {(keyof Documents)[]} */
const NEEDED = ["state", "board", "game", "questions"];

/** Complete once all that are `NEEDED` have arrived. @type {Documents} */
const documents = /** @type {any} */ ({ state: null, board: null, result: null, game: null, questions: null, calls: null, sticks: null, audit: null, info: null, eyes: null });
/** @type {Wishes} */
const wishes = {
  view: innerWidth < 700 ? "upright" : "around", language: preferredLanguage(), centreTurn: 0,
  awake: innerWidth >= 700, // a tablet lies in the table all evening, a phone in a pocket
  tab: "now", reference: null, camera: null, calibration: null, lens: null, noticeSeen: "", badgeSeen: "", sticksSeen: "", rules: null, house: null, emptySeat: null, picked: null, sheet: null, typed: null, drawn: null, byHand: null, stage: null, ownSide: null, ...remembered(),
};
/** @type {number | null} */
let seq = null;
let deal = 0;
let resultSeq = 0;
let age = 0;
let scheduled = false;
/** @type {string | null} */
let lastPhase = null;

function remembered() {
  try {
    return JSON.parse(localStorage.getItem("jantaku") ?? "{}");
  } catch {
    return {};
  }
}

function remember() {
  try {
    localStorage.setItem("jantaku", JSON.stringify(Object.fromEntries(KEPT.map((key) => [key, wishes[key]]))));
  } catch {
    // Private windows refuse: the wishes then last as long as the page.
  }
}

/** @param {Partial<Wishes>} changes */
function wish(changes) {
  Object.assign(wishes, changes);
  remember();
  schedule();
}

/** @param {string} code */
async function changeLanguage(code) {
  await useLanguage(code);
  wish({ language: code });
}

/**
 * @param {Topic} topic
 * @param {HeardMessage} payload
 */
function received(topic, payload) {
  if (topic === "status") return;
  // Another program serves this page now (an update): its modules come along, but nobody's half-done work is lost.
  if (topic === "info" && documents.info && documents.info.version !== payload.data.version && !document.querySelector("dialog[open]")) location.reload();
  if (topic === "state") showExchange(documents.state, payload.data);
  documents[topic] = payload.data;
  if (topic === "state") {
    ({ seq, deal } = payload);
    followPhase(payload.data);
  }
  if (topic === "eyes" && documents.eyes?.lesson) loadLessonTexts().then(schedule);
  if (topic === "questions" && documents.questions?.questions.some(({ detail }) => detail)) loadRuleWords().then(schedule);
  if (topic === "result") resultSeq = payload.seq;
  if (topic === "sticks" && payload.data.notices.length === 0) wishes.sticksSeen = "";
  schedule();
}

/** It begins at the panel's head; who has begun such a game sees its end.
 * @param {Wire.StateDocument | null} before
 * @param {Wire.StateDocument} now */
function showExchange(before, { machine }) {
  if (before && machine.exchange && !before.machine.exchange) import("./screen/into_view.js").then(({ bringIntoView }) => bringIntoView("[data-key^=exchange-]"));
}

/** @param {Wire.StateDocument} state */
function followPhase(state) {
  if (lastPhase !== null && state.phase !== lastPhase) {
    wishes.reference = wishes.ownSide = null;
    if (lastPhase === "idle" || lastPhase === "over") wishes.typed = null;
    forgetPeople();
    forgetHouseRules();
  }
  if (wishes.picked !== null && !state.to_show.includes(wishes.picked.seat)) wishes.picked = null;
  lastPhase = state.phase;
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    draw();
  });
}

function draw() {
  if (documents.state) useSystem(documents.state.system);
  document.title = documents.state ? `${t("deal.short", { deal: dealName(documents.state.deal_label) })} · Jantaku` : "Jantaku";
  fill(byId("bar"), barView(documents, wishes));
  const ready = NEEDED.every((topic) => documents[topic] !== null);
  wishes.stage = ready ? followStage(documents, seq !== null && resultSeq <= seq, schedule) : null;
  const table = byId("table");
  const side = byId("side");
  table.setAttribute("aria-label", t("table.title"));
  side.setAttribute("aria-label", t("tabs.title"));
  document.body.dataset.phase = documents.state?.phase ?? "waiting";
  document.body.toggleAttribute("data-sides", wishes.view === "around");
  document.body.dataset.first = ready && isPanelFirst() ? "side" : "table";
  if (ready) {
    fill(table, tableView(documents, wishes));
    fill(side, sideView(documents, wishes));
    table.dataset.step = String(documents.state.system.score_step);
    settleCounts(table, (value, { dataset }) => (dataset.plain === undefined ? points(value) : number(value)));
    drawSheet(documents, wishes);
    followTable(page);
    announce();
    follow(documents);
  } else {
    fill(table, h("p", { class: "waiting" }, t("connection.waiting")));
  }
  document.body.dataset.seq = ready ? String(seq) : "";
  drawBanner();
}

/** True while the panel is what people look for: a phone then shows it above the table. Alerts always stand there. */
function isPanelFirst() {
  return ["idle", "result", "over"].includes(documents.state.phase) && wishes.stage === null;
}

function announce() {
  const { state, result } = documents;
  const text = state.phase === "result" && result ? headline(documents) : "";
  const announcer = byId("announcer");
  if (announcer.textContent !== text) announcer.textContent = text;
}

function drawBanner() {
  const old = age > OLD_S;
  document.body.classList.toggle("old", old);
  fill(byId("banner"), old && h("p", {},
    h("strong", {}, t("connection.lost")), " ", h("span", { "aria-live": "off" }, t("connection.age", { age: Math.floor(age) }))));
}

const stream = new Stream(received, (seconds) => {
  age = seconds;
  drawBanner();
});
const page = { documents, wishes, wish, seq: () => seq, deal: () => deal, useLanguage: changeLanguage };
listenToSides(page);
listen(page);
listenToSheet(page);
listenToStage(page);
onSession(schedule);
onPeople(schedule);
onHouseRules(schedule);
onToldTexts(schedule);
onEyesCards(schedule);
startComfort(schedule);
startDevice(schedule, wishes.awake);
startSound();
startKeys();
loadScreens(schedule);
await Promise.all([useLanguage(wishes.language), loadStartSettings(), loadSession()]);
draw();
stream.start();
setInterval(schedule, REDRAW_MS); // what depends on the time alone
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && loadSession());
