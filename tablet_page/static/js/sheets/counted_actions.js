// What taps and keys do to a win that is told by its value. When the last figure was tapped what follows is shown at once.

import { isTapped, nothingTold } from "./counted_sheet.js";
import { change } from "./repair_flow.js";

/** The draft of the value that stands in the journal already.
 * @param {Wire.WinsCounted} event */
export function toldBefore({ wins, losers }) {
  const told = nothingTold();
  for (const { seat, fan, fu, yakuman } of [...wins, ...losers]) told[seat] = { fan: yakuman > 0 ? "" : String(fan), fu: fu > 0 ? String(fu) : "", yakuman };
  return told;
}

/** "told_fan_2" and "told_fu_2": a figure of seat 2 was tapped.
 * @param {(page: Page) => unknown} show what follows */
export function toldHandlers(show) {
  /** @type {Record<string, Handler>} */
  const handlers = {};
  for (const seat of [0, 1, 2, 3]) {
    handlers[`told_fan_${seat}`] = (page, _, fan) => tell(page, seat, fan.startsWith("y") ? { fan: "", yakuman: Number(fan.slice(1)) } : { fan, yakuman: 0 }, show);
    handlers[`told_fu_${seat}`] = (page, _, fu) => tell(page, seat, { fu }, show);
  }
  return handlers;
}

/** A key was pressed in the field of a hand's points.
 * @param {Page} page
 * @param {HTMLInputElement} field */
export function typeFigure(page, field) {
  tell(page, Number(field.dataset.arg), { fu: field.value }, () => undefined);
}

/**
 * @param {Page} page
 * @param {number} seat
 * @param {Partial<ToldDraft>} figures
 * @param {(page: Page) => unknown} show
 */
function tell(page, seat, figures, show) {
  const { sheet } = page.wishes;
  const told = [...sheet.draft.told];
  told[seat] = { ...told[seat], ...figures };
  const draft = { ...sheet.draft, told };
  change(page, sheet, { refusal: null, draft });
  if (isTapped(page.documents, draft)) show(page);
}
