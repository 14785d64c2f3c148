// Pieces of the table that the small views share: counters, dora, discards; all of them to look at, none to press.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { tileView } from "./tiles.js";

/** "31 tiles left" with the figure marked: where a screen is read from afar its words may be left out for the eye.
 * @param {string} text
 * @param {number} count */
export function figureView(text, count) {
  const figure = String(count);
  const at = text.indexOf(figure);
  if (at < 0) return text;
  return [
    at > 0 && h("span", { class: "unit" }, text.slice(0, at)), h("span", { class: "figure" }, figure),
    at + figure.length < text.length && h("span", { class: "unit" }, text.slice(at + figure.length)),
  ];
}

/** Honba or riichi sticks: `kind` is "honba" or "sticks".
 * @param {string} kind
 * @param {number} count */
export function counterPart(kind, count) {
  return h("span", { class: `counter ${kind}`, role: "img", "aria-label": t(`counter.${kind}`, { count }) },
    h("span", { class: "rod" }), `×${count}`);
}

/** Each indicator with the dora it makes; nothing while no indicator lies open.
 * @param {Wire.StateDocument} state */
export function doraPart(state) {
  return state.dora_indicators.length > 0 && h("div", { class: "dora", role: "group", "aria-label": t("dora.title") },
    state.dora_indicators.map((indicator, index) => h("span", { class: "pair", "data-key": `${index}-${indicator}` },
      tileView(indicator, { note: t("dora.indicator") }),
      h("span", { class: "makes", "aria-hidden": "true" }, "▸"),
      tileView(state.dora[index], { note: t("dora.word"), raised: true }))));
}

/** A tile of a river: sideways for riichi, dimmed once claimed.
 * @param {Wire.RiverTileDocument} discard */
export function discardPart(discard) {
  const claimed = discard.claimed_by !== null;
  const note = [discard.riichi && t("riichi.declared"), claimed && t("table.claimed")].filter(Boolean).join(", ");
  return tileView(discard.tile, { sideways: discard.riichi, dimmed: claimed, note });
}
