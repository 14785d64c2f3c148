// The steps of the first start: what was found, and what to do.

import { h } from "../shared/dom.js";
import { currentLanguage, LANGUAGES, preferredLanguage, t } from "../shared/i18n.js";
import { cameraStepView, markersStepView, tilesStepView } from "./set_up_camera_view.js";
import { settingsOffered } from "../rules/start_settings.js";
import { settingView } from "../new_game/start_view.js";
import { machineStepView } from "./set_up_machine_view.js";
import { toldIn } from "../shared/told.js";

/** The whole page.
 * @param {SetUpDocument} shown
 * @param {{ isWide: boolean, busy: string }} page */
export function setUpView(shown, page) {
  const place = shown.steps.findIndex(({ name }) => name === shown.step);
  return [
    h("nav", { class: "rail", "aria-label": t("set_up.steps"), "data-key": "rail" },
      h("p", { class: "where" }, t("set_up.where", { number: place + 1, count: shown.steps.length })),
      h("ol", {}, shown.steps.map(({ name, done }) =>
        h("li", { "data-key": name, class: done ? "done" : "", "aria-current": name === shown.step ? "step" : null },
          h("button", { type: "button", "data-do": "go", "data-arg": name, "aria-label": `${t(`set_up.${name}`)}${done ? ` (${t("set_up.done")})` : ""}` },
            h("span", { class: "tick-mark", "aria-hidden": "true" }, done ? "✓ " : ""), h("span", { class: "name" }, t(`set_up.${name}`))))))),
    h("section", { class: "card step", "data-key": shown.step },
      h("h2", {}, t(shown.again && shown.step === "finish" ? "set_up.again_title" : `set_up.${shown.step}_title`)),
      stepView(shown, page)),
    h("footer", { class: "walk", "data-key": "walk" },
      place > 0 && h("button", { type: "button", "data-do": "go", "data-arg": shown.steps[place - 1].name, "data-key": "back" }, t("set_up.back")),
      h("span", { class: "space" }),
      nextView(shown, place)),
    shown.code && h("p", { class: "subtle small code-line", "data-key": "code" }, t("set_up.code_here", { code: shown.code })),
  ];
}

/** On to the next step, where no other button of the step leads there.
 * @param {SetUpDocument} shown
 * @param {number} place */
function nextView({ steps, step, camera }, place) {
  if (["language", "tiles", "sets", "rules", "pins", "finish"].includes(step)) return null;
  const isDone = steps[place].done || (step === "camera" && camera?.state === "pictures");
  return h("button", { type: "button", class: isDone ? "primary" : null, "data-do": "go", "data-arg": steps[place + 1].name, "data-key": "next" },
    t(isDone ? "set_up.next" : "set_up.later"));
}

/**
 * @param {SetUpDocument} shown
 * @param {{ isWide: boolean, busy: string }} page */
function stepView(shown, page) {
  const { step, board, camera, markers, tiles, sets, machine, rules, pins } = shown;
  if (step === "language") return languageView();
  if (step === "board" && board) return boardView(board);
  if (step === "camera" && camera) return cameraStepView(camera, page);
  if (step === "markers" && camera && markers) return markersStepView(camera, markers, page);
  if (step === "tiles" && camera && tiles) return tilesStepView(camera, tiles, page);
  if (step === "sets" && sets) return setsView(sets);
  if (step === "machine" && machine) return machineStepView(machine);
  if (step === "rules" && rules) return rulesView(rules);
  if (step === "pins" && pins) return pinsView(pins);
  return finishView(shown);
}

function languageView() {
  const proposed = preferredLanguage();
  return [
    h("p", {}, t("set_up.welcome")),
    h("div", { class: "choices" }, Object.entries(LANGUAGES).map(([code, name]) =>
      h("button", { type: "button", class: code === proposed ? "primary" : null, lang: code, "data-do": "language", "data-arg": code, "data-key": code }, name))),
  ];
}

