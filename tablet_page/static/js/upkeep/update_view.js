// Another version of the program, and of the motor board's: the card, and the way to sheets that come along when they are opened.

import { h } from "../shared/dom.js";
import { loadRare, t } from "../shared/i18n.js";

const TEXTS = "upkeep";

/** The card in the set-up. */
export function updateView() {
  return h("section", { class: "card", "data-key": "update" },
    h("h2", {}, t("update.title")),
    h("p", { class: "subtle" }, t("update.help")),
    h("div", { class: "actions wrap" }, h("button", { "data-do": "update" }, t("update.open")), h("button", { "data-do": "firmware" }, t("update.board"))));
}

/** What its buttons do, and those of the sheets. @type {Record<string, Handler>} */
export const UPDATES = {
  update: async (page) => {
    const [{ openUpdates }] = await Promise.all([import("./update_sheet.js"), loadRare(TEXTS)]);
    await openUpdates(page);
  },
  update_look: inSheet("update_look"),
  update_install: inSheet("update_install"),
  update_reload: inSheet("update_reload"),
  firmware: async (page) => {
    const [{ openFirmware }] = await Promise.all([import("./firmware_view.js"), loadRare(TEXTS)]);
    await openFirmware(page);
  },
  firmware_bring: async (page) => (await import("./firmware_view.js")).bringFirmware(page),
};

/**
 * @param {string} name
 * @returns {Handler} */
function inSheet(name) {
  return async (...said) => (await import("./update_sheet.js")).UPDATE_ACTIONS[name](...said);
}
