// Texts: one catalogue a language, English fills what another lacks, unknown keys are made readable.

export const LANGUAGES = { en: "English", fr: "Français", ja: "日本語", zh: "中文" };

let english = {};
let catalogue = {};
let language = "en";

async function load(code) {
  const response = await fetch(`/static/i18n/${code}.json`);
  return response.ok ? response.json() : {};
}

/** The language a new visitor gets. */
export function preferredLanguage() {
  const wished = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return wished.find((code) => code in LANGUAGES) ?? "en";
}

/** Switch to a language; missing texts come from English. */
export async function useLanguage(code) {
  if (!Object.keys(english).length) english = await load("en");
  catalogue = code === "en" ? english : await load(code);
  language = code;
  document.documentElement.lang = code;
}

export function currentLanguage() {
  return language;
}

function humanise(key) {
  const words = key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text of `key` with {names} filled in. */
export function t(key, values = {}) {
  const text = catalogue[key] ?? english[key] ?? humanise(key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of `key`, or `otherwise` when no catalogue has it. */
export function tOr(key, otherwise) {
  return catalogue[key] ?? english[key] ?? otherwise;
}

/** A number of points with the language's thousands separator. */
export function points(value) {
  return new Intl.NumberFormat(language).format(value).replace("-", "−");
}

/** A change of points, always with its sign. */
export function change(value) {
  if (value === 0) return "±0";
  return (value > 0 ? "+" : "") + points(value);
}
