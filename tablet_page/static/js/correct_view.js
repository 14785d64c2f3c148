// Taking back and putting right what the table counted: the newest event, the scores.

import { h } from "./dom.js";
import { t, unitSize } from "./i18n.js";
import { playerName } from "./names.js";

const SEATS = [0, 1, 2, 3];
const LONGEST_REASON = 120;

/** The card with both; nothing before the first game. */
export function correctView(documents) {
  const { state } = documents;
  if (state.phase === "idle") return null;
  return [
    h("section", { class: "card", "data-key": "undo" },
      h("h2", {}, t("correct.title")),
      h("div", { class: "actions" }, h("button", {
        "data-do": "undo", "data-arg": state.undo_to, disabled: state.undo_to === null,
      }, t("correct.undo")))),
    scoresView(documents),
  ];
}

function scoresView(documents) {
  const field = (label, control) => h("label", {}, h("span", {}, label), control);
  return h("form", { class: "card scores", "data-do": "set_scores", "data-key": "scores" },
    h("h2", {}, t("correct.scores")),
    h("div", { class: "names" }, SEATS.map((seat) => field(playerName(documents, seat),
      h("input", { name: `score-${seat}`, type: "number", step: documents.state.system.score_step / unitSize(), required: true, value: documents.state.scores[seat] / unitSize() })))),
    field(t("correct.reason"), h("input", { name: "reason", required: true, maxlength: LONGEST_REASON, autocomplete: "off" })),
    h("div", { class: "actions" }, h("button", { type: "submit" }, t("correct.set"))));
}
