// A badge that the table's settings ask for: somebody's own words, or one of ours that offers five things to try.

import { h } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";

/** The badge; null where there is none, or it was put away on this screen.
 * @param {Documents} documents
 * @param {Wishes} wishes */
export function noticeBadge(documents, { badgeSeen, view }) {
  const notice = documents.info?.notice ?? "";
  if (notice === "" || notice === badgeSeen) return null;
  const title = tOr(`table_notice.${notice}`, notice);
  return h("section", { class: "card table-notice", "data-key": "table-notice" },
    tOr(`tries.${notice}`, "") === "" ? h("p", {}, title) : h("details", {},
      h("summary", {}, h("strong", {}, title), " · ", t(`tries.${notice}`)),
      h("ol", {}, triesView(documents, view).map((button, place) => h("li", { "data-key": place }, h("div", {}, h("span", {}, t(`tries.${THINGS[place]}`)), button))))),
    h("button", { class: "icon", "data-do": "badge_seen", "aria-label": t("table_notice.put_away"), title: t("table_notice.put_away") }, "✕"));
}

const THINGS = ["misread", "undo", "replay", "sides", "tv"];

/** What leads to each of `THINGS`.
 * @param {Documents} documents
 * @param {string} view */
function triesView(documents, view) {
  const newest = newestDiscard(documents);
  const { undo_to: undo } = documents.state;
  const other = view === "around" ? "upright" : "around";
  return [
    h("button", { "data-do": "touch", "data-arg": newest, disabled: newest === null }, t("tries.newest")),
    h("button", { "data-do": "undo", "data-arg": undo, disabled: undo === null }, t("correct.undo")),
    h("a", { class: "button", href: "/?view=games" }, t("past.games")),
    h("button", { "data-do": "view", "data-arg": other }, t(`view.${other}`)),
    // A television's page has nothing to press, so no way back either.
    h("a", { class: "button", href: "/?view=tv", target: "_blank", rel: "noopener" }, t("screens.tv")),
  ];
}

/** The place of the discard that was laid last; null before the first one.
 * @param {Documents} documents */
function newestDiscard({ board }) {
  const last = board.events.rivers.flatMap((events, seat) => events.map((event, index) => ({ event, place: `river:${seat}:${index}` })));
  return last.sort((one, other) => other.event - one.event)[0]?.place ?? null;
}
