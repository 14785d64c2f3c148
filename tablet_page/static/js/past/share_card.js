// A picture to share: how a deal ended, or how a game stood at its end, drawn on a canvas of this page.

import { change, number, points, t } from "../shared/i18n.js";
import { dealName } from "../shared/names.js";
import { headline, valueText } from "../stage/result_view.js";
import { preset } from "./games_view.js";
import { dateText } from "./past_shell.js";

const WIDTH = 1200;
const HEIGHT = 675;
const EDGE = 64;
const TILE = 62;
const TILE_HEIGHT = TILE * 1.366;
const GAP = 18;
const BLANK = "5z";
const INK = "#e9ece6";
const SOFT = "#a3aea6";
const GROUND = "#101614";
const FELT = "#14231e";
const GOLD = "#e0b84c";
const GAIN = "#7fdcb3";
const LOSS = "#ff9d91";
const LINES = ["#7fdcb3", "#ff9d91", "#8fb8ff", "#d3a8f0"];
const FONT = '"Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "PingFang SC", system-ui, sans-serif';

/** The result of a deal: who won how, the hand, its value, who pays.
 * @param {Documents} documents
 * @param {OpenedGame} opened */
export async function cardOfDeal(documents, opened) {
  const { result, state } = documents;
  const { canvas, pen } = sheet(opened);
  const deal = result ?? state;
  write(pen, dealName(deal.deal_label) + (deal.honba ? ` +${deal.honba}` : ""), EDGE, 128, { size: 30, colour: SOFT });
  if (result) {
    write(pen, headline(documents), EDGE, 182, { size: 46, weight: 700, width: WIDTH - 2 * EDGE });
    let top = 216;
    for (const win of result.wins) {
      await drawHand(pen, win, top);
      top += TILE_HEIGHT + (result.wins.length > 1 ? 40 : 70);
      const worth = state.system.people_settle ? "" : state.system.has_riichi ? valueText(win) : "";
      const paid = t("result.points", { points: points(state.system.has_riichi || state.system.people_settle ? win.points : win.total) });
      write(pen, [worth, paid].filter(Boolean).join(" · "), EDGE, top, { size: result.wins.length > 1 ? 26 : 56, weight: 700, colour: GOLD, width: WIDTH - 2 * EDGE });
      const yaku = win.lines.map((line) => t(`rule.${line.rule}`)).join(" · ");
      if (result.wins.length === 1) write(pen, yaku, EDGE, top + 50, { size: 26, colour: INK, width: WIDTH - 2 * EDGE });
      top += 24;
    }
  }
  drawSeats(pen, state.system.seats, state.names, state.scores, result?.deltas ?? [0, 0, 0, 0]);
  return canvas;
}

/** The end of a game: places, scores, the curve.
 * @param {OpenedGame} opened */
export async function cardOfGame(opened) {
  const { listed, game } = opened;
  const { canvas, pen } = sheet(opened);
  const order = [...listed.seats].sort((one, other) => (listed.ranks[one] - listed.ranks[other]) || (listed.scores[other] - listed.scores[one]));
  order.forEach((seat, place) => {
    const y = 190 + place * 112;
    const isFirst = place === 0;
    write(pen, String(listed.ranks[seat] || place + 1), EDGE, y, { size: 56, weight: 700, colour: isFirst ? GOLD : SOFT });
    disc(pen, EDGE + 78, y - 18, LINES[seat]);
    write(pen, listed.names[seat], EDGE + 104, y, { size: 40, weight: isFirst ? 700 : 500, width: 300 });
    write(pen, number(listed.scores[seat]), EDGE + 104, y + 40, { size: 28, colour: SOFT });
    const standing = game.standings.find((line) => line.seat === seat);
    if (standing) write(pen, change(standing.score), EDGE + 250, y + 40, { size: 28, weight: 600, colour: standing.score < 0 ? LOSS : GAIN });
  });
  drawCurve(pen, listed);
  return canvas;
}

/** Give a picture to the device: shared where it can, otherwise saved.
 * @param {HTMLCanvasElement} canvas
 * @param {string} name */
