// Where the riichi sticks on the table are not those of the game: something to look at, nothing waits for it.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";

/** One card with a sentence for each difference, until somebody has read it or nothing differs any more.
 * @param {Documents} documents
 * @param {string} seen */
export function sticksView(documents, seen) {
  if (!hasStickNews(documents.sticks, seen)) return null;
  return h("section", { class: "card notice", role: "status", "data-key": "sticks" },
    h("h2", {}, t("sticks.title")),
    documents.sticks?.notices.map(({ notice, seat }) => h("p", { "data-key": `${notice}-${seat}` },
      t(`sticks.${notice}`, { name: playerName(documents, seat) }))),
    h("div", { class: "actions" }, h("button", { "data-do": "sticks_seen" }, t("camera.seen"))));
}

/** Whether there is one that nobody has read on this screen.
 * @param {Wire.SticksDocument | null} sticks
 * @param {string} seen */
export function hasStickNews(sticks, seen) {
  return (sticks?.notices.length ?? 0) > 0 && stickNews(sticks) !== seen;
}

/** The differences as one text, to remember that they were read.
 * @param {Wire.SticksDocument | null} sticks */
export function stickNews(sticks) {
  return (sticks?.notices ?? []).map(({ notice, seat }) => `${notice}-${seat}`).sort().join(" ");
}
