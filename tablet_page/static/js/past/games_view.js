// The games that were played: the list, and one game with its standing, curve and deals.

import { timeText } from "../shared/clock.js";
import { h, s } from "../shared/dom.js";
import { chartView, hasOther, standingsView } from "../panel/game_view.js";
import { change, currentLanguage, number, points, t, tOr } from "../shared/i18n.js";
import { dealName } from "../shared/names.js";
import { dateText } from "./past_shell.js";
import { podiumView } from "../stage/podium_view.js";

/** Files of a game; tenhou/6 knows riichi alone. */
const FORMS = ["html", "csv", "mjai", "tenhou6", "json"];
const WIDTH = 200;
const HEIGHT = 56;
const EDGE = 4;
const NO_CHANGES = [0, 0, 0, 0];

/** The address of the list, of a game, of a deal or of one step of it.
 * @param {string} [game]
 * @param {number} [deal]
 * @param {number} [step] */
export function addressOf(game, deal, step) {
  const query = new URLSearchParams({ view: "games" });
  if (game !== undefined) query.set("game", game);
  if (deal !== undefined) query.set("deal", String(deal));
  if (step !== undefined) query.set("step", String(step));
  return `/?${query}`;
}

/** Every game, newest first, those of a day together. `more`: the next part is asked for.
 * @param {ListedGame[]} games
 * @param {{ more: number | null, pending: number }} rest */
export function listView(games, { more, pending }) {
  /** @type {Map<string, ListedGame[]>} */
  const days = new Map();
  games.forEach((game) => {
    const day = dateText(game.started_at);
    days.set(day, [...days.get(day) ?? [], game]);
  });
  return [
    h("h1", {}, t("past.games")),
    pending > 0 && h("p", { class: "subtle", role: "status" }, t("past.pending", { count: pending })),
    games.length === 0 && pending === 0 && h("p", { class: "card empty" }, t("past.none")),
    [...days].map(([day, those]) => h("section", { class: "day", "data-key": day },
      h("h2", {}, day),
      h("ul", { class: "games" }, those.map((game) => h("li", { "data-key": game.id }, gameCard(game)))))),
    more !== null && h("div", { class: "actions" }, h("button", { "data-do": "more" }, t("past.more"))),
  ];
}

/** @param {ListedGame} game */
function gameCard(game) {
  const order = [...game.seats].sort((one, other) => (game.ranks[one] - game.ranks[other]) || (game.scores[other] - game.scores[one]));
  const about = [preset(game.rules), t("past.deals", { count: game.deals }), game.end !== "over" && t(`past.end.${game.end}`)].filter(Boolean).join(" · ");
  return h("a", { class: `card game-card end-of-${game.end}`, href: addressOf(game.id) },
    h("span", { class: "about" }, h("time", { datetime: game.started_at }, timeText(game.started_at)), " ", about),
    h("span", { class: "players" }, order.map((seat, place) => h("span", { class: `player${game.ranks[seat] === 1 ? " first" : ""}` },
      h("span", { class: "place" }, game.ranks[seat] || (game.end === "unreadable" ? "" : place + 1)),
      h("span", { class: `dot dot-${seat}` }),
      h("span", { class: "name" }, game.names[seat]),
      h("span", { class: "score" }, number(game.scores[seat]))))),
    sparkline(game));
}

/** The scores after every deal, small and without figures: they stand beside it.
 * @param {ListedGame} game */
function sparkline({ curve, seats }) {
  if (curve.length < 2) return null;
  const all = curve.flatMap((scores) => seats.map((seat) => scores[seat]));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  /** @param {number} index */
  const x = (index) => EDGE + (index * (WIDTH - 2 * EDGE)) / (curve.length - 1);
  /** @param {number} score */
  const y = (score) => EDGE + ((high - score) * (HEIGHT - 2 * EDGE)) / Math.max(high - low, 1);
  return s("svg", { class: "sparkline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", preserveAspectRatio: "none" },
    seats.map((seat) => s("polyline", { class: `line line-${seat}`, points: curve.map((scores, index) => `${x(index).toFixed(1)},${y(scores[seat]).toFixed(1)}`).join(" ") })));
}

/** The preset as people know it.
 * @param {string} rules */
export function preset(rules) {
  return rules && tOr(`preset.${rules}`, rules);
}

