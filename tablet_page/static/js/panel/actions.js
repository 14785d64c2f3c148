// What the buttons do: wishes about this screen stay here, everything else is a command to the table.

import { BACKUPS } from "../upkeep/backup_view.js";
import { confirmed } from "../shared/confirm.js";
import { calibrationFigures, send, sendOfDeal } from "../link/commands.js";
import { eventTarget, typed } from "../shared/dom.js";
import { points, t, unitSize } from "../shared/i18n.js";
import { HOUSE_ACTIONS } from "../rules/house_rules.js";
import { install, stayAwake } from "../screen/device.js";
import { LESSONS } from "./eyes_actions.js";
import { openLock, withRole } from "../link/login_view.js";
import { typedScores } from "./correct_view.js";
import { pickPerson, sameFour } from "../new_game/people_picker.js";
import { remindAfter, remindLater } from "../new_game/reminder.js";
import { drawSeats, redrawSeats } from "../new_game/seating_view.js";
import { seatsOf } from "../shared/seats.js";
import { BY_HAND } from "../new_game/seats_by_hand.js";
import { SIDE_ACTIONS } from "../screen/sides.js";
import { changedSettings } from "../rules/start_settings.js";
import { playerName } from "../shared/names.js";
import { once } from "../shared/once.js";
import { refusalTexts } from "../shared/rule_words.js";
import { REPAIRS, voidDeal } from "../sheets/repair_actions.js";
import { addSheet } from "../sheets/sheet.js";
import { stickNews } from "./stick_view.js";
import { toast } from "../shared/toast.js";
import { UPDATES } from "../upkeep/update_view.js";

const SEATS = [0, 1, 2, 3];
/** Those of other modules, by the `data-do` of their button. @type {Record<string, Handler>} */
const HANDLERS = {
  ...REPAIRS, ...BY_HAND, ...LESSONS, ...SIDE_ACTIONS, ...BACKUPS, ...HOUSE_ACTIONS, ...UPDATES,
  camera_live: inCameraSheet("camera_live"), camera_named: inCameraSheet("camera_named"), camera_whole: inCameraSheet("camera_whole"),
  set_up: async (page) => (await import("../set_up/set_up_again.js")).openSetUp(page),
};

/** @type {Documents} */
let shown;

/** Listen to the whole page. `page`: documents, seq(), wishes, wish(changes), useLanguage(code).
 * @param {Page} page */
export function listen(page) {
  shown = page.documents;
  document.addEventListener("click", (event) => {
    const button = eventTarget(event).closest("button[data-do]");
    if (button) once(button.dataset, () => perform(page, button.dataset.do, button.dataset.arg, button.dataset.value, button.form));
  });
  document.addEventListener("submit", (event) => {
    if (!eventTarget(event).dataset.do) return;
    event.preventDefault();
    once(eventTarget(event).dataset, () => submitted(page, eventTarget(event)));
  });
  document.addEventListener("change", (event) => {
    if (eventTarget(event).dataset.change === "language") page.useLanguage(eventTarget(event).value);
    if (eventTarget(event).dataset.change === "rules") page.wish({ rules: eventTarget(event).value, house: null });
    if (eventTarget(event).dataset.change === "empty_seat") page.wish({ emptySeat: eventTarget(event).value });
  });
  document.addEventListener("input", (event) => {
    const form = eventTarget(event).closest("form.scores[data-do='set_scores']");
    if (form) page.wish({ typed: typedScores(form) });
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && eventTarget(event).getAttribute?.("role") === "tab") moveTab(page, eventTarget(event), step);
  });
}

/**
 * @param {Page} page
 * @param {any} tab
 * @param {number} step
 */
function moveTab(page, tab, step) {
  const tabs = [...tab.parentElement.children];
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  page.wish({ tab: next.dataset.arg });
  next.focus();
}

/**
 * @param {Page} page
 * @param {string} action
 * @param {string} argument
 * @param {string} value
 * @param {HTMLFormElement} form
 */
