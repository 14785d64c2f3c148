// The panel beside the table: what needs a person now, the game so far, the machine.

import { h } from "../shared/dom.js";
import { change, currentLanguage, points, t, tOr } from "../shared/i18n.js";
import { backupView } from "../upkeep/backup_view.js";
import { clockView } from "../shared/clock.js";
import { callsView } from "./call_view.js";
import { correctView } from "./correct_view.js";
import { declareCard } from "../sheets/declare_sheet.js";
import { deviceView } from "../screen/device_view.js";
import { noticeBadge } from "./notice_badge.js";
import { notenView, penaltiesView, pointPenaltyView, stakeView, timeView } from "./declare_view.js";
import { endGameView } from "../sheets/end_game_view.js";
import { chartView, dealsView, memoryView, standingsView } from "./game_view.js";
import { exchangeView, faultView, hostTroublesView, machineNoticesView, maintenanceButton, obstacleView } from "./machine_view.js";
import { auditView } from "../sheets/log_sheet.js";
import { podiumView } from "../stage/podium_view.js";
import { questionsView } from "../sheets/question_view.js";
import { reminderView } from "../new_game/reminder.js";
import { resultView } from "../stage/result_view.js";
import { redrawView } from "../new_game/seating_view.js";
import { screensView } from "../screen/screens_view.js";
import { seatsOf } from "../shared/seats.js";
import { facesView } from "../eyes/faces_view.js";
import { finesView, showingView } from "../stage/show_view.js";
import { startView } from "../new_game/start_view.js";
import { noticeView } from "../eyes/camera_notice.js";
import { eyesCards } from "../eyes/late_cards.js";
import { lessonNoticeView } from "../eyes/lesson_view.js";
import { playerName } from "../shared/names.js";
import { sticksView } from "./stick_view.js";
import { toldView } from "../shared/told.js";
import { paymentsDueView } from "../sheets/typed_result.js";
import { updateView } from "../upkeep/update_view.js";
import { wallView } from "../table/wall_view.js";

const TABS = ["now", "game", "machine"];

/** Everything inside the side section. `wishes`: tab, camera.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function sideView(documents, wishes) {
  /** @type {Record<string, (documents: Documents, wishes: Wishes) => Child>} */
  const contents = { now: nowView, game: gameView, machine: machineTab };
  return [h("div", { class: "alerts" },
    faultView(documents),
    consentView(documents.state),
    missingView(documents.state.machine),
    exchangeView(documents.state.machine, documents.state.system),
    problemView(documents.state.camera),
    obstacleView(documents.state.machine),
    lessonNoticeView(documents, wishes.tab),
    callsView(documents),
    reminderView(documents.state),
    noticeView(documents.state.camera, wishes.noticeSeen),
    sticksView(documents, wishes.sticksSeen),
    questionsView(documents),
    finesView(documents),
    showingView(documents, wishes.picked),
    paymentsDueView(documents)),
    noticeBadge(documents, wishes),
    facesView(documents),
    clockView(documents.state),
    h("div", { class: "tabs", role: "tablist", "aria-label": t("tabs.title") }, TABS.map((tab) => h("button", {
      role: "tab", id: `tab-${tab}`, "aria-selected": String(tab === wishes.tab), "aria-controls": "panel",
      tabindex: tab === wishes.tab ? "0" : "-1", "data-do": "tab", "data-arg": tab,
    }, t(`tabs.${tab}`)))),
    h("div", { id: "panel", role: "tabpanel", "aria-labelledby": `tab-${wishes.tab}`, tabindex: "0" },
      contents[wishes.tab](documents, wishes)),
  ];
}

/**
 * @param {Documents} documents
 * @param {Wishes} wishes
 */
function nowView(documents, wishes) {
  const { state } = documents;
  switch (state.phase) {
    case "idle": return [machineView(state.machine), startView(documents, wishes), screensView(), memoryView()];
    case "machine": return [machineView(state.machine), state.may_begin_deal && goOnView(), state.machine.exchange && startView(documents, wishes), redrawView(state, wishes), stakeView(documents), resultView(documents)];
    case "result": return [redrawView(state, wishes), resultView(documents), stakeView(documents)];
    case "over": return [podiumView(documents), standingsView(documents), documents.game.results.length > 0 && chartView(documents), pointPenaltyView(documents), startView(documents, wishes), resultView(documents)];
    default: return [
      state.hold && heldView(),
      state.live_tiles === 0 && state.system.draw_shows_hands && notenView(documents),
      declareCard(documents), rankingView(documents), wallView(documents), documents.game.results.length > 0 && chartView(documents),
    ];
  }
}

/** @param {Documents} documents */
function gameView(documents) {
  return [documents.state.phase === "over" && standingsView(documents), documents.game.results.length > 0 && chartView(documents), dealsView(documents), pointPenaltyView(documents), documents.state.phase !== "idle" && auditView(documents), endGameView(documents.state), memoryView()];
}

/** The daemon's own English sentence, which knows numbers and places, or the catalogue's in another language.
 * @param {string} key
 * @param {string} sentence */
function spoken(key, sentence) {
  return currentLanguage() === "en" && sentence ? sentence : tOr(key, sentence || t(key));
}

/** Tiles that nobody counted: the daemon's sentence, and a person's word that they are inside.
 * @param {Wire.MachineDocument} machine */
