// A lesson on a tile set, step by step: lay the tiles out, look at their names, learn, see what was learnt.
//
// Rules this file keeps: everything is drawn from the document, so that a second screen, or this one after a reload,
// shows the same step.

import { h } from "../shared/dom.js";
import { loadRare, number, t, tOr } from "../shared/i18n.js";
import { learntView, unsureKinds } from "./learnt_view.js";
import { mayAct } from "../link/session.js";
import { tileName, tileView } from "../shared/tiles.js";
import { setCalled } from "../shared/names.js";
import { toldIn } from "../shared/told.js";

const STEPS = ["layout", "check", "learning", "report"];
/** @type {Record<string, string>} */
const PART_OF = { looking: "layout" };

/** Have a lesson's texts here: most tables are taught once, so the first load goes without. */
export async function loadLessonTexts() {
  await loadRare("upkeep").catch(() => {});
}

/** Whether they are. */
const hasTexts = () => tOr("teach.title", "") !== "";

/** A word on the other tabs that a lesson is on; nothing while none is.
 * @param {Documents} documents
 * @param {string} tab */
export function lessonNoticeView(documents, tab) {
  const { eyes } = documents;
  const lesson = eyes?.lesson;
  if (!eyes || !lesson || tab === "machine" || !hasTexts()) return null;
  return h("section", { class: "card notice lesson-notice", role: "status", "data-key": "lesson-notice" },
    h("h2", {}, t("teach.under_way", { set: setCalled(eyes, lesson.set) })),
    h("p", {}, t("teach.under_way_help")),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "tab", "data-arg": "machine" }, t("teach.open"))));
}

/** The lesson under way. `eyes`: the document.
 * @param {Wire.EyesDocument} eyes */
export function lessonView(eyes) {
  const { lesson } = eyes;
  if (!lesson) return null;
  if (!hasTexts()) return h("section", { class: "card lesson", "data-key": "lesson" }, h("progress", { "aria-label": t("sets.title") }));
  const part = PART_OF[lesson.step] ?? lesson.step;
  /** @type {Record<string, (lesson: Wire.LessonDocument, eyes: Wire.EyesDocument) => Child>} */
  const bodies = {
    layout: layoutStep, looking: lookingStep, check: checkStep, learning: learningStep, report: reportStep,
  };
  return h("section", { class: "card lesson", "data-key": "lesson", "aria-labelledby": "lesson-title" },
    h("h2", { id: "lesson-title", tabindex: "-1" }, t("teach.title", { set: setCalled(eyes, lesson.set) })),
    h("ol", { class: "steps" }, STEPS.map((step) => h("li", {
      class: STEPS.indexOf(step) < STEPS.indexOf(part) ? "done" : "", "aria-current": step === part ? "step" : null, "data-key": step,
    }, t(`teach.step.${step}`)))),
    h("p", { class: "unseen", role: "status", "data-key": "said" }, t(`teach.step.${part}`)),
    h("div", { class: "step", "data-key": lesson.step }, bodies[lesson.step](lesson, eyes)),
    h("div", { class: "actions", "data-key": "cancel" },
      h("button", { "data-do": "teach_cancel" }, t("teach.cancel"))));
}

/**
 * @param {Wire.LessonDocument} lesson
 * @param {Wire.EyesDocument} eyes
 */
function layoutStep(lesson, eyes) {
  const hasEnough = lesson.layouts > 0;
  return [
    lesson.trouble && troubleView(lesson),
    eyes.on_table !== lesson.set && h("p", { class: "inside", "data-key": "inside" }, t("teach.inside", { set: setCalled(eyes, lesson.set) })),
    hasEnough && h("p", { class: "kept" }, t("teach.kept", { count: lesson.layouts })),
    hasEnough && h("div", { class: "actions", "data-key": "learn" },
      h("button", { class: lesson.trouble ? "" : "primary", "data-do": "teach_learn" }, t("teach.learn"))),
    h("p", {}, t(hasEnough ? "teach.once_more" : lesson.again ? "teach.how_kinds" : "teach.how")),
    h("ol", { class: "rows", "data-key": "rows", "aria-label": t("teach.rows") }, lesson.rows.map((row, index) => h("li", { "data-key": index },
      h("span", { class: "row-number", "aria-hidden": "true" }, index + 1),
      row.map((tile) => tileView(tile, { key: tile }))))),
    h("p", { class: "small subtle edge" }, t("teach.seat")),
    h("div", { class: "actions", "data-key": "picture" },
      h("button", { class: hasEnough && !lesson.trouble ? "" : "primary", "data-do": "teach_picture" }, t(lesson.trouble || hasEnough ? "teach.picture_again" : "teach.picture"))),
  ];
}

