// Short words at the bottom of the page: what was done, or why it was not.

import { byId, fill, h } from "./dom.js";

const TOAST_MS = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Show `text`, and `detail` below it, for a while; `way` is a button beside it: its words, what it does and with what.
 * @param {string} text
 * @param {string | HTMLElement} detail
 * @param {{ text: string, do: string, arg: number } | null} way */
export function toast(text, detail = "", way = null) {
  const toasts = byId("toasts");
  fill(toasts, h("div", { class: "toast" },
    h("strong", {}, text), detail && detail !== text && (typeof detail === "string" ? h("span", {}, detail) : detail),
    way !== null && h("button", { "data-do": way.do, "data-arg": way.arg }, way.text)));
  clearTimeout(timer);
  timer = setTimeout(() => fill(toasts), TOAST_MS);
}
