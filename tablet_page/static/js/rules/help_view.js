// How tiles are laid, as drawings on the felt, and what hands are worth by the rules that are played.
//
// Rules this file keeps: the drawings say what docs/table_manners.md says, where rules differ by the system's traits; every
// figure comes from the table's own rules (`/api/rules/PRESET`).

import { h } from "../shared/dom.js";
import { drawing } from "./lying_tiles.js";
import { number, t, tOr } from "../shared/i18n.js";
import { tileView } from "../shared/tiles.js";

const RIVER = ["1z", "9m", "2s", "6z", "8p", "3m", "4s", "1p"];
const RIICHI_AT = 7;

/** Everything on the page.
 * @param {Wire.SystemDocument} system
 * @param {string} preset
 * @param {TableLine[]} lines */
export function helpView(system, preset, lines) {
  return [
    h("h1", {}, t("help.title")),
    h("p", { class: "subtle" }, t("help.rules", { rules: tOr(`preset.${preset}`, preset) })),
    h("nav", { class: "help-ways", "aria-label": t("help.title") },
      h("a", { class: "button", href: "#laying" }, t("help.laying")), lines.length > 0 && h("a", { class: "button", href: "#values" }, t("help.values"))),
    h("section", { id: "laying", "data-key": "laying" }, h("h2", {}, t("help.laying")),
      h("div", { class: "drawings" }, drawings(system).map(({ name, tiles }) => h("figure", { class: "card", "data-key": name },
        drawing(tiles, t(`help.${name}`)), h("figcaption", {}, h("strong", {}, t(`help.${name}`)), " ", t(`help.${name}_how`)))))),
    lines.length > 0 && h("section", { id: "values", "data-key": "values" }, h("h2", {}, t("help.values")),
      h("p", { class: "subtle" }, t(system.has_riichi ? "help.values_riichi" : "help.values_help"),
        lines.some((line) => line.tiles.length > 0) && ` ${t("help.values_east")}`), valuesView(system, lines)),
  ];
}

/** What is drawn under these rules.
 * @param {Wire.SystemDocument} system
 * @returns {{ name: string, tiles: LyingTile[][] }[]} */
function drawings(system) {
  const river = RIVER.map((tile, index) => (system.has_riichi && index === RIICHI_AT ? { tile, turned: true } : { tile }));
  const chow = [{ tile: "3p", turned: true }, { tile: "2p" }, { tile: "4p" }];
  const hidden = [{ tile: "back" }, { tile: "7s" }, { tile: "7s" }, { tile: "back" }];
  const winning = ["2m", "3m", "4m", "5p", "5p"].map((tile) => ({ tile }));
  const hasChows = system.seats.length === 4;
  return [
    { name: system.has_riichi ? "river_riichi" : "river", tiles: [river.slice(0, 6), river.slice(6)] },
    ...(hasChows ? [{ name: "chow", tiles: [chow] }] : []),
    ...["left", "across", "right"].map((side, place) => ({ name: `pung_${side}`, tiles: [claimed("7z", 3, place)] })),
    { name: "concealed_kong", tiles: [hidden] },
    system.claimed_kong_hides_two
      ? { name: "hidden_claimed_kong", tiles: [hidden] }
      : { name: "claimed_kong", tiles: [claimed("7s", 4, 3)] },
    { name: "added_kong", tiles: [[{ tile: "7z" }, { tile: "7z", turned: true, above: "7z" }, { tile: "7z" }]] },
    ...(system.has_flowers ? [{ name: "flowers", tiles: [[{ tile: "f1" }, { tile: "y3" }]] }] : []),
    ...(system.laid_aside.length > 0 ? [{ name: "kita", tiles: [[{ tile: "4z" }, { tile: "4z" }]] }] : []),
    { name: "win", tiles: [[...winning, { tile: "5p", apart: true }]] },
  ];
}

/** Equal tiles of which the one at `place` lies sideways.
 * @param {string} tile
 * @param {number} count
 * @param {number} place */
function claimed(tile, count, place) {
  return Array.from({ length: count }, (_, index) => (index === place ? { tile, turned: true } : { tile }));
}

/**
 * @param {Wire.SystemDocument} system
 * @param {TableLine[]} lines
 */
function valuesView(system, lines) {
  const hasOpen = lines.some((line) => line.open_fan !== null);
  const rows = lines.filter((line) => !line.is_maximum);
  const greatest = lines.filter((line) => line.is_maximum);
  // One source for everything stands beside every score already: only clauses that tell lines apart are worth a line.
  const hasClauses = new Set(lines.map((line) => line.clause)).size > 2;
  return h("div", { class: "value-lists" },
    h("section", { class: "card", "data-key": "rows" },
      h("table", { class: "values" }, h("caption", { class: "unseen" }, t("help.values")),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("help.name")), h("th", { scope: "col" }, t(hasOpen ? "help.closed" : "help.worth")), hasOpen && h("th", { scope: "col" }, t("help.open")))),
        h("tbody", {}, rows.map((line, index) => h("tr", { "data-key": index },
          nameCell(line, hasClauses), h("td", {}, worth(line.points, line.fan)),
          hasOpen && h("td", {}, line.open_fan === 0 ? "–" : worth(line.points, line.open_fan ?? line.fan))))))),
    greatest.length > 0 && h("section", { class: "card", "data-key": "greatest" },
      h("h3", {}, t(system.has_riichi ? "help.yakuman" : "limit.maximum")),
      h("table", { class: "values" }, h("caption", { class: "unseen" }, t(system.has_riichi ? "help.yakuman" : "limit.maximum")),
        h("tbody", {}, greatest.map((line, index) => h("tr", { "data-key": index }, nameCell(line, hasClauses), h("td", {}, line.fan > YAKUMAN ? `×${line.fan / YAKUMAN}` : "")))))));
}

const YAKUMAN = 13; // fan of one, in a line of the rules

/**
 * @param {TableLine} line
 * @param {boolean} hasClauses
 */
function nameCell({ rule, clause, tiles }, hasClauses) {
  return h("th", { scope: "row" }, h("span", {}, t(`rule.${rule}`)),
    tiles.length > 0 && h("span", { class: "value-tiles" }, tiles.map((tile) => tileView(tile, { silent: true }))),
    hasClauses && h("span", { class: "subtle source" }, clause));
}

/** @param {number} points
 * @param {number} fan */
function worth(points, fan) {
  return [points > 0 && number(points), fan > 0 && t("result.han", { count: fan })].filter(Boolean).join(" · ") || "–";
}