/** One game: standing, curve, every deal.
 * @param {OpenedGame} opened
 * @param {string} refusal why a file could not be made, "" where nothing was refused */
export function gameView(opened, refusal = "") {
  const { listed, state, game } = opened;
  const documents = /** @type {Documents} */ (/** @type {unknown} */ ({ state, game }));
  return [
    h("header", { class: "past-head", "data-key": "head" },
      h("h1", {}, dateText(listed.started_at, true)),
      h("p", { class: "subtle" }, [preset(listed.rules), t("past.deals", { count: listed.deals }), listed.end !== "over" && t(`past.end.${listed.end}`)].filter(Boolean).join(" · ")),
      h("div", { class: "actions wrap" },
        h("button", { class: "primary", "data-do": "picture" }, t("past.picture")),
        FORMS.filter((form) => form !== "tenhou6" || state.system.has_riichi).map((form) => h("a", { class: "button", download: true, "data-export": form, href: `/api/games/${encodeURIComponent(listed.id)}/export/${form}?language=${currentLanguage()}` }, t(`past.form.${form}`)))),
      h("p", { class: "export-refusal", role: "status", "data-key": "refusal" }, refusal)),
    h("div", { class: "columns", "data-key": "columns" },
      h("div", {},
        podiumView(documents),
        game.standings.length > 0 ? standingsView(documents) : scoresView(opened),
        game.results.length > 0 && chartView(documents)),
      dealsCard(opened)),
  ];
}

/** Of a game without a final standing: how it stands.
 * @param {OpenedGame} opened */
function scoresView({ listed }) {
  const order = [...listed.seats].sort((one, other) => listed.scores[other] - listed.scores[one]);
  return h("section", { class: "card standings" }, h("h2", {}, t("ranking.title")),
    h("table", {}, h("tbody", {}, order.map((seat, place) => h("tr", {}, h("td", { class: "rank" }, place + 1),
      h("th", { scope: "row" }, listed.names[seat]), h("td", {}, points(listed.scores[seat])))))));
}

/** Every deal that began, as a way to its replay.
 * @param {OpenedGame} opened */
function dealsCard(opened) {
  const { listed, deals, game } = opened;
  return h("section", { class: "card past-deals" },
    h("h2", {}, t("deals.title")),
    deals.length === 0 ? h("p", { class: "subtle" }, t("deals.none")) : h("ol", {}, deals.map((deal) => {
      const result = deal.result === null ? null : game.results[deal.result];
      return h("li", { "data-key": deal.number }, h("a", { href: addressOf(listed.id, deal.number) },
        h("span", { class: "label" }, dealName(deal.deal_label), deal.honba > 0 && h("span", { class: "subtle" }, ` +${deal.honba}`)),
        h("span", { class: "how" }, result ? outcomeText(result, game.names) : t("past.unfinished")),
        h("span", { class: "deltas" }, result && changesView(opened, result.deltas, result.other))));
    })),
    game.other_since.some(Boolean) && h("p", { class: "deltas", "data-key": "since" }, h("span", { class: "name" }, t("deals.other")), changesView(opened, NO_CHANGES, game.other_since)),
    hasOther(game) && h("p", { class: "subtle small", "data-key": "help" }, t("deals.other_help")));
}

/** Whose score changed by how much: what the deal's end paid, and small beside it what else changed.
 * @param {OpenedGame} opened
 * @param {number[]} deltas
 * @param {number[]} other */
function changesView({ listed, game }, deltas, other) {
  return listed.seats.filter((seat) => deltas[seat] !== 0 || other[seat] !== 0).map((seat) =>
    h("span", { class: deltas[seat] > 0 ? "gain" : "loss" }, h("span", { class: `dot dot-${seat}` }), h("span", { class: "name" }, game.names[seat]),
      deltas[seat] !== 0 && [" ", change(deltas[seat])], other[seat] !== 0 && [" ", h("span", { class: "other" }, change(other[seat]))]));
}

/** @param {Wire.ShortResultDocument} result
 * @param {string[]} names */
function outcomeText(result, names) {
  if (result.winners.length === 0) return t(`outcome.${result.outcome}`);
  const winner = result.winners.map((seat) => names[seat]).join(" · ");
  return result.discarder === null ? t("result.tsumo", { winner }) : t("result.ron", { winner, loser: names[result.discarder] });
}
