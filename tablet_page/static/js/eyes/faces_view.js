// Two faces that look different and have one name: both pictures, and a tap on the one that is something else.

import { h } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { paletteView } from "../shared/palette.js";
import { mayAct } from "../link/session.js";
import { tileName } from "../shared/tiles.js";

/** A card for each pair that is asked about, for whoever may see the pictures.
 * @param {Documents} documents */
export function facesView({ eyes }) {
  if (!eyes || !mayAct("table")) return [];
  return eyes.sets.flatMap(({ set, played }) => played.two_faces.map((pair) => pairView(set, pair)));
}

/**
 * @param {string} set
 * @param {Wire.TwoFacesDocument} pair
 */
function pairView(set, { kind, asked, other }) {
  const name = tileName(kind);
  return h("section", { class: "card question faces", "data-key": `faces-${set}-${asked}` },
    h("h2", {}, t("faces.title", { name })),
    h("p", {}, t("faces.ask")),
    h("div", { class: "candidates" },
      [asked, other].map((face, index) => h("button", { "data-do": "face_other", "data-arg": set, "data-value": face, "data-key": face, "aria-label": t("faces.picture", { number: index + 1, name }) },
        pictureOf(set, face))),
      h("button", { "data-do": "faces_same", "data-arg": set, "data-value": asked, "data-key": "same" }, t("faces.both", { name }))));
}

/**
 * @param {string} set
 * @param {number} face
 */
function pictureOf(set, face) {
  return h("img", { class: "crop", src: `/camera/played/${set}/${face}.jpg`, alt: "", width: 70, height: 90 });
}

/** What the face is that was tapped. `sheet`: set and number.
 * @param {Documents} documents
 * @param {FaceSheet} sheet */
export function faceSheet(documents, { set, face }) {
  if (!pairWith(documents, set, face)) return { title: t("repair.gone"), body: h("p", {}, t("faces.gone")) };
  return {
    title: t("faces.what"),
    body: [h("div", { class: "asked" }, pictureOf(set, face)), paletteView(documents.state.system, t("tile_sheet.palette"), "face_tile")],
  };
}

/** The pair that a face belongs to, while it is asked about.
 * @param {Documents} documents
 * @param {string} set
 * @param {number} face */
export function pairWith({ eyes }, set, face) {
  const item = eyes?.sets.find((other) => other.set === set);
  return item?.played.two_faces.find(({ asked, other }) => asked === face || other === face);
}
