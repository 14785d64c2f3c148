// A person's career: figures, curve, best hand, head to head, and what can be done with the card.

import { badge } from "../shared/badge.js";
import { h, s } from "../shared/dom.js";
import { addressOf, preset } from "./games_view.js";
import { change, number, points, t } from "../shared/i18n.js";
import { dateText } from "./past_shell.js";
import { averagePlace, coloursView, filterView, placesBar, rate } from "./people_view.js";
import { wonHandView } from "../stage/won_hand.js";

const WIDTH = 640;
const HEIGHT = 200;
const EDGE = 10;
const PICTURES = ["", "1m", "9m", "1p", "5p", "1s", "8s", "1z", "2z", "3z", "4z", "6z", "7z"];

/** Everything about a person. `chosen`: person, period, rules.
 * @param {Career} career
 * @param {{ person: number | null, period: string, rules: string }} chosen
 * @param {PersonCard[]} people */
export function careerView(career, chosen, people) {
  const { person, figures, unit } = career;
  return [
    h("header", { class: "person-head", "data-key": "head" }, badge(person), h("div", {}, h("h1", {}, person.name),
      h("p", { class: "subtle" }, t("people.games_count", { count: number(person.games) })))),
    filterView(chosen, career.rules),
    figures.games === 0 ? h("p", { class: "card empty", "data-key": "empty" }, t("people.no_games")) : h("div", { class: "columns", "data-key": "columns" },
      h("div", {}, figuresView(figures, unit), career.best && bestView(career.best)),
      h("div", {}, unit && career.curve.length > 1 && curveView(career.curve), rivalsView(career.rivals, unit), newestView(career.newest, unit))),
    manageView(person, people),
  ];
}

/**
 * @param {Figures} figures
 * @param {string} unit
 */
function figuresView(figures, unit) {
  const { games, deals, wins, won, tsumo, deal_ins: shots, paid, riichi, calls, score } = figures;
  /** @type {[string, Child, string?][]} */
  const tiles = [
    ["average_place", averagePlace(figures)],
    ["total", unit ? change(score) : "–", score < 0 ? "loss" : "gain"],
    ["win_rate", rate(wins, deals)],
    ["deal_in_rate", rate(shots, deals)],
    ["average_win", unit && wins > 0 ? points(Math.round(won / wins)) : "–"],
    ["average_deal_in", unit && shots > 0 ? points(Math.round(paid / shots)) : "–"],
    ["tsumo_rate", rate(tsumo, wins)],
    ["call_rate", rate(calls, deals)],
    ["riichi_rate", rate(riichi, deals)],
    ["per_game", unit && games > 0 ? change(Math.round(score / games)) : "–"],
  ];
  return h("section", { class: "card figures", "data-key": "figures" },
    h("h2", {}, t("people.figures", { games: t("people.figures_games", { count: number(games) }), deals: t("past.deals", { count: number(deals) }) })),
    placesBar(figures),
    h("p", { class: "place-legend small" }, figures.places.map((count, index) => h("span", {}, h("span", { class: `swatch part-${index + 1}` }), t("people.place_rate", { place: index + 1, rate: rate(count, games) })))),
    h("dl", {}, tiles.map(([key, value, tone]) => h("div", { "data-key": key }, h("dt", {}, t(`people.${key}`)), h("dd", { class: tone ?? null }, value)))));
}

/** @param {BestHand} best */
function bestView({ points: worth, hand, game, deal, rules, at }) {
  return h("section", { class: "card best", "data-key": "best" },
    h("h2", {}, t("people.best")),
    wonHandView(hand, worth),
    h("p", {}, h("a", { class: "more", href: addressOf(game, deal) }, `${dateText(at)} · ${preset(rules)}`)));
}

/** The sum of all scores, game by game.
 * @param {CareerGame[]} curve */
