// Why the machine waits for people: something over its lifts, or somebody at work on it.

import { h } from "../shared/dom.js";
import { currentLanguage, t, tOr } from "../shared/i18n.js";
import { machineDrawing } from "./machine_drawing.js";
import { playerName } from "../shared/names.js";

/** What keeps the lifts waiting: a hand goes by itself, the rest may be vouched for.
 * @param {Wire.MachineDocument} machine */
export function obstacleView(machine) {
  if (!machine.obstacle) return null;
  return h("section", { class: "card fault", role: "alert", "data-key": `obstacle-${machine.obstacle}` },
    h("h2", {}, t("machine.blocked")),
    h("p", {}, tOr(`obstacle.${machine.obstacle}`, machine.text)),
    h("div", { class: "actions" },
      h("button", { "data-do": "nothing_in_the_way", "data-arg": machine.obstacle }, t("obstacle.nothing"))));
}

/** Both sets get other tiles: which ones, and a person's word that it may begin.
 * @param {Wire.MachineDocument} machine
 * @param {Wire.SystemDocument} system */
export function exchangeView(machine, system) {
  const { exchange } = machine;
  if (!exchange) return null;
  const [low, high] = [Math.min(exchange.present, exchange.needed), Math.max(exchange.present, exchange.needed)];
  const way = exchange.needed > exchange.present ? "put" : "take";
  // What a set of 108 is without only the game that is played with it says.
  const least = way === "put" ? "rest" : system.left_out.length > 0 ? "simples" : "honours";
  const parts = Object.entries({ [least]: 136, bonus: 144, second_flowers: 152 }).filter(([, count]) => low < count && count <= high).map(([part]) => t(`exchange.${part}`));
  return h("section", { class: "card", role: "status", "data-key": `exchange-${exchange.needed}-${exchange.agreed}` },
    h("h2", {}, t("exchange.title", { needed: exchange.needed })),
    h("p", {}, t(`exchange.${way}`, { parts: parts.join(t("exchange.and")) })),
    h("p", { class: "subtle" }, t("exchange.way", { needed: exchange.needed })),
    !exchange.agreed && h("div", { class: "actions" },
      h("button", { class: "primary", "data-do": "exchange_sets", "data-arg": exchange.needed }, t("exchange.begin"))));
}

/** Where on the machine: the part, and whose side it is.
 * @param {Documents} documents
 * @param {{ part: string, side: number | null }} place */
function placeOf(documents, { part, side }) {
  const name = t(`part.${part}`);
  return side === null || side === undefined ? name : t("part.at", { part: name, player: playerName(documents, side) });
}

/** A latched fault: what, where and what to do, in the person's language.
 * @param {Documents} documents */
export function faultView(documents) {
  const { fault } = documents.state.machine;
  if (!fault) return null;
  const known = documents["diag/machine"]?.fault;
  const isEnglish = currentLanguage() === "en";
  const action = isEnglish ? fault.action : tOr(`fault_action.${fault.code}`, "");
  return h("section", { class: "card fault", role: "alert", "data-key": `fault-${fault.id}` },
    h("h2", {}, t("fault.title")),
    h("p", {}, isEnglish && fault.text ? fault.text : tOr(`fault.${fault.code}`, fault.text)),
    known?.id === fault.id && known.side !== null && h("p", {}, placeOf(documents, known)),
    known?.id === fault.id && machineDrawing(known, placeOf(documents, known)),
    action && h("p", { class: "subtle" }, action),
    h("div", { class: "actions" },
      h("button", { class: "primary", "data-do": "clear_fault", "data-arg": fault.id }, t("fault.clear"))));
}

/** What somebody should look after soon although nothing stops; the newest first.
 * @param {Documents} documents */
export function machineNoticesView(documents) {
  const notices = documents["diag/machine"]?.notices ?? [];
  if (notices.length === 0) return null;
  return h("section", { class: "card", "data-key": "machine-notices" },
    h("h2", {}, t("notice.title")),
    notices.toReversed().map((notice) => h("p", { class: "subtle" }, `${placeOf(documents, notice)}: ${t(`notice.${notice.code}`)}`)));
}

/** What somebody should look after at the computer: its supply, its heat, its disk, its speed.
 * @param {Documents} documents */
export function hostTroublesView(documents) {
  const troubles = documents["diag/host"]?.troubles ?? [];
  if (troubles.length === 0) return null;
  return h("section", { class: "card", "data-key": "host-troubles" },
    h("h2", {}, t("host.title")),
    troubles.map((trouble) => h("p", { class: "subtle" }, t(`host.${trouble}`))));
}

/** Begin or end the work on the machine.
 * @param {Wire.MachineDocument} machine */
export function maintenanceButton(machine) {
  const to = machine.maintenance ? "end" : "begin";
  return h("button", { "data-do": "maintenance", "data-arg": to, "aria-pressed": String(machine.maintenance === true) }, t(`maintenance.${to}`));
}
