// What the reader learnt of a tile set: how sure it is now, of what it is unsure, and every kind with its figures.

import { h } from "../shared/dom.js";
import { number, t } from "../shared/i18n.js";
import { tileName, tileView } from "../shared/tiles.js";

const MOST_AGAIN = 18;

/** The kinds to show again, the least sure first.
 * @param {Wire.LearntDocument} learnt */
export function unsureKinds(learnt) {
  return [...learnt.kinds].filter((kind) => !kind.sure).sort((one, other) => one.certainty - other.certainty).slice(0, MOST_AGAIN).map((kind) => kind.kind);
}

/** `learnt`: what a lesson gave, or what is stored of a set.
 * @param {Wire.LearntDocument} learnt */
export function learntView(learnt) {
  /** @param {"before" | "certainty"} key */
  const mean = (key) => learnt.kinds.reduce((sum, kind) => sum + kind[key], 0) / Math.max(learnt.kinds.length, 1);
  const unsure = unsureKinds(learnt).flatMap((kind) => learnt.kinds.find((item) => item.kind === kind) ?? []);
  return h("div", { class: "learnt", "data-key": "learnt" },
    h("p", {}, t("learnt.summary", { kinds: learnt.kinds.length, crops: number(learnt.crops) })),
    h("dl", { class: "figures" },
      h("div", {}, h("dt", {}, t("learnt.before")), h("dd", {}, exactly(mean("before")))),
      h("div", {}, h("dt", {}, t("learnt.after")), h("dd", { class: "now" }, exactly(mean("certainty"))))),
    unsure.length === 0
      ? h("p", { class: "gain", "data-key": "sure" }, t("learnt.sure"))
      : [h("h3", { "data-key": "unsure-title" }, t("learnt.unsure", { count: unsure.length })),
        h("ul", { class: "unsure", "data-key": "unsure" }, unsure.map(unsureView)),
        h("p", { class: "small", "data-key": "elsewhere" }, t("learnt.elsewhere"))],
    learnt.missing.length > 0 && h("p", { class: "small", "data-key": "missing" }, t("learnt.missing"), " ",
      h("span", { class: "missing-kinds" }, learnt.missing.map((tile) => tileView(tile, { key: tile })))),
    h("details", { "data-key": "kinds" },
      h("summary", {}, t("learnt.every")),
      h("div", { class: "scroll" }, h("table", { class: "kinds" },
        h("caption", { class: "unseen" }, t("learnt.every")),
        h("thead", {}, h("tr", {}, ["kind", "crops", "before", "after", "rival"].map((column) => h("th", { scope: "col", "data-key": column }, t(`learnt.column.${column}`))))),
        h("tbody", {}, learnt.kinds.map(kindRow))))));
}

/** @param {Wire.KindLearntDocument} learnt */
function unsureView({ kind, certainty, rival }) {
  return h("li", { "data-key": kind },
    tileView(kind), h("strong", {}, percent(certainty)),
    rival !== null && h("span", { class: "subtle" }, t("learnt.taken_for"), " ", tileView(rival)));
}

/** @param {Wire.KindLearntDocument} learnt */
function kindRow({ kind, crops, before, certainty, rival, sure }) {
  return h("tr", { "data-key": kind },
    h("th", { scope: "row" }, tileView(kind, { silent: true }), h("span", { class: "unseen" }, tileName(kind))),
    h("td", {}, number(crops)), h("td", {}, percent(before)), h("td", { class: sure ? "gain" : "loss" }, percent(certainty)),
    h("td", {}, rival === null ? "–" : tileView(rival)));
}

/** @param {number} share */
function percent(share) {
  return t("question.percent", { percent: number(Math.round(share * 100)) });
}

/** @param {number} share */
function exactly(share) {
  return t("question.percent", { percent: number(Math.round(share * 1000) / 10) });
}
