// Asking before something that moves motors or points.

import { dialogById, fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** The head of a dialog: its title, and the machine's stop, which has to be in reach whatever lies over the page.
    In a form `answer` is the value with which stopping closes the dialog; without one it stays open.
 * @param {string} id
 * @param {string} title
 * @param {string | null} [answer] */
export function dialogHead(id, title, answer = null) {
  const closing = answer === null ? { type: "button" } : { value: answer, formnovalidate: true };
  return h("header", { class: "dialog-head" }, h("h2", { id }, title),
    h("button", { ...closing, class: "stop", "data-do": "stop" }, t("control.stop")));
}

/** Resolves to true when the person agrees.
 * @param {string} title
 * @param {string} text
 * @param {string} agree */
export function confirmed(title, text, agree) {
  const dialog = dialogById("confirm");
  fill(dialog, h("form", { method: "dialog" },
    dialogHead("confirm-title", title, "no"),
    h("p", {}, text),
    h("div", { class: "actions" },
      h("button", { value: "no" }, t("confirm.no")),
      h("button", { value: "yes", class: "primary" }, agree))));
  dialog.returnValue = "no";
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector(".actions button")).focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
