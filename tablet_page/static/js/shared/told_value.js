// What a hand is worth in words where people told its value and nobody its tiles.

import { number, t } from "./i18n.js";

/** Limits of riichi by the least han that has them; what a hand at one is paid the rules say.
 * @type {[number, string][]} */
export const LIMITS = [[5, "mangan"], [6, "haneman"], [8, "baiman"], [11, "sanbaiman"]];
/** So many yakuman together. */
export const YAKUMAN = ["yakuman", "double_yakuman", "triple_yakuman", "quadruple_yakuman", "quintuple_yakuman", "sextuple_yakuman"];

/** "3 han · 40 fu", "haneman", "36 · 1 fan", "24".
 * @param {Documents} documents
 * @param {Wire.ToldHand} hand */
export function toldText({ state }, { fan, fu, yakuman }) {
  if (yakuman > 0) return t(`limit.${YAKUMAN[yakuman - 1]}`);
  if (!state.system.has_riichi) return [(fu > 0 || fan === 0) && number(fu), fan > 0 && t("result.han", { count: fan })].filter(Boolean).join(" · ");
  const limit = fu === 0 && LIMITS.findLast(([least]) => fan >= least);
  return limit ? t(`limit.${limit[1]}`) : [t("result.han", { count: fan }), fu > 0 && t("result.fu", { count: fu })].filter(Boolean).join(" · ");
}
