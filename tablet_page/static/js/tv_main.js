// The table for a television: rivers, scores, the stage, and who leads by how much. Nothing can be pressed.

import { startComfort } from "./comfort.js";
import { settleCounts } from "./count.js";
import { startDevice } from "./device.js";
import { fill, h } from "./dom.js";
import { number, points, t } from "./i18n.js";
import { asked, Live } from "./live.js";
import { dealName } from "./names.js";
import { loadScreens } from "./screens_view.js";
import { followStage } from "./stage.js";
import { lookOnly } from "./tiles.js";
import { tvView } from "./tv_view.js";

const THEMES = ["light", "dark"];
const CLOCK_MS = 10_000; // a clock that shows minutes

/** @param {import('./live.js').Live} live */
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
const live = new Live(["state", "board", "game", "result"], draw);
startComfort();
const theme = asked.get("theme") ?? "";
if (THEMES.includes(theme)) document.documentElement.dataset.theme = theme;
startDevice(() => {}, true);
loadScreens(() => live.redraw());
await live.start();
setInterval(() => live.redraw(), CLOCK_MS);
