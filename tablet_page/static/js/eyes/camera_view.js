// The camera: whether its pictures come, what it sees, and whether the calibration still fits.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { measuredLensView, storedLensView } from "./lens_view.js";
import { toldIn } from "../shared/told.js";

/** The cards of the set-up. `wishes`: camera, the time of the picture shown; calibration, the figures to show; lens,
    what was measured.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function cameraView({ state: { camera }, eyes }, wishes) {
  const trouble = camera.problem ? t("camera.problem") : t("camera.old", { age: Math.round(camera.age_s) });
  const isWell = camera.ok && !camera.problem;
  return [
    h("section", { class: "card camera", "data-key": "camera" },
      h("h2", {}, t("camera.title")),
      h("p", { class: isWell ? "" : "loss" }, isWell ? t("camera.ok") : trouble),
      wishes.camera && h("img", { src: `/camera/snapshot.jpg?overlay=1&n=${wishes.camera}`, alt: t("camera.picture") }),
      h("div", { class: "actions wrap" },
        h("button", { "data-do": "camera_live" }, t("camera.live")),
        h("button", { "data-do": "camera" }, t(wishes.camera ? "camera.again" : "camera.show")),
        h("button", { "data-do": "calibration" }, t("camera.check"))),
      storedLensView(eyes?.lens)),
    measuredLensView(wishes.lens),
    wishes.calibration && calibrationView(wishes.calibration),
  ];
}

/** @param {CalibrationFigures} figures */
function calibrationView({ problem, problem_words: words, report, taken }) {
  return h("section", { class: "card camera calibration", "data-key": "calibration" },
    h("h2", {}, t("camera.calibration")),
    h("a", { href: `/camera/calibration.jpg?n=${taken}`, target: "_blank", rel: "noopener" },
      h("img", { src: `/camera/calibration.jpg?n=${taken}`, alt: t("camera.calibration_picture") })),
    problem && toldIn("p", { class: "loss" }, problem, words),
    report && reportView(report));
}

/** @param {CalibrationReport} report */
function reportView(report) {
  const [least, most] = report.tile_px.map((width) => Math.round(width)).sort((one, other) => one - other);
  return [
    h("p", { class: "small" }, t("camera.calibration_how")),
    h("ul", {}, report.advice.length === 0
      ? h("li", {}, t("camera.good"))
      : report.advice.map((advice, place) => toldIn("li", { class: "loss" }, advice, report.advice_words[place]))),
    h("table", {}, h("caption", { class: "unseen" }, t("camera.calibration")),
      h("tbody", {},
        Object.entries(report.markers).map(([number, [offPx, offMm]]) =>
          row(`${t("camera.marker")} ${number}`, `${pixels(offPx.toFixed(2))} · ${millimetres(offMm.toFixed(2))}`)),
        row(t("camera.misfit"), `${pixels(report.residual_px.toFixed(2))} · ${millimetres(report.residual_mm.toFixed(2))}`),
        row(t("camera.height"), millimetres(Math.round(report.camera_mm[2]))),
        row(t("camera.tile_width"), pixels(least === most ? least : `${least}–${most}`)),
        report.moved_mm !== null && row(t("camera.moved"), millimetres(Math.round(report.moved_mm))))),
  ];
}

/**
 * @param {string} name
 * @param {string} value
 */
function row(name, value) {
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));
}

/** @param {number | string} count */
function pixels(count) {
  return t("camera.px", { count });
}

/** @param {number | string} count */
function millimetres(count) {
  return t("camera.mm", { count });
}