function perform(page, action, argument, value, form) {
  const { wishes } = page;
  if (action in HANDLERS) return HANDLERS[action](page, argument, value, form);
  switch (action) {
    case "view": return page.wish({ view: argument });
    case "tab": return page.wish({ tab: argument });
    case "turn_centre": return page.wish({ centreTurn: (wishes.centreTurn + 1) % 4 });
    case "reference": return page.wish({ reference: wishes.reference === Number(argument) ? null : Number(argument) });
    case "lock": return openLock();
    case "awake": return keepAwake(page, argument === "on");
    case "install": return install();
    case "camera": return lookThroughCamera(page);
    case "calibration": return lookAtCalibration(page);
    case "sticks_seen": return page.wish({ sticksSeen: stickNews(page.documents.sticks) });
    case "badge_seen": return page.wish({ badgeSeen: page.documents.info?.notice ?? "" });
    case "notice_seen": return page.wish({ noticeSeen: page.documents.state.camera.notice });
    case "stop": return command("machine", { action: "stop" });
    case "home": {
      const isAsked = page.documents.state.machine.state === "waiting";
      return ask(t(isAsked ? "machine.allow" : "control.home"), t("control.home_sure"), () => command("machine", { action: "home" }));
    }
    case "clear_fault":
      return ask(t("fault.clear"), t("fault.sure"), () => command("machine", { action: "clear_fault", fault_id: argument }));
    case "all_tiles_in":
      return ask(t("missing.all_in"), t("missing.sure"), () => command("machine", { action: "all_tiles_in", missing: Number(argument) }));
    case "nothing_in_the_way":
      return ask(t("obstacle.nothing"), t("obstacle.nothing_sure"), () => command("machine", { action: "nothing_in_the_way", obstacle: argument }));
    case "exchange_sets":
      return ask(t("exchange.begin"), t("exchange.sure"), () => command("machine", { action: "exchange_sets", tiles: Number(argument) }));
    case "maintenance":
      return ask(t(`maintenance.${argument}`), t(`maintenance.${argument}_sure`), () => command("machine", { action: "maintenance", on: argument === "begin" }));
    case "dismiss_call": return command("dismiss_call", { call: argument });
    case "next_deal": return command("next_deal", {}, page.seq());
    case "hold": return command("hold", { on: argument === "on" });
    case "declare": return declare(page, argument, Number(value));
    case "pick": return page.wish({ picked: argument === undefined ? null : { seat: Number(argument), tiles: [] } });
    case "pick_tile": return page.wish({ picked: told(wishes, (tiles) => [...tiles, argument]) });
    case "drop_tile": return page.wish({ picked: told(wishes, (tiles) => tiles.filter((_, index) => index !== Number(argument))) });
    case "show_hand": return showHand(page);
    case "judge": return judge(page, Number(argument), value === "exempt");
    case "draw_seats": return drawSeats(page, form);
    case "pick_person": return pickPerson(form, argument);
    case "same_four": return sameFour(page, form, argument);
    case "redraw_seats": return redrawSeats(page);
    case "remind_later": return laterReminded(page);
    case "time_called": return timeCalled(page, argument === "void");
    default: return undefined;
  }
}

/**
 * @param {Page} page
 * @param {string} kind
 * @param {number} seat
 */
function declare(page, kind, seat) {
  const name = playerName(page.documents, seat);
  const deal = page.deal();
  return ask(`${name}: ${t(`declare.${kind}`)}`, t(`declare.${kind}_sure`, { name }),
    async () => await carriedOut(await sendOfDeal("declare", { kind, seat }, deal)) && page.wish({ sheet: null }));
}

/** The hand that is being told with other tiles; nothing while none is.
 * @param {Wishes} wishes
 * @param {(tiles: string[]) => string[]} changed */
function told({ picked }, changed) {
  return picked && { ...picked, tiles: changed(picked.tiles) };
}

/** @param {Page} page */
async function showHand(page) {
  if (await command("show_hand", page.wishes.picked ?? {}, page.seq())) page.wish({ picked: null });
}

/**
 * @param {Page} page
 * @param {number} seat
 * @param {boolean} exempt
 */
function judge(page, seat, exempt) {
  const name = playerName(page.documents, seat);
  const answer = t(exempt ? "fines.exempt" : "fines.due");
  const deal = page.deal();
  return ask(`${name}: ${answer}`, t(exempt ? "fines.exempt_sure" : "fines.due_sure", { name }),
    async () => carriedOut(await sendOfDeal("judge", { seat, exempt }, deal)));
}

/**
 * @param {Page} page
 * @param {boolean} isVoid
 */
function timeCalled(page, isVoid) {
  const key = isVoid ? "time.void" : "time.called";
  const deal = page.deal();
  return ask(t(key), t(`${key}_sure`), async () => carriedOut(await sendOfDeal("time_called", { void: isVoid }, deal)));
}

/**
 * @param {Page} page
 * @param {HTMLFormElement} form
 */
function submitted(page, form) {
  switch (form.dataset.do) {
    case "start_game": return startGame(page, new FormData(form));
    case "set_scores": return setScores(page, form);
    case "stake": return layStake(page, form);
    case "penalize": return penalize(page, form);
    case "void_deal": return voidDeal(page, form);
    case "teach_begin": return LESSONS.teach_begin(page, form.dataset.arg ?? "", "", form);
    default: return undefined;
  }
}

