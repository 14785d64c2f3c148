// The page on other screens: its address in this network, to be opened by a phone's camera.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

/** What the table said of its address; null while nobody asked or it did not answer.
 * @type {{ address: string | null, views: string[] } | null} */
let known = null;

/** Ask the table where other devices reach it; `onKnown` once it has said so.
 * @param {() => void} onKnown */
export async function loadScreens(onKnown) {
  try {
    const response = await fetch("/api/screens", { cache: "no-store" });
    if (response.ok) known = await response.json();
  } catch {
    // The banner says that the table does not answer.
  }
  onKnown();
}

/** The card of the set-up, and beside the form of a new game. */
export function screensView() {
  if (known === null) return null;
  const { address, views } = known;
  const reached = address ?? location.origin;
  return h("section", { class: "card screens", "data-key": "screens" },
    h("h2", {}, t("screens.title")),
    address === null
      ? h("p", { class: "subtle" }, t("screens.only_here"))
      : h("div", { class: "codes" }, views.map((view) => codeView(view))),
    h("ul", { class: "addresses small" }, [...views, "overlay"].map((view) => addressView(view, view === "table" ? `${reached}/` : `${reached}/?view=${view}`))));
}

/** A player's own page, in the middle of a table that waits for a game; nothing where no phone reaches it. */
export function seatCodeView() {
  return known?.address ? codeView("seat") : null;
}

/** To tap here, to type there, to paste into a stream's program.
 * @param {string} view
 * @param {string} href */
function addressView(view, href) {
  return h("li", { "data-key": view }, h("span", { class: "subtle" }, t(`screens.${view}`)), " ", h("a", { href, target: "_blank", rel: "noopener" }, href));
}

/** @param {string} view */
function codeView(view) {
  const name = t(`screens.${view}`);
  return h("figure", { class: "code", "data-key": view },
    h("img", { src: `/screens/${view}.svg`, alt: t("screens.code", { name }), width: 132, height: 132 }),
    h("figcaption", {}, name));
}
