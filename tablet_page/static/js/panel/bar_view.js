// The bar at the top: what is always at hand, first of all the stop button.

import { clockView } from "../shared/clock.js";
import { comfortButton } from "../screen/comfort.js";
import { h, s } from "../shared/dom.js";
import { currentLanguage, LANGUAGES, t } from "../shared/i18n.js";
import { lockView } from "../link/login_view.js";
import { questionBadge } from "../sheets/question_view.js";

/** Everything inside the header. `wishes`: view.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function barView(documents, wishes) {
  const { state } = documents;
  const nextView = wishes.view === "around" ? "upright" : "around";
  return [
    h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), h("span", {}, "Jantaku")),
    state && h("p", { class: `chip${state.machine.fault ? " loss" : ""}` },
      h("span", { class: "lamp", "data-state": state.machine.fault ? "fault" : state.hold ? "waiting" : state.machine.state }),
      h("span", { class: "chip-text" }, chipText(state))),
    state && !state.camera.ok && !state.camera.problem && h("p", { class: "chip loss" }, t("camera.no_picture")),
    questionBadge(documents),
    h("span", { class: "space" }),
    state && clockView(state),
    state && state.undo_to !== null && h("button", { class: "icon", "data-do": "undo", "data-arg": state.undo_to, "data-key": "undo", "aria-label": t("correct.undo"), title: t("correct.undo") }, icon("undo")),
    h("button", { class: "icon", "data-do": "view", "data-arg": nextView, "aria-label": t(`view.${nextView}`), title: t(`view.${nextView}`) }, icon(nextView)),
    helpLink(""),
    comfortButton(),
    h("label", { class: "language" }, h("span", { class: "unseen" }, t("language.title")),
      h("select", { "data-change": "language" }, Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, selected: code === currentLanguage(), lang: code }, name)))),
    lockView(),
    h("button", { class: "stop", "data-do": "stop" }, t("control.stop")),
  ];
}

/** The way to the help; `seat` is where it leads back to, "" for the whole table.
 * @param {string} seat */
export function helpLink(seat) {
  return h("a", { class: "button icon help", href: seat === "" ? "/?view=help" : `/?view=help&seat=${seat}`, "aria-label": t("help.title"), title: t("help.title"), "data-key": "help" }, "?");
}

/** What the table does in a few words; the board still says "in play" of a deal that was the last.
 * @param {Wire.StateDocument} state */
function chipText({ machine, phase, hold }) {
  if (machine.fault) return t("fault.title");
  if (hold) return t("result.held");
  return phase === "over" && machine.state === "in_play" ? t("hall_phase.over") : t(`machine.${machine.state}`);
}

/** @type {Record<string, string>} */
const PATHS = {
  around: "M4 4h16v16H4z M9 7h6 M9 17h6 M7 9v6 M17 9v6",
  undo: "M9 14 4 9l5-5 M4 9h10a6 6 0 0 1 0 12h-4",
  upright: "M4 5h16 M4 10h16 M4 15h16 M4 20h10",
};

/** @param {string} name */
function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: `glyph glyph-${name}`, "data-key": name }, s("path", { d: PATHS[name] }));
}