/** Ask with every name and number, then send; the fields follow the table again once it has accepted.
 * @param {Page} page
 * @param {HTMLFormElement} form */
function setScores(page, form) {
  const seen = page.seq();
  const { state } = page.documents;
  const { scores, sticks, honba, reason, force } = typedScores(form);
  const list = seatsOf(state).map((seat) => `${playerName(page.documents, seat)} ${points(scores[seat])}`).join(" · ");
  const sum = points(scores.reduce((total, score) => total + score));
  const data = {
    scores, reason, ...(force && { force }),
    ...(sticks !== null && sticks !== state.riichi_sticks && { riichi_sticks: sticks }), ...(honba !== null && honba !== state.honba && { honba }),
  };
  return ask(t("correct.set"), t("correct.set_sure", { list, sum }), async () => {
    if (!await command("set_scores", data, seen)) return;
    form.reset();
    page.wish({ typed: null });
  });
}

/** What was typed in francs as centimes, points as they are.
 * @param {string} text */
function inUnits(text) {
  return Math.round(Number(text) * unitSize());
}

/**
 * @param {Page} page
 * @param {HTMLFormElement} form
 */
function layStake(page, form) {
  const fields = new FormData(form);
  const seat = page.documents.state.next_dealer;
  const data = { seat, points: inUnits(typed(fields, "points")), added: Number(fields.get("added")) };
  const name = playerName(page.documents, seat);
  return ask(t("stake.lay"), t("stake.sure", { name, points: points(data.points), added: data.added }),
    () => command("stake", data, page.seq()));
}

/**
 * @param {Page} page
 * @param {HTMLFormElement} form
 */
function penalize(page, form) {
  const deal = page.deal();
  const fields = new FormData(form);
  const data = { seat: Number(fields.get("seat")), points: Number(fields.get("points")), reason: typed(fields, "reason") };
  const name = playerName(page.documents, data.seat);
  return ask(t("point_penalty.take"), t("point_penalty.sure", { name, points: points(data.points) }),
    async () => await carriedOut(await sendOfDeal("penalize", data, deal)) && form.reset());
}

/** @param {Page} page */
function laterReminded(page) {
  remindLater();
  page.wish({});
}

/**
 * @param {Page} page
 * @param {FormData} form
 */
async function startGame(page, form) {
  const rules = typed(form, "rules");
  const names = SEATS.map((seat) => typed(form, `name-${seat}`) || t("start.seat", { number: seat + 1 }));
  if (new Set(names).size < SEATS.length) return toast(t("people.each_once"));
  const minutes = Number(form.get("limit"));
  const isBegun = await command("start_game", {
    rules, settings: changedSettings(rules, form), names, first_dealer: Number(form.get("first_dealer")),
    ...(page.documents.state.machine.exchange ? { abandon: true } : {}),
  }, page.seq());
  if (!isBegun) return undefined;
  remindAfter(minutes);
  return page.wish({ drawn: null });
}

/** Remembered by this browser, also when the system refuses now.
 * @param {Page} page
 * @param {boolean} on */
function keepAwake(page, on) {
  page.wish({ awake: on });
  return stayAwake(on);
}

/** The live camera comes along when somebody opens it.
 * @param {string} name
 * @returns {Handler} */
function inCameraSheet(name) {
  return async (...said) => {
    const { cameraSheet, CAMERA_ACTIONS } = await import("../eyes/camera_sheet.js");
    addSheet("camera", cameraSheet);
    return CAMERA_ACTIONS[name](...said);
  };
}

/** @param {Page} page */
async function lookThroughCamera(page) {
  if (await withRole("admin")) page.wish({ camera: Date.now() });
}

/** Have the table solve its newest picture, and show what came out.
 * @param {Page} page */
async function lookAtCalibration(page) {
  if (!await withRole("admin")) return;
  const figures = await calibrationFigures();
  if (figures === null) toast(t("camera.no_picture"), "");
  page.wish({ tab: "machine", lens: null, calibration: figures && { ...figures, taken: Date.now() } });
}

/**
 * @param {string} title
 * @param {string} text
 * @param {() => unknown} then
 */
async function ask(title, text, then) {
  if (await confirmed(title, text, title)) await then();
}

/** Send a command and show a refusal; true when it was carried out.
 * @param {string} name
 * @param {CommandData} data
 * @param {number | null} [expectSeq] */
async function command(name, data, expectSeq = null) {
  return carriedOut(await send(name, data, expectSeq));
}

/** @param {Answer} answer */
async function carriedOut(answer) {
  if (!answer.ok) toast(...await refusalTexts(shown, answer.error));
  return answer.ok;
}
