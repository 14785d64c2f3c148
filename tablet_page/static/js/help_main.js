// Help (?view=help): how tiles are laid and what hands are worth, by the rules that are played just now.

import { fill } from "./shared/dom.js";
import { helpView } from "./rules/help_view.js";
import { loadMore, t, useSystem } from "./shared/i18n.js";
import { drawBar, openRoot, problemView, read, startShell } from "./past/past_shell.js";

const root = openRoot("help", ["past", "help"]);
const wanted = new URLSearchParams(location.search).get("seat") ?? "";
/** Where one came from: the own seat's page, or the table. */
const back = ["0", "1", "2", "3"].includes(wanted) ? `/?view=seat&seat=${wanted}` : "/";

/** What is shown. @type {{ state: Wire.StateDocument | null, preset: string, lines: TableLine[], problem: string }} */
const page = { state: null, preset: "", lines: [], problem: "" };

/** Ask for the rules in play, and for what a hand is worth by them. */
async function route() {
  const documents = await read("/api/documents");
  page.state = documents.found?.state?.data ?? null;
  const played = documents.found?.info?.data.rule_system;
  page.problem = documents.problem || (page.state && played ? "" : t("error.unreachable"));
  if (!page.problem) {
    page.preset = played.preset;
    const { found, problem } = await read(`/api/rules/${encodeURIComponent(played.preset)}?${new URLSearchParams(played.settings)}`);
    page.lines = found?.lines ?? [];
    page.problem = problem;
  }
  draw();
}

function draw() {
  const { state, preset, lines, problem } = page;
  if (!state && !problem) return; // not heard yet
  drawBar({ href: back, text: t(back === "/" ? "past.table" : "screens.seat") });
  document.title = `${t("help.title")} · Jantaku`;
  root.setAttribute("aria-label", t("help.title"));
  if (problem || !state) fill(root, problemView(problem, { href: back, text: t("past.table") }));
  else {
    useSystem(state.system);
    fill(root, helpView(state.system, preset, lines));
  }
  root.dataset.shown = problem ? "problem" : preset;
}

loadMore();
await startShell({ route, redraw: draw, perform: () => undefined });
