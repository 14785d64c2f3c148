// The lock in the bar, and the dialog that asks for a PIN when an action needs one.

import { momentText } from "../shared/clock.js";
import { dialogHead } from "../shared/confirm.js";
import { byId, dialogById, fill, h, s } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";
import { currentSession, login, logout, mayAct } from "./session.js";

const CLOSED = "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3";
const OPEN = "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 6.8-1.2";

/** @typedef {HTMLFormElement & { elements: { pin: HTMLInputElement } }} PinForm */

/** @type {Promise<boolean> | null} */
let asking = null;
/** @type {number | undefined} */
let countdown;

/** The lock with the present role; nothing where nobody is asked for a PIN. */
export function lockView() {
  const { role, is_asked: isAsked } = currentSession();
  if (!isAsked) return null;
  const label = t(role === "viewer" ? "login.locked" : "login.unlocked", { role: t(`role.${role}`) });
  return h("button", { class: "icon lock", "data-do": "lock", "data-role": role, "aria-label": label, title: label, "aria-haspopup": "dialog" },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph", "data-key": role }, s("path", { d: role === "viewer" ? CLOSED : OPEN })));
}

/** What the lock opens: the PIN, or who this device is. */
export function openLock() {
  return currentSession().role === "viewer" ? askPin("table", t("login.what")) : showRole();
}

/** Resolves to true when this browser has the role, after its PIN if need be.
 * @param {string} role */
export function withRole(role) {
  return mayAct(role) ? Promise.resolve(true) : askPin(role, t(`login.needs_${role}`));
}

/** Ask for the PIN of a role whatever this browser believes to be; resolves to true when it was right.
 * @param {string} role */
export function askPin(role, why = t(`login.needs_${role}`)) {
  asking ??= pinDialog(role, why).finally(() => {
    asking = null;
  });
  return asking;
}

/**
 * @param {string} role
 * @param {string} why
 */
function pinDialog(role, why) {
  const dialog = dialogById("login");
  fill(dialog, h("form", { method: "dialog", "data-key": `pin-${role}-${Date.now()}` },
    dialogHead("login-title", t("login.title")),
    h("p", {}, why),
    h("label", {}, h("span", {}, t(`login.pin_${role}`)),
      h("input", { name: "pin", type: "password", required: true, maxlength: 64, autocomplete: "current-password", autocapitalize: "off", spellcheck: "false", "aria-describedby": "login-problem" })),
    h("p", { id: "login-problem", class: "loss", role: "alert" }),
    h("div", { class: "actions" },
      h("button", { value: "no", formnovalidate: true }, t("confirm.no")),
      h("button", { value: "yes", class: "primary" }, t("login.enter")))));
  const form = /** @type {PinForm} */ (dialog.querySelector("form"));
  return new Promise((/** @type {(is_right: boolean) => void} */ resolve) => {
    form.addEventListener("submit", (event) => {
      if (/** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "no") return;
      event.preventDefault();
      enter(dialog, form, role);
    });
    // Enter in the field presses the first button of a form; the first one here is "Cancel".
    form.elements.pin.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      form.requestSubmit(enterButton(form));
    });
    dialog.addEventListener("close", () => {
      clearInterval(countdown);
      form.elements.pin.value = "";
      resolve(dialog.returnValue === "yes");
    }, { once: true });
    dialog.returnValue = "no";
    dialog.showModal();
    form.elements.pin.focus();
  });
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {PinForm} form
 * @param {string} role
 */
async function enter(dialog, form, role) {
  const button = enterButton(form);
  if (button.disabled) return;
  button.disabled = true;
  const answer = await login(form.elements.pin.value);
  button.disabled = false;
  if (answer.ok && mayAct(role)) {
    dialog.close("yes");
    return;
  }
  form.elements.pin.select();
  form.elements.pin.focus();
  if (answer.ok) return complain(t("login.not_enough"));
  if (answer.error.code === "too_many_tries") return wait(button, answer.error.retry_after_s);
  return complain(tOr(`error.${answer.error.code}`, answer.error.message));
}

/**
 * @param {PinForm} form
 * @returns {HTMLButtonElement}
 */
function enterButton(form) {
  return /** @type {HTMLButtonElement} */ (form.querySelector('[value="yes"]'));
}

/** @param {string} text */
function complain(text) {
  byId("login-problem").textContent = text;
}

/** Say once how long nothing is taken, and let the button count.
 * @param {HTMLButtonElement} button
 * @param {number} seconds */
function wait(button, seconds) {
  complain(t("login.wait", { time: duration(seconds) }));
  const until = performance.now() + seconds * 1000;
  const label = t("login.enter");
  button.disabled = true;
  clearInterval(countdown);
  countdown = setInterval(() => {
    const left = Math.ceil((until - performance.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${label} (${duration(left)})` : label;
    if (left > 0) return;
    clearInterval(countdown);
    complain("");
  }, 250);
}

/** @param {number} seconds */
function duration(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showRole() {
  const { role, device, until } = currentSession();
  const dialog = dialogById("login");
  const day = until && momentText(until);
  fill(dialog, h("form", { method: "dialog", "data-key": "role" },
    dialogHead("login-title", t("login.unlocked", { role: t(`role.${role}`) })),
    h("p", {}, t(`role.${role}_may`)),
    day && h("p", { class: "subtle" }, t("login.until", { until: day }), device && ` · ${device}`),
    h("div", { class: "actions wrap" },
      h("button", { value: "leave" }, t("login.leave")),
      role !== "admin" && h("button", { value: "more" }, t("login.pin_admin")),
      h("button", { value: "no", class: "primary" }, t("login.stay")))));
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "leave") logout();
    if (dialog.returnValue === "more") askPin("admin");
  }, { once: true });
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector("button.primary")).focus();
}
