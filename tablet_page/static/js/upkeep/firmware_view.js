// The motor board's firmware: which it runs, which this program carries, one button, how far it is, what came of it.
// Loaded with its texts when somebody opens it.

import { askedOf } from "../link/asked_of.js";
import { confirmed } from "../shared/confirm.js";
import { h } from "../shared/dom.js";
import { t, tOr } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";
import { addSheet } from "../sheets/sheet.js";

const ASK_MS = 500;
const ADDRESS = "/api/firmware";
const AT_REST = ["done", "failed"];

/** `sheet`: what the table said last, how often it was asked in vain, why a wish was refused.
 * @param {Documents} _documents
 * @param {FirmwareSheet} sheet */
function firmwareSheet(_documents, { told, unheard, why }) {
  const title = t("firmware.title");
  if (told === null) return { title, body: h("p", {}, t(unheard > 0 ? "error.unreachable" : "connection.waiting")) };
  const isSame = told.running === told.carried;
  return {
    title,
    body: [
      h("p", {}, told.running ? t("firmware.running", { running: told.running }) : t("firmware.unknown")),
      h("p", {}, isSame ? t("firmware.same") : t("firmware.other", { carried: told.carried })),
      why && h("p", { class: "loss", role: "alert" }, why),
      progressView(told),
      !isUnderWay(told) && h("p", { class: "subtle" }, t("firmware.needs")),
      !isUnderWay(told) && h("div", { class: "actions" },
        h("button", { class: isSame ? "" : "primary", "data-do": "firmware_bring" }, isSame ? t("firmware.again") : t("firmware.bring", { carried: told.carried }))),
    ],
  };
}

/** @param {FirmwareDocument} told */
function progressView({ progress, running }) {
  if (progress === null) return null;
  const { phase, done, of, why, text } = progress;
  if (phase === "done") return h("section", { class: "card", role: "status" }, h("p", {}, t("firmware.done", { running })));
  if (phase === "failed") {
    // What came of it is said in every language; what the port or the board answered is for whoever mends it.
    return h("section", { class: "card fault", role: "alert" },
      h("h3", {}, t("firmware.failed")), h("p", {}, tOr(`firmware_why.${why}`, text)), h("p", { class: "small", lang: "en" }, text));
  }
  const doing = t(`firmware_phase.${phase}`);
  return h("section", { class: "card", role: "status" }, h("p", {}, doing), h("progress", { max: String(of), value: done, "aria-label": doing }));
}

/** @param {FirmwareDocument} told */
function isUnderWay({ progress }) {
  return progress !== null && !AT_REST.includes(progress.phase);
}

/** Open the sheet and follow what is under way.
 * @param {Page} page */
export async function openFirmware(page) {
  if (!await withRole("admin")) return;
  addSheet("firmware", firmwareSheet);
  page.wish({ sheet: { number: Date.now(), kind: "firmware", proposal: null, refusal: null, busy: false, draft: {}, told: null, unheard: 0, why: "" } });
  await follow(page);
}

/** Ask for a person's word, then have it brought.
 * @param {Page} page */
export async function bringFirmware(page) {
  if (!await confirmed(t("firmware.title"), t("firmware.sure"), t("firmware.agree"))) return undefined;
  const answer = await askedOf(ADDRESS, { action: "bring" });
  if (answer === null) return show(page, { why: t("error.unreachable") });
  if (answer.ok === false) return show(page, { why: tOr(`firmware_why.${answer.error.why ?? ""}`, answer.error.message) });
  show(page, { told: answer, why: "" });
  return follow(page);
}

/** @param {Page} page */
async function follow(page) {
  const number = page.wishes.sheet?.number;
  while (page.wishes.sheet?.number === number) {
    const told = await askedOf(ADDRESS);
    if (page.wishes.sheet?.number !== number) return;
    const isHeard = told !== null && "carried" in told;
    show(page, isHeard ? { told, unheard: 0 } : { unheard: page.wishes.sheet.unheard + 1 });
    if (isHeard && !isUnderWay(told)) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/**
 * @param {Page} page
 * @param {Partial<FirmwareSheet>} changes
 */
function show(page, changes) {
  if (page.wishes.sheet?.kind === "firmware") page.wish({ sheet: { ...page.wishes.sheet, ...changes } });
}
