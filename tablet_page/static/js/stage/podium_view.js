// The end of a game: who came where, on steps, and the hand that won most.

import { h } from "../shared/dom.js";
import { change, points, t } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { wonHandView } from "./won_hand.js";

/** The steps and the biggest hand; nothing before a game is over, or where it counts for nothing.
 * @param {Documents} documents */
export function podiumView(documents) {
  const { game, state } = documents;
  if (game.standings.length === 0 || state.is_void) return null;
  const places = [...game.standings].sort((one, other) => one.rank - other.rank);
  const first = places.filter(({ rank }) => rank === places[0].rank).map(({ seat }) => playerName(documents, seat));
  return h("section", { class: "card podium", "data-key": "podium" },
    h("h2", {}, first.length > 1 ? t("podium.shared", { names: first.join(" · ") }) : t("podium.winner", { name: first[0] })),
    h("ol", { class: "places", "aria-label": t("podium.steps") }, places.map((line) => stepView(documents, line))),
    game.best_hand && bestHandView(documents, game.best_hand));
}

/** One player on a step; the first stands in the middle, on the highest.
 * @param {Documents} documents
 * @param {Wire.StandingDocument} line */
function stepView(documents, { seat, rank, points: held, score }) {
  return h("li", { class: `rank-${rank}`, "data-key": seat },
    h("span", { class: "short-name" }, playerName(documents, seat)),
    h("strong", {}, points(held)),
    documents.state.system.has_riichi && h("span", { class: `small ${score < 0 ? "loss" : "gain"}` }, change(score)),
    h("span", { class: `step step-${seat}`, "aria-hidden": "true" }, rank));
}

/** The hand that won most, with a way to its deal.
 * @param {Documents} documents
 * @param {Wire.BestHandDocument} best */
function bestHandView(documents, best) {
  const deal = dealName(best.deal_label) + (best.honba > 0 ? ` +${best.honba}` : "");
  return h("div", { class: "best-hand" },
    h("h3", {}, t("podium.best")),
    h("p", {}, h("a", { class: "more", href: `/?view=games&game=last&deal=${best.deal}`, title: t("replay.title") }, `${playerName(documents, best.seat)} · ${deal}`)),
    wonHandView(best, best.points));
}
