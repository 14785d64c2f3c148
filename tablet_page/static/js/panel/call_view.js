// What players call out by a button: a win, riichi, "please look". The tiles decide; people say when it is settled.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";

/** A card for each call that stands.
 * @param {Documents} documents */
export function callsView(documents) {
  return (documents.calls?.calls ?? []).map((call) => h("section", { class: "card call", role: "alert", "data-key": call.id },
    h("h2", {}, t(`call.${call.kind}`, { name: playerName(documents, call.seat) })),
    h("p", { class: "subtle" }, t(`call.${call.kind}_help`)),
    h("div", { class: "actions" },
      h("button", { "data-do": "dismiss_call", "data-arg": call.id }, t("call.dismiss")))));
}
