// What the table counted and who put what right: the events of a deal, and every correction with before and after.

import { timeText } from "../shared/clock.js";
import { afterView } from "./after_view.js";
import { changeView } from "./change_view.js";
import { h } from "../shared/dom.js";
import { eventText, eventView } from "../shared/event_text.js";
import { t, tOr } from "../shared/i18n.js";
import { choiceView } from "../shared/palette.js";

/** `sheet`: filter "events" or "corrections"; deal, deals, events (null while they are asked for).
 * @param {Documents} documents
 * @param {LogSheet} sheet */
export function logSheet(documents, sheet) {
  return {
    title: t("log.title"),
    body: [
      choiceView(t("log.filter"), "log_filter", ["events", "corrections"].map((filter) => [filter, t(`log.${filter}`)]), sheet.filter),
      sheet.filter === "corrections" ? correctionsView(documents) : dealView(documents, sheet),
    ],
  };
}

/** The newest corrections in a card, with the way to all of them.
 * @param {Documents} documents */
export function auditView(documents) {
  const corrections = documents.audit?.corrections ?? [];
  return h("section", { class: "card audit", "data-key": "audit" },
    h("h2", {}, t("log.corrections")),
    corrections.length === 0 ? h("p", { class: "subtle" }, t("log.no_corrections")) : h("ul", {}, corrections.slice(0, 3).map((item) => correctionView(documents, item))),
    h("div", { class: "actions wrap" },
      h("button", { "data-do": "log", "data-arg": "events" }, t("log.title")),
      corrections.length > 3 && h("button", { "data-do": "log", "data-arg": "corrections" }, t("log.all_corrections"))));
}

/** @param {Documents} documents */
function correctionsView(documents) {
  const { corrections = [], total = 0 } = documents.audit ?? {};
  if (corrections.length === 0) return h("p", { class: "subtle" }, t("log.no_corrections"));
  return [
    h("ul", { class: "log" }, corrections.map((item) => correctionView(documents, item))),
    total > corrections.length && h("p", { class: "subtle" }, t("log.older", { count: total - corrections.length })),
  ];
}

/** Who, when, why, before and after, and a way back.
 * @param {Documents} documents
 * @param {Wire.CorrectionDocument} item */
function correctionView(documents, item) {
  return h("li", { class: item.undone_by === null ? "" : "undone", "data-key": item.seq },
    h("p", { class: "log-head" },
      h("strong", {}, tOr(`correction.${item.kind}`, item.kind)),
      h("span", { class: "subtle" }, `${whoText(item.cause)} · `, timeView(item.at))),
    item.why && h("p", { class: "subtle" }, item.by === "camera" || item.why === "answer" ? t(`evidence.${item.why}`) : t("log.why", { reason: item.why })),
    changeView(documents, effectOf(item)),
    item.undone_by === null
      ? h("button", { "data-do": "undo_correction", "data-arg": item.seq }, t("log.take_back"))
      : h("p", { class: "subtle" }, t("log.taken_back")));
}

/**
 * @param {Wire.CorrectionDocument} item
 * @returns {Effect}
 */
function effectOf({ before, after }) {
  /** @param {Wire.CorrectionSideDocument} given */
  const side = (given) => ({
    ...given, results: given.results ?? [], sticks: given.riichi_sticks,
    events: /** @type {NumberedEvent[]} */ (/** @type {unknown} */ (given.events)),
  });
  return { before: side(before), after: side(after), aside: [] };
}

/** A deal's events as buttons: a tap opens what can be put right about one.
 * @param {Documents} documents
 * @param {LogSheet} sheet */
function dealView(documents, { deal, deals, events }) {
  if (!events) return h("p", { class: "subtle" }, t("repair.asking"));
  return [
    deals > 1 && h("div", { class: "log-deals" },
      h("button", { "data-do": "log_deal", "data-arg": deal - 1, disabled: deal <= 1, "aria-label": t("log.earlier") }, "←"),
      h("p", {}, t("log.deal", { number: deal, count: deals })),
      h("button", { "data-do": "log_deal", "data-arg": deal + 1, disabled: deal >= deals, "aria-label": t("log.later") }, "→")),
    events.length === 0 ? h("p", { class: "subtle" }, t("log.no_events")) : h("ol", { class: "log" }, [...events].reverse().map((item) => rowView(documents, item))),
  ];
}

/**
 * @param {Documents} documents
 * @param {ListedEvent} item
 */
function rowView(documents, item) {
  const marks = [item.aside && t("log.aside"), item.doubtful && t("log.doubtful"), item.corrections.length > 0 && t("log.corrected")].filter(Boolean);
  return h("li", { class: item.aside ? "undone" : "", "data-key": item.seq },
    h("button", { class: "log-row", "data-do": "sheet_event", "data-arg": item.seq },
      eventView(documents, item.event),
      h("span", { class: "subtle small" }, marks.map((mark) => h("span", { class: "mark" }, mark)), whoText(item.cause), " · ", timeView(item.at))));
}

/** "Camera", "iPad (table)", "MQTT hall", … for what the journal calls the cause.
 * @param {string} cause */
function whoText(cause) {
  if (cause === "camera") return t("log.camera");
  if (cause === "machine") return t("machine.title");
  const [, address, role, device] = /^http (\S+)(?: \((\w+)(?:, (.*))?\))?$/.exec(cause) ?? [];
  if (address === undefined) return cause || t("log.table");
  return [device || address, role && t(`role.${role}`)].filter(Boolean).join(", ");
}

/** @param {string} at */
function timeView(at) {
  return h("time", { datetime: at }, timeText(at, { second: "2-digit" }));
}

/** The sheet of an event that is no tile on the table: what can be done about it.
 * @param {Documents} documents
 * @param {EventSheet} sheet */
export function eventSheet(documents, { item, deal }) {
  return {
    title: eventText(documents, item.event),
    body: [
      h("p", {}, eventView(documents, item.event)),
      h("p", { class: "subtle" }, `${whoText(item.cause)} · `, timeView(item.at)),
      h("div", { class: "actions wrap" },
        item.aside && h("button", { "data-do": "take_in", "data-arg": item.seq }, t("event_sheet.take_in")),
        h("button", { "data-do": "call_remove", "data-arg": item.seq }, t("event_sheet.remove")),
        item.event.type === "deal_voided" && h("button", { "data-do": "outcome_of", "data-arg": deal }, t("outcome_sheet.change")),
        afterView(documents, item.seq)),
    ],
  };
}
