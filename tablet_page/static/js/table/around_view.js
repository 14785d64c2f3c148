// What concerns somebody, on that person's side of a felt that is read from four sides, and in that direction: the own
// menu, questions about the own tiles, what the machine asks of everybody, and the ring of tiles that are pushed in.
//
// Rules this file keeps: nothing here is the only way to do something. Questions and alerts stand in the panel too, so
// those notes are hidden from screen readers and the keyboard; their buttons do what the panel's do.

import { h, s } from "../shared/dom.js";
import { currentLanguage, t, tOr } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { isAboutHand, isOfWall, mayBeCall, NOT_IN_GAME, PUT_IN } from "../sheets/question_view.js";
import { callingQuestions } from "../shared/questions.js";
import { mayDeclareRiichi } from "../shared/seats.js";
import { isTile, tileView } from "../shared/tiles.js";

const MOST_CANDIDATES = 2; // chosen: more do not stand beside "Other …" on a plate
const WHOLE = 100;

/** Whatever stands on the side of `seat`, over its plate; null mostly.
 * @param {Documents} documents
 * @param {Wishes} wishes
 * @param {number} seat */
export function sideNote(documents, wishes, seat) {
  if (wishes.view !== "around" || wishes.ownSide === undefined) return null;
  const own = wishes.ownSide?.seat === seat ? wishes.ownSide.what : null;
  if (own === "menu") return menuView(documents, wishes, seat);
  const question = callingQuestions(documents).find((other) => other.seat === seat);
  if (question && wishes.stage === null) return questionNote(question);
  const alert = alertOf(documents);
  if (!alert) return null;
  const isUrgent = ["idle", "machine"].includes(documents.state.phase);
  return isUrgent || own === "alert" ? alertNote(alert, !isUrgent) : alertChip(alert, seat);
}

/** What a player does from the own side.
 * @param {Documents} documents
 * @param {Wishes} wishes
 * @param {number} seat */
function menuView({ state, ...documents }, wishes, seat) {
  const plays = state.phase === "play";
  return h("div", { class: "own-note own-menu", role: "group", "data-key": "menu", "aria-label": t("side.menu", { name: playerName({ state, ...documents }, seat) }) },
    plays && mayDeclareRiichi({ state, ...documents }, seat) && h("button", { "data-do": "declare", "data-arg": "riichi", "data-value": seat }, t("declare.riichi")),
    plays && h("button", { class: "primary", "data-do": "declare", "data-arg": "win", "data-value": seat }, t("seat.win")),
    plays && h("button", { "data-do": "declare_sheet", "data-arg": seat }, t("side.more")),
    state.undo_to !== null && h("button", { "data-do": "undo", "data-arg": state.undo_to }, t("side.undo")),
    h("button", { "data-do": "hold", "data-arg": state.hold ? "off" : "on", "aria-pressed": String(state.hold) }, t(state.hold ? "result.release" : "result.hold")),
    h("button", { "data-do": "reference", "data-arg": seat, "aria-pressed": String(wishes.reference === seat) }, t("side.differences")),
    closeButton());
}

function closeButton() {
  return h("button", { class: "icon", "data-do": "side_close", "aria-label": t("side.close"), title: t("side.close") }, "✕");
}

/** A doubt about one of the own tiles, which is ringed on the felt.
 * @param {Wire.QuestionDocument} question */
function questionNote(question) {
  const { id, text } = question;
  const tiles = question.candidates.filter(({ value }) => isTile(value)).slice(0, MOST_CANDIDATES);
  const isOfTile = !isAboutHand(question) && !isOfWall(question) && !PUT_IN[text];
  return h("div", { class: "own-note own-question", "aria-hidden": "true", "data-key": `question-${id}` },
    h("strong", {}, t(isOfTile ? "question.short" : "question.title")),
    h("div", { class: "own-actions" },
      isOfTile && tiles.map(({ value }) => h("button", { class: "candidate", tabindex: "-1", "data-do": "answer", "data-arg": id, "data-value": value, "data-key": value }, tileView(value, { silent: true }))),
      isOfTile && h("button", { tabindex: "-1", "data-do": "answer_other", "data-arg": id }, t("question.other")),
      PUT_IN[text] && h("button", { tabindex: "-1", "data-do": "put_in", "data-arg": PUT_IN[text] }, t(`question.brief_${PUT_IN[text]}`)),
      mayBeCall(question) && h("button", { tabindex: "-1", "data-do": "put_in", "data-arg": "call", "data-value": question.seat }, t("question.brief_call")),
      isOfWall(question) && h("button", { tabindex: "-1", "data-do": "flowers_of", "data-arg": question.seat }, t("question.put_in_flower")),
      !isOfWall(question) && h("button", { tabindex: "-1", "data-do": "answer", "data-arg": id, "data-value": NOT_IN_GAME }, t(isAboutHand(question) ? "question.is_chombo" : "question.brief_none"))));
}

