// What the buttons of the set-up do that teach the eyes: the lesson on a tile set, and the camera's lens.

import { confirmed } from "../shared/confirm.js";
import { send } from "../link/commands.js";
import { pairWith } from "../eyes/faces_view.js";
import { t } from "../shared/i18n.js";
import { withRole } from "../link/login_view.js";
import { open } from "../sheets/repair_flow.js";
import { toast } from "../shared/toast.js";
import { setCalled } from "../shared/names.js";
import { refusedTexts } from "../shared/told.js";

const SETTLE_MS = 250;
/** Measuring takes a small computer some seconds; asking again with the same id waits for the same measurement. */
const PATIENT_TRIES = 12;

/** By the name in `data-do`: page, argument, value, form. @type {Record<string, Handler>} */
export const LESSONS = {
  teach_begin: (page, set, _value, form) => teach(page, { action: "begin", set, ...piecesOf(form) }),
  teach_add: (page, set, _value, form) => teach(page, { action: "begin", set, add: true, ...piecesOf(form) }),
  teach_unsure: (page, set, kinds) => teach(page, { action: "begin", set, kinds: kinds.split(" ") }),
  teach_picture: (page) => teach(page, { action: "picture" }),
  teach_confirm: (page, picture) => teach(page, { action: "confirm", picture: Number(picture) }),
  teach_reject: (page, picture) => teach(page, { action: "reject", picture: Number(picture) }),
  teach_learn: (page) => teach(page, { action: "learn" }),
  teach_again: (page, kinds) => teach(page, { action: "again", kinds: kinds.split(" ") }),
  teach_store: (page) => teach(page, { action: "store" }),
  teach_cancel: (page) => ask("teach.cancel", "teach.cancel_sure", {}, () => teach(page, { action: "cancel" })),
  teach_forget: (page, set) => ask("sets.forget", "sets.forget_sure", called(page, set), () => teach(page, { action: "forget", set })),
  teach_back: (page, set) => ask("sets.back", "sets.back_sure", called(page, set), () => teach(page, { action: "back", set })),
  played_take_back: (page, set, lesson) => teach(page, { action: "take_back", set, lesson: Number(lesson) }),
  played_forget: (page, set) => ask("played.forget", "played.forget_sure", called(page, set), () => teach(page, { action: "forget_played", set })),
  face_other: (page, set, face) => open(page, "face", { set, face: Number(face) }),
  face_tile: (page, _, tile) => nameFace(page, tile),
  faces_same: (page, set, face) => nameFaces(page, set, Number(face), null),
  lens_measure: (page) => measureLens(page),
  lens_store: (page, measured) => lens(page, { action: "store", measured: Number(measured) }, "lens.stored"),
  lens_drop: (page) => lens(page, { action: "drop" }),
  lens_back: (page) => ask("lens.back", "lens.back_sure", {}, () => lens(page, { action: "back" }, "lens.stored")),
};

/**
 * @param {Page} page
 * @param {string} set */
function called({ documents: { eyes } }, set) {
  return { set: eyes ? setCalled(eyes, set) : set };
}

/**
 * @param {string} title
 * @param {string} text
 * @param {Record<string, string>} values
 * @param {() => any} then
 */
async function ask(title, text, values, then) {
  if (await confirmed(t(title), t(text, values), t(title))) await then();
}

/**
 * @param {Page} _page
 * @param {CommandData} data
 */
async function teach(_page, data) {
  if (await told(await send("teach_tiles", data))) setTimeout(keepPlace, SETTLE_MS);
}

/** The face that was tapped is this tile; the one beside it is what both were called.
 * @param {Page} page
 * @param {string} tile */
async function nameFace(page, tile) {
  const { set, face } = page.wishes.sheet;
  page.wish({ sheet: null });
  await nameFaces(page, set, face, tile);
}

/**
 * @param {Page} page
 * @param {string} set
 * @param {number} face
 * @param {string | null} tile what the face is; null: both are what they were called */
async function nameFaces(page, set, face, tile) {
  const pair = pairWith(page.documents, set, face);
  if (!pair) return toast(t("repair.gone"), t("faces.gone"));
  const { asked, other, kind } = pair;
  const named = { kind: face === asked ? tile ?? kind : kind, other_kind: face === other ? tile ?? kind : kind };
  await teach(page, { action: "name_faces", set, asked, other, ...named });
}

/** Which pieces a set has, as the form of it says.
 * @param {HTMLFormElement} form */
function piecesOf(form) {
  const fields = new FormData(form);
  return { red_fives: fields.has("red_fives"), flowers: fields.has("flowers") };
}

/** The button that was pressed goes with its step: whoever uses a keyboard or listens stays in the lesson. */
function keepPlace() {
  if (document.activeElement === document.body) document.getElementById("lesson-title")?.focus();
}

/** Have the table solve its lens in the present picture; the figures stay until they are stored or dropped.
 * @param {Page} page */
async function measureLens(page) {
  if (!await withRole("admin")) return;
  page.wish({ tab: "machine", calibration: null, lens: { isBusy: true } });
  const answer = await send("calibrate_camera", { action: "measure" }, null, PATIENT_TRIES);
  page.wish({ lens: answer.ok ? answer.data : notMeasured(answer.error) });
}

/** Why the lens was not measured; without a network the page says it itself.
 * @param {Answer["error"]} error
 * @returns {MeasuredLens} */
function notMeasured({ message, words = [] }) {
  return { problem: message || t("error.unreachable"), problem_words: words };
}

/**
 * @param {Page} page
 * @param {CommandData} data
 * @param {string} [done]
 */
async function lens(page, data, done) {
  if (!await withRole("admin")) return;
  if (!await told(await send("calibrate_camera", data))) return;
  page.wish({ lens: null, calibration: null });
  if (done) toast(t(done));
}

/** Show a refusal; true when it was carried out.
 * @param {Answer} answer */
async function told(answer) {
  if (!answer.ok) toast(...await refusedTexts(answer.error));
  return answer.ok;
}
