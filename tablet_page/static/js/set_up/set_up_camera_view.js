// The steps of the first start that look through the camera: its picture, the markers that turn green in it, and tiles
// that it measures.

import { h, s } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { lengthField } from "./set_up_fields.js";
import { toldIn, toldView } from "../shared/told.js";

const SHARP = 0.9;

/** @param {CameraStep} camera
 * @param {{ isWide: boolean, busy: string }} page */
export function cameraStepView(camera, page) {
  const { cameras, address } = camera;
  return [
    h("p", {}, t("set_up.camera_what")),
    h("div", { class: "choices found" }, cameras.map(({ address: place, name }) =>
      h("button", { type: "button", "data-do": "camera", "data-arg": place, "data-key": place, "aria-pressed": String(place === address) },
        name && h("strong", {}, name), h("span", { class: "path" }, place)))),
    cameras.length === 0 && h("p", { class: "subtle" }, t("set_up.no_cameras")),
    h("details", { "data-key": "typed" }, h("summary", {}, t("set_up.other_camera")),
      h("form", { "data-do": "camera", class: "line" },
        h("label", {}, h("span", {}, t("set_up.address")), h("input", { name: "address", required: true, maxlength: 300, autocapitalize: "off", spellcheck: "false", inputmode: "url", placeholder: `${location.protocol}//192.168.1.20:8080/stream.mjpg` })),
        h("button", {}, t("set_up.try")))),
    address && pictureView(camera, [], page),
    address && camera.state === "pictures" && figuresView(camera),
  ];
}

/** @param {CameraStep} camera
 * @param {MarkersStep} markers
 * @param {{ isWide: boolean, busy: string }} page */
export function markersStepView(camera, markers, page) {
  const seen = markers.markers.filter(({ corners }) => corners.length > 0).length;
  const isBusy = ["markers", "scale"].includes(page.busy);
  return [
    h("p", {}, t("set_up.markers_what"), " ", h("a", { href: "/api/set_up/markers.pdf", target: "_blank", rel: "noopener" }, t("set_up.markers_print"))),
    camera.address ? pictureView(camera, markers.markers, page) : h("p", { class: "told trouble" }, t("set_up.no_camera")),
    h("ul", { class: "markers", "aria-live": "polite", "data-key": "markers" }, markers.markers.map(({ number, corners }) =>
      h("li", { "data-key": number, class: corners.length ? "seen" : "" }, `${corners.length ? "✓" : "…"} ${t(`set_up.corner_${number}`)}`))),
    h("p", { class: "small subtle", "data-key": "seen" }, t("set_up.markers_seen", { seen, count: markers.markers.length })),
    h("form", { "data-do": "markers", "data-key": "measures" },
      h("div", { class: "fields" },
        lengthField("surface_mm", t("set_up.surface"), markers.surface_mm),
        lengthField("marker_mm", t("set_up.marker"), markers.marker_mm)),
      h("div", { class: "actions" }, h("button", { class: markers.report ? null : "primary", disabled: isBusy || seen === 0 }, t(isBusy ? "set_up.solving" : markers.report ? "set_up.solve_again" : "set_up.solve")))),
    h("details", { "data-key": "scale" }, h("summary", {}, t("set_up.scale")),
      h("form", { "data-do": "scale" },
        h("p", {}, t("set_up.scale_what")),
        h("div", { class: "fields" },
          lengthField("height_mm", t("set_up.tile_height"), markers.tile_mm[0]),
          lengthField("width_mm", t("set_up.tile_width"), markers.tile_mm[1]),
          lengthField("thickness_mm", t("set_up.tile_thickness"), markers.tile_mm[2])),
        h("div", { class: "actions" }, h("button", { disabled: isBusy || seen === 0 }, t(isBusy ? "set_up.solving" : "set_up.scale_find"))))),
    markers.problem && h("div", { class: "told trouble", role: "alert", "data-key": "problem" }, toldView(markers.problem, markers.problem_words, t("set_up.unsolved"))),
    markers.report && reportView(markers.report),
  ];
}

/** A tile's size: typed, or seen by the camera once its place is known.
 * @param {CameraStep} camera
 * @param {TilesStep} tiles
 * @param {{ isWide: boolean, busy: string }} page */