/** @param {BoardStep} board */
function boardView({ ports, port, state, trouble, sentence, sentence_words: words }) {
  return [
    h("p", {}, t("set_up.board_what")),
    h("div", { class: "choices found" }, ports.map(({ path, likely }) =>
      h("button", { type: "button", "data-do": "board", "data-arg": path, "data-key": path, "aria-pressed": String(path === port) },
        h("span", { class: "path" }, path), likely && h("span", { class: "tag" }, t("set_up.likely"))))),
    ports.length === 0 && h("p", { class: "trouble" }, t("set_up.no_ports")),
    port && h("div", { class: `told ${state === "trouble" ? "trouble" : state}`, role: "status", "data-key": "told" },
      h("p", { class: "said" }, state === "trouble" ? t(`set_up.trouble_${trouble}`) : t(`set_up.board_${state}`)),
      state === "trouble" && trouble === "other_board" && toldIn("p", { class: "small" }, sentence, words),
      state === "trouble" && h("p", { class: "small subtle" }, t("set_up.tries_again"))),
    h("details", { "data-key": "typed" }, h("summary", {}, t("set_up.other_port")),
      h("form", { "data-do": "board", class: "line" },
        h("label", {}, h("span", {}, t("set_up.port")), h("input", { name: "port", required: true, maxlength: 300, autocapitalize: "off", spellcheck: "false", placeholder: "/dev/serial/by-id/…" })),
        h("button", {}, t("set_up.try")))),
  ];
}

/** @param {SetsStep} sets */
function setsView({ sets, stored }) {
  return h("form", { "data-do": "sets" },
    h("p", {}, t("set_up.sets_what")),
    sets.map(({ set, name, taught, choices }) => {
      const own = set.toLowerCase();
      return h("div", { class: "fields", "data-key": set },
        h("label", {}, h("span", {}, t("set_up.set_name", { set })),
          h("input", { name: `set_${own}`, maxlength: 40, value: name, autocomplete: "off" })),
        h("label", {}, h("span", {}, t("set_up.set_taught", { set })),
          h("select", { name: `taught_${own}` }, choices.map((choice) =>
            h("option", { value: choice, selected: choice === taught }, taughtWords(choice, own, stored))))));
    }),
    h("p", { class: "small subtle" }, t("set_up.sets_note")),
    h("div", { class: "actions" }, h("button", { class: "primary" }, t("set_up.next"))));
}

/**
 * @param {string} choice
 * @param {string} own
 * @param {string[]} stored */
function taughtWords(choice, own, stored) {
  if (choice === "none") return t("set_up.untaught");
  if (!stored.includes(choice)) return `${choice} – ${t("set_up.taught_later")}`;
  return choice === own ? `${choice} – ${t("set_up.taught_own")}` : choice;
}

/** @param {RulesStep} rules */
function rulesView({ presets, rules, options }) {
  return [
    h("p", {}, t("set_up.rules_what")),
    h("div", { class: "choices presets" }, presets.map((name) =>
      h("button", { type: "button", "data-do": "rules", "data-arg": name, "data-key": name, "aria-pressed": String(name === rules) },
        h("strong", {}, t(`preset.${name}`)), h("span", { class: "small subtle" }, t(`about.${name}`))))),
    settingsOffered(rules).length > 0 && h("details", { "data-key": `house-${rules}` }, h("summary", {}, t("set_up.house_rules", { rules: t(`preset.${rules}`) })),
      h("form", { "data-do": "rules", "data-arg": rules },
        h("div", { class: "fields" }, settingsOffered(rules).map((setting) => settingView(setting, options[setting.option], options[setting.option] ?? setting.choices[0]))),
        h("div", { class: "actions" }, h("button", { class: "primary" }, t("set_up.house_take"))))),
  ];
}

