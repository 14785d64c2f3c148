// Texts: one catalogue a language; English where that cannot be loaded (tests hold every catalogue to every text);
// unknown keys are made readable.
//
// A text may have another wording where no riichi is played ("classical.…") and where tours are counted instead of
// prevailing winds ("tour.…"), where payments are typed ("typed.…") or norths are laid aside ("kita.…"): `useSystem` says
// which wordings come first.

export const LANGUAGES = { en: "English", fr: "Français", ja: "日本語", zh: "中文" };

/** @type {Record<string, string>} */
let english = {};
/** @type {Record<string, string>} */
let catalogue = {};
let language = "en";
let wordings = [""];
let isMoney = false;
/** Catalogues beside the table's own. @type {Set<string>} */
const beside = new Set();

/** @param {string} code */
async function load(code) {
  const files = await Promise.all([code, ...[...beside].map((name) => `${name}.${code}`)].map((name) => fetch(`/static/i18n/${name}.json`)));
  return Object.assign({}, ...await Promise.all(files.map((response) => (response.ok ? response.json() : {}))));
}

/** Load what only pages beside the table say (rules, help, earlier games, people, set-up), too: the table's first load goes
    without. To be called before `useLanguage`.
 * @param {...string} names of catalogues of one page alone */
export function loadMore(...names) {
  for (const name of ["more", ...names]) beside.add(name);
}

/** Load what only a rare dialog of the table's page says, when it is opened; every language has it from then on.
 * @param {string} name of its catalogue */
export async function loadRare(name) {
  if (beside.has(name)) return;
  beside.add(name);
  await useLanguage(language);
}

/** The language a new visitor gets. */
export function preferredLanguage() {
  const wished = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return wished.find((code) => code in LANGUAGES) ?? "en";
}

/** Switch to a language; to English where its texts cannot be had.
 * @param {string} code */
export async function useLanguage(code) {
  catalogue = await load(code);
  if (code !== "en" && Object.keys(catalogue).length === 0) english = await load("en");
  language = code;
  document.documentElement.lang = code;
}

export function currentLanguage() {
  return language;
}

/** Speak the words of a way to play, and count in its unit. `system` is that of the state document.
 * @param {Wire.SystemDocument} system */
export function useSystem(system) {
  wordings = [system.laid_aside.length > 0 && "kita.", system.people_settle && "typed.", system.exchanges_seats && "exchange.", !system.has_prevalent_wind && "tour.", !system.has_riichi && "classical.", ""].filter((prefix) => prefix !== false);
  isMoney = system.score_unit === "centimes";
}

/** Count in a unit where no one way to play is shown.
 * @param {string} unit */
export function useUnit(unit) {
  isMoney = unit === "centimes";
}

/** @param {string} key */
function lookUp(key) {
  for (const source of [catalogue, english]) {
    for (const prefix of wordings) {
      if (prefix + key in source) return source[prefix + key];
    }
  }
  return undefined;
}

/** @param {string} key */
function humanise(key) {
  const words = key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** French: "la défausse d’Ouest", not "de Ouest"; `rule_names.py` does the same.
 * @param {string} text
 * @param {TextValues} values */
function elided(text, values) {
  return text.replace(/\bde \{(\w+)\}/g, (whole, name) =>
    name in values && /^[aàâeéèêëiîïoôöuùûü]/i.test(String(values[name])) ? `d’{${name}}` : whole);
}

/** The text of `key`, in its form for one thing where {count} is one and the language has such a form ("….one").
 * @param {string} key
 * @param {TextValues} values */
function counted(key, { count }) {
  if (count === undefined || new Intl.PluralRules(language).select(Number(count)) !== "one") return lookUp(key);
  return lookUp(`${key}.one`) ?? lookUp(key);
}

/** The text of `key` with {names} filled in.
 * @param {string} key
 * @param {TextValues} values */
export function t(key, values = {}) {
  const found = counted(key, values) ?? humanise(key);
  const text = language === "fr" ? elided(found, values) : found;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text of `key`, or `otherwise` when no catalogue has it.
 * @param {string} key
 * @param {string} otherwise */
export function tOr(key, otherwise) {
  return lookUp(key) ?? otherwise;
}

/** A number with the language's thousands separator.
 * @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(language).format(value).replace("-", "−");
}

/** A score or a payment: points, or francs and centimes where people play for money.
 * @param {number} value */
export function points(value) {
  if (!isMoney) return number(value);
  const francs = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value / 100).replace("-", "−");
  return t("unit.francs", { amount: francs });
}

/** How many of a score's unit make one of what people read and type: 100 centimes a franc. */
export function unitSize() {
  return isMoney ? 100 : 1;
}

/** A change of points, always with its sign.
 * @param {number} value */
export function change(value) {
  if (value === 0) return "±0";
  return (value > 0 ? "+" : "") + points(value);
}
