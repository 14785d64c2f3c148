// What can be chosen about a preset when a game begins.

/** By preset: options with their choices, the preset's own value first. @type {Record<string, StartSetting[]>} */
let settingsOf = {};

/** Read what can be chosen; without it games begin with the presets as they are. */
export async function loadStartSettings() {
  const response = await fetch("/static/start_settings.json");
  if (response.ok) settingsOf = await response.json();
}

/** The settings that a preset offers.
 * @param {string} rules */
export function settingsOffered(rules) {
  return settingsOf[rules] ?? [];
}

const FIELD = "set-";

/** The settings of the form that differ from the preset: those that it offers, and those that house rules bring along.
 * @param {string} rules
 * @param {FormData} form
 * @returns {Record<string, string>} */
export function changedSettings(rules, form) {
  const own = Object.fromEntries(settingsOffered(rules).map(({ option, choices }) => [option, choices[0]]));
  const told = [...form].filter(([name]) => name.startsWith(FIELD)).map(([name, value]) => [name.slice(FIELD.length), String(value)]);
  return Object.fromEntries(told.filter(([option, value]) => value !== own[option]));
}