/** What the machine or the camera asks of everybody; the most urgent first.
 * @param {Documents} documents
 * @returns {SideAlert | null} */
function alertOf({ state: { machine, camera } }) {
  const { fault, missing, obstacle } = machine;
  if (fault) {
    const text = currentLanguage() === "en" && fault.text ? fault.text : tOr(`fault.${fault.code}`, fault.text);
    return { key: `fault-${fault.id}`, kind: "fault", title: t("fault.title"), text, button: ["clear_fault", fault.id, t("fault.clear")] };
  }
  if (machine.state === "waiting") return { key: "waiting", kind: "consent", title: t("machine.waiting"), text: "", button: ["home", "", t("machine.allow")] };
  if (missing) return { key: "missing", kind: "fault", title: t("missing.title", { count: missing }), text: "", button: ["all_tiles_in", missing, t("missing.all_in")] };
  if (obstacle) return { key: `obstacle-${obstacle}`, kind: "fault", title: t("machine.blocked"), text: tOr(`obstacle.${obstacle}`, machine.text), button: ["nothing_in_the_way", obstacle, t("obstacle.nothing")] };
  if (machine.state === "offline") return { key: "offline", kind: "fault", title: t("machine.offline"), text: machine.refusal && t(`refusal.${machine.refusal}`), button: null };
  if (camera.problem) return { key: "camera", kind: "consent", title: t("camera.problem"), text: "", button: null };
  return null;
}

/**
 * @param {SideAlert} alert
 * @param {boolean} isOpened somebody has asked for it and may close it
 */
function alertNote({ key, kind, title, text, button }, isOpened) {
  return h("div", { class: `own-note own-${kind}${isOpened ? "" : " own-all"}`, "aria-hidden": "true", "data-key": `note-${key}` },
    h("strong", {}, title),
    isOpened && text && h("span", { class: "own-text" }, text),
    h("div", { class: "own-actions" },
      button && h("button", { class: "primary", tabindex: "-1", "data-do": button[0], "data-arg": button[1] }, button[2]),
      isOpened && h("button", { class: "icon", tabindex: "-1", "data-do": "side_close" }, "✕")));
}

/** While people play, or look at a result, an alert waits behind a sign.
 * @param {SideAlert} alert
 * @param {number} seat */
function alertChip({ key, kind }, seat) {
  return h("button", { class: `own-chip own-${kind}`, "aria-hidden": "true", tabindex: "-1", "data-do": "side_open", "data-arg": seat, "data-value": "alert", "data-key": `chip-${key}`, title: t("side.alert") }, "!");
}

/** Tiles that are pushed in or stacked, of how many; null while the machine counts none.
 * @param {Wire.MachineDocument} machine */
function counted({ state, progress, progress_of: total }) {
  return progress !== null && total && ["counting", "building"].includes(state) ? { count: Math.round(progress * total), total } : null;
}

/** The ring round the centre that fills with the tiles.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function ringView({ state }, wishes) {
  const { machine } = state;
  if (wishes.view !== "around" || wishes.stage || machine.progress === null || counted(machine) === null) return null;
  const done = Math.round(machine.progress * WHOLE);
  return s("svg", { class: "count-ring", viewBox: "0 0 100 100", "aria-hidden": "true", "data-key": "ring" },
    s("circle", { cx: 50, cy: 50, r: 23, class: "ring-way" }),
    s("circle", { cx: 50, cy: 50, r: 23, class: "ring-done", pathLength: WHOLE, "stroke-dasharray": `${done} ${WHOLE}`, transform: "rotate(-90 50 50)" }));
}

/** "Push the tiles in, 97 of 136" before each player.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function countNote({ state }, wishes) {
  const figures = counted(state.machine);
  if (wishes.view !== "around" || wishes.stage || figures === null) return null;
  const isIn = state.machine.state === "counting" && figures.count === figures.total;
  return h("p", { class: "count-note", "aria-hidden": "true", "data-key": "count-note" },
    h("span", {}, t(isIn ? "machine.all_in" : state.machine.state === "counting" ? "machine.push_in" : "machine.building")),
    h("strong", {}, t("machine.count_of", figures)));
}
