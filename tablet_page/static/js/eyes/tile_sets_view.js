// The table's two tile sets in the set-up: what was learnt of each, and the way into a lesson.

import { h } from "../shared/dom.js";
import { currentLanguage, number, t } from "../shared/i18n.js";
import { learntView, unsureKinds } from "./learnt_view.js";
import { lessonView } from "./lesson_view.js";
import { setCalled } from "../shared/names.js";
import { playedView } from "./played_view.js";
import { toldIn } from "../shared/told.js";

/** The card with both sets, or the lesson on one of them; nothing before the table has spoken of them.
 * @param {Documents} documents */
export function tileSetsView({ eyes }) {
  if (!eyes) return null;
  if (eyes.lesson) return lessonView(eyes);
  return h("section", { class: "card tile-sets", "data-key": "tile-sets" },
    h("h2", {}, t("sets.title")),
    h("p", { class: "small subtle" }, t("sets.about"), " ", t(eyes.learns ? "played.on" : "played.off")),
    eyes.learning_problem && toldIn("p", { class: "loss small", "data-key": "learning-problem" }, eyes.learning_problem, eyes.learning_problem_words),
    eyes.sets.map((item) => setView(eyes, item)));
}

/**
 * @param {Wire.EyesDocument} eyes
 * @param {Wire.StoredSetDocument} item
 */
function setView(eyes, { set, stored, problem, problem_words: words, may_go_back: mayGoBack, played }) {
  return h("form", { class: "tile-set", "data-key": set, "data-do": "teach_begin", "data-arg": set, "aria-labelledby": `set-${set}` },
    h("h3", { id: `set-${set}` }, t("sets.set", { set: setCalled(eyes, set) }),
      eyes.on_table === set && h("span", { class: "tag" }, t("sets.on_table")),
      eyes.in_use === set && h("span", { class: "tag in-use" }, t("sets.in_use"))),
    h("p", {}, stored ? storedText(stored) : t("sets.nothing")),
    problem && toldIn("p", { class: "loss small" }, problem, words),
    stored && h("details", { "data-key": "stored" }, h("summary", {}, t("sets.details")), learntView(stored)),
    playedView(eyes, set, played),
    h("fieldset", {}, h("legend", { class: "unseen" }, t("sets.which")),
      tick("red_fives", t("sets.red_fives"), eyes.red_fives), tick("flowers", t("sets.flowers"), eyes.flowers)),
    h("div", { class: "actions wrap" },
      h("button", { class: stored ? "" : "primary", type: "submit", "data-key": "begin" }, t(stored ? "sets.teach_anew" : "sets.teach")),
      stored && h("button", { type: "button", "data-do": "teach_add", "data-arg": set, "data-key": "add" }, t("sets.add")),
      stored && unsureKinds(stored).length > 0 && h("button", { type: "button", "data-do": "teach_unsure", "data-arg": set, "data-value": unsureKinds(stored).join(" "), "data-key": "unsure" }, t("sets.unsure")),
      (stored || problem) && h("button", { type: "button", "data-do": "teach_forget", "data-arg": set, "data-key": "forget" }, t("sets.forget")),
      mayGoBack && h("button", { type: "button", "data-do": "teach_back", "data-arg": set, "data-key": "back" }, t("sets.back"))));
}

/** @param {Wire.LearntDocument} stored */
function storedText({ made_at: madeAt, kinds, crops }) {
  const date = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(new Date(madeAt));
  return t("sets.stored", { date, sure: kinds.filter((kind) => kind.sure).length, kinds: kinds.length, crops: number(crops) });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} isOn
 */
function tick(name, label, isOn) {
  return h("label", { class: "tick" }, h("input", { type: "checkbox", name, checked: isOn }), h("span", {}, label));
}
