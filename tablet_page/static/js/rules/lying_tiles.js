// Tiles as they lie on the felt, as one drawing: upright, sideways, face down, apart.

import { s } from "../shared/dom.js";

const WIDE = 30;
const HIGH = 41;
const GAP = 1;
const APART = 18;
// One piece of felt for all drawings, so that a tile is of one size in each: six tiles wide, two rows high.
const CLOTH = { width: 220, height: 112 };

/** Rows of tiles on a piece of felt; `label` is said in its place.
 * @param {LyingTile[][]} rows
 * @param {string} label */
export function drawing(rows, label) {
  const laid = rows.map(laidRow);
  const left = (CLOTH.width - Math.max(...laid.map((row) => row.width))) / 2;
  const stacked = rows.some((row) => row.some((tile) => tile.above)) ? (2 * WIDE - HIGH) / 2 : 0;
  const top = (CLOTH.height - (HIGH + 2 * GAP) * rows.length) / 2 + stacked;
  return s("svg", { class: "lying", viewBox: `0 0 ${CLOTH.width} ${CLOTH.height}`, role: "img", "aria-label": label },
    s("rect", { class: "cloth", width: CLOTH.width, height: CLOTH.height, rx: 10 }),
    laid.map((row, index) => s("g", { transform: `translate(${left} ${top + index * (HIGH + 2 * GAP)})` }, row.parts)));
}

/** @param {LyingTile[]} row */
function laidRow(row) {
  let x = 0;
  const parts = row.map((lying) => {
    if (lying.apart) x += APART;
    const left = x;
    x += (lying.turned ? HIGH : WIDE) + GAP;
    return lying.turned ? [turnedPart(lying.tile, left, HIGH - WIDE), lying.above && turnedPart(lying.above, left, HIGH - 2 * WIDE - GAP)] : face(lying.tile, left, 0);
  });
  return { width: x, parts };
}

/** A tile on its side: a quarter turn about its own corner.
 * @param {string} tile
 * @param {number} x
 * @param {number} y */
function turnedPart(tile, x, y) {
  return s("g", { transform: `translate(${x + HIGH} ${y}) rotate(90)` }, face(tile, 0, 0));
}

/**
 * @param {string} tile
 * @param {number} x
 * @param {number} y
 */
function face(tile, x, y) {
  return [
    s("image", { href: `/static/tiles/${tile}.svg`, x, y, width: WIDE, height: HIGH }),
    s("rect", { class: "tile-edge", x: x + 0.5, y: y + 0.5, width: WIDE - 1, height: HIGH - 1, rx: 2.6 }),
  ];
}
