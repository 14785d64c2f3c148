// The self-test of the first start: a drawing of the table whose part under test moves, and one big Stop.

import { h, s } from "../shared/dom.js";
import { currentLanguage, t, tOr } from "../shared/i18n.js";
import { toldIn } from "../shared/told.js";

const RUNNING = ["begins", "homing", "testing", "heads", "pushers", "counters", "buttons"];
const TESTS = ["mechanism", "heads", "pushers", "counters", "buttons"];
const TOGETHER = ["head", "pusher"];
const QUARTERS = 90;

/** Whether something may move just now.
 * @param {MachineStep | null} machine */
export function isMoving(machine) {
  return machine !== null && RUNNING.includes(machine.state);
}

/** @param {MachineStep} machine */
export function machineStepView(machine) {
  if (!machine.has_board) return h("p", { class: "told trouble" }, t("set_up.no_board"));
  const isRunning = isMoving(machine), { fault, next, pressed, state } = machine;
  const tests = TESTS.filter((test) => test !== "buttons" || pressed.length > 0);
  return [
    h("p", {}, t("set_up.machine_what")),
    h("div", { class: "trial", "data-key": "trial" }, drawing(machine),
      h("div", { class: "beside" },
        saidView(machine),
        h("ul", { class: "parts", "aria-live": "polite" }, groups(machine).map(partView)))),
    pressed.length > 0 && pressedView(machine),
    !isRunning && next !== "buttons" && h("p", { class: "told warn", "data-key": "consent" }, h("strong", {}, t("set_up.machine_consent"))),
    h("div", { class: "actions wrap tests", "data-key": "begin" },
      tests.map((test) => h("button", { type: "button", class: isRunning || test !== next ? null : "primary", disabled: isRunning, "data-do": "machine", "data-arg": test, "data-set": machine.set, "data-fault": fault?.id ?? "", "data-key": test },
        t(fault && test === "mechanism" ? "set_up.test_again" : `set_up.test_${test}`, { set: machine.set })))),
    state === "buttons" ? h("button", { type: "button", "data-do": "stop", "data-key": "enough" }, t("set_up.buttons_enough"))
      : h("button", { type: "button", class: "stop big-stop", "data-do": "stop", "data-key": "stop" }, t("control.stop")),
  ];
}

/** What people press at the computer's own pins: each turns green once it was seen.
 * @param {MachineStep} machine */
function pressedView({ pressed }) {
  return h("ul", { class: "pressed", "aria-live": "polite", "data-key": "pressed" }, pressed.map(({ part, side, result }) => {
    const name = t(`set_up.${part}`);
    return h("li", { "data-key": `${part}-${side}`, class: result || "untested" },
      h("span", { "aria-hidden": "true" }, result === "passed" ? "✓ " : ""),
      side === null ? name : t("set_up.part_at", { part: name, seat: t("start.seat", { number: side + 1 }) }),
      h("span", { class: "result" }, t(`set_up.part_${{ passed: "seen", held: "held" }[result] ?? "unseen"}`)));
  }));
}

/** What happens, or what came of it.
 * @param {MachineStep} machine */
function saidView({ state, fault, notices, refusal, sentence, sentence_words: words, counted, count_of: of }) {
  const kind = { passed: "proved", trouble: "trouble", stopped: "trouble", left: "trouble" }[state] ?? "press";
  const isEnglish = currentLanguage() === "en";
  return state !== "none" && h("div", { class: `told ${kind}`, role: kind === "trouble" ? "alert" : "status", "data-key": "said" },
    h("p", { class: "said" }, t(`set_up.machine_${state}`)),
    of > 0 && h("p", { class: "counted" }, t("set_up.counted", { counted, of })),
    state === "trouble" && (fault
      ? h("p", {}, isEnglish && fault.text ? fault.text : tOr(`fault.${fault.code}`, fault.text))
      : refusal ? h("p", {}, t(`refusal.${refusal}`)) : toldIn("p", {}, sentence, words)),
    fault && state === "trouble" && h("p", { class: "small" }, isEnglish ? fault.action : tOr(`fault_action.${fault.code}`, "")),
    notices.map((notice) => h("p", { class: "small" }, `${t(`part.${notice.part}`)}: ${t(`notice.${notice.code}`)}`)));
}

/** The parts as people count them: a line for each, those that move together in one.
 * @param {MachineStep} machine
 * @returns {TestedPart[]} */
function groups({ parts }) {
  return parts.flatMap((each) => {
    if (!TOGETHER.includes(each.part)) return [each];
    const alike = parts.filter(({ part }) => part === each.part);
    const one = alike.find(({ result }) => result === "failed") ?? { ...alike[0], side: null };
    return each === alike[0] ? [one] : [];
  });
}

/** @param {TestedPart} part */
function partView({ part, side, result }) {
  const name = t(TOGETHER.includes(part) && side === null ? `set_up.${part}s` : `part.${part}`);
  const marks = { passed: "✓", failed: "✗", running: "…" };
  return h("li", { "data-key": `${part}-${side}`, class: result || "untested" },
    h("span", { class: "sign", "aria-hidden": "true" }, marks[/** @type {keyof marks} */ (result)] ?? "–"),
    h("span", {}, side === null ? name : t("set_up.part_at", { part: name, seat: t("start.seat", { number: side + 1 }) })),
    h("span", { class: "result" }, t(`set_up.part_${result === "running" && part.startsWith("drop_counter") ? "counts" : result || "untested"}`)));
}

/** The table from above; seat 1 is below, the others follow counter-clockwise.
 * @param {MachineStep} machine */
function drawing({ parts }) {
  const result = /** @type {(part: string, side?: number | null) => string} */ ((part, side = null) =>
    `part ${part} ${parts.find((each) => each.part === part && each.side === side)?.result || "untested"}`);
  return s("svg", { class: "table", viewBox: "-100 -100 200 200", role: "img", "aria-label": t("set_up.drawing") },
    s("rect", { class: "frame", x: -98, y: -98, width: 196, height: 196, rx: 14 }),
    s("rect", { class: "felt", x: -78, y: -78, width: 156, height: 156, rx: 4 }),
    [0, 1, 2, 3].map((side) => s("g", { transform: `rotate(${-QUARTERS * side})` },
      s("g", { class: result("lift", side) }, s("rect", { x: -50, y: 55, width: 100, height: 15, rx: 2 })),
      s("g", { class: result("head", side) }, s("rect", { x: -14, y: 82, width: 28, height: 11, rx: 2 })),
      s("g", { class: result("pusher", side) }, s("rect", { x: -50, y: 72, width: 100, height: 4, rx: 2 })),
      s("text", { class: "seat", x: 44, y: 91 }, String(side + 1)))),
    s("g", { class: `${result("drop_counter_a")} ring` }, s("circle", { cx: 0, cy: 0, r: 37 })),
    s("g", { class: result("dome") }, s("circle", { cx: 0, cy: 0, r: 30 })),
    s("g", { class: result("dice_box") },
      s("rect", { x: -15, y: -6, width: 12, height: 12, rx: 2 }), s("rect", { x: 3, y: -6, width: 12, height: 12, rx: 2 }),
      [[-9, 0], [6, -3], [12, 3]].map(([cx, cy]) => s("circle", { class: "pip", cx, cy, r: 1.6 }))));
}
