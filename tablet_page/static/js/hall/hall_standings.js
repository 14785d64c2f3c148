// Everybody in the hall by score, a list for each set of rules: points of different games are no one's to compare.

import { h } from "../shared/dom.js";
import { points, t, tOr, useSystem } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";

/** The lists; tables without a game, or that say nothing any more, are in none.
 * @param {HallCard[]} cards */
export function standingsView(cards) {
  const playing = cards.filter((card) => card.state && card.state.phase !== "idle" && card.status !== "offline");
  const presets = [...new Set(playing.map((card) => card.state?.rules ?? ""))].sort();
  if (presets.length === 0) return h("p", { class: "waiting" }, t("hall.no_standings"));
  return h("div", { class: "hall-standings" }, presets.map((preset) => listView(preset, playing.filter((card) => card.state?.rules === preset))));
}

/**
 * @param {string} preset
 * @param {HallCard[]} cards
 */
function listView(preset, cards) {
  const lines = cards.flatMap(({ name, state }) => (state ? seatsOf(state).map((seat) => ({ table: name, seat, state, score: state.scores[seat] })) : []));
  lines.sort((one, other) => other.score - one.score);
  const [first] = lines;
  if (first) useSystem(first.state.system);
  return h("section", { class: "card", "data-key": preset },
    h("h2", {}, tOr(`preset.${preset}`, preset)),
    h("table", {}, h("caption", { class: "unseen" }, t("hall.standings")),
      h("thead", {}, h("tr", {}, ["rank", "player", "table", "points"].map((key) => h("th", { scope: "col", class: key }, t(key === "table" ? "hall.table" : `standings.${key}`))))),
      h("tbody", {}, lines.map(({ table, seat, state, score }) => h("tr", { "data-key": `${table}-${seat}` },
        h("td", { class: "rank" }, lines.findIndex((line) => line.score === score) + 1),
        h("th", { scope: "row" }, playerName({ state }, seat)),
        h("td", { class: "table-name" }, table),
        h("td", { class: "score" }, points(score)))))));
}
