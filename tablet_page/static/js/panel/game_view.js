// The game so far: score chart, list of deals, final standing.

import { h, s } from "../shared/dom.js";
import { change, number, points, t, unitSize } from "../shared/i18n.js";
import { dealName, playerName } from "../shared/names.js";
import { seatsOf } from "../shared/seats.js";

const WIDTH = 480;
const HEIGHT = 200;
const LEFT = 46;
const RIGHT = 12;
const EDGE = 12;
const DETAILS = ["uma", "oka", "penalty"]; // of a final score; left out where there is no room

/** @param {number} range */
function gridStep(range) {
  return [20, 50, 100, 200, 500, 1000, 2500, 5000, 10000, 20000, 50000, 100000].find((step) => range / step <= 5) ?? 200000;
}

/** Scores after every deal as four lines.
 * @param {Documents} documents */
export function chartView(documents) {
  const { game } = documents;
  const columns = [game.start_scores, ...game.results.map((result) => result.scores)];
  const seats = seatsOf(documents.state);
  const all = columns.flatMap((scores) => seats.map((seat) => scores[seat]));
  const { system } = documents.state;
  const step = gridStep(Math.max(...all) - Math.min(...all) || 100 * system.score_step);
  const divisor = system.has_riichi ? 1000 : unitSize();
  const low = Math.floor((Math.min(...all) - 1) / step) * step;
  const high = Math.ceil((Math.max(...all) + 1) / step) * step;
  /** @param {number} index */
  const x = (index) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(columns.length - 1, 1);
  /** @param {number} score */
  const y = (score) => EDGE + ((high - score) * (HEIGHT - 2 * EDGE)) / (high - low);
  const lines = [];
  for (let score = low; score <= high; score += step) lines.push(score);
  return h("section", { class: "card chart" },
    h("h2", {}, t("chart.title")),
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("chart.help") },
      lines.map((score) => [
        s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(score), y2: y(score) }),
        s("text", { class: "scale", x: LEFT - 6, y: y(score) + 4 }, number(score / divisor)),
      ]),
      seats.map((seat) => s("polyline", {
        class: `line line-${seat}`, points: columns.map((scores, index) => `${x(index)},${y(scores[seat])}`).join(" "),
      })),
      seats.map((seat) => s("circle", {
        class: `end end-${seat}`, cx: x(columns.length - 1), cy: y(columns[columns.length - 1][seat]), r: 4,
      }))),
    h("ul", { class: "legend" }, seats.map((seat) => h("li", {}, h("span", { class: `dot dot-${seat}` }), playerName(documents, seat)))),
    chartTable(documents, columns));
}

/** The figures of the chart, for whoever does not see lines.
 * @param {Documents} documents
 * @param {number[][]} columns */
function chartTable(documents, columns) {
  const { results } = documents.game;
  /** @param {Wire.ShortResultDocument} result */
  const label = ({ deal_label: deal, honba }) => (honba > 0 ? `${dealName(deal)} +${honba}` : dealName(deal));
  return h("details", { class: "chart-table" }, h("summary", {}, t("chart.table")),
    h("div", { class: "scroll deals", tabindex: "0", role: "region", "aria-label": t("chart.table") },
      h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("chart.after")),
          seatsOf(documents.state).map((seat) => h("th", { scope: "col" }, h("span", { class: "short-name" }, playerName(documents, seat)))))),
        h("tbody", {}, columns.map((scores, index) => h("tr", { "data-key": index },
          h("th", { scope: "row" }, index === 0 ? t("chart.start") : label(results[index - 1])),
          seatsOf(documents.state).map((seat) => h("td", {}, points(scores[seat])))))))));
}

/** Every deal with its changes.
 * @param {Documents} documents */
export function dealsView(documents) {
  const { results } = documents.game;
  return h("section", { class: "card deals" },
    h("h2", {}, t("deals.title")),
    results.length === 0 ? h("p", { class: "subtle" }, t("deals.none")) : h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("deals.title") },
      h("table", {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("deals.deal")),
          seatsOf(documents.state).map((seat) => h("th", { scope: "col" }, h("span", { class: `dot dot-${seat}` }), h("span", { class: "short-name" }, playerName(documents, seat)))))),
        h("tbody", {}, results.map((result, index) => h("tr", { "data-key": `${result.deal_label}-${result.honba}-${result.number}` },
          h("th", { scope: "row" }, h("a", { href: `/?view=games&game=last&deal=${index + 1}`, title: t("replay.title") }, dealName(result.deal_label)), result.honba > 0 && h("span", { class: "subtle" }, ` +${result.honba}`),
            h("span", { class: "outcome" }, t(`outcome.${result.outcome}`))),
          seatsOf(documents.state).map((seat) => h("td", { class: result.deltas[seat] > 0 ? "gain" : result.deltas[seat] < 0 ? "loss" : "subtle" },
            result.deltas[seat] === 0 ? "·" : change(result.deltas[seat]),
            result.other[seat] !== 0 && h("span", { class: "outcome" }, change(result.other[seat])))))),
        otherView(documents)))),
    hasOther(documents.game) && h("p", { class: "subtle small" }, t("deals.other_help")));
}