/** @param {PinsStep} pins */
function pinsView({ must, tablets, table, admin, are_set: areSet }) {
  return [
    h("p", {}, t("set_up.pins_what")),
    areSet && h("p", { class: "told proved" }, h("span", { class: "said" }, t("set_up.pins_set"))),
    h("form", { "data-do": "pins" },
      h("div", { class: "fields" },
        pinField("table", t("set_up.pin_table"), table, 4),
        pinField("admin", t("set_up.pin_admin"), admin, 6)),
      h("p", { class: "small subtle" }, t("set_up.pins_note")),
      h("div", { class: "actions wrap" },
        !must && h("button", { type: "button", "data-do": "no_pins" }, t("set_up.no_tablets")),
        h("button", { class: tablets ? "primary" : null }, t("set_up.pins_take")))),
  ];
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {number} least
 */
function pinField(name, label, value, least) {
  return h("label", { "data-key": name }, h("span", {}, label),
    h("input", { name, required: true, minlength: least, maxlength: 64, value, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
}

/** @param {SetUpDocument} shown */
function finishView({ steps, file, failure, failure_words: words, again, pins }) {
  const open = steps.filter(({ name, done }) => !done && name !== "finish");
  if (again) return againView(steps, file, failureView(failure, words));
  const isReady = !open.some(({ name }) => name === "board" || name === "camera");
  return [
    failureView(failure, words),
    open.length === 0 ? h("p", {}, t("set_up.all_done")) : [
      h("p", {}, t(isReady ? "set_up.open" : "set_up.missing")),
      h("ul", { class: "choices" }, open.map(({ name }) => h("li", { "data-key": name },
        h("button", { type: "button", "data-do": "go", "data-arg": name }, t(`set_up.${name}`), name === "machine" && h("span", { class: "tag" }, t("set_up.part_untested")))))),
    ],
    pins?.address && pins.tablets && h("figure", { class: "code", "data-key": "code" },
      h("img", { src: "/screens/table.svg", alt: t("screens.code", { name: t("screens.table") }), width: 148, height: 148 }),
      h("figcaption", {}, t("set_up.scan", { address: pins.address }))),
    h("p", { class: "small subtle" }, t("set_up.writes", { file })),
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "finish", disabled: !isReady }, t("set_up.start"))),
  ];
}

/** Why the table did not start.
 * @param {string} failure
 * @param {Wire.WordsDocument[]} words */
function failureView(failure, words) {
  return failure && h("div", { class: "told trouble", role: "alert", "data-key": "failure" },
    h("p", { class: "said" }, t("set_up.failure")), toldIn("p", {}, failure, words));
}

/** A table that ran before: every step is a way in, and the table a way back.
 * @param {SetUpDocument["steps"]} steps
 * @param {string} file
 * @param {Child} failure */
function againView(steps, file, failure) {
  return [
    failure,
    h("p", {}, t("set_up.again_what")),
    h("ul", { class: "choices" }, steps.filter(({ name }) => name !== "finish").map(({ name }) => h("li", { "data-key": name },
      h("button", { type: "button", "data-do": "go", "data-arg": name }, t(`set_up.${name}`))))),
    h("p", { class: "small subtle" }, t("set_up.writes", { file })),
    h("div", { class: "actions wrap" },
      h("button", { type: "button", "data-do": "leave" }, t("set_up.leave")),
      h("button", { type: "button", class: "primary", "data-do": "finish" }, t("set_up.start"))),
  ];
}

/** While the table starts in place of the set-up. */
export function startingView() {
  return h("section", { class: "card step starting", role: "status", "data-key": "starting" },
    h("h2", {}, t("set_up.starting")), h("p", {}, t("set_up.starting_what")), h("progress", { "aria-label": t("set_up.starting") }));
}

/** Why this browser may not set up, and how it may.
 * @param {string} door */
export function doorView(door) {
  return h("section", { class: "card step", "data-key": `door-${door}` },
    h("h2", {}, t("set_up.language_title")),
    door === "not_home" && h("p", { class: "told trouble" }, h("span", { class: "said" }, t("set_up.not_home"))),
    door === "set_up_taken" && [h("p", {}, t("set_up.welcome")),
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "come" }, t("set_up.begin")))],
    door === "code" && h("form", { "data-do": "code", class: "line", lang: currentLanguage() },
      h("p", {}, t("set_up.taken")),
      h("label", {}, h("span", {}, t("set_up.code")), h("input", { name: "code", required: true, maxlength: 20, autocapitalize: "off", autocomplete: "off", spellcheck: "false" })),
      h("button", { class: "primary" }, t("set_up.go_on"))),
    door === "login_needed" && [h("p", {}, t("login.needs_admin")),
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "pin" }, t("login.enter")))]);
}
