// People of the table: who played how in a period, and the card of a new person.

import { badge } from "../shared/badge.js";
import { h } from "../shared/dom.js";
import { preset } from "./games_view.js";
import { change, number, t } from "../shared/i18n.js";

export const PERIODS = ["evening", "month", "year", "all"];
export const COLOURS = ["green", "red", "blue", "violet", "gold", "teal", "pink", "grey"];
const SHARE = 100;

/** The address of the list or of a person, for a period and rules.
 * @param {{ person?: number | null, period?: string, rules?: string }} what */
export function peopleAddress({ person, period = "all", rules = "" }) {
  const query = new URLSearchParams({ view: "people" });
  if (person) query.set("person", String(person));
  if (period !== "all") query.set("period", period);
  if (rules) query.set("rules", rules);
  return `/?${query}`;
}

/** Which games count. `chosen`: person, period, rules.
 * @param {{ person: number | null, period: string, rules: string }} chosen
 * @param {RulesPlayed[]} played */
export function filterView(chosen, played) {
  return h("div", { class: "filter", "data-key": "filter" },
    h("div", { class: "periods", role: "group", "aria-label": t("people.period") }, PERIODS.map((period) => h("a", {
      class: "button", href: peopleAddress({ ...chosen, period }), "aria-current": period === chosen.period ? "true" : null,
    }, t(`people.period.${period}`)))),
    played.length > 0 && h("label", { class: "rules" }, h("span", { class: "unseen" }, t("start.rules")),
      h("select", { "data-change": "rules" },
        h("option", { value: "", selected: chosen.rules === "" }, t("people.all_rules")),
        played.map(({ rules, games }) => h("option", { value: rules, selected: rules === chosen.rules }, `${preset(rules)} (${number(games)})`)))));
}

/** Everybody in a period, and those who have a card and did not play.
 * @param {PeopleTable} table
 * @param {PersonCard[]} people
 * @param {{ person: number | null, period: string, rules: string }} chosen
 * @param {string} colour of a new card */
export function peopleView(table, people, chosen, colour) {
  const cards = new Map(people.map((card) => [card.id, card]));
  const resting = people.filter((card) => !table.rows.some((row) => row.id === card.id));
  return [
    h("h1", {}, t("people.title")),
    filterView(chosen, table.rules),
    table.rows.length > 0 ? tableView(table, cards, chosen) : h("p", { class: "card empty", "data-key": "nobody" }, t(people.length > 0 ? "people.nobody" : "people.none")),
    resting.length > 0 && h("section", { class: "card", "data-key": "resting" }, h("h2", {}, t("people.resting")),
      h("ul", { class: "resting" }, resting.map((card) => h("li", { "data-key": card.id }, h("a", { href: peopleAddress({ person: card.id }) }, badge(card), h("span", {}, card.name)))))),
    addView(colour),
    h("p", { class: "subtle small privacy", "data-key": "privacy" }, t("people.privacy")),
  ];
}

/**
 * @param {PeopleTable} table
 * @param {Map<number, PersonCard>} cards
 * @param {{ person: number | null, period: string, rules: string }} chosen
 */
function tableView({ rows, unit }, cards, chosen) {
  return h("section", { class: "card people-table", "data-key": "table" },
    h("h2", {}, t("people.table")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("people.table") }, h("table", {},
      h("thead", {}, h("tr", {}, ["", t("standings.player"), t("people.games"), t("people.average_place"), t("people.places"), t("people.total")].map((text, index) =>
        h(text ? "th" : "td", text ? { scope: "col", class: `column-${index}` } : null, text)))),
      h("tbody", {}, rows.map((row, index) => {
        const card = row.id === null ? undefined : cards.get(row.id);
        return h("tr", { "data-key": row.name },
          h("td", { class: "rank" }, index + 1),
          h("th", { scope: "row" }, card ? h("a", { href: peopleAddress({ ...chosen, person: card.id }) }, badge(card), h("span", {}, row.name)) : h("span", { class: "guest" }, h("span", { class: "person-badge badge-guest", "aria-hidden": "true" }), h("span", {}, row.name), h("span", { class: "subtle small word" }, t("people.guest")))),
          h("td", {}, number(row.games)),
          h("td", {}, averagePlace(row)),
          h("td", { class: "bars" }, placesBar(row)),
          h("td", { class: row.score < 0 ? "loss sum" : "gain sum" }, unit ? change(row.score) : "–"));
      })))));
}

/** "2.31".
 * @param {Figures} figures */
export function averagePlace({ games, places }) {
  const sum = places.reduce((total, count, index) => total + count * (index + 1), 0);
  return games === 0 ? "–" : new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum / games);
}

/** "23 %" of what happened in so many; a dash where nothing could.
 * @param {number} part
 * @param {number} whole */
export function rate(part, whole) {
  return whole === 0 ? "–" : new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 }).format(part / whole);
}

/** First to fourth places as parts of a bar; each part's width is its share.
 * @param {Figures} figures */
export function placesBar({ games, places }) {
  const label = places.map((count, index) => t("people.place_rate", { place: index + 1, rate: rate(count, games) })).join(", ");
  let from = 0;
  return h("span", { class: "places-bar", role: "img", "aria-label": label },
    svgBar(places.map((count, index) => {
      const width = (count * SHARE) / Math.max(games, 1);
      from += width;
      return [index + 1, from - width, width];
    })));
}

/** @param {number[][]} parts */
function svgBar(parts) {
  const bar = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  bar.setAttribute("viewBox", `0 0 ${SHARE} 10`);
  bar.setAttribute("preserveAspectRatio", "none");
  parts.filter(([, , width]) => width > 0).forEach(([place, x, width]) => {
    const part = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    Object.entries({ class: `part part-${place}`, x, y: 0, width, height: 10 }).forEach(([name, value]) => part.setAttribute(name, String(value)));
    bar.append(part);
  });
  return bar;
}

/** @param {string} chosen */
function addView(chosen) {
  return h("form", { class: "card add-person", "data-do": "add", "data-key": "add" },
    h("h2", {}, t("people.add")),
    h("label", {}, h("span", {}, t("start.name")), h("input", { name: "name", maxlength: "40", required: true, autocomplete: "off" })),
    coloursView(chosen),
    h("div", { class: "actions" }, h("button", { class: "primary", type: "submit" }, t("people.add_button"))));
}

/** @param {string} chosen */
export function coloursView(chosen) {
  return h("div", { class: "colours", role: "group", "aria-label": t("people.colour") }, COLOURS.map((colour) => h("button", {
    type: "button", class: `swatch-button badge-${colour}`, "data-do": "colour", "data-arg": colour, "aria-pressed": String(colour === chosen), "aria-label": t(`people.colour.${colour}`), title: t(`people.colour.${colour}`),
  })));
}
