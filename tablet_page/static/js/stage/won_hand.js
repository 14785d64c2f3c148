// A hand that won, with what it won by: for careers and the end of a game.

import { h } from "../shared/dom.js";
import { points, t } from "../shared/i18n.js";
import { flowersView, meldView, tileView } from "../shared/tiles.js";

/** The tiles in a row, and below them the names of its lines and what it earned.
 * @param {Wire.WinDocument} hand
 * @param {number} earned */
export function wonHandView(hand, earned) {
  return [
    h("div", { class: "hand" },
      h("span", { class: "concealed" }, hand.hand.map((tile, index) => tileView(tile, { key: index }))),
      hand.melds.map((meld) => meldView(meld, hand.seat)),
      hand.winning_tile !== null && h("span", { class: "winning" }, tileView(hand.winning_tile, { note: t("result.winning_tile") })),
      flowersView(hand.flowers)),
    h("p", { class: "total" }, h("span", {}, hand.counted ? t("counted.note") : hand.lines.map((line) => t(`rule.${line.rule}`)).join(" · ")), h("strong", {}, points(earned))),
  ];
}
