// When the stage of a deal's end shows what: the hand, the winning tile, ura indicators, line by line, the total, the
// limit; then the payments run. A tap shows everything at once, the next one gives the table back.
//
// Rules this file keeps: a result comes onto the stage once, when it is news; what was there as the page opened is none.
// For whoever asked for less motion the stage shows its end picture at once. Nothing is drawn here.

import { eventTarget } from "../shared/dom.js";
import { movePayments } from "./payment_motion.js";

const TILE_MS = 600; // chosen: long enough to read thirteen tiles as a hand
const REST_MS = 500; // chosen: between two parts that are looked at one after the other
const LINE_MS = 200; // asked for: 200 ms a line
const COUNT_MS = 950; // the run of a number (count.js) and a breath
const DRAW_MS = 1200; // chosen: where nobody has won the payments follow soon

/** What is on, and how far it is: `elapsed` counts in steps of the timeline.
 * @type {{ number: number, elapsed: number, isStill: boolean } | null} */
let playing = null;
/** The newest result that this screen knows; null before it has heard of any. @type {number | null} */
let seen = null;
let hadEnded = false;

/** When which part appears, in ms.
 * @param {Wire.ResultDocument} result */
export function timeline(result) {
  const lines = Math.max(0, ...result.wins.map((win) => win.lines.length));
  if (result.wins.length === 0) return { tile: 0, ura: 0, first: 0, lines, total: 0, limit: 0, end: DRAW_MS };
  const ura = result.ura_indicators.length > 0 ? TILE_MS + REST_MS : TILE_MS;
  const first = ura + REST_MS;
  const total = first + lines * LINE_MS + REST_MS / 2;
  return { tile: TILE_MS, ura, first, lines, total, limit: total + COUNT_MS, end: total + COUNT_MS + REST_MS };
}

/** What is to be seen so many ms after the result came.
 * @param {Wire.ResultDocument} result
 * @param {number} elapsed
 * @param {boolean} isStill nothing is to move
 * @returns {StageShown} */
export function shownAt(result, elapsed, isStill) {
  const at = timeline(result);
  return {
    tile: elapsed >= at.tile, ura: elapsed >= at.ura, total: elapsed >= at.total, limit: elapsed >= at.limit, ended: elapsed >= at.end,
    lines: elapsed < at.first ? 0 : Math.min(at.lines, Math.floor((elapsed - at.first) / LINE_MS) + 1), isStill,
  };
}

/** The end picture.
 * @param {Wire.ResultDocument} result */
export function endPicture(result) {
  return shownAt(result, Infinity, true);
}

/** What the stage shows now, null while the table is to be seen; `redraw` is called whenever that changes.
    A result that came before its state (`isWhole` is false) is no news yet.
 * @param {Documents} documents
 * @param {boolean} isWhole
 * @param {() => void} redraw
 * @returns {StageShown | null} */
export function followStage(documents, isWhole, redraw) {
  if (isWhole) hear(documents, redraw);
  const { result } = documents;
  return playing && result && shownAt(result, playing.elapsed, playing.isStill);
}

/** Begin with a result that is news, end with its deal.
 * @param {Documents} documents
 * @param {() => void} redraw */
function hear({ state, result }, redraw) {
  const number = result?.number ?? 0;
  const hasEnded = ["result", "over"].includes(state.phase);
  const isStage = hasEnded && !(state.phase === "over" && result?.outcome === "void"); // "Void" is no end of a game
  const isNews = seen !== null && isStage && result !== null && (number > seen || (number < seen && !hadEnded));
  hadEnded = hasEnded;
  seen = number; // a smaller one where a correction has taken the newest result back, or a new game has begun
  if (!isStage || playing?.number !== number) playing = null;
  if (isNews && result) begin(result, redraw);
}

/**
 * @param {Wire.ResultDocument} result
 * @param {() => void} redraw
 */
function begin(result, redraw) {
  const isStill = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const mine = playing = { number: result.number, elapsed: isStill ? Infinity : 0, isStill };
  if (isStill) return;
  const { tile, ura, first, lines, total, limit, end } = timeline(result);
  const moments = [tile, ura, ...Array.from({ length: lines }, (_, index) => first + index * LINE_MS), total, limit, end];
  moments.forEach((moment) => setTimeout(() => {
    if (playing !== mine || mine.isStill) return;
    mine.elapsed = Math.max(mine.elapsed, moment);
    redraw();
    if (moment === end) movePayments(result);
  }, moment));
}

/** Listen to taps on the stage and to Escape, which is its key.
 * @param {Page} page */
export function listenToStage(page) {
  const pass = () => {
    tapped(page.documents.result);
    page.wish({});
  };
  document.addEventListener("click", (event) => eventTarget(event).closest("button[data-do='stage']") && pass());
  document.addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && pass());
}

/** First everything at once, then the table again.
 * @param {Wire.ResultDocument | null} result */
function tapped(result) {
  if (!playing || !result) return;
  if (shownAt(result, playing.elapsed, true).ended) {
    playing = null;
    return;
  }
  Object.assign(playing, { elapsed: Infinity, isStill: true });
  movePayments(result);
}
