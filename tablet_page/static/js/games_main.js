// The page of earlier games (?view=games): the list, a game (&game=ID), the replay of a deal (&deal=N&step=K).

import { eventTarget, fill, h } from "./shared/dom.js";
import { addressOf, gameView, listView } from "./past/games_view.js";
import { currentLanguage, t, useSystem } from "./shared/i18n.js";
import { drawBar, go, openRoot, problemView, read, startShell } from "./past/past_shell.js";
import { Replay } from "./past/replay.js";
import { replayPanel } from "./past/replay_view.js";
import { endPicture } from "./stage/stage.js";
import { tableView } from "./table/table_view.js";
import { lookOnly } from "./shared/tiles.js";
import { toast } from "./shared/toast.js";

const TABLE = { href: "/", key: "past.table" };
const root = openRoot("games", ["past"]);
const wishes = /** @type {Wishes} */ ({ view: innerWidth < 700 ? "upright" : "around", centreTurn: 0, reference: null, stage: null });

/** What is shown: the parts of the list, a game, a replay, or why there is nothing.
 * @type {{ games: ListedGame[], more: number | null, pending: number, opened: OpenedGame | null, replay: Replay | null, problem: string, refusal: string, asking: number, isReady: boolean, isStageLeft: boolean }} */
const page = { games: [], more: null, pending: 0, opened: null, replay: null, problem: "", refusal: "", asking: 0, isReady: false, isStageLeft: false };

/** Show what the address says. */
async function route() {
  const query = new URLSearchParams(location.search);
  const [game, deal, step] = ["game", "deal", "step"].map((name) => query.get(name));
  const asked = (page.asking += 1);
  page.replay?.close();
  Object.assign(page, { replay: null, problem: "", refusal: "" });
  if (game === null) {
    page.opened = null;
    return showList(asked);
  }
  if (page.opened?.listed.id !== game) page.opened = null;
  if (page.opened === null || page.opened.listed.end === "in_play") {
    const { found, problem } = await read(`/api/games/${encodeURIComponent(game)}`);
    if (asked !== page.asking) return undefined;
    Object.assign(page, { opened: found, problem });
  }
  if (page.opened && page.opened.listed.id !== game) go(location.search.replace(encodeURIComponent(game), encodeURIComponent(page.opened.listed.id)), true);
  if (page.opened && deal !== null) return showDeal(asked, page.opened.listed.id, deal, Number(step ?? 0));
  return draw(true);
}

/** @param {number} asked */
async function showList(asked) {
  const { found, problem } = await read("/api/games");
  if (asked !== page.asking) return;
  Object.assign(page, { problem, games: found?.games ?? [], more: found?.more ?? null, pending: found?.pending ?? 0 });
  draw(true);
  if (page.pending > 0) setTimeout(() => asked === page.asking && showList(asked), 1500);
}

async function showMore() {
  const { found } = await read(`/api/games?before=${page.more}`);
  if (found) Object.assign(page, { games: [...page.games, ...found.games], more: found.more });
  draw();
}

/**
 * @param {number} asked
 * @param {string} game
 * @param {string} deal
 * @param {number} step
 */
async function showDeal(asked, game, deal, step) {
  const { found, problem } = await read(`/api/games/${encodeURIComponent(game)}/deals/${encodeURIComponent(deal)}`);
  if (asked !== page.asking) return;
  page.problem = problem;
  page.replay = found && new Replay(found, step, moved);
  draw(true);
}

/** The address always names the step that is shown. */
function moved() {
  if (page.replay && !page.replay.isPlaying) go(addressOf(page.replay.deal.id, page.replay.deal.number, page.replay.step), true);
  draw();
}

function draw(anew = false) {
  const { replay, opened, problem } = page;
  page.isReady ||= anew;
  if (!page.isReady) return; // nothing was heard yet
  const back = opened && (replay || problem) ? { href: addressOf(opened.listed.id), text: t("past.game") } : opened ? { href: addressOf(), text: t("past.games") } : { href: TABLE.href, text: t(TABLE.key) };
  if (replay) useSystem(replay.documents.state.system);
  else if (opened) useSystem(opened.state.system);
  drawBar(back, !opened && h("a", { class: "button", href: "/?view=people" }, t("people.title")));
  document.title = `${t("past.games")} · Jantaku`;
  root.setAttribute("aria-label", t("past.games"));
  root.className = replay ? "replaying" : opened ? "one-game" : "list";
  if (problem) fill(root, problemView(problem, opened ? { href: addressOf(opened.listed.id), text: t("past.game") } : { href: addressOf(), text: t("past.games") }));
  else if (replay) drawReplay(replay);
  else fill(root, opened ? gameView(opened, page.refusal) : listView(page.games, page));
  root.dataset.shown = problem ? "problem" : replay ? `${replay.deal.number}-${replay.step}` : opened ? opened.listed.id : "list";
  if (anew) scrollTo(0, 0);
}