export async function handOver(canvas, name) {
  const blob = await new Promise((/** @type {(made: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return;
  const file = new File([blob], `jantaku-${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch {
      // Who closes the device's own dialog may still want the file.
    }
  }
  saveFile(blob, file.name);
}

/** The browser keeps it where it keeps what is downloaded.
 * @param {Blob} blob
 * @param {string} name */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {OpenedGame} opened */
function sheet({ listed }) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = FELT;
  pen.beginPath();
  pen.roundRect(24, 24, WIDTH - 48, HEIGHT - 48, 28);
  pen.fill();
  write(pen, [preset(listed.rules), dateText(listed.started_at)].join(" · "), EDGE, 78, { size: 24, colour: SOFT });
  write(pen, "Jantaku", WIDTH - EDGE, 78, { size: 24, weight: 700, colour: GOLD, align: "right" });
  return { canvas, pen };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{ size: number, weight?: number, colour?: string, width?: number, align?: CanvasTextAlign }} how
 */
function write(pen, text, x, y, { size, weight = 500, colour = INK, width = 600, align = "left" }) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > width) shown = `${[...shown].slice(0, -2).join("")}…`;
  pen.fillText(shown, x, y);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 */
function disc(pen, x, y, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, 9, 0, 2 * Math.PI);
  pen.fill();
}

/** Concealed tiles, melds, the winning tile apart; as narrow as it must be.
 * @param {CanvasRenderingContext2D} pen
 * @param {Wire.WinDocument} win
 * @param {number} top */
async function drawHand(pen, win, top) {
  const groups = [win.hand, ...win.melds.map((meld) => meld.tiles), win.winning_tile === null ? [] : [win.winning_tile], win.flowers].filter((tiles) => tiles.length > 0);
  const count = groups.flat().length;
  const width = Math.min(TILE, (WIDTH - 2 * EDGE - GAP * (groups.length - 1)) / Math.max(count, 1));
  let x = EDGE;
  for (const tiles of groups) {
    for (const tile of tiles) {
      const face = new Image();
      face.src = `/static/tiles/${tile}.svg`;
      await face.decode().then(() => pen.drawImage(face, x, top, width - 2, width * 1.366), () => {});
      if (tile === BLANK) frame(pen, x, top, width);
      x += width;
    }
    x += GAP;
  }
}

/** A thin frame, so that nobody takes the white dragon for a picture that failed.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} top
 * @param {number} width */
function frame(pen, x, top, width) {
  pen.strokeStyle = "#5b74a3";
  pen.lineWidth = 2;
  pen.strokeRect(x + width * 0.17, top + width * 0.2, width * 0.63, width * 0.96);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} seats
 * @param {string[]} names
 * @param {number[]} scores
 * @param {number[]} deltas
 */
function drawSeats(pen, seats, names, scores, deltas) {
  const width = (WIDTH - 2 * EDGE) / seats.length;
  seats.forEach((seat, index) => {
    const x = EDGE + index * width;
    disc(pen, x + 9, 530, LINES[seat]);
    write(pen, names[seat], x + 28, 540, { size: 28, width: width - 44 });
    write(pen, points(scores[seat]), x, 588, { size: 34, weight: 700, width: width - 16 });
    if (deltas[seat] !== 0) write(pen, change(deltas[seat]), x, 626, { size: 26, weight: 600, colour: deltas[seat] < 0 ? LOSS : GAIN, width: width - 16 });
  });
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {ListedGame} listed
 */
function drawCurve(pen, { curve, seats }) {
  const [left, top, width, height] = [570, 150, WIDTH - EDGE - 570, 430];
  const all = curve.flatMap((scores) => seats.map((seat) => scores[seat]));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  pen.lineJoin = "round";
  for (const seat of seats) {
    pen.strokeStyle = LINES[seat];
    pen.lineWidth = 5;
    pen.beginPath();
    curve.forEach((scores, index) => {
      const x = left + (index * width) / Math.max(curve.length - 1, 1);
      const y = top + ((high - scores[seat]) * height) / Math.max(high - low, 1);
      if (index === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
    pen.stroke();
  }
}
