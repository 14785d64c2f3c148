// Events of the game as sentences with the pictures of their tiles.

import { h } from "./dom.js";
import { change, points, t } from "./i18n.js";
import { playerName } from "./names.js";
import { toldText } from "./told_value.js";
import { meldView, tileView } from "./tiles.js";

/** The sentence of an event without its tiles.
 * @param {Documents} documents
 * @param {GameEvent} event */
export function eventText(documents, event) {
  const name = event.seat === undefined ? "" : playerName(documents, event.seat);
  switch (event.type) {
    case "discarded": return t(event.riichi ? "event.riichi" : "event.discarded", { name });
    case "called": {
      const { kind, called_from: discarder } = event.meld;
      const from = discarder === null ? "" : playerName(documents, discarder);
      return t("event.called", { name, meld: t(`meld.${kind}`), from });
    }
    case "kong_declared": return t("event.kong_declared", { name, meld: t(`meld.${event.meld.kind}`) });
    case "wins_declared": return winText(documents, event);
    case "wins_counted": return toldWinText(documents, event);
    case "result_typed": return typedText(documents, event);
    case "hand_shown": return t(event.hand === null ? "event.hand_closed" : "event.hand_shown", { name });
    case "fine_judged": return t(event.exempt ? "event.fine_exempt" : "event.fine_due", { name });
    case "exhaustive_draw": return t("outcome.exhaustive_draw");
    case "abort_claimed": return t("event.abort_claimed", { name, reason: t(`abort.${event.reason}`) });
    case "penalty_declared": return t("event.penalty_declared", { name, penalty: t(`declare.${event.kind}`) });
    case "points_penalized": return t("event.points_penalized", { name, points: points(event.points) });
    case "seats_redrawn": return t("event.seats_redrawn");
    case "stake_laid": return t("event.stake_laid", { name, points: points(event.points) });
    case "scores_set": return t("event.scores_set", { scores: event.scores.map(points).join(" · "), reason: event.reason });
    case "deal_voided": return t("event.deal_voided", { reason: event.reason });
    case "deal_started": return t("event.deal_started", { dice: event.dice.join(" + ") || "–" });
    default: return t(`event.${event.type}`, { name });
  }
}

/** "Chen wins from Aiko: 3 han · 40 fu".
 * @param {Documents} documents
 * @param {Wire.WinsCounted} event */
function toldWinText(documents, { wins, discarder }) {
  const value = wins.map((hand) => toldText(documents, hand)).join(" | ");
  return t("event.wins_counted", { won: wonText(documents, wins.map((win) => win.seat), discarder), value });
}

/** Who won, and from whom.
 * @param {Documents} documents
 * @param {number[]} winners
 * @param {number | null} discarder */
function wonText(documents, winners, discarder) {
  const winner = winners.map((seat) => playerName(documents, seat)).join(" · ");
  return discarder === null ? t("result.tsumo", { winner }) : t("result.ron", { winner, loser: playerName(documents, discarder) });
}

/** "Chen wins from Aiko; payments −30 · ±0 · +30 · ±0".
 * @param {Documents} documents
 * @param {Wire.ResultTyped} event */
function typedText(documents, { winners, discarder, deltas }) {
  return t("event.result_typed", { won: wonText(documents, winners, discarder), payments: deltas.map(change).join(" · ") });
}

/**
 * @param {Documents} documents
 * @param {Wire.WinsDeclared} event
 */
function winText(documents, event) {
  return wonText(documents, event.wins.map((win) => win.seat), event.discarder);
}

/** The tiles of an event as pictures.
 * @param {GameEvent} event */
function eventTiles(event) {
  if (event.tile) return [tileView(event.tile, { sideways: event.riichi === true })];
  if (event.meld) return [meldView(event.meld, event.seat)];
  if (event.type === "wins_declared") return event.wins.map((win) => tileView(win.winning_tile));
  if (["hand_shown", "abort_claimed"].includes(event.type) && event.hand) return event.hand.map((tile) => tileView(tile));
  return [];
}

/** One event in a line.
 * @param {Documents} documents
 * @param {GameEvent} event */
export function eventView(documents, event) {
  const tiles = eventTiles(event);
  return h("span", { class: "sentence" }, h("span", {}, eventText(documents, event)),
    tiles.length > 0 && h("span", { class: "small-tiles" }, tiles));
}
