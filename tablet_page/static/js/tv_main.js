// The table for a television: rivers, scores, the stage, and who leads by how much. Nothing can be pressed.

import { startComfort } from "./screen/comfort.js";
import { settleCounts } from "./shared/count.js";
import { startDevice } from "./screen/device.js";
import { fill, h } from "./shared/dom.js";
import { number, points, t } from "./shared/i18n.js";
import { asked, Live } from "./link/live.js";
import { dealName } from "./shared/names.js";
import { loadScreens } from "./screen/screens_view.js";
import { followStage } from "./stage/stage.js";
import { lookOnly } from "./shared/tiles.js";
import { tvView } from "./table/tv_view.js";

const THEMES = ["light", "dark"];
const CLOCK_MS = 10_000; // a clock that shows minutes

/** @param {import('./link/live.js').Live} live */
function draw(live) {
  if (!live.isReady) return;
  const { documents } = live;
  document.title = `${dealName(documents.state.deal_label)} · Jantaku`;
  const isWhole = (live.seqs.result ?? 0) <= (live.seqs.state ?? 0);
  const stage = followStage(documents, isWhole, () => live.redraw());
  root.setAttribute("aria-label", t("tv.title"));
  fill(root, tvView(documents, stage, live.isOld ? Math.floor(live.age) : null));
  root.dataset.step = String(documents.state.system.score_step);
  settleCounts(root, (value, { dataset }) => (dataset.plain === undefined ? points(value) : number(value)));
}

const root = h("main", { id: "tv" });
document.documentElement.dataset.page = "tv";
document.head.append(h("link", { rel: "stylesheet", href: "/static/css/tv.css" }));
document.body.replaceChildren(root);
lookOnly();
const live = new Live(["state", "board", "game", "result", "questions"], draw);
startComfort();
const theme = asked.get("theme") ?? "";
if (THEMES.includes(theme)) document.documentElement.dataset.theme = theme;
startDevice(() => {}, true);
loadScreens(() => live.redraw());
await live.start();
setInterval(() => live.redraw(), CLOCK_MS);
