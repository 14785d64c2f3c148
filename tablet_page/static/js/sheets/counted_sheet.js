// A win told by its value alone, in the sheet of how a deal ended: han and fu, faan or points, whatever the rules in play
// count. Which figures there are the rules say (`system.counted`), and they refuse the others.

import { h } from "../shared/dom.js";
import { number, t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { choiceView } from "../shared/palette.js";
import { seatsOf } from "../shared/seats.js";
import { LIMITS, YAKUMAN } from "../shared/told_value.js";

/** Nothing said yet, by seat. @returns {ToldDraft[]} */
export function nothingTold() {
  return [0, 1, 2, 3].map(() => ({ fan: "", fu: "", yakuman: 0 }));
}

/** Whether the value of such a win can be told without its tiles.
 * @param {Documents} documents
 * @param {{ outcome: string }} draft */
export function canBeTold({ state }, { outcome }) {
  return state.system.counted !== null && ["ron", "tsumo"].includes(outcome);
}

/** Whether it is.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function isCounted(documents, draft) {
  return draft.by === "value" && canBeTold(documents, draft);
}

/** All tiles, or the value alone.
 * @param {OutcomeDraft} draft */
export function byView(draft) {
  return choiceView(t("counted.by"), "outcome_by", [["tiles", t("counted.tiles")], ["value", t("counted.value")]], draft.by);
}

/** The figures of every hand that counts.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function countedView(documents, draft) {
  const { counted } = documents.state.system;
  if (!counted || (draft.outcome === "ron" && draft.discarder === null)) return null;
  const others = seatsOf(documents.state).filter((seat) => !draft.winners.includes(seat));
  return h("section", { class: "counted", "data-key": "counted" },
    draft.winners.map((seat) => h("div", { class: "counted-hand", "data-key": seat },
      draft.winners.length > 1 && h("h3", {}, playerName(documents, seat)),
      counted.fu.length > 0 ? hanView(counted, draft, seat) : plainView(counted, draft, seat))),
    counted.losers && draft.winners.length > 0 && h("details", { "data-key": "losers" },
      h("summary", {}, t("counted.losers")),
      others.map((seat) => h("div", { class: "counted-hand", "data-key": seat }, h("h3", {}, playerName(documents, seat)), plainView(counted, draft, seat)))));
}

/** Han with the limits, then fu where they change anything: one tap each.
 * @param {Wire.FiguresDocument} counted
 * @param {OutcomeDraft} draft
 * @param {number} seat */
function hanView(counted, draft, seat) {
  const { fan, fu, yakuman } = draft.told[seat];
  const [least] = counted.fan ?? [1];
  const plain = Array.from({ length: counted.fu_until - least + 1 }, (_, index) => least + index);
  const yakumen = YAKUMAN.slice(0, counted.yakuman).map((limit, index) => /** @type {Choice} */ ([`y${index + 1}`, t(`limit.${limit}`)]));
  /** @type {Choice[]} */
  const han = [
    ...plain.map((figure) => /** @type {Choice} */ ([String(figure), String(figure)])),
    ...LIMITS.map(([figure, limit]) => /** @type {Choice} */ ([String(figure), t(`limit.${limit}`)])),
    ...yakumen.slice(0, 1),
  ];
  const chosen = yakuman > 0 ? `y${yakuman}` : fan;
  return [
    choiceView(t("counted.fan"), `told_fan_${seat}`, han, chosen),
    yakumen.length > 1 && h("details", { "data-key": `many-${seat}`, open: yakuman > 1 },
      h("summary", {}, t("counted.many")), choiceView(t("counted.many"), `told_fan_${seat}`, yakumen.slice(1), chosen)),
    isFuNeeded(counted, draft, seat) && choiceView(t("counted.fu"), `told_fu_${seat}`, fuOf(counted, draft, fan).map((figure) => [String(figure), String(figure)]), fu),
  ];
}

/** The figures of fu that a hand of so many han may have: 20 only where it was drawn, 20 and 25 from two han on.
 * @param {Wire.FiguresDocument} counted
 * @param {OutcomeDraft} draft
 * @param {string} fan */
function fuOf(counted, { outcome }, fan) {
  return counted.fu.filter((figure) => figure >= 30 || (Number(fan) >= 2 && (figure !== 20 || outcome === "tsumo")));
}

/**
 * @param {Wire.FiguresDocument} counted
 * @param {OutcomeDraft} draft
 * @param {number} seat
 */
function isFuNeeded(counted, { told }, seat) {
  return told[seat].fan !== "" && Number(told[seat].fan) <= counted.fu_until;
}

/** Points as they are typed, faan or doublings by a tap.
 * @param {Wire.FiguresDocument} counted
 * @param {OutcomeDraft} draft
 * @param {number} seat */
function plainView({ fan, points }, draft, seat) {
  const told = draft.told[seat];
  const least = draft.winners.includes(seat) ? points?.[0] : 0;
  return [
    points && h("label", { class: "counted-points", "data-key": `points-${seat}` },
      h("span", {}, t("counted.points")), h("span", { class: "subtle small" }, t("counted.range", { least: number(least ?? 0), most: number(points[1]) })),
      h("input", { type: "number", inputmode: "numeric", min: least, max: points[1], "data-typed": "told", "data-arg": seat, value: told.fu })),
    fan && choiceView(t("counted.fan"), `told_fan_${seat}`, Array.from({ length: fan[1] - fan[0] + 1 }, (_, index) => [String(fan[0] + index), String(fan[0] + index)]), told.fan || (points ? "0" : "")),
  ];
}

/** Whether every winner's hand has its figures.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function isTold(documents, draft) {
  const { counted } = documents.state.system;
  return counted !== null && draft.winners.every((seat) => {
    const { fan, fu, yakuman } = draft.told[seat];
    if (yakuman > 0) return true;
    if (counted.fu.length > 0) return fan !== "" && (!isFuNeeded(counted, draft, seat) || fuOf(counted, draft, fan).map(String).includes(fu));
    return counted.points ? Number.isInteger(Number(fu)) && fu !== "" : fan !== "";
  });
}

/** Whether the last figure was tapped, so that nobody has to say that it was the last.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function isTapped(documents, draft) {
  return documents.state.system.counted?.points === null && isTold(documents, draft) && (draft.outcome === "tsumo" || draft.discarder !== null);
}

/** The event that says so, as the rules take it.
 * @param {Documents} documents
 * @param {OutcomeDraft} draft */
export function countedEvents(documents, draft) {
  const { counted } = documents.state.system;
  const { told, winners, outcome, discarder } = draft;
  /** @param {number} seat */
  const hand = (seat) => {
    const { fan, fu, yakuman } = told[seat];
    if (yakuman > 0) return { seat, yakuman };
    const isLimit = counted !== null && counted.fu.length > 0 && !isFuNeeded(counted, draft, seat);
    return { seat, fan: Number(fan || 0), fu: isLimit ? 0 : Number(fu || 0) };
  };
  const others = seatsOf(documents.state).filter((seat) => !winners.includes(seat) && told[seat].fu !== "");
  const losers = counted?.losers ? others.map(hand) : [];
  return [{ type: "wins_counted", wins: winners.map(hand), discarder: outcome === "ron" ? discarder : null, losers }];
}