/** Whether scores changed by anything but how deals ended.
 * @param {Wire.GameDocument} game */
export function hasOther({ results, other_since: since }) {
  return [...results.map(({ other }) => other), since].flat().some(Boolean);
}

/** What the scores changed by since the last deal: sticks and stakes laid, corrections by hand.
 * @param {Documents} documents */
function otherView(documents) {
  const changes = documents.game.other_since;
  return changes.some(Boolean) && h("tr", { "data-key": "since" },
    h("th", { scope: "row" }, t("deals.other")),
    seatsOf(documents.state).map((seat) => h("td", { class: "subtle" }, changes[seat] === 0 ? "·" : change(changes[seat]))));
}

/** The way to all games and to people. */
export function memoryView() {
  return h("nav", { class: "card memory", "aria-label": t("past.memory"), "data-key": "memory" },
    h("h2", {}, t("past.memory")),
    h("p", { class: "subtle" }, t("past.memory_help")),
    h("div", { class: "actions" }, h("a", { class: "button", href: "/?view=games" }, t("past.games")), h("a", { class: "button", href: "/?view=people" }, t("people.title"))));
}

/** "Uma +20,000", "Oka +15,000": where there is no room for columns of their own they stand below the name.
 * @param {Wire.StandingDocument} line
 * @param {boolean} hasOka
 * @param {boolean} hasPenalty */
function partsOf({ uma, oka, penalty }, hasOka, hasPenalty) {
  /** @type {(key: string, value: number) => Child} */
  const part = (key, value) => h("span", {}, t(`standings.${key}`), " ", change(value), " ");
  return [part("uma", uma), hasOka && part("oka", oka), hasPenalty && penalty > 0 && part("penalty", -penalty)];
}

/** Final ranks and scores, with uma, oka and penalties apart.
 * @param {Documents} documents */
export function standingsView(documents) {
  const { standings } = documents.game;
  if (documents.state.is_void) {
    return h("section", { class: "card" }, h("h2", {}, t("time.void_title")), h("p", {}, t("time.void_text")));
  }
  if (!standings.length) return null;
  /** @param {Wire.StandingDocument} line */
  const won = (line) => line.points - documents.game.start_scores[line.seat];
  const hasUma = standings.some((line) => line.uma !== 0);
  const hasOka = standings.some((line) => line.oka !== 0);
  const hasPenalty = standings.some((line) => line.penalty > 0);
  const columns = ["rank", "player", "points", ...(hasUma || hasOka ? ["change"] : []), ...(hasUma ? ["uma"] : []), ...(hasOka ? ["oka"] : []), ...(hasPenalty ? ["penalty"] : []), "score"];
  return h("section", { class: "card standings" },
    h("h2", {}, t("standings.title")),
    documents.state.is_early && h("p", { class: "subtle" }, t("end_game.early")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("standings.title") }, h("table", {}, h("caption", { class: "unseen" }, t("standings.title")),
      h("thead", {}, h("tr", {}, columns.map((key) => h("th", { scope: "col", class: DETAILS.includes(key) ? `${key} detail` : key }, t(`standings.${key}`))))),
      h("tbody", {}, standings.map((line) => h("tr", { class: line.rank === 1 ? "first" : "" },
        h("td", { class: "rank" }, line.rank),
        h("th", { scope: "row" }, h("span", { class: "short-name" }, playerName(documents, line.seat)), hasUma && h("span", { class: "score-parts" }, partsOf(line, hasOka, hasPenalty))),
        h("td", {}, points(line.points)),
        (hasUma || hasOka) && h("td", { class: "change" }, change(won(line))),
        hasUma && h("td", { class: "detail" }, change(line.uma)),
        hasOka && h("td", { class: "detail" }, change(line.oka)),
        hasPenalty && h("td", { class: "detail" }, change(-line.penalty)),
        h("td", {}, change(line.score))))))),
    hasOka && h("p", { class: "subtle small" }, t("standings.oka_help")));
}
