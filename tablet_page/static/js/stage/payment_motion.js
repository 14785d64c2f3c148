// Points that move: at the end of the stage what each pays runs from plate to plate; not for whoever asked for less
// motion. Only ornament: the result lists every payment in words.

import { h } from "../shared/dom.js";
import { points } from "../shared/i18n.js";

const DURATION_MS = 1400;
const PAUSE_MS = 180;

/** Let the payments of a result run.
 * @param {Wire.ResultDocument} result */
export function movePayments(result) {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  [...paymentSums(result.payments)].forEach(([way, sum], index) => {
    const [payer, receiver] = way.split(">");
    run(placeOf(payer), placeOf(receiver), sum, index * PAUSE_MS);
  });
}

/** What goes from whom to whom all together: "0>2" → 12300; the table is "null".
 * @param {Wire.PaymentDocument[]} payments
 * @returns {Map<string, number>} */
export function paymentSums(payments) {
  const ways = new Map();
  for (const { payer, receiver, points: paid } of payments) {
    const way = `${payer}>${receiver}`;
    ways.set(way, (ways.get(way) ?? 0) + paid);
  }
  return ways;
}

/** @typedef {{ x: number, y: number } | null | undefined} Place */

/** The table's sticks lie in its centre, which the stage may hide.
 * @param {string} seat */
function placeOf(seat) {
  const box = document.querySelector(seat === "null" ? ".felt" : `.seat-${seat} .plate`)?.getBoundingClientRect();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {number} sum
 * @param {number} delay
 */
function run(from, to, sum, delay) {
  if (!from || !to) return;
  const chip = h("div", { class: "moving-points", "aria-hidden": "true" }, points(sum));
  document.body.append(chip);
  /** @param {{ x: number, y: number }} place */
  const at = ({ x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const motion = chip.animate([
    { transform: at(from), opacity: 0 }, { transform: at(from), opacity: 1, offset: 0.15 },
    { transform: at(to), opacity: 1, offset: 0.85 }, { transform: at(to), opacity: 0 },
  ], { duration: DURATION_MS, delay, easing: "ease-in-out", fill: "both" });
  motion.finished.then(() => chip.remove(), () => chip.remove());
}
