// What a television shows of a table: the felt in one direction, and below it who leads by how much.

import { clockView } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { change, t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";
import { tableView } from "./table_view.js";

/** Everything on the screen.
 * @param {Documents} documents
 * @param {StageShown | null} stage
 * @param {number | null} age of the newest news in seconds, null while it is fresh */
export function tvView(documents, stage, age) {
  const wishes = /** @type {Wishes} */ ({ view: "upright", centreTurn: 0, reference: null, stage, isLookOnly: true });
  return [
    h("h1", { class: "unseen" }, t("tv.title")),
    h("div", { class: "tv-head" }, age !== null && h("p", { class: "tv-age", role: "status" }, t("overlay.old", { age })), clockView(documents.state)),
    h("div", { id: "table" }, tableView(documents, wishes)),
    documents.state.phase !== "idle" && leadView(documents, stage),
  ];
}

/** Places with the difference to the first, and no score: those stand at the seats. While the stage tells a hand, nobody's place has changed yet.
 * @param {Documents} documents
 * @param {StageShown | null} stage */
function leadView(documents, stage) {
  const { state, result } = documents;
  const isTold = stage === null || stage.ended || result === null;
  const scores = isTold ? state.scores : state.scores.map((score, seat) => score - result.deltas[seat]);
  const order = [...seatsOf(state)].sort((one, other) => scores[other] - scores[one]);
  return h("div", { class: "tv-lead" },
    h("p", {}, t("ranking.behind")),
    h("ol", { "aria-label": t("ranking.title") }, order.map((seat, index) => h("li", { "data-key": seat },
      h("span", { class: "place" }, index + 1),
      h("span", { class: `dot dot-${seat}` }),
      h("span", { class: "name" }, playerName(documents, seat)),
      index > 0 && h("strong", {}, change(scores[seat] - scores[order[0]]))))));
}
