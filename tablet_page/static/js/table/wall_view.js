// The four walls as they were opened: break, first stack dealt, loose tiles, reserve, replacement, indicator.

import { h, s } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";

const SEATS = [0, 1, 2, 3];
const RESERVES = ["dead_wall", "hill", "reserve"];
/** From the least to the most telling: a stack shows the last mark that it has. */
const SHOWN = [...RESERVES, "loose", "dora_indicator", "first_dealt"];
/** Lengths in hundredths of the square's side. */
const THIN = { side: 58, edge: 85.8, height: 1.1 };
const BROAD = { side: 76, edge: 97, height: 6 };

/** The ring of the four walls, seat 0 below. `size` is THIN on the table, BROAD in the panel.
 * @param {Wire.WallDocument} wall */
export function wallRing(wall, size = THIN) {
  const marks = marksByStack(wall);
  return s("svg", { viewBox: "0 0 100 100", class: "wall-ring", "aria-hidden": "true" },
    SEATS.map((seat) => s("g", { transform: `rotate(${-90 * seat} 50 50)` },
      Array.from({ length: wall.lengths[seat] }, (_, index) => stackView(wall, seat, index + 1, marks, size)))));
}

/**
 * @param {Wire.WallDocument} wall
 * @returns {Map<string, string>}
 */
function marksByStack(wall) {
  const marks = new Map();
  for (const name of SHOWN) {
    for (const place of placesOf(wall, name)) marks.set(`${place.seat}-${place.number}`, name);
  }
  return marks;
}

/** The places of a mark; of the replacements only the one that is taken first.
 * @param {Wire.WallDocument} wall
 * @param {string} name */
function placesOf(wall, name) {
  const places = wall.marks.find(({ mark }) => mark === name)?.places ?? [];
  return name === "replacements" ? places.slice(0, 1) : places;
}

/**
 * @param {Wire.WallDocument} wall
 * @param {number} seat
 * @param {number} number
 * @param {Map<string, string>} marks
 * @param {typeof THIN} size
 */
function stackView(wall, seat, number, marks, { side, edge, height }) {
  const width = side / wall.lengths[seat];
  const x = 50 + side / 2 - number * width;
  const key = `${seat}-${number}`;
  const mark = marks.get(key);
  /** @param {string} name */
  const has = (name) => placesOf(wall, name).some((place) => place.seat === seat && place.number === number);
  const classes = ["stack", mark && `stack-${RESERVES.includes(mark) ? "reserve" : mark}`,
    has("lifted") && "stack-lifted", has("replacements") && "stack-replacements"];
  return [
    s("rect", {
      class: classes.filter(Boolean).join(" "),
      x: x + width * 0.06, y: edge - height, width: width * 0.88, height, rx: Math.min(width, height) * 0.15,
    }),
    mark === "loose" && s("circle", { class: "loose-tile", cx: x + width / 2, cy: edge - height / 2, r: Math.min(width, height) * 0.28 }),
  ];
}

/** The card with the walls, large, and what the marks mean; nothing where nobody saw the dice.
 * @param {Documents} documents */
export function wallView(documents) {
  const { wall } = documents.board;
  if (!wall) return null;
  const legend = [...SHOWN, "replacements"].filter((name) => placesOf(wall, name).length > 0).reverse();
  return h("details", { class: "card wall", "data-key": "wall" },
    h("summary", {}, openedText(documents, wall)),
    h("div", { class: "wall-plan" },
      wallRing(wall, BROAD),
      h("ul", {}, legend.map((name) => h("li", {},
        h("span", { class: `swatch swatch-${RESERVES.includes(name) ? "reserve" : name}` }),
        h("span", {}, t(`wall.${name}`), h("span", { class: "subtle" }, ` ${placeText(documents, placesOf(wall, name)[0])}`)))))));
}

/**
 * @param {Documents} documents
 * @param {Wire.WallDocument} wall
 */
function openedText(documents, wall) {
  const [counted] = placesOf(wall, "counted");
  return t("wall.title", { name: playerName(documents, counted.seat), number: counted.number });
}

/**
 * @param {Documents} documents
 * @param {WallPlace} place
 */
function placeText(documents, place) {
  return t("wall.place", { name: playerName(documents, place.seat), number: place.number });
}
