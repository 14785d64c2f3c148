// How this screen shows and says things: colours, contrast, type, tiles, sound, language. Remembered in this browser only.
//
// Rules this file keeps: every choice is an attribute of the root element, the style sheets and `sound.js` do the rest;
// "auto" leaves the decision to what the device prefers.

import { dialogHead } from "../shared/confirm.js";
import { eventTarget, fill, h, s } from "../shared/dom.js";
import { currentLanguage, LANGUAGES, t } from "../shared/i18n.js";

const KEY = "jantaku-comfort";
/** @type {Record<string, string[]>} */
const CHOICES = {
  theme: ["auto", "light", "dark"], contrast: ["auto", "high"], type: ["normal", "large"], tiles: ["auto", "ivory", "dark"],
  sound: ["auto", "off", "quiet", "loud"], voice: ["on", "off"],
};
const chosen = Object.fromEntries(Object.entries(CHOICES).map(([name, choices]) => [name, choices[0]]));
const GLYPH = "M4 7h9 M17 7h3 M4 17h3 M11 17h9 M15 4.8v4.4 M9 14.8v4.4";

/** Apply what this browser remembers and listen to the button; `onChange` after every choice. */
export function startComfort(onChange = () => {}) {
  Object.assign(chosen, remembered());
  apply();
  const dialog = h("dialog", { id: "comfort", "aria-labelledby": "comfort-title" });
  document.body.append(dialog);
  dialog.addEventListener("close", () => fill(dialog));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("click", (event) => {
    const { do: action, arg, value } = eventTarget(event).closest("button[data-do]")?.dataset ?? {};
    if (action === "comfort") open(dialog);
    if (action === "comfort_close") dialog.close();
    if (action !== "comfort_set") return;
    chosen[arg] = value;
    remember();
    apply();
    draw(dialog);
    onChange();
  });
  new MutationObserver(() => dialog.open && draw(dialog)).observe(document.documentElement, { attributeFilter: ["lang"] });
}

/** The button that opens the choices. */
export function comfortButton() {
  return h("button", { class: "icon", "data-do": "comfort", "aria-label": t("comfort.title"), title: t("comfort.title"), "aria-haspopup": "dialog" },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph", "data-key": "comfort" }, s("path", { d: GLYPH })));
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? localStorage.getItem("jantaku") ?? "{}");
    return Object.fromEntries(Object.keys(CHOICES).filter((name) => CHOICES[name].includes(kept[name])).map((name) => [name, kept[name]]));
  } catch {
    return {};
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Private windows refuse: the choices then last as long as the page.
  }
}

function apply() {
  Object.assign(document.documentElement.dataset, chosen);
}

/** @param {HTMLDialogElement} dialog */
function open(dialog) {
  draw(dialog);
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
function draw(dialog) {
  fill(dialog,
    dialogHead("comfort-title", t("comfort.title")),
    Object.entries(CHOICES).map(([name, choices]) => choiceView(name, choices)),
    h("label", {}, h("span", { class: "choice-label" }, t("language.title")),
      h("select", { "data-change": "language" }, Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, selected: code === currentLanguage(), lang: code }, name)))),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "comfort_close" }, t("comfort.close"))));
}

/**
 * @param {string} name
 * @param {string[]} choices
 */
function choiceView(name, choices) {
  const label = t(`comfort.${name}`);
  return h("div", { class: "comfort-choice", role: "group", "aria-label": label, "data-key": name },
    h("span", { class: "choice-label", "aria-hidden": "true" }, label),
    h("div", { class: "comfort-buttons" }, choices.map((choice) => h("button", {
      "data-do": "comfort_set", "data-arg": name, "data-value": choice, "data-key": choice,
      "aria-pressed": String(chosen[name] === choice),
    }, t(`comfort.${name}_${choice}`)))));
}
