// Beginning a game: players, rules by the names that people know, the settings that tables agree on.

import { h } from "../shared/dom.js";
import { chosenHouse, houseRulesView, keepView } from "../rules/house_rules.js";
import { t, tOr } from "../shared/i18n.js";
import { pickerView } from "./people_picker.js";
import { limitField } from "./reminder.js";
import { seatingView } from "./seating_view.js";
import { settingsOffered } from "../rules/start_settings.js";

const SEATS = [0, 1, 2, 3];
const EMPTY_SEAT = "empty_seat";

/** The form. `wishes`: rules (the preset looked at, null for the table's own), emptySeat, drawn (the seats).
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function startView(documents, wishes) {
  const choices = documents.info?.rules ?? [documents.state.rules];
  const chosen = choices.find((name) => name === wishes.rules) ?? documents.state.rules;
  const house = chosenHouse(wishes);
  const settings = house?.rules === chosen ? house.settings : usualOf(documents, chosen);
  const seats = SEATS.filter((seat) => String(seat) !== emptySeat(chosen, wishes));
  return h("form", { class: "card start", "data-do": "start_game", "data-key": "start" },
    h("h2", {}, t("start.title")),
    pickerView(documents),
    h("div", { class: "names" }, seats.map((seat) => field(t("start.seat", { number: seat + 1 }),
      h("input", { name: `name-${seat}`, maxlength: "40", autocomplete: "off", placeholder: t("start.name") })))),
    houseRulesView(wishes),
    field(t("start.rules"), h("select", { name: "rules", "data-change": "rules" }, choices.map((name) =>
      h("option", { value: name, selected: name === chosen }, tOr(`preset.${name}`, name))))),
    aboutView(chosen),
    seatingView(wishes.drawn?.redrawn ? null : wishes.drawn),
    settingsView(chosen, settings, `settings-${chosen}-${house?.id ?? ""}`, emptySeat(chosen, wishes)),
    keepView(),
    field(t("start.first_dealer"), h("select", { name: "first_dealer" }, seats.map((seat) =>
      h("option", { value: seat }, t("start.seat", { number: seat + 1 }))))),
    limitField(),
    h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, t("start.button"))));
}

/**
 * @param {string} label
 * @param {Child} control
 */
function field(label, control) {
  return h("label", {}, h("span", {}, label), control);
}

/** What a preset is, and what of it is not in its source.
 * @param {string} preset */
function aboutView(preset) {
  return h("div", { class: "about", "data-key": `about-${preset}` },
    h("p", { class: "small" }, tOr(`about.${preset}`, "")),
    noteView(preset));
}

/** Where a part of the rules comes from outside their source, said beside every score; nothing for the others.
 * @param {string} preset */
export function noteView(preset) {
  const note = tOr(`note.${preset}`, "");
  return note && h("p", { class: "small subtle note" }, note);
}

/** The seat that stays empty where three play, as a setting's choice; null where four play.
 * @param {string} preset
 * @param {Wishes} wishes */
function emptySeat(preset, wishes) {
  const setting = settingsOffered(preset).find(({ option }) => option === EMPTY_SEAT);
  return setting === undefined ? null : setting.choices.find((choice) => choice === wishes.emptySeat) ?? setting.choices[0];
}

/** What tables agree on, and what house rules change beside that.
 * @param {string} preset
 * @param {Record<string, string>} house
 * @param {string} key
 * @param {string | null} empty */
function settingsView(preset, house, key, empty) {
  const offered = settingsOffered(preset);
  const others = Object.entries(house).filter(([option]) => offered.every((setting) => setting.option !== option));
  if (offered.length === 0 && others.length === 0) return null;
  return h("fieldset", { "data-key": key },
    h("legend", { class: "unseen" }, t("start.settings")),
    h("div", { class: "names" }, offered.map((setting) => settingView(setting, house[setting.option], empty))),
    others.map(([option, value]) => h("input", { type: "hidden", name: `set-${option}`, value })),
    others.length > 0 && h("p", { class: "small subtle" }, t("house.others", { count: others.length })));
}

/** The options that the table proposes for a preset: the house's own, or those of the game before.
 * @param {Documents} documents
 * @param {string} preset
 * @returns {Record<string, string>} */
function usualOf({ info }, preset) {
  if (info?.rule_system.preset !== preset) return {};
  return Object.fromEntries(Object.entries(info.rule_system.settings).map(([option, value]) => [option, String(value)]));
}

/** A setting as a choice; `chosen` stands there at first, the preset's own value where nobody has chosen.
 * @param {StartSetting} setting
 * @param {string | undefined} chosen
 * @param {string | null} empty */
export function settingView({ option, choices, words = option }, chosen, empty) {
  if (option === EMPTY_SEAT) {
    return field(t("setting.empty_seat"), h("select", { name: `set-${option}`, "data-change": EMPTY_SEAT }, choices.map((choice) =>
      h("option", { value: choice, selected: choice === empty }, t("start.seat", { number: Number(choice) + 1 })))));
  }
  const first = chosen ?? choices[0];
  const all = choices.includes(first) ? choices : [...choices, first];
  return field(t(`setting.${words}`), h("select", { name: `set-${option}` }, all.map((choice) =>
    h("option", { value: choice, selected: choice === first && first !== choices[0] }, tOr(`choice.${words}_${choice}`, tOr(`choice.${choice}`, choice))))));
}