function curveView(curve) {
  const totals = [0, ...curve.map(({ total }) => total)];
  const [low, high] = [Math.min(...totals), Math.max(...totals)];
  /** @param {number} index */
  const x = (index) => EDGE + (index * (WIDTH - 2 * EDGE)) / (totals.length - 1);
  /** @param {number} total */
  const y = (total) => EDGE + ((high - total) * (HEIGHT - 2 * EDGE)) / Math.max(high - low, 1);
  const line = totals.map((total, index) => `${x(index).toFixed(1)},${y(total).toFixed(1)}`);
  return h("section", { class: "card curve", "data-key": "curve" },
    h("h2", {}, t("people.curve")),
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("people.curve_help", { first: change(curve[0].total), last: change(totals[totals.length - 1]), high: change(high), low: change(low) }) },
      s("line", { class: "zero", x1: EDGE, x2: WIDTH - EDGE, y1: y(0), y2: y(0) }),
      s("polygon", { class: "area", points: `${x(0)},${y(0)} ${line.join(" ")} ${x(totals.length - 1)},${y(0)}` }),
      s("polyline", { class: "line", points: line.join(" ") }),
      s("circle", { class: "end", cx: x(totals.length - 1), cy: y(totals[totals.length - 1]), r: 5 })),
    h("p", { class: "ends small subtle" }, h("span", {}, dateText(curve[0].at)), h("span", {}, dateText(curve[curve.length - 1].at))));
}

/**
 * @param {Rival[]} rivals
 * @param {string} unit
 */
function rivalsView(rivals, unit) {
  if (rivals.length === 0) return null;
  return h("section", { class: "card rivals", "data-key": "rivals" },
    h("h2", {}, t("people.rivals")),
    h("table", {}, h("thead", {}, h("tr", {}, ["standings.player", "people.games", "people.ahead", "people.difference"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, rivals.map(({ name, games, ahead, difference }) => h("tr", { "data-key": name },
        h("th", { scope: "row" }, name), h("td", {}, number(games)), h("td", {}, rate(ahead, games)),
        h("td", { class: difference < 0 ? "loss" : "gain" }, unit ? change(difference) : "–"))))));
}

/**
 * @param {CareerGame[]} newest
 * @param {string} unit
 */
function newestView(newest, unit) {
  return h("section", { class: "card newest", "data-key": "newest" },
    h("h2", {}, t("people.newest")),
    h("ol", {}, newest.map(({ id, at, place, score }) => h("li", { "data-key": id }, h("a", { href: addressOf(id) },
      h("span", { class: `medal part-${place}` }, place), h("span", { class: "when" }, dateText(at)), h("span", { class: score < 0 ? "loss" : "gain" }, unit ? change(score) : ""))))));
}

/** The card itself: name, colour, picture; one person with two cards; removing.
 * @param {PersonCard} person
 * @param {PersonCard[]} people */
function manageView(person, people) {
  const others = people.filter((card) => card.id !== person.id);
  return h("details", { class: "card manage", "data-key": `manage-${person.id}` },
    h("summary", {}, t("people.manage")),
    h("form", { "data-do": "rename" }, h("label", {}, h("span", {}, t("start.name")), h("input", { name: "name", value: person.name, maxlength: "40", required: true, autocomplete: "off" })),
      h("div", { class: "actions" }, h("button", { type: "submit" }, t("people.rename")))),
    coloursView(person.colour),
    h("div", { class: "pictures", role: "group", "aria-label": t("people.picture") }, PICTURES.map((picture) => h("button", {
      type: "button", "data-do": "picture", "data-arg": picture, disabled: picture === "" && person.picture === "", "aria-pressed": String(picture === person.picture), "aria-label": picture ? null : t("people.no_picture"),
    }, badge({ ...person, picture }), picture && h("span", { class: "unseen" }, picture)))),
    others.length > 0 && h("form", { "data-do": "merge" }, h("label", {}, h("span", {}, t("people.merge_with")), h("select", { name: "into" }, others.map((card) => h("option", { value: card.id }, card.name)))),
      h("div", { class: "actions" }, h("button", { type: "submit" }, t("people.merge")))),
    h("p", { class: "subtle small" }, t("people.remove_help")),
    h("div", { class: "actions" }, h("button", { type: "button", class: "danger", "data-do": "remove" }, t("people.remove"))));
}
