// Tile faces: a picture with a spoken name; a face whose picture is missing shows its short name instead.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const missing = new Set();
let isTouchable = true;
/** @type {Record<string, string>} */
const SUITS = { m: "characters", p: "dots", s: "bamboo" };

document.addEventListener("error", (event) => {
  const face = event.target instanceof HTMLImageElement ? /** @type {HTMLElement | null} */ (event.target.closest(".tile")) : null;
  if (!face) return;
  missing.add(face.dataset.tile);
  face.classList.add("missing");
}, true);

/** From now on tiles are only looked at: the page shows what nobody can put right any more. */
export function lookOnly() {
  isTouchable = false;
}

/** @param {string} text */
export function isTile(text) {
  return /^([0-9][mps]|[1-7]z|[fy][1-4])$/.test(text);
}

/** The spoken name of a tile in notation, or of the back.
 * @param {string} tile */
export function tileName(tile) {
  if (!isTile(tile)) return t("tile.back");
  const [first, second] = tile;
  if (second in SUITS) {
    if (first === "0") return t("tile.red_five", { suit: t(`suit.${SUITS[second]}`) });
    return t("tile.number", { number: first, suit: t(`suit.${SUITS[second]}`) });
  }
  return t(`tile.${tile}`);
}

/** One tile. `options`: sideways, dimmed, raised, nameless, note (added to the spoken name), silent, key; touch (its place: a tap
    opens the sheet on which it is corrected), first (the one of its row that the tabulator reaches).
 * @param {string} tile
 * @param {TileOptions} [options] */
export function tileView(tile, options = {}) {
  const classes = ["tile", options.sideways && "sideways", options.dimmed && "dimmed", missing.has(tile) && "missing",
    options.raised && "raised", options.asked && "doubted", options.nameless && "nameless"];
  const name = options.nameless ? t("tile.nameless_flower") : options.note ? `${tileName(tile)}, ${options.note}` : tileName(tile);
  const touch = isTouchable ? options.touch : undefined;
  const isQuiet = options.silent || touch !== undefined;
  const face = h("span", { class: classes.filter(Boolean).join(" "), "data-tile": tile, "data-key": touch ? null : options.key },
    h("img", { src: `/static/tiles/${tile}.svg`, alt: isQuiet ? "" : name, draggable: "false", decoding: "async" }));
  return touch === undefined ? face : touchView(name, options, face);
}

/** What opens the sheet of a tile or meld.
 * @param {string} name
 * @param {TileOptions} options
 * @param {Child} faces
 * @param {string} [extra] */
function touchView(name, { touch, first, key }, faces, extra = "") {
  return h("button", {
    class: `touch${extra}`, "data-do": "touch", "data-arg": touch, "data-key": key ?? touch, tabindex: first === false ? "-1" : "0",
    "aria-label": t("repair.correct", { what: name }),
  }, faces);
}

/** Flowers and seasons laid out before a player, to be corrected where the `seat` is given; nothing while there are none.
 * @param {string[]} flowers
 * @param {{ seat?: number, nameless?: Set<number> }} [options] `nameless`: places of those that count under a guessed name */
export function flowersView(flowers, { seat, nameless } = {}) {
  return flowers.length > 0 && h("div", { class: "flowers", role: "group", "aria-label": t("table.flowers") }, flowers.map((tile, index) => {
    const place = { key: `${tile}-${index}`, nameless: nameless?.has(index) };
    return tileView(tile, seat === undefined ? place : { ...place, touch: `flower:${seat}:${index}`, first: index === 0 });
  }));
}

/** A meld as it lies: the claimed tile sideways on the side of its discarder (docs/table_manners.md). `options`: as of a
    tile: touch, first.
 * @param {Wire.MeldDocument} meld
 * @param {number} seat
 * @param {TileOptions} [options] */
export function meldView(meld, seat, options = {}) {
  const tiles = [...meld.tiles];
  if (meld.kind === "concealed_kong" || meld.called_tile === null || meld.called_from === null) {
    return group(meld, [tileView("back", { silent: true }), tileView(tiles[1]), tileView(tiles[2]), tileView("back", { silent: true })], options);
  }
  const claimed = meld.called_tile;
  tiles.splice(tiles.indexOf(claimed), 1);
  const added = meld.kind === "added_kong" ? tiles.pop() : null;
  const upright = tiles.map((tile) => tileView(tile));
  const place = { 3: 0, 2: 1, 1: upright.length }[(meld.called_from - seat + 4) % 4] ?? 0;
  const lying = [tileView(claimed, { sideways: true, note: t("meld.claimed") })];
  if (added) lying.unshift(tileView(added, { sideways: true, note: t("meld.added") }));
  upright.splice(place, 0, added ? h("span", { class: "stacked" }, lying) : lying[0]);
  return group(meld, upright, options);
}

/**
 * @param {Wire.MeldDocument} meld
 * @param {Child[]} faces
 * @param {TileOptions} options
 */
function group(meld, faces, options) {
  if (isTouchable && options.touch !== undefined) return touchView(`${t(`meld.${meld.kind}`)} ${meld.tiles.map(tileName).join(", ")}`, options, faces, options.asked ? " meld doubted" : " meld");
  return h("span", { class: "meld", role: "group", "aria-label": t(`meld.${meld.kind}`) }, faces);
}