/** What is wrong, in the person's language where there is a sentence for it, and the picture with the row marked.
 * @param {Wire.LessonDocument} lesson */
function troubleView(lesson) {
  if (!lesson.trouble) return null;
  const { key, text, text_words: words, mistake } = lesson.trouble;
  const said = mistake
    ? t(`layout.${mistake.kind}`, { row: mistake.row, found: mistake.found, wanted: mistake.wanted, tile: mistake.tiles.length > 0 ? tileName(mistake.tiles[0]) : "" })
    : tOr(`teach.trouble.${key}`, text);
  return h("div", { class: "trouble", role: "alert", "data-key": `trouble-${lesson.picture}` },
    h("p", { class: "said" }, said),
    mistake && mistake.tiles.length > 1 && h("p", { class: "belongs" }, t("teach.belongs", { row: mistake.row }), " ", mistake.tiles.map((tile) => tileView(tile, { key: tile }))),
    mistake && mistake.kind !== "across" && h("p", { class: "small" }, t("teach.room")),
    key === "camera" && toldIn("p", { class: "small" }, text, words),
    lesson.picture !== null && pictureView(lesson, "teach.picture_wrong"));
}

function lookingStep() {
  return [
    h("p", {}, t("teach.looking")),
    h("progress", { "aria-label": t("teach.step.check") }),
  ];
}

/** @param {Wire.LessonDocument} lesson */
function checkStep(lesson) {
  return [
    h("p", {}, t("teach.check", { count: lesson.tiles })),
    pictureView(lesson, "teach.picture_names"),
    lesson.doubts.length > 0 && h("div", { class: "trouble", role: "alert", "data-key": "doubts" },
      h("p", { class: "said" }, t("teach.look_again")),
      h("ul", {}, lesson.doubts.map((doubt) => h("li", { "data-key": `${doubt.row}-${doubt.number}` },
        tileView(doubt.tile, { silent: true }), h("span", { "aria-hidden": "true" }, "→"), tileView(doubt.looks_like, { silent: true }),
        h("span", {}, t("teach.doubt", { row: doubt.row, number: doubt.number, tile: tileName(doubt.tile), other: tileName(doubt.looks_like) })))))),
    h("div", { class: "actions wrap", "data-key": "judge" },
      h("button", { "data-do": "teach_reject", "data-arg": lesson.picture }, t("teach.wrong")),
      h("button", { class: "primary", "data-do": "teach_confirm", "data-arg": lesson.picture }, t("teach.right"))),
  ];
}

/**
 * @param {Wire.LessonDocument} lesson
 * @param {string} alt
 */
function pictureView(lesson, alt) {
  if (!mayAct("table")) return h("p", { class: "small subtle" }, t("teach.picture_needs_pin"));
  const source = `/camera/layout.jpg?n=${lesson.picture}`;
  return h("a", { href: source, target: "_blank", rel: "noopener", "data-key": `picture-${lesson.picture}` }, h("img", { class: "layout-picture", src: source, alt: t(alt) }));
}

/** @param {Wire.LessonDocument} lesson */
function learningStep(lesson) {
  return [
    h("p", {}, t("teach.learning", { count: number(lesson.crops) })),
    h("progress", { "aria-label": t("teach.step.learning") }),
  ];
}

/**
 * @param {Wire.LessonDocument} lesson
 * @param {Wire.EyesDocument} eyes
 */
function reportStep(lesson, eyes) {
  if (!lesson.learnt) return null;
  const unsure = unsureKinds(lesson.learnt);
  return [
    learntView(lesson.learnt),
    unsure.length > 0 && h("div", { class: "actions", "data-key": "again" },
      h("button", { "data-do": "teach_again", "data-arg": unsure.join(" ") }, t("teach.show_again"))),
    h("div", { class: "actions", "data-key": "store" },
      h("button", { class: "primary", "data-do": "teach_store" }, t("teach.store", { set: setCalled(eyes, lesson.set) }))),
  ];
}
