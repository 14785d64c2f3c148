// A backup in the table's place: what only somebody needs who restores one, loaded then.

import { momentText } from "../shared/clock.js";
import { confirmed } from "../shared/confirm.js";
import { t, tOr } from "../shared/i18n.js";
import { toast } from "../shared/toast.js";

/** A backup of ten thousand games over a slow network; then nothing is waited for any more. Chosen. */
const UPLOAD_MS = 600_000;
const PATIENCE_MS = 10_000;

/** @param {File} file */
export async function restore(file) {
  toast(t("restore.looking"));
  const looked = await post("/api/restore", "application/octet-stream", file, UPLOAD_MS);
  if (!looked.ok) return toast(t("restore.refused"), whyNot(looked.error));
  const { token, made_at: madeAt, games } = looked.backup;
  if (!await confirmed(t("backup.restore"), t("restore.sure", { when: momentText(madeAt), games }), t("restore.agree"))) return undefined;
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
