// Asking before something that moves motors or points.

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** Resolves to true when the person agrees. */
export function confirmed(title, text, agree) {
  const dialog = document.getElementById("confirm");
  fill(dialog, h("form", { method: "dialog" },
    h("h2", { id: "confirm-title" }, title),
    h("p", {}, text),
    h("div", { class: "actions" },
      h("button", { value: "no" }, t("confirm.no")),
      h("button", { value: "yes", class: "primary" }, agree))));
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
