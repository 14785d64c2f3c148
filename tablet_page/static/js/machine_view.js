// Why the machine waits for people: something over its lifts, or somebody at work on it.

import { h } from "./dom.js";
import { t, tOr } from "./i18n.js";

/** What keeps the lifts waiting: a hand goes by itself, the rest may be vouched for. */
export function obstacleView(machine) {
  if (!machine.obstacle) return null;
  return h("section", { class: "card fault", role: "alert", "data-key": `obstacle-${machine.obstacle}` },
    h("h2", {}, t("machine.blocked")),
    h("p", {}, tOr(`obstacle.${machine.obstacle}`, machine.text)),
    h("div", { class: "actions" },
      h("button", { "data-do": "nothing_in_the_way", "data-arg": machine.obstacle }, t("obstacle.nothing"))));
}

/** Begin or end the work on the machine. */
export function maintenanceButton(machine) {
  const to = machine.maintenance ? "end" : "begin";
  return h("button", { "data-do": "maintenance", "data-arg": to, "aria-pressed": String(machine.maintenance === true) }, t(`maintenance.${to}`));
}
