// Short words at the bottom of the page: what was done, or why it was not.

import { byId, fill, h } from "./dom.js";

const TOAST_MS = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Show `text`, and `detail` below it, for a while.
 * @param {string} text */
export function toast(text, detail = "") {
  const toasts = byId("toasts");
  fill(toasts, h("p", { class: "toast" }, h("strong", {}, text), detail && detail !== text && h("span", {}, detail)));
  clearTimeout(timer);
  timer = setTimeout(() => fill(toasts), TOAST_MS);
}
