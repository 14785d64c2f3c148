// The machine from above, with the part that has a fault marked: where to look before anything is taken apart.

import { s } from "../shared/dom.js";

const SIDE = 120;
/** Of one side, drawn for the player below; the others are turned. @type {Record<string, [number, number, number, number]>} */
const OF_SIDE = { lift: [26, 96, 68, 9], pusher: [6, 108, 14, 8], head: [98, 107, 16, 9] };
/** In the middle: the dome with the disc in it, the dice, the counters of both sets. @type {Record<string, [number, number, number]>} */
const ROUND = { dome: [60, 60, 26], disc: [60, 60, 17], dice_box: [60, 60, 8], drop_counter_a: [30, 30, 5], drop_counter_b: [90, 90, 5] };

/** The drawing; `side` is the seat that the part belongs to, null in the middle. `label` is said in its place.
 * @param {{ part: string, side: number | null }} place
 * @param {string} label */
export function machineDrawing({ part, side }, label) {
  /** @param {string} name
   * @param {number | null} at */
  const mark = (name, at) => (name === part && (at === null || side === null || at === side) ? "part faulty" : "part");
  return s("svg", { class: "machine-drawing", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img", "aria-label": label },
    s("rect", { class: part === "machine" ? "frame faulty" : "frame", x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, rx: 9 }),
    [0, 1, 2, 3].map((seat) => s("g", { transform: `rotate(${-90 * seat} ${SIDE / 2} ${SIDE / 2})` },
      Object.entries(OF_SIDE).map(([name, [x, y, width, height]]) => s("rect", { class: mark(name, seat), x, y, width, height, rx: 2 })))),
    Object.entries(ROUND).map(([name, [cx, cy, r]]) => s("circle", { class: mark(name, null), cx, cy, r })));
}
