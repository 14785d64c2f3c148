// One line of a hand's value in words: what it is called, and what it is worth.

import { number, t } from "../shared/i18n.js";
import { tileName } from "../shared/tiles.js";

/** The name of a rule with the tiles that it is about.
 * @param {Wire.LineDocument} line */
export function lineText(line, catalogue = "rule") {
  return aboutTiles(line, t(`${catalogue}.${line.rule}`));
}

/** The same without the other name that stands in brackets behind it, and without the tiles of a chow, which lie in the hand
 * anyway: from a chair few words are read more easily.
 * @param {Wire.LineDocument} line */
export function shortText(line) {
  const rule = t(`rule.${line.rule}`).replace(/\s*[(（][^()（）]*[)）]$/, "");
  return new Set(line.tiles).size > 1 ? rule : aboutTiles(line, rule);
}

/**
 * @param {Wire.LineDocument} line
 * @param {string} rule
 */
function aboutTiles(line, rule) {
  return line.tiles.length > 0 ? t("rule_about", { rule, tiles: setName(line.tiles) }) : rule;
}

/** The tile of a pair, pung or kong; the tiles of a chow.
 * @param {string[]} tiles */
function setName(tiles) {
  return [...new Set(tiles)].map(tileName).join(", ");
}

/** "2 han"; in a classical game "8 · 1 fan": points, doublings or both.
 * @param {Documents} documents
 * @param {Wire.LineDocument} line */
export function lineWorth(documents, line) {
  if (documents.state.system.has_riichi && line.fan) return t("result.han", { count: line.fan });
  return [line.points && number(line.points), line.fan && t("result.han", { count: line.fan })].filter(Boolean).join(" · ") || "–";
}
