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

/** Both sets get other tiles: which ones, and a person's word that it may begin. */
export function exchangeView(machine) {
  const { exchange } = machine;
  if (!exchange) return null;
  const [low, high] = [Math.min(exchange.present, exchange.needed), Math.max(exchange.present, exchange.needed)];
  const parts = [[136, "honours"], [144, "bonus"]].filter(([count]) => low < count && count <= high).map(([, part]) => t(`exchange.${part}`));
  const way = exchange.needed > exchange.present ? "put" : "take";
  return h("section", { class: "card", role: "status", "data-key": `exchange-${exchange.needed}-${exchange.agreed}` },
    h("h2", {}, t("exchange.title", { needed: exchange.needed })),
    h("p", {}, t(`exchange.${way}`, { parts: parts.join(t("exchange.and")) })),
    h("p", { class: "subtle" }, t("exchange.way", { needed: exchange.needed })),
    !exchange.agreed && h("div", { class: "actions" },
      h("button", { class: "primary", "data-do": "exchange_sets", "data-arg": exchange.needed }, t("exchange.begin"))));
}

/** Begin or end the work on the machine. */
export function maintenanceButton(machine) {
  const to = machine.maintenance ? "end" : "begin";
  return h("button", { "data-do": "maintenance", "data-arg": to, "aria-pressed": String(machine.maintenance === true) }, t(`maintenance.${to}`));
}
