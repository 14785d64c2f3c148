// Every kind of tile as a button: what a person points at to say "it was this one".

import { h } from "./dom.js";
import { tileView } from "./tiles.js";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SUITS = ["m", "p", "s"];
const HONOURS = [1, 2, 3, 4, 5, 6, 7].map((number) => `${number}z`);
const BONUS = ["f1", "f2", "f3", "f4", "y1", "y2", "y3", "y4"];

/** The kinds of tiles of a way to play, a list a row. `system` is that of the state document.
 * @param {Wire.SystemDocument} system */
function tileRows(system) {
  const suits = SUITS.map((suit) => [...NUMBERS.map((number) => `${number}${suit}`), ...(system.has_red_fives ? [`0${suit}`] : [])]);
  const rows = [...suits, HONOURS, ...(system.has_flowers ? [BONUS] : [])];
  return rows.map((row) => row.filter((tile) => !system.left_out.includes(tile.replace("0", "5"))));
}

/** The palette. `action` is the `data-do` of each button, the tile its `data-value`; `chosen` is marked.
 * @param {Wire.SystemDocument} system
 * @param {string} label
 * @param {string} action
 * @param {string | null} chosen */
export function paletteView(system, label, action, chosen = null) {
  return h("div", { class: "palette", role: "group", "aria-label": label, "data-key": `palette-${action}` },
    tileRows(system).map((row, index) => h("div", { class: "palette-row", "data-key": index },
      row.map((tile) => h("button", {
        class: "candidate", "data-do": action, "data-value": tile, "data-key": tile, "aria-pressed": String(tile === chosen),
      }, tileView(tile))))));
}

/** What may be laid aside: flowers and seasons, of which those that all lie in `laid` cannot be chosen, or norths.
 * @param {Wire.SystemDocument} system
 * @param {string} label
 * @param {string} action
 * @param {string[]} laid */
export function flowerPaletteView(system, label, action, laid) {
  /** @param {string} tile */
  const isUsedUp = (tile) => BONUS.includes(tile) && laid.filter((other) => other === tile).length >= system.flower_copies;
  return h("div", { class: "palette", role: "group", "aria-label": label, "data-key": `palette-${action}` },
    h("div", { class: "palette-row" }, [...(system.has_flowers ? BONUS : []), ...system.laid_aside].map((tile) => h("button", {
      class: "candidate", "data-do": action, "data-value": tile, "data-key": tile, disabled: isUsedUp(tile),
    }, tileView(tile)))));
}

/** A row of choices of which one is taken. `choices`: [value, text].
 * @param {string} label
 * @param {string} action
 * @param {Choice[]} choices
 * @param {string | number | null | undefined} chosen */
export function choiceView(label, action, choices, chosen) {
  return h("div", { class: "choice", role: "group", "aria-label": label, "data-key": `choice-${action}` },
    h("span", { class: "choice-label", "aria-hidden": "true" }, label),
    h("div", { class: "choice-buttons" }, choices.map(([value, text]) => h("button", {
      "data-do": action, "data-value": value, "data-key": value, "aria-pressed": String(value === chosen),
    }, text))));
}
