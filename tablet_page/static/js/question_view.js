// What the camera doubts: a sentence, the tiles it may be, and "not part of the game", each one tap.

import { h } from "./dom.js";
import { t, tOr } from "./i18n.js";
import { playerName } from "./names.js";
import { isTile, tileView } from "./tiles.js";

const NOT_IN_GAME = "none";

/** A card for each question. */
export function questionsView(documents) {
  return documents.questions.questions.map((question) => h("section", { class: "card question", "data-key": question.id },
    h("h2", {}, t("question.title")),
    question.seat !== null && h("p", { class: "where" },
      t("question.where", { name: playerName(documents, question.seat), zone: t(`zone.${question.zone}`) })),
    h("p", {}, tOr(`question.${question.text}`, question.text)),
    question.detail && h("p", { class: "detail", lang: "en" }, question.detail),
    h("div", { class: "candidates" },
      question.candidates.filter((candidate) => candidate.value !== NOT_IN_GAME).map((candidate) => answerView(question, candidate)),
      h("button", { "data-do": "answer", "data-arg": question.id, "data-value": NOT_IN_GAME }, t("question.none")))));
}

function answerView(question, candidate) {
  const face = isTile(candidate.value);
  return h("button", {
    class: face ? "candidate" : "", "data-key": candidate.value,
    "data-do": "answer", "data-arg": question.id, "data-value": candidate.value,
  }, face ? tileView(candidate.value) : candidate.label);
}
