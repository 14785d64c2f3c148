// What a camera cannot see and people tell the table: who is not ready, penalties, stakes, the time.

import { h } from "../shared/dom.js";
import { points, t, unitSize } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";

const MOST_ADDED_PIPS = 12;
const LONGEST_REASON = 120;
/** Told after the deal is settled; the others while it is played. */
const AFTER_THE_DEAL = ["stake_forgotten"];

/** Who keeps the hand closed when the wall has run out.
 * @param {Documents} documents */
export function notenView(documents) {
  return h("section", { class: "card declare" },
    h("h2", {}, t("declare.title")),
    h("p", { class: "subtle" }, t("declare.help")),
    h("div", { class: "actions wrap players" }, seatsOf(documents.state).map((seat) => h("button", {
      "data-do": "declare", "data-arg": "noten", "data-value": seat,
    }, t("declare.is_noten", { name: playerName(documents, seat) })))));
}

/** Every penalty of the rules in play, with a button a player.
 * @param {Documents} documents */
export function penaltiesView(documents) {
  const { phase, system, stake } = documents.state;
  /** @param {string} kind */
  const wanted = (kind) => (AFTER_THE_DEAL.includes(kind) ? ["result", "machine"].includes(phase) && collectsStake(documents) : phase === "play");
  const kinds = system.penalties.filter(wanted);
  return kinds.length > 0 && h("section", { class: "card penalties", "data-key": `penalties-${stake}` },
    h("h2", {}, t("declare.penalties")),
    kinds.map((kind) => h("div", { role: "group", "aria-label": t(`declare.${kind}`) },
      h("h3", {}, t(`declare.${kind}`)),
      h("p", { class: "subtle small" }, t(`declare.${kind}_help`)),
      h("div", { class: "actions wrap players" }, whoMay(documents, kind).map((seat) =>
        h("button", { "data-do": "declare", "data-arg": kind, "data-value": seat }, playerName(documents, seat)))))));
}

/** @param {Documents} documents */
function collectsStake({ result }) {
  return result !== null && result.payments.some((payment) => payment.reason === "stake");
}

/**
 * @param {Documents} documents
 * @param {string} kind
 */
function whoMay(documents, kind) {
  return AFTER_THE_DEAL.includes(kind) ? (documents.result?.wins ?? []).map((win) => win.seat) : seatsOf(documents.state);
}

/** The stake of the next dealer, before the dice are thrown; nothing where nobody lays one.
 * @param {Documents} documents */
export function stakeView(documents) {
  const { state } = documents;
  if (!state.system.penalties.includes("stake_forgotten")) return null;
  if (state.dice_added > 0) {
    return h("section", { class: "card", "data-key": "staked" }, h("p", {},
      t("stake.announced", { name: playerName(documents, state.next_dealer), points: points(state.stake), added: state.dice_added })));
  }
  const smallest = state.system.score_step / unitSize();
  /**
   * @param {string} label
   * @param {Child} control
   */
  const field = (label, control) => h("label", {}, h("span", {}, label), control);
  return h("details", { class: "card stakes", "data-key": "stake" },
    h("summary", {}, t("stake.title")),
    h("form", { class: "start", "data-do": "stake" },
      h("p", { class: "subtle" }, t("stake.help", { name: playerName(documents, state.next_dealer) })),
      h("div", { class: "names" },
        field(t(unitSize() === 1 ? "stake.points" : "stake.francs"),
          h("input", { name: "points", type: "number", required: true, min: smallest, step: smallest })),
        field(t("stake.added"),
          h("input", { name: "added", type: "number", required: true, min: "1", max: MOST_ADDED_PIPS, step: "1" }))),
      h("div", { class: "actions" }, h("button", { type: "submit" }, t("stake.lay")))));
}

/** Points that a referee takes off a final score, after uma; nothing where the rules know none.
 * @param {Documents} documents */
export function pointPenaltyView(documents) {
  const { state, game } = documents;
  if (!state.system.point_penalties || state.phase === "idle" || state.is_void) return null;
  const taken = seatsOf(state).filter((seat) => game.penalty_points[seat] > 0);
  /**
   * @param {string} label
   * @param {Child} control
   */
  const field = (label, control) => h("label", {}, h("span", {}, label), control);
  return h("details", { class: "card", "data-key": "point-penalty" },
    h("summary", {}, t("point_penalty.title")),
    taken.length > 0 && h("ul", {}, taken.map((seat) => h("li", { "data-key": seat },
      t("point_penalty.taken", { name: playerName(documents, seat), points: points(game.penalty_points[seat]) })))),
    h("form", { class: "start", "data-do": "penalize" },
      h("p", { class: "subtle" }, t("point_penalty.help")),
      h("div", { class: "names" },
        field(t("point_penalty.who"), h("select", { name: "seat" }, seatsOf(state).map((seat) => h("option", { value: seat }, playerName(documents, seat))))),
        field(t("point_penalty.points"), h("input", { name: "points", type: "number", required: true, min: state.system.score_step, step: state.system.score_step })),
        field(t("correct.reason"), h("input", { name: "reason", required: true, maxlength: LONGEST_REASON, autocomplete: "off" }))),
      h("div", { class: "actions" }, h("button", { type: "submit" }, t("point_penalty.take")))));
}

/** The time of the game is up, or a second limit has passed.
 * @param {Wire.StateDocument} state */
export function timeView(state) {
  if (["idle", "over"].includes(state.phase)) return null;
  const canCall = state.system.can_call_time && state.deals_left === null;
  return (canCall || state.system.can_stop_void) && h("section", { class: "card", "data-key": "time" },
    h("h2", {}, t("time.title")),
    h("div", { class: "actions wrap" },
      canCall && h("button", { "data-do": "time_called", "data-arg": "up" }, t("time.called")),
      state.system.can_stop_void && h("button", { "data-do": "time_called", "data-arg": "void" }, t("time.void"))));
}
