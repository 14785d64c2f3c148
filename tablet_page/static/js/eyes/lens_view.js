// The camera's lens: what is stored of it, and what the present picture says, before and after.

import { momentText } from "../shared/clock.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { toldIn } from "../shared/told.js";

/** What is stored, with the buttons to measure it anew and to go back. `lens`: that part of the `eyes` document.
 * @param {Wire.LensDocument | undefined} lens */
export function storedLensView(lens) {
  if (!lens) return null;
  const { stored, problem, problem_words: words, may_go_back: mayGoBack } = lens;
  const date = stored && momentText(stored.made_at);
  return [
    h("p", { class: "small subtle", "data-key": "lens-stored" }, stored ? t("lens.known", { date, origin: t(`lens.from.${stored.lens_from}`) }) : t("lens.unknown")),
    problem && toldIn("p", { class: "small loss", "data-key": "lens-problem" }, problem, words),
    h("div", { class: "actions wrap", "data-key": "lens" },
      h("button", { "data-do": "lens_measure" }, t("lens.measure")),
      mayGoBack && h("button", { "data-do": "lens_back", "data-key": "back" }, t("lens.back"))),
  ];
}

/** What was measured: figures before and after, the picture, and whether to store it. `wish`: answer of the command.
 * @param {MeasuredLens | null} wish */
export function measuredLensView(wish) {
  if (!wish) return null;
  return h("section", { class: "card camera calibration lens", "data-key": "lens-measured", role: "status" },
    h("h2", {}, t("lens.title")),
    wish.isBusy && [h("p", {}, t("lens.measuring")), h("progress", { "aria-label": t("lens.measuring") })],
    wish.problem && [
      toldIn("p", { class: "loss", role: "alert" }, wish.problem, wish.problem_words),
      h("p", { class: "small" }, t("lens.problem_help")),
      h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "lens_measure" }, t("lens.again"))),
    ],
    wish.after && figuresView(wish));
}

/** @param {LensFigures} figures */
function figuresView({ measured, lens_from: origin, edges, before, after }) {
  const source = `/camera/lens.jpg?n=${measured}`;
  return [
    h("a", { href: source, target: "_blank", rel: "noopener" }, h("img", { src: source, alt: t("camera.calibration_picture") })),
    h("p", { class: "small" }, t("camera.calibration_how")),
    h("ul", {}, after.advice.length === 0
      ? h("li", {}, t("camera.good"))
      : after.advice.map((advice, place) => toldIn("li", { class: "loss" }, advice, after.advice_words[place]))),
    h("p", { class: "small" }, t("lens.origin", { origin: t(`lens.from.${origin}`), edges })),
    h("table", { class: "before-after" }, h("caption", { class: "unseen" }, t("lens.title")),
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("lens.before")), h("th", { scope: "col" }, t("lens.after")))),
      h("tbody", {},
        row("camera.misfit", before, after, (report) => `${report.residual_px.toFixed(2)} px · ${report.residual_mm.toFixed(2)} mm`),
        row("camera.height", before, after, (report) => t("camera.mm", { count: Math.round(report.camera_mm[2]) })),
        row("lens.focal", before, after, (report) => report.focal_share.toFixed(3)),
        row("lens.bend", before, after, (report) => `${signed(report.k1)} · ${signed(report.k2)}`),
        row("camera.tile_width", before, after, (report) => t("camera.px", { count: Math.round(Math.min(...report.tile_px)) })))),
    h("div", { class: "actions" },
      h("button", { "data-do": "lens_drop" }, t("confirm.no")),
      h("button", { class: "primary", "data-do": "lens_store", "data-arg": measured }, t("lens.store"))),
  ];
}

/**
 * @param {string} name
 * @param {LensReport | null} before
 * @param {LensReport} after
 * @param {(report: LensReport) => string} text
 */
function row(name, before, after, text) {
  return h("tr", { "data-key": name }, h("th", { scope: "row" }, t(name)), h("td", {}, before === null ? "–" : text(before)), h("td", {}, text(after)));
}

/** @param {number} value */
function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(3);
}
