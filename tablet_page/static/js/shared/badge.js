// A person's mark: the colour of the card with a tile or the first sign of the name.

import { h } from "./dom.js";

/** The first sign of a name as people see it: an emoji or a letter with its accents is one.
 * @param {string} name */
export function firstSign(name) {
  const parts = typeof Intl.Segmenter === "function" ? [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment) : [...name];
  return (parts[0] ?? "").toUpperCase();
}

/** @param {{ name: string, colour: string, picture: string }} person */
export function badge({ name, colour, picture }) {
  return h("span", { class: `person-badge badge-${colour}`, "aria-hidden": "true" },
    picture ? h("img", { src: `/static/tiles/${picture}.svg`, alt: "" }) : firstSign(name));
}
