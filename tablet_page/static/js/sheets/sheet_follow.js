// What an open sheet asked the table when it was opened is asked again once the table has moved on.
//
// Rules this file keeps: what somebody has said on the sheet stays; a refusal stays too, with the word that it is an older one.

import { t } from "../shared/i18n.js";
import { outcomeFacts } from "./outcome_actions.js";
import { change, loadEvents } from "./repair_flow.js";

/** What sheets know from the events of their deal. @type {Record<string, (documents: Documents, listed: ListedEvents) => Partial<Sheet>>} */
const FACTS = {
  outcome: outcomeFacts,
  log: (_documents, { deal, deals, events }) => ({ deal, deals, events }),
};

/** The page has been drawn: where the table has moved on since, bring the open sheet after it.
 * @param {Page} page */
export async function followTable(page) {
  const { sheet } = page.wishes;
  if (sheet === null || sheet.busy || sheet.seen === page.seq()) return;
  change(page, sheet, { seen: page.seq(), refusal: sheet.refusal && { ...sheet.refusal, note: t("repair.changed") } });
  if (!(sheet.kind in FACTS)) return;
  const isNewest = sheet.kind === "log" && sheet.deal === sheet.deals;
  const listed = await loadEvents(isNewest ? undefined : sheet.deal);
  if (listed) change(page, sheet, FACTS[sheet.kind](page.documents, listed));
}
