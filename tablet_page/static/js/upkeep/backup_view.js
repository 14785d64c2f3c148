// The card of backups: everything of the table in one file, and such a file in the table's place. For whoever has the PIN.

import { h } from "../shared/dom.js";
import { loadRare, t } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";
import { toast } from "../shared/toast.js";

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
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    const [{ restore }] = await Promise.all([import("./restore.js"), loadRare("upkeep")]);
    await restore(file);
  });
  input.click();
}
