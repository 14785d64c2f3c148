// A field of the first start.

import { h } from "../shared/dom.js";

/** A length in millimetres.
 * @param {string} name
 * @param {string} label
 * @param {number} value */
export function lengthField(name, label, value) {
  return h("label", { "data-key": name }, h("span", {}, label),
    h("span", { class: "unit" }, h("input", { name, required: true, inputmode: "decimal", autocomplete: "off", pattern: "[0-9]+([.,][0-9]+)?", value }), " mm"));
}
