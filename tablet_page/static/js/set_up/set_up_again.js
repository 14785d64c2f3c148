// From the running table back into its set-up: the table ends, and the set-up is served in its place.

import { confirmed } from "../shared/confirm.js";
import { loadRare, t } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";
import { toast } from "../shared/toast.js";
import { refusedTexts } from "../shared/told.js";

const LOOK_MS = 500;
const PATIENCE_MS = 10_000;
const LONGEST_MS = 60_000;
const IN_A_DEAL = ["play", "machine"];

/** Ask, then wait for the set-up page; refused while a deal is in play.
 * @param {Page} page */
export async function openSetUp(page) {
  await loadRare("upkeep").catch(() => {});
  if (IN_A_DEAL.includes(page.documents.state.phase)) return toast(t("set_up.not_in_deal"));
  if (!await confirmed(t("set_up.again"), t("set_up.again_sure"), t("set_up.again_open"))) return undefined;
  return await withRole("admin") && begin();
}

async function begin() {
  const answer = await asked("/api/set_up/again", "POST");
  if (answer?.ok !== true) return toast(t("error.not_now"), answer?.error ? (await refusedTexts(answer.error))[1] : t("error.unreachable"));
  const until = Date.now() + LONGEST_MS;
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if ((await asked("/healthz"))?.setting_up) return location.assign("/?view=set_up");
  }
  return toast(t("error.unreachable"));
}

/** What the daemon answers; null when it does not.
 * @param {string} address
 * @param {string} [method]
 * @returns {Promise<any>} */
async function asked(address, method = "GET") {
  try {
    return await (await fetch(address, { method, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })).json();
  } catch {
    return null;
  }
}
