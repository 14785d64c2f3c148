// The score display of a stream: laid transparently over a picture by OBS and its like. Nothing can be pressed.

import { fill, h } from "./shared/dom.js";
import { asked, Live } from "./link/live.js";
import { t } from "./shared/i18n.js";
import { overlayView, partsOf } from "./table/overlay_view.js";

const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];
const BANNER_MS = 12_000;

/** @type {{ number: string, shown: boolean } | null} */
let banner = null;

/** @param {import('./link/live.js').Live} live */
function followResult(live) {
  const { state, result } = live.documents;
  const number = state.phase === "result" && result ? `${state.names.join()} ${result.number}` : null;
  if (number === null) banner = null;
  else if (banner?.number !== number) {
    banner = { number, shown: true };
    setTimeout(() => {
      if (banner?.number !== number) return;
      banner.shown = false;
      live.redraw();
    }, BANNER_MS);
  }
  return banner?.shown === true;
}

/** @param {import('./link/live.js').Live} live */
function draw(live) {
  document.title = `${t("overlay.title")} · Jantaku`;
  root.setAttribute("aria-label", t("overlay.title"));
  if (live.isReady) fill(root, overlayView(live.documents, { hasBanner: followResult(live), age: live.isOld ? Math.floor(live.age) : null, ...wished }));
}

const wished = partsOf(asked.get("show"));
const wanted = asked.get("corner") ?? "";
const corner = CORNERS.includes(wanted) ? wanted : "bottom-left";
const root = h("main", { id: "overlay", "data-corner": corner });
Object.assign(document.documentElement.dataset, { page: "overlay", theme: "dark" });
document.head.append(h("link", { rel: "stylesheet", href: "/static/css/overlay.css" }));
document.body.replaceChildren(root);
await new Live(["state", "board", "game", "questions"], draw).start();
