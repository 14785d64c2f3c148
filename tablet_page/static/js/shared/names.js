// Names of players and deals.

import { t, tOr } from "./i18n.js";

/** The player's name, or the seat's wind while nobody is named.
 * @param {Pick<Documents, "state">} documents
 * @param {number} seat */
export function playerName(documents, seat) {
  return documents.state.names[seat] || t(`wind.${documents.state.winds[seat]}`);
}

/** A sentence of the table's rules, which counts seats from 0, with the players' names.
 * @param {Documents} documents
 * @param {string} sentence */
export function withNames(documents, sentence) {
  return sentence.replace(/\bseat ([0-3])\b/g, (_, seat) => playerName(documents, Number(seat)));
}

/** A tile set with the name that people gave it: "A (green backs)".
 * @param {Wire.EyesDocument} eyes
 * @param {string} set */
export function setCalled({ sets }, set) {
  const called = sets.find((other) => other.set === set)?.called;
  return called ? `${set} (${called})` : set;
}

/** "South 2" for "S2", "Tour 1, hand 3" for "1-3".
 * @param {string} label */
export function dealName(label) {
  if (label.includes("-")) {
    const [tour, hand] = label.split("-");
    return t("deal.tour", { tour, hand });
  }
  const number = label.slice(1);
  return t("deal.name", { wind: t(`wind.${label[0]}`), number: tOr(`deal.number.${number}`, number) });
}
