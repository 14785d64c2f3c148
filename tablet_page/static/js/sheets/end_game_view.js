// Ending a game before its rules do: the way to it, and what it means in words before it counts.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

/** As `PLAYED_AGAIN` of the rules: deals that count nothing. */
const PLAYED_AGAIN = ["abortive_draw", "chombo", "void"];

/** The card with the way to it, while a game is on.
 * @param {Wire.StateDocument} state */
export function endGameView({ phase }) {
  return !["idle", "over"].includes(phase) && h("section", { class: "card", "data-key": "end-game" },
    h("h2", {}, t("end_game.title")),
    h("p", { class: "subtle" }, t("end_game.help")),
    h("div", { class: "actions" }, endGameButton()));
}

/** The way to it alone. */
export function endGameButton() {
  return h("button", { "data-do": "end_game" }, t("end_game.title"));
}

/** What follows when the game ends now.
 * @param {Documents} documents */
export function endGameText({ state, game }) {
  const count = game.results.filter(({ outcome }) => !PLAYED_AGAIN.includes(outcome)).length;
  return [
    h("p", {}, count === 0 ? t("end_game.nothing") : t("end_game.text", { count })),
    state.phase === "play" && h("p", {}, t("end_game.deal")),
  ];
}
