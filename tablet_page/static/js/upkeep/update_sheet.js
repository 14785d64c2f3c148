// The sheet of updates: what is new in another version, one button, how far it is, the way back. For whoever has the
// admin's PIN; loaded with its texts when somebody opens it.

import { momentText } from "../shared/clock.js";
import { askedOf } from "../link/asked_of.js";
import { confirmed } from "../shared/confirm.js";
import { h } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";
import { addSheet } from "../sheets/sheet.js";

const ASK_MS = 2000;
const ADDRESS = "/api/update";
/** Root answers a wish within a second or two; after so many askings it is said where to look. Chosen. */
const UNHEARD = 10;
const AT_REST = ["done", "failed"];
const MEASURED = ["fetching", "installing"];

/** `sheet`: what the table said last, how often it was asked in vain, why a wish was refused.
 * @param {Documents} documents
 * @param {UpdateSheet} sheet */
function updateSheet(documents, { told, unheard, why }) {
  if (told === null) return { title: t("update.title"), body: h("p", {}, t(unheard > 0 ? "error.unreachable" : "connection.waiting")) };
  const busy = isUnderWay(told) || unheard > 0;
  return {
    title: t("update.title"),
    body: [
      h("p", {}, t("update.running", { version: told.running })),
      !told.is_package && h("p", { class: "note" }, t("update.no_package")),
      why && h("p", { class: "loss", role: "alert" }, why),
      progressView(told, unheard),
      !busy && told.is_package && offerView(documents, told),
      !busy && told.is_package && h("div", { class: "actions wrap" },
        h("button", { "data-do": "update_look" }, t("update.look")),
        told.before && h("button", { "data-do": "update_install", "data-arg": told.before, "data-value": "back" }, t("update.back", { version: told.before }))),
    ],
  };
}

/**
 * @param {UpdateDocument} told
 * @param {number} unheard
 */
function progressView({ progress, running }, unheard) {
  if (unheard > 0) return h("p", { role: "status" }, t("update.away"));
  if (progress === null || (progress.phase === "done" && !progress.version)) return null;
  const { phase, version, percent, why, text } = progress;
  if (phase === "done") {
    return h("section", { class: "card", role: "status" }, h("p", {}, t("update.done", { version: running })),
      h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "update_reload" }, t("update.reload"))));
  }
  if (phase === "failed") {
    // What apt itself said has no translation, and is what somebody searches for.
    return h("section", { class: "card fault", role: "alert" },
      h("h3", {}, version ? t("update.failed", { version }) : t("update.not_looked")),
      h("p", {}, tOr(`update_why.${why}`, text)), why === "apt" && h("p", { class: "small", lang: "en" }, text));
  }
  return h("section", { class: "card", role: "status" },
    h("p", {}, t(`update_phase.${phase}`, { version })),
    MEASURED.includes(phase) && h("progress", { max: "100", value: percent, "aria-label": t(`update_phase.${phase}`, { version }) }));
}

/**
 * @param {Documents} documents
 * @param {UpdateDocument} told
 */
function offerView({ state }, { offered, changes, looked_at: lookedAt }) {
  const when = lookedAt && momentText(lookedAt);
  if (!offered) return h("p", {}, when ? t("update.none", { when }) : t("update.never_looked"));
  // The changelog is written in English alone.
  return h("section", { class: "card" },
    h("h3", {}, t("update.offered", { version: offered })),
    changes.map(({ version, points }) => [h("h4", {}, version), h("ul", { lang: "en" }, points.map((point) => h("li", {}, point)))]),
    state.phase === "play" && h("p", { class: "note" }, t("update.in_play")),
    h("div", { class: "actions" }, h("button", { class: "primary", "data-do": "update_install", "data-arg": offered }, t("update.install", { version: offered }))));
}

/** @param {UpdateDocument} told */
function isUnderWay({ progress }) {
  return progress !== null && !AT_REST.includes(progress.phase);
}

/** Open the sheet and follow what is under way.
 * @param {Page} page */
export async function openUpdates(page) {
  if (!await withRole("admin")) return;
  addSheet("update", updateSheet);
  page.wish({ sheet: { number: Date.now(), kind: "update", proposal: null, refusal: null, busy: false, draft: {}, told: null, unheard: 0, why: "" } });
  await follow(page);
}

/** What the sheet's buttons do, by the `data-do` of the button. @type {Record<string, Handler>} */
export const UPDATE_ACTIONS = {
  update_look: (page) => wished(page, { action: "look" }),
  update_install: async (page, version, how) => {
    const title = t(how === "back" ? "update.back" : "update.install", { version });
    if (await confirmed(title, t(how === "back" ? "update.back_sure" : "update.sure", { version }), title)) await wished(page, { action: "install", version });
  },
  update_reload: () => location.reload(),
};

/**
 * @param {Page} page
 * @param {{ action: string, version?: string }} wish
 */
async function wished(page, wish) {
  const answer = await askedOf(ADDRESS, wish);
  if (answer?.ok === false) return show(page, { why: tOr(`update_why.${answer.error.why ?? ""}`, answer.error.message) });
  show(page, { why: "" });
  return follow(page);
}

/** Ask until nothing is under way any more; in the middle of it the table is away for a minute or two.
 * @param {Page} page */
async function follow(page) {
  const number = page.wishes.sheet?.number;
  for (let askings = 0; page.wishes.sheet?.number === number; askings += 1) {
    const told = await askedOf(ADDRESS);
    if (page.wishes.sheet?.number !== number) return;
    const isHeard = told !== null && "running" in told;
    show(page, isHeard ? { told, unheard: 0 } : { unheard: page.wishes.sheet.unheard + 1 });
    if (isHeard && !isUnderWay(told)) return;
    if (isHeard && told.progress?.phase === "asked" && askings === UNHEARD) show(page, { why: t("update_why.unheard") });
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/**
 * @param {Page} page
 * @param {Partial<UpdateSheet>} changes
 */
function show(page, changes) {
  if (page.wishes.sheet?.kind === "update") page.wish({ sheet: { ...page.wishes.sheet, ...changes } });
}
