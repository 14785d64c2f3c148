// The card of backups: everything of the table in one file, and such a file in the table's place. For whoever has the PIN.

import { confirmed } from "./confirm.js";
import { h } from "./dom.js";
import { currentLanguage, t, tOr } from "./i18n.js";
import { withRole } from "./login_view.js";
import { toast } from "./toast.js";

/** A backup of ten thousand games over a slow network; then nothing is waited for any more. Chosen. */
const UPLOAD_MS = 600_000;
const PATIENCE_MS = 10_000;

/** The card in the set-up. */
export function backupView() {
  return h("section", { class: "card", "data-key": "backup" },
    h("h2", {}, t("backup.title")),
    h("p", { class: "subtle" }, t("backup.help")),
    h("div", { class: "actions wrap" },
      h("button", { "data-do": "backup" }, t("backup.make")),
      h("button", { "data-do": "restore" }, t("backup.restore"))));
}

/** What its buttons do. @type {Record<string, Handler>} */
export const BACKUPS = { backup: makeBackup, restore: chooseBackup };

/** The browser keeps the file as it keeps every download. */
async function makeBackup() {
  if (!await withRole("admin")) return;
  toast(t("backup.making"));
  const link = h("a", { href: "/api/backup", download: "" });
  link.click();
}

/** Have a person choose the file; the table looks at it, the person agrees, the table starts anew with it. */
async function chooseBackup() {
  if (!await withRole("admin")) return;
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "file", "data-role": "backup-file" }));
  input.addEventListener("change", () => input.files?.[0] && restore(input.files[0]));
  input.click();
}

/** @param {File} file */
export async function restore(file) {
  toast(t("restore.looking"));
  const looked = await post("/api/restore", "application/octet-stream", file, UPLOAD_MS);
  if (!looked.ok) return toast(t("restore.refused"), whyNot(looked.error));
  const { token, made_at: madeAt, games } = looked.backup;
  const when = new Date(madeAt).toLocaleString(currentLanguage(), { dateStyle: "long", timeStyle: "short" });
  if (!await confirmed(t("backup.restore"), t("restore.sure", { when, games }), t("restore.agree"))) return undefined;
  const agreed = await post("/api/restore/agreed", "application/json", JSON.stringify({ token }), PATIENCE_MS);
  return agreed.ok ? toast(t("restore.begun")) : toast(t("restore.refused"), whyNot(agreed.error));
}

/** @param {{ code: string, message: string, why?: string }} error */
function whyNot({ code, message, why }) {
  return tOr(`restore_why.${why ?? ""}`, tOr(`error.${code}`, message));
}

/**
 * @param {string} path
 * @param {string} type
 * @param {BodyInit} body
 * @param {number} patience
 */
async function post(path, type, body, patience) {
  try {
    const response = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body, signal: AbortSignal.timeout(patience) });
    return await response.json();
  } catch {
    return { ok: false, error: { code: "unreachable", message: "" } };
  }
}
