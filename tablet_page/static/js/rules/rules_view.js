// House rules as cards, and the form with every option of a preset.

import { h } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";
import { toldIn } from "../shared/told.js";
import { settingsOffered } from "./start_settings.js";

export const RULES_ADDRESS = "/?view=rules";
const MAX_SHOWN = 6;
/** The section, and its option, of how many play. */
const PLAYERS = "players";
/** The section of which document a clause is quoted from. */
const SOURCES = "clauses";

/** Every house rules, and the presets that new ones can begin from.
 * @param {HouseRules[]} list
 * @param {string[]} presets */
export function listView(list, presets) {
  return [
    h("h1", {}, t("house.title")),
    h("p", { class: "subtle" }, t("house.help")),
    list.length === 0 ? h("p", { class: "card empty" }, t("house.none")) : list.map(cardView),
    h("section", { class: "card", "data-key": "presets" },
      h("h2", {}, t("house.new")),
      h("p", { class: "subtle" }, t("house.new_help")),
      h("div", { class: "preset-links" }, presets.map((name) => h("a", { class: "button", href: `${RULES_ADDRESS}&preset=${name}`, "data-key": name }, tOr(`preset.${name}`, name))))),
  ];
}

/** @param {HouseRules} rules */
function cardView({ id, name, rules, settings, problem, problem_words: words }) {
  const changes = Object.entries(settings);
  return h("section", { class: "card house-card", "data-key": id },
    h("h2", {}, name),
    h("p", { class: "subtle" }, tOr(`preset.${rules}`, rules)),
    problem && h("p", { class: "loss" }, t("house.unplayable"), " ", toldIn("span", {}, problem, words)),
    changes.length === 0 ? h("p", {}, t("house.as_preset")) : h("ul", { class: "house-changes" },
      changes.slice(0, MAX_SHOWN).map(([option, value]) => h("li", { "data-key": option }, nameView(rules, option), ": ", h("strong", {}, valueText(rules, option, value)))),
      changes.length > MAX_SHOWN && h("li", {}, t("house.more", { count: changes.length - MAX_SHOWN }))),
    h("div", { class: "actions wrap" },
      !problem && h("a", { class: "button", href: `${RULES_ADDRESS}&house=${id}` }, t("house.edit")),
      h("button", { "data-do": "rename", "data-arg": id }, t("house.rename")),
      h("button", { class: "danger", "data-do": "remove", "data-arg": id }, t("house.remove"))));
}

/** The form.
 * @param {{ preset: string, options: PresetOption[] }} preset
 * @param {HouseRules | null} house
 * @param {Record<string, string>} typed */
export function editorView({ preset, options }, house, typed) {
  const offered = settingsOffered(preset).map(({ option }) => option);
  const often = options.filter(({ option }) => offered.includes(option));
  const others = options.filter(({ option }) => !offered.includes(option));
  const count = Object.keys(typed).length;
  return [
    h("h1", {}, house?.name ?? t("house.new")),
    h("p", { class: "subtle" }, t("house.from", { rules: tOr(`preset.${preset}`, preset) })),
    h("form", { class: "rules-form", "data-do": "keep", "data-key": `form-${preset}-${house?.id ?? ""}` },
      h("label", { class: "card house-name-field" }, h("span", {}, t("house.name")), h("input", { name: "house", maxlength: "40", required: true, autocomplete: "off", value: house?.name ?? "" })),
      often.length > 0 && sectionView("often", t("house.often"), preset, often, typed),
      sectionsOf(others).map((section) =>
        sectionView(section, t(`section.${section}`), preset, others.filter((option) => option.section === section), typed)),
      h("div", { class: "actions save-rules" },
        h("span", { class: "subtle" }, count === 0 ? t("house.as_preset") : t("house.differs", { count })),
        h("button", { class: "primary", type: "submit" }, t("house.save")))),
  ];
}

/** As the preset has them, but last what three players alone ask about where four play, and where its clauses stand: nobody
 * changes a game by that.
 * @param {PresetOption[]} options */
function sectionsOf(options) {
  const sections = [...new Set(options.map(({ section }) => section))];
  const isOfFour = options.some(({ option, value }) => option === PLAYERS && value === "4");
  const last = [...(isOfFour ? [PLAYERS] : []), SOURCES].filter((section) => sections.includes(section));
  return [...sections.filter((section) => !last.includes(section)), ...last];
}

/**
 * @param {string} key
 * @param {string} title
 * @param {string} preset
 * @param {PresetOption[]} options
 * @param {Record<string, string>} typed
 */
function sectionView(key, title, preset, options, typed) {
  return h("fieldset", { class: "card", "data-key": key },
    h("legend", {}, title),
    options.map((option) => optionView(preset, option, typed)));
}

/**
 * @param {string} preset
 * @param {PresetOption} known
 * @param {Record<string, string>} typed
 */
function optionView(preset, { option, value, choices, meaning, allowed }, typed) {
  const now = typed[option] ?? value;
  const differs = option in typed;
  const id = `option-${option}`;
  return h("div", { class: `option${differs ? " differs" : ""}`, "data-key": option },
    h("label", { for: id }, nameView(preset, option), differs && h("span", { class: "usual" }, t("house.usual", { value: valueText(preset, option, value) }))),
    choices.length > 0
      ? h("select", { id, name: `set-${option}` }, choices.map((choice) => h("option", { value: choice, selected: choice === now, lang: isTold(preset, option, choice) ? null : "en" }, valueText(preset, option, choice))))
      : h("input", { id, name: `set-${option}`, value: now, autocomplete: "off", title: allowed }),
    explanationView(preset, option, meaning));
}

/** What an option means: in the page's language, otherwise as the rules' source says it, in English.
 * @param {string} preset
 * @param {string} option
 * @param {string} meaning */
function explanationView(preset, option, meaning) {
  const told = tOr(`explain.${option}_${preset}`, tOr(`explain.${option}`, ""));
  return h("p", { class: "small subtle", lang: told ? null : "en" }, told || meaning);
}

/** Under which name the texts of an option stand.
 * @param {string} preset
 * @param {string} option */
function words(preset, option) {
  return settingsOffered(preset).find((setting) => setting.option === option)?.words ?? option;
}

/** @param {string} preset
 * @param {string} option */
function nameView(preset, option) {
  const key = `setting.${words(preset, option)}`;
  return tOr(key, "") === "" ? h("span", { lang: "en" }, t(key)) : t(key);
}

/**
 * @param {string} preset
 * @param {string} option
 * @param {string} value
 */
function isTold(preset, option, value) {
  return tOr(`choice.${words(preset, option)}_${value}`, tOr(`choice.${value}`, "")) !== "";
}

/** @param {string} preset
 * @param {string} option
 * @param {string} value */
function valueText(preset, option, value) {
  return tOr(`choice.${words(preset, option)}_${value}`, tOr(`choice.${value}`, value.replaceAll("_", " ")));
}
