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

/** The settings of the form that differ from the preset.
 * @param {string} rules
 * @param {FormData} form */
export function changedSettings(rules, form) {
  const changed = settingsOffered(rules).filter(({ option, choices }) => (form.get(`set-${option}`) ?? choices[0]) !== choices[0]);
  return Object.fromEntries(changed.map(({ option }) => [option, form.get(`set-${option}`)]));
}