/** @param {Replay} replay */
function drawReplay(replay) {
  fill(root,
    h("section", { id: "table", "data-key": "table", "aria-label": t("table.title"), "data-own": true }),
    h("section", { id: "side", "data-key": "side", "aria-label": t("replay.title") }, replayPanel(replay, page.opened)));
  const table = /** @type {HTMLElement} */ (root.querySelector("#table"));
  page.isStageLeft &&= replay.isAtEnd; // whoever comes back to the end sees it again
  wishes.stage = replay.isAtEnd && replay.deal.result && !page.isStageLeft ? endPicture(replay.deal.result) : null;
  fill(table, tableView(replay.documents, wishes));
  showScores(table);
  const slider = /** @type {HTMLInputElement} */ (root.querySelector("input[type=range]"));
  slider.value = String(replay.step);
}

/** The plates' scores at once: a step back is no payment that one watches.
 * @param {HTMLElement} table */
function showScores(table) {
  table.querySelectorAll("[data-count]").forEach((field) => {
    field.textContent = new Intl.NumberFormat(currentLanguage()).format(Number(/** @type {HTMLElement} */ (field).dataset.count)).replace("-", "−");
  });
}

/** @param {DOMStringMap} data */
function perform({ do: action, arg }) {
  const { replay } = page;
  switch (action) {
    case "more": return showMore();
    case "picture": return picture();
    case "turn_centre": wishes.centreTurn = (wishes.centreTurn + 1) % 4; return draw();
    case "reference": wishes.reference = wishes.reference === Number(arg) ? null : Number(arg); return draw();
    case "link": return share();
    case "stage": page.isStageLeft = true; return draw();
    default: return replay && steer(replay, action ?? "", arg ?? "");
  }
}

/**
 * @param {Replay} replay
 * @param {string} action
 * @param {string} arg
 */
function steer(replay, action, arg) {
  if (action === "play") return replay.toggle();
  if (action === "speed") return replay.atSpeed(Number(arg));
  replay.pause();
  switch (action) {
    case "first": return replay.to(0);
    case "back": return replay.to(replay.step - 1);
    case "next": return replay.to(replay.step + 1);
    case "last": return replay.to(replay.last);
    case "moment": return replay.jump(Number(arg));
    default: return undefined;
  }
}

/** @type {Record<string, [string, string]>} */
const KEYS = {
  ArrowLeft: ["back", ""], ArrowRight: ["next", ""], Home: ["first", ""], End: ["last", ""], ArrowUp: ["moment", "-1"], ArrowDown: ["moment", "1"], " ": ["play", ""],
};

/** @param {KeyboardEvent} event */
function keyed(event) {
  const { replay } = page;
  const target = eventTarget(event);
  if (!replay || !(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (target.closest("select, summary, [tabindex='0'].scroll") || (event.key === " " && target.closest("button, a"))) return;
  event.preventDefault();
  steer(replay, ...KEYS[event.key]);
}

/** Hand the address on: by the device's own ways, into the clipboard, or to be read. */
async function share() {
  const { href } = location;
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url: href });
    await navigator.clipboard.writeText(href);
    return toast(t("replay.link_copied"));
  } catch {
    return toast(t("replay.link"), href); // without HTTPS browsers give nobody the clipboard
  }
}

async function picture() {
  const { cardOfGame, cardOfDeal, handOver } = await import("./past/share_card.js");
  const { replay, opened } = page;
  if (opened) await handOver(replay ? await cardOfDeal(replay.documents, opened) : await cardOfGame(opened), opened.listed.id);
}

/** @param {HTMLAnchorElement} link */
async function keep(link) {
  const { keepFile } = await import("./past/export_file.js");
  page.refusal = await keepFile(link.href, link.dataset.export ?? "");
  draw();
}

lookOnly();
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (eventTarget(event).closest("a[data-export]"));
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  keep(link);
});
document.addEventListener("keydown", keyed);
document.addEventListener("input", (event) => {
  if (eventTarget(event).dataset.change !== "step" || !page.replay) return;
  page.replay.pause();
  page.replay.to(Number(eventTarget(event).value));
});
await startShell({ route, redraw: draw, perform });
