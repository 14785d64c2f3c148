// Keys on the screen for a device without a keyboard (the kiosk opens `/?keys=1`): they come with a field and go with it.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm.-"];
const DIGITS = ["123", "456", "789", ".0-"];
const TYPED = ["text", "password", "number", "search", "url", "tel"];
/** @type {HTMLElement | null} */
let keys = null;
let isUpper = false;

/** Listen for fields from now on; one that has the focus already counts, too. */
export function listenForFields() {
  if (isField(document.activeElement)) show(document.activeElement);
  document.addEventListener("focusin", ({ target }) => (isField(target) ? show(target) : undefined));
  document.addEventListener("focusout", ({ relatedTarget }) => isField(relatedTarget) || hide());
}

/**
 * @param {any} target
 * @returns {target is HTMLInputElement}
 */
function isField(target) {
  return target instanceof HTMLInputElement && TYPED.includes(target.type) && !target.readOnly;
}

/** In the dialog that the field lies in: nothing outside of it can be touched.
 * @param {HTMLInputElement} field */
function show(field) {
  hide();
  const isNumber = field.type === "number" || ["numeric", "decimal"].includes(field.inputMode);
  keys = h("div", { class: "keys", role: "group", "aria-label": t("keys.title") },
    (isNumber ? DIGITS : ROWS).map((row) => h("div", {}, [...row].map((letter) => key(isUpper ? letter.toUpperCase() : letter, letter)))),
    h("div", {}, !isNumber && key("⇧", "shift"), !isNumber && key("␣", "space"), key("⌫", "back"), key("✓", "done")));
  // Touched, not clicked: the field keeps its focus, and its place in the text.
  keys.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) press(field, button.dataset.key ?? "");
  });
  const place = field.closest("dialog") ?? document.body;
  const shown = keys;
  place.append(shown);
  // A sheet that news from the table draw anew knows nothing of the keys.
  const kept = new MutationObserver(() => {
    if (keys !== shown) kept.disconnect();
    else if (!shown.isConnected && document.activeElement === field) place.append(shown);
  });
  kept.observe(place, { childList: true });
  field.scrollIntoView({ block: "center" });
}

/**
 * @param {string} face
 * @param {string} name
 */
function key(face, name) {
  return h("button", { type: "button", tabindex: "-1", "data-key": name, "aria-label": name.length > 1 ? t(`keys.${name}`) : face }, face);
}

function hide() {
  keys?.remove();
  keys = null;
}

/**
 * @param {HTMLInputElement} field
 * @param {string} name
 */
function press(field, name) {
  if (name === "done") return field.blur();
  if (name === "shift") {
    isUpper = !isUpper;
    return show(field);
  }
  if (name === "back") replace(field, (before) => before.slice(0, -1), true);
  else replace(field, (before) => before + (name === "space" ? " " : isUpper ? name.toUpperCase() : name), false);
  return field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Change what stands before the cursor, or the chosen part; a field of numbers has no cursor to ask for.
 * @param {HTMLInputElement} field
 * @param {(before: string) => string} change
 * @param {boolean} isBack */
function replace(field, change, isBack) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (start === null || end === null) {
    field.value = change(value);
    return;
  }
  const before = isBack && start !== end ? value.slice(0, start) : change(value.slice(0, start));
  if (field.maxLength >= 0 && before.length + value.length - end > field.maxLength) return;
  field.value = before + value.slice(end);
  field.setSelectionRange(before.length, before.length);
}
