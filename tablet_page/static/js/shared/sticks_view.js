// Scores as sticks, where the rules name them: what each player holds, and which sticks paid the last deal.

import { h } from "./dom.js";
import { number, points, t } from "./i18n.js";
import { playerName } from "./names.js";

/** "2 × 500, 9 × 100".
 * @param {Wire.StickCountDocument[]} kinds */
function kindsText(kinds) {
  return kinds.map(({ points: worth, count }) => `${count} × ${number(worth)}`).join(", ");
}

/** Three small sticks with how many there are of each; nothing under rules without sticks.
 * @param {Wire.StateDocument} state
 * @param {number} seat */
export function heldSticks({ sticks }, seat) {
  if (!sticks) return null;
  const held = sticks.values.map((worth, kind) => ({ points: worth, count: sticks.held[seat][kind] }));
  return h("span", { class: "held-sticks", role: "img", "aria-label": t("purse.held", { sticks: kindsText(held.filter(({ count }) => count > 0)) || "0" }), "data-key": "sticks" },
    held.map(({ count }, kind) => h("span", { class: `kind kind-${kind}` }, h("span", { class: "small-stick" }), count)));
}

/** What a player gives and gets back, one line a handing over, and what stays owed.
 * @param {Documents} documents
 * @param {Wire.ResultDocument} result */
export function handoversView(documents, result) {
  const debts = documents.state.sticks?.debts ?? [];
  if (result.handovers.length + debts.length === 0) return null;
  /** @param {number | null} seat */
  const name = (seat) => (seat === null ? t("payment.table") : playerName(documents, seat));
  return h("details", { class: "handovers", "data-key": "handovers" },
    h("summary", {}, t("purse.title")),
    h("ul", {},
      result.handovers.map(({ giver, taker, given, back }, index) => h("li", { "data-key": index },
        t("purse.gives", { giver: name(giver), taker: name(taker), sticks: kindsText(given) || "0" }),
        back.length > 0 && ` ${t("purse.back", { giver: name(giver), sticks: kindsText(back) })}`)),
      debts.map(({ debtor, creditor, points: owed }) => h("li", { "data-key": `${debtor}-${creditor}` },
        t("purse.owes", { debtor: name(debtor), creditor: name(creditor), points: points(owed) })))));
}
