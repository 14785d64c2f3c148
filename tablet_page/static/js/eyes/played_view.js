// What the table learnt of a tile set while it was played with: every lesson with its picture, used or dropped and why.

import { momentText } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { number, t } from "../shared/i18n.js";
import { mayAct } from "../link/session.js";
import { tileName, tileView } from "../shared/tiles.js";
import { setCalled } from "../shared/names.js";
import { toldIn } from "../shared/told.js";

/** Nothing while there is nothing to say.
 * @param {Wire.EyesDocument} eyes
 * @param {string} set
 * @param {Wire.PlayedDocument} played */
export function playedView(eyes, set, { lessons, seen, strange, problem, problem_words: words }) {
  const used = lessons.filter((lesson) => lesson.fate === "used").length;
  return [
    strange !== "" && h("p", { class: "loss", role: "status", "data-key": "strange" }, strangeText(eyes, set, strange)),
    problem && toldIn("p", { class: "loss small", "data-key": "played-problem" }, problem, words),
    lessons.length > 0 && h("details", { "data-key": "played" },
      h("summary", {}, t("played.title", { used: number(used), dropped: number(lessons.length - used) })),
      h("p", { class: "small subtle" }, t("played.about", { seen: number(seen) })),
      h("ul", { class: "played" }, lessons.map((lesson) => lessonView(set, lesson)))),
    (lessons.length > 0 || strange !== "") && h("div", { class: "actions", "data-key": "played-actions" },
      h("button", { type: "button", "data-do": "played_forget", "data-arg": set, "data-key": "played-forget" }, t("played.forget"))),
  ];
}

/**
 * @param {Wire.EyesDocument} eyes
 * @param {string} set
 * @param {string} strange
 */
function strangeText(eyes, set, strange) {
  const called = setCalled(eyes, set);
  return strange === "?" ? t("played.strange", { set: called }) : t("played.strange_like", { set: called, other: setCalled(eyes, strange) });
}

/**
 * @param {string} set
 * @param {Wire.PlayedLessonDocument} lesson
 */
function lessonView(set, { lesson, kind, proof, at, deal, fate, rival, deals }) {
  const name = tileName(kind);
  return h("li", { "data-key": lesson, class: fate === "used" ? "" : "dropped" },
    mayAct("table") && h("img", { class: "crop", src: `/camera/played/${set}/${lesson}.jpg`, alt: t("played.picture", { name }), loading: "lazy", width: 42, height: 54 }),
    tileView(kind),
    h("span", { class: "why" },
      h("span", {}, t("played.from", { proof: t(`played.proof.${proof}`), deal: number(deal), date: momentText(at) })),
      h("span", { class: fate === "used" ? "gain" : "loss" }, fateText(fate, rival, deals))),
    h("button", { type: "button", "data-do": "played_take_back", "data-arg": set, "data-value": lesson, "aria-label": t("played.take_back_of", { name }) }, t("played.take_back")));
}

/**
 * @param {string} fate
 * @param {string | null} rival
 * @param {number} deals
 */
function fateText(fate, rival, deals) {
  const name = rival === null ? "" : tileName(rival);
  return fate === "contradicted" && deals === 0 ? t("played.fate.shown", { rival: name }) : t(`played.fate.${fate}`, { rival: name, deals: number(deals) });
}