export function tilesStepView(camera, { height_mm: height, width_mm: width, thickness_mm: thickness, measured, problem, problem_words: words }, page) {
  const isBusy = page.busy === "see_tiles";
  return [
    h("p", {}, t("set_up.tiles_what")),
    camera.address && h("details", { "data-key": "see", open: measured > 0 || problem !== "" }, h("summary", {}, t("set_up.see_tiles")),
      h("p", {}, t("set_up.see_tiles_what")),
      rowsDrawing(),
      pictureView(camera, [], page),
      h("div", { class: "actions" }, h("button", { type: "button", "data-do": "see_tiles", disabled: isBusy || camera.state !== "pictures" }, t(isBusy ? "set_up.solving" : "set_up.see_tiles_now"))),
      problem && h("div", { class: "told trouble", role: "alert", "data-key": "problem" }, toldView(problem, words, t("set_up.unseen_tiles"))),
      measured > 0 && h("p", { class: "told proved", role: "status", "data-key": "measured" }, t("set_up.tiles_seen", { width, height, count: measured }))),
    h("form", { "data-do": "tiles", "data-key": measured > 0 ? `size ${width} ${height}` : "size" }, // what was measured replaces what was typed
      h("div", { class: "fields" },
        lengthField("height_mm", t("set_up.tile_height"), height),
        lengthField("width_mm", t("set_up.tile_width"), width),
        lengthField("thickness_mm", t("set_up.tile_thickness"), thickness)),
      h("div", { class: "actions" }, h("button", { class: "primary" }, t("set_up.next")))),
  ];
}

/** How tiles are laid to be measured: side by side, and end to end. */
function rowsDrawing() {
  const [short, long, count] = [20.5, 28, 6];
  const places = Array.from({ length: count }, (_, place) => place);
  return s("svg", { class: "laid-rows", viewBox: "-4 -4 178 80", "aria-hidden": "true" },
    places.map((place) => s("rect", { x: place * short, y: 0, width: short - 1, height: long - 1, rx: 2.5 })),
    places.map((place) => s("rect", { x: place * long, y: 48, width: long - 1, height: short - 1, rx: 2.5 })));
}

/** The live picture with what is known of the markers drawn over it.
 * @param {CameraStep} camera
 * @param {SeenMarker[]} markers
 * @param {{ isWide: boolean }} page */
function pictureView(camera, markers, { isWide }) {
  const { state, number, problem, problem_words: words, size: [width, height] } = camera;
  return h("figure", { class: isWide ? "live wide" : "live", "data-key": "live" },
    number > 0 && h("div", { class: state === "trouble" ? "frame old" : "frame" },
      h("img", { src: `/camera/set_up.jpg?n=${number}`, alt: t("set_up.live"), width, height }),
      s("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" }, markers.filter(({ corners }) => corners.length > 0).map((marker) =>
        s("polygon", { points: marker.corners.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ") })))),
    state === "opening" && number === 0 && h("p", { class: "waiting small" }, t("set_up.opening")),
    problem && h("div", { class: "told trouble", role: "alert" }, toldView(problem, words, t("camera.problem"))),
    isWide && state === "pictures" && figuresView(camera),
    number > 0 && h("button", { type: "button", "data-do": "wide", class: "widen" }, t(isWide ? "set_up.narrow" : "set_up.wide")));
}

/** Light and sharpness, told while somebody turns the camera.
 * @param {CameraStep} camera */
function figuresView({ light, sharpness, size: [width, height] }) {
  return h("dl", { class: "figures", "aria-live": "polite" },
    h("div", { class: light === "good" ? "good" : "bad" }, h("dt", {}, t("set_up.light")), h("dd", {}, t(`set_up.light_${light}`))),
    h("div", { class: sharpness >= SHARP ? "good" : "bad" }, h("dt", {}, t("set_up.sharpness")),
      h("dd", {}, h("progress", { max: 1, value: sharpness, "aria-label": t("set_up.sharpness") }), h("span", {}, t(sharpness >= SHARP ? "set_up.sharpest" : "set_up.less_sharp")))),
    h("div", {}, h("dt", {}, t("set_up.size")), h("dd", {}, `${width} × ${height}`)));
}

/** @param {CalibrationReport} report */
function reportView(report) {
  const least = Math.round(Math.min(...report.tile_px));
  return h("div", { class: "told proved", role: "status", "data-key": "report" },
    h("p", { class: "said" }, t("set_up.solved", { height: Math.round(report.camera_mm[2]), misfit: report.residual_mm.toFixed(2), tile: least })),
    report.advice.length > 0 && h("ul", {}, report.advice.map((advice, place) => toldIn("li", {}, advice, report.advice_words[place]))));
}