function missingView(machine) {
  if (!machine.missing) return null;
  return h("section", { class: "card fault", role: "alert", "data-key": `missing-${machine.missing}` },
    h("h2", {}, t("missing.title", { count: machine.missing })),
    currentLanguage() === "en" ? h("p", {}, machine.text) : h("p", {}, t("missing.help")),
    h("div", { class: "actions" },
      h("button", { class: "primary", "data-do": "all_tiles_in", "data-arg": machine.missing }, t("missing.all_in"))));
}

/** Why the camera cannot read the table.
 * @param {Wire.CameraDocument} camera */
function problemView({ problem, problem_words: words }) {
  return problem && h("section", { class: "card problem", role: "status", "data-key": "problem" },
    h("h2", {}, t("camera.problem")),
    toldView(problem, words, t("camera.problem_help")));
}

/** In a deal the machine's card is on another tab: that it waits for consent, or is not there, is said here.
 * @param {Wire.StateDocument} state */
function consentView({ phase, machine }) {
  if (!["play", "result"].includes(phase) || machine.fault || !["waiting", "offline"].includes(machine.state)) return null;
  return h("section", { class: "card problem", role: "status", "data-key": `machine-${machine.state}` },
    h("h2", {}, t(`machine.${machine.state}`)),
    h("p", {}, machine.state === "offline" && machine.refusal ? t(`refusal.${machine.refusal}`) : t(`machine.${machine.state}_help`)),
    machine.state === "waiting" && h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "home" }, t("machine.allow"))));
}

/** Somebody has paused the table in mid-deal: whoever sits here can let it go on. */
function heldView() {
  return h("section", { class: "card", "data-key": "held" },
    h("h2", {}, t("result.held")),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "hold", "data-arg": "off" }, t("result.release"))));
}

/** The game waits for a word, as after a restart: nothing moves by itself. */
function goOnView() {
  return h("section", { class: "card", "data-key": "go-on" },
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "next_deal" }, t("result.next_deal"))));
}

/** A board in another version of the protocol: what to bring it, and where.
 * @param {string} refusal */
function firmwareView(refusal) {
  return [
    currentLanguage() !== "en" && h("p", { class: "subtle" }, t(`refusal.${refusal}`)),
    h("div", { class: "actions" }, h("button", { "data-do": "firmware" }, t("update.board"))),
  ];
}

/** What the machine does, with its progress.
 * @param {Wire.MachineDocument} machine */
export function machineView(machine) {
  const percent = machine.progress === null ? null : Math.round(machine.progress * 100);
  return h("section", { class: "card machine" },
    h("h2", {}, t("machine.title")),
    h("p", {}, spoken(machine.state === "counting" && percent === 100 ? "machine.all_in" : `machine.${machine.state}`, machine.text),
      percent !== null && h("span", { class: "percent" }, `${percent} %`)),
    machine.state === "offline" && machine.refusal && firmwareView(machine.refusal),
    machine.state === "refused" && currentLanguage() !== "en" && h("p", { class: "subtle" }, tOr(`refusal.${machine.refusal}`, machine.text)),
    machine.state === "waiting" && h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "home" }, t("machine.allow"))),
    percent !== null && h("progress", { max: "100", value: percent, "aria-label": t("machine.progress") }));
}

/** @param {Documents} documents */
function rankingView(documents) {
  const { state } = documents;
  const order = [...seatsOf(state)].sort((one, other) => state.scores[other] - state.scores[one]);
  const best = state.scores[order[0]];
  return h("section", { class: "card ranking" },
    h("h2", {}, t("ranking.title")),
    h("table", {}, h("caption", { class: "unseen" }, t("ranking.title")),
      h("tbody", {}, order.map((seat, index) => h("tr", { "data-key": seat },
        h("td", { class: "rank" }, index + 1),
        h("th", { scope: "row" }, h("span", { class: `dot dot-${seat}` }), playerName(documents, seat)),
        h("td", {}, points(state.scores[seat])),
        h("td", { class: "subtle" }, index === 0 ? "" : change(state.scores[seat] - best)))))));
}

/**
 * @param {Documents} documents
 * @param {Wishes} wishes
 */
function machineTab(documents, wishes) {
  const { state } = documents;
  const eyes = eyesCards();
  return [
    documents.eyes?.lesson && eyes?.tileSetsView(documents),
    machineView(state.machine),
    h("section", { class: "card" },
      h("h2", {}, t("control.title")),
      h("div", { class: "actions wrap" },
        h("button", { "data-do": "hold", "data-arg": state.hold ? "off" : "on", "aria-pressed": String(state.hold) }, t(state.hold ? "result.release" : "result.hold")),
        h("button", { "data-do": "home" }, t("control.home")),
        maintenanceButton(state.machine)),
      h("div", { class: "actions" }, h("button", { "data-do": "set_up" }, t("set_up.again")))),
    machineNoticesView(documents),
    hostTroublesView(documents),
    penaltiesView(documents),
    timeView(state),
    correctView(documents, wishes.typed),
    eyes?.cameraView(documents, wishes),
    !documents.eyes?.lesson && eyes?.tileSetsView(documents),
    screensView(), deviceView(), backupView(), updateView(),
  ];
}
