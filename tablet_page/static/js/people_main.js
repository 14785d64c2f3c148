// The page of people (?view=people): the table of a period, a person's career (&person=ID), their cards.

import { careerView } from "./past/career_view.js";
import { confirmed } from "./shared/confirm.js";
import { eventTarget, fill, h, typed } from "./shared/dom.js";
import { t, tOr, useUnit } from "./shared/i18n.js";
import { askPin } from "./link/login_view.js";
import { drawBar, go, openRoot, problemView, read, startShell } from "./past/past_shell.js";
import { COLOURS, peopleAddress, peopleView, PERIODS } from "./past/people_view.js";
import { lookOnly } from "./shared/tiles.js";
import { once } from "./shared/once.js";
import { toast } from "./shared/toast.js";
import { refusedTexts } from "./shared/told.js";

const PATIENCE_MS = 30_000;
const PAUSE_MS = 2000;
const EVENING_H = 6;
const root = openRoot("people", ["past", "people"]);

/** What is shown, and the games that count.
 * @type {{ people: PersonCard[], table: PeopleTable | null, career: Career | null, problem: string, chosen: { person: number | null, period: string, rules: string }, colour: string, asking: number, pending: number }} */
const page = { people: [], table: null, career: null, problem: "", chosen: { person: null, period: "all", rules: "" }, colour: COLOURS[0], asking: 0, pending: 0 };

/** Where a period begins: an evening at six in the morning, as it may last past midnight.
 * @param {string} period */
function sinceOf(period) {
  const now = new Date();
  if (period === "evening") {
    const morning = new Date(now);
    morning.setHours(EVENING_H, 0, 0, 0);
    if (morning > now) morning.setDate(morning.getDate() - 1);
    return morning.toISOString();
  }
  if (period === "month") return new Date(now.getTime() - 30 * 86_400_000).toISOString();
  if (period === "year") return new Date(now.getFullYear(), 0, 1).toISOString();
  return "";
}

/** Show what the address says. */
async function route() {
  const query = new URLSearchParams(location.search);
  const asked = (page.asking += 1);
  const wanted = query.get("person");
  const period = query.get("period") ?? "";
  page.chosen = { person: wanted === null ? null : Number(wanted) || 0, period: PERIODS.includes(period) ? period : "all", rules: query.get("rules") ?? "" };
  const games = new URLSearchParams();
  const since = sinceOf(page.chosen.period);
  if (since) games.set("since", since);
  if (page.chosen.rules) games.set("rules", page.chosen.rules);
  const list = await read("/api/people");
  if (asked !== page.asking) return;
  page.people = list.found?.people ?? [];
  page.problem = list.problem;
  page.pending = list.found?.pending ?? 0;
  page.table = page.career = null;
  if (!page.problem) {
    const own = wanted !== null;
    const { found, problem } = await read(own ? `/api/people/${encodeURIComponent(wanted)}?${games}` : `/api/people/table?${games}`);
    if (asked !== page.asking) return;
    page.problem = problem;
    if (own) page.career = found;
    else page.table = found;
  }
  if (page.table) page.colour = COLOURS[page.people.length % COLOURS.length];
  draw();
  if (page.pending > 0) setTimeout(() => asked === page.asking && !document.querySelector("details[open], dialog[open]") && route(), PAUSE_MS);
}

function draw() {
  const { career, table, people, problem, chosen } = page;
  if (!problem && !career && !table) return; // not heard yet
  useUnit((career ?? table)?.unit ?? "");
  drawBar(chosen.person === null ? { href: "/", text: t("past.table") } : { href: peopleAddress({ ...chosen, person: null }), text: t("people.title") },
    chosen.person === null && h("a", { class: "button", href: "/?view=games" }, t("past.games")));
  document.title = `${career?.person.name ?? t("people.title")} · Jantaku`;
  root.setAttribute("aria-label", t("people.title"));
  root.className = career ? "one-person" : "list";
  if (problem) fill(root, problemView(problem, { href: peopleAddress({}), text: t("people.title") }));
  else if (career) fill(root, pendingView(), careerView(career, chosen, people));
  else if (table) fill(root, pendingView(), peopleView(table, people, chosen, page.colour));
  root.dataset.shown = problem ? "problem" : career ? String(career.person.id) : "list";
}

/** Games that do not count yet, as after an update of the table. */
function pendingView() {
  return page.pending > 0 && h("p", { class: "subtle", role: "status", "data-key": "pending" }, t("past.pending", { count: page.pending }));
}

/** Wish something of the cards, after the PIN if need be; null where it was refused, which is told.
 * @param {Record<string, unknown>} wish
 * @returns {Promise<any>} */
async function wished(wish) {
  try {
    const response = await fetch("/api/people", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish), signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    if (answer.error.code === "login_needed" && await askPin("table")) return await wished(wish);
    toast(tOr(`error.${answer.error.code}`, t("people.refused")), (await refusedTexts(answer.error))[1]);
  } catch {
    toast(t("error.unreachable"));
  }
  return null;
}

/** @param {DOMStringMap} data */
async function perform({ do: action, arg }) {
  const person = page.career?.person;
  if (action === "colour" && !person) {
    page.colour = arg ?? page.colour;
    return draw();
  }
  if (!person) return undefined;
  if (action === "colour" && await wished({ action: "change", person: person.id, colour: arg })) return route();
  if (action === "picture" && await wished({ action: "change", person: person.id, picture: arg || "none" })) return route();
  if (action === "remove") return remove(person);
  return undefined;
}

/** @param {PersonCard} person */
async function remove(person) {
  if (!await confirmed(t("people.remove_title", { name: person.name }), t("people.remove_sure"), t("people.remove"))) return;
  const answer = await wished({ action: "remove", person: person.id });
  if (!answer) return;
  go(peopleAddress({}));
  await route();
  if (answer.still_in.length > 0) toast(t("people.removed"), t("people.still_in", { files: answer.still_in.join(", ") }));
  else toast(t("people.removed"));
}

/** @param {SubmitEvent} event */
function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method === "dialog" || !form.dataset.do) return;
  event.preventDefault();
  once(form.dataset, () => carryOut(form));
}

/** @param {HTMLFormElement} form */
async function carryOut(form) {
  const person = page.career?.person;
  const fields = new FormData(form);
  if (form.dataset.do === "add") {
    if (!await wished({ action: "add", name: typed(fields, "name"), colour: page.colour })) return;
    form.reset();
    toast(t("people.added"));
    await route();
  }
  if (form.dataset.do === "rename" && person && await wished({ action: "change", person: person.id, name: typed(fields, "name") })) await route();
  if (form.dataset.do === "merge" && person) await merge(person, Number(fields.get("into")));
}

/**
 * @param {PersonCard} person
 * @param {number} into
 */
async function merge(person, into) {
  const other = page.people.find((card) => card.id === into);
  if (!other || !await confirmed(t("people.merge_title", { name: person.name, other: other.name }), t("people.merge_sure", { name: person.name, other: other.name }), t("people.merge"))) return;
  if (!await wished({ action: "merge", person: person.id, into })) return;
  go(peopleAddress({ person: into }));
  await route();
}

lookOnly();
document.addEventListener("submit", submitted);
document.addEventListener("change", (event) => {
  if (eventTarget(event).dataset.change !== "rules") return;
  go(peopleAddress({ ...page.chosen, rules: eventTarget(event).value }));
  route();
});
await startShell({ route, redraw: draw, perform });
