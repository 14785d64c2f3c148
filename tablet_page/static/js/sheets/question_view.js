// What the camera doubts: the picture of the piece, the tiles it may be, each one tap, and "not part of the game".
// Where something before the piece was missed, the sheet on which that is put in stands in place of the tiles.

import { h } from "../shared/dom.js";
import { number, t, tOr } from "../shared/i18n.js";
import { playerName } from "../shared/names.js";
import { ruleView } from "../shared/rule_words.js";
import { paletteView } from "../shared/palette.js";
import { namelessFlowers, questionCards } from "../shared/questions.js";
import { mayAct } from "../link/session.js";
import { seatsOf } from "../shared/seats.js";
import { isTile, tileView } from "../shared/tiles.js";

export const NOT_IN_GAME = "none";
const WORTH_SAYING = 0.005;
/** Questions that no tile's name settles: what is missing is put in, or the piece is not part of the game.
 * @type {Record<string, string>} */
export const PUT_IN = { uncounted_tile: "discard", unknown_kong: "kong" };
/** Reasons for which a piece may lie there because of a call that the camera missed: by zone. @type {Record<string, string[]>} */
const BY_A_CALL = { river: ["uncounted_tile"], melds: ["impossible_tile", "uncertain_tile"] };
/** The question about a wall that is gone: what was missed is put in, wherever it lies. */
const BARE_WALL = "bare_wall";
/** Questions about a whole hand: it is opened, or its player owns a chombo. */
const ABOUT_A_HAND = ["noten_riichi", "riichi_kong"];

/** The chombos that a correction would bring about by a hand: the question of the camera, asked before it counts.
 * @param {Effect} effect */
export function newChombos({ before, after }) {
  return after.results.flatMap((result) => {
    const known = before.results.find((other) => other.number === result.number)?.chombos ?? [];
    return (result.chombos ?? []).filter(({ seat, reason }) =>
      ABOUT_A_HAND.includes(reason) && !known.some((other) => other.seat === seat && other.reason === reason));
  });
}

/** @param {Documents} documents
 * @param {Wire.ChomboDocument[]} chombos */
export function chomboQuestions(documents, chombos) {
  return chombos.map(({ seat, reason }) => h("section", { class: "note", role: "alert", "data-key": `chombo-${seat}` },
    h("h3", {}, playerName(documents, seat)), h("p", {}, t(`question.${reason}`))));
}

/** A card for each question, first those that a result waits for; the flowers of a player share one, and those whose
 * names nobody need tell the last one.
 * @param {Documents} documents */
export function questionsView(documents) {
  /** @param {Wire.QuestionDocument[]} card */
  const isHeld = (card) => Number(card.some((question) => question.holds_result));
  const cards = questionCards(documents).sort((one, other) => isHeld(other) - isHeld(one));
  return [...cards.map((card) => (card.length > 1 ? flowersCard(documents, card) : questionCard(documents, card[0]))), namelessView(documents)];
}

/** @param {Documents} documents
 * @param {Wire.QuestionDocument} question */
function questionCard(documents, question) {
  return h("section", { class: "card question", "data-key": question.id },
    h("h2", {}, t("question.title")),
    holdsView(question),
    h("div", { class: "asked" }, pictureView(question), h("div", {}, ...sentences(documents, question))),
    h("div", { class: "candidates" },
      choicesView(documents, question),
      noneView(question)));
}

/** Several flowers of one player on whose names something depends.
 * @param {Documents} documents
 * @param {Wire.QuestionDocument[]} card */
function flowersCard(documents, card) {
  return h("section", { class: "card question nameless", "data-key": `flowers-${card[0].seat}` },
    h("h2", {}, t("question.nameless")),
    card.filter((question) => question.holds_result).slice(0, 1).map(holdsView),
    h("p", { class: "where" }, whereText(documents, card[0])),
    h("p", {}, t("question.flowers_needed")),
    facesToName(documents, card));
}

/** @param {Wire.QuestionDocument} question */
function holdsView(question) {
  return question.holds_result && h("p", { class: "holds" }, t("question.holds_result"));
}

/** A picture of each flower, which opens its sheet.
 * @param {Documents} documents
 * @param {Wire.QuestionDocument[]} flowers */
function facesToName(documents, flowers) {
  return h("div", { class: "candidates" }, flowers.map((question) => h("button", {
    class: "candidate", "data-do": "answer_other", "data-arg": question.id, "data-key": question.id,
    "aria-label": t("question.name_it", { where: whereText(documents, question) }),
  }, pictureView(question) || h("span", { class: "piece", "aria-hidden": "true" }, "?"))));
}

/** Flowers whose names nobody need tell yet: a picture of each, which opens its sheet; nothing while there are none.
 * Beside a result everybody has time for it, and the next deal takes them away: there the card says so.
 * @param {Documents} documents */
function namelessView(documents) {
  const flowers = namelessFlowers(documents);
  const isInvited = documents.state.phase === "result";
  return flowers.length > 0 && h("section", { class: isInvited ? "card nameless invited" : "card nameless", "data-key": "nameless" },
    h("h2", {}, t("question.nameless")),
    h("p", { class: "subtle" }, t(isInvited ? "question.nameless_now" : "question.nameless_why")),
    facesToName(documents, flowers));
}

/** How many questions are open, for the bar; nothing while there are none.
 * @param {Documents} documents */
export function questionBadge(documents) {
  const count = questionCards(documents).length;
  return count > 0 && h("button", { class: "chip badge", "data-do": "to_questions", "data-key": "questions" },
    h("span", { "aria-hidden": "true" }, `? ${count}`), h("span", { class: "unseen" }, t("question.count", { count })));
}

/** @param {Wire.QuestionDocument} question */
function pictureView(question) {
  return question.picture && mayAct("table") && h("img", { class: "piece", src: `/camera/question/${question.id}.jpg`, alt: t("question.picture"), width: 112, height: 112 });
}

/**
 * @param {Documents} documents
 * @param {Wire.QuestionDocument} question
 */
function sentences(documents, question) {
  return [
    question.seat !== null && !isOfWall(question) && h("p", { class: "where" }, whereText(documents, question)),
    h("p", {}, question.can_wait ? t("question.nameless_one") : tOr(`question.${question.text}`, question.text)),
    question.detail && h("p", { class: "detail" }, ruleView(documents, question.detail, question.detail_words)),
  ].filter(Boolean);
}

/** It is no tile of the game; of a hand: its player owns a chombo.
 * @param {Wire.QuestionDocument} question */
function noneView(question) {
  return !isOfWall(question) && h("button", { "data-do": "answer", "data-arg": question.id, "data-value": NOT_IN_GAME },
    t(isAboutHand(question) ? "question.is_chombo" : "question.none"));
}

/** "Chen, river", of an open hand which tile it is, for a lamp may wash out its picture; "" where nobody knows whose it is.
 * @param {Documents} documents
 * @param {Wire.QuestionDocument} question */
function whereText(documents, { seat, zone, place }) {
  if (seat === null) return "";
  const name = playerName(documents, seat);
  return place ? t("question.where_in_hand", { name, ...place }) : t("question.where", { name, zone: t(`zone.${zone}`) });
}

/** Whether it is about a whole hand, not about a tile.
 * @param {Wire.QuestionDocument} question */
export function isAboutHand(question) {
  return ABOUT_A_HAND.includes(question.text);
}

/** Whether it is about no piece, but about a wall that is gone.
 * @param {Wire.QuestionDocument} question */
export function isOfWall(question) {
  return question.text === BARE_WALL;
}

/** Whether somebody may have called, and the camera missed it.
 * @param {Wire.QuestionDocument} question */
export function mayBeCall({ text, zone, event, seat }) {
  return event === null && seat !== null && (BY_A_CALL[zone] ?? []).includes(text);
}

/** What may be answered but "none".
 * @param {Documents} documents
 * @param {Wire.QuestionDocument} question */
function choicesView(documents, question) {
  const { state } = documents;
  if (isAboutHand(question)) return null;
  if (isOfWall(question)) return [...missingFlowers(documents), putInView(question, "kong")];
  const what = PUT_IN[question.text];
  const mayLackFlower = question.text === "impossible_win" && state.system.has_flowers;
  return [what ? putInView(question, what) : tilesView(question), mayBeCall(question) && putInView(question, "call"),
    mayLackFlower && h("button", { "data-do": "flowers_of", "data-arg": question.seat, "data-key": "flower" }, t("question.put_in_flower"))];
}

/** Before whom a flower lies that the table does not know.
 * @param {Documents} documents */
function missingFlowers(documents) {
  return seatsOf(documents.state).map((seat) => h("button", { "data-do": "flowers_of", "data-arg": seat, "data-key": `flower-${seat}` },
    t("question.put_in_flower_of", { name: playerName(documents, seat) })));
}

/** @param {Wire.QuestionDocument} question */
function tilesView(question) {
  return [
    question.candidates.filter((candidate) => candidate.value !== NOT_IN_GAME).map((candidate) => answerView(question, candidate)),
    h("button", { "data-do": "answer_other", "data-arg": question.id }, t("question.other")),
  ];
}

/**
 * @param {Wire.QuestionDocument} question
 * @param {string} what
 */
function putInView({ seat }, what) {
  return h("button", { "data-do": "put_in", "data-arg": what, "data-value": seat, "data-key": what }, t(`question.put_in_${what}`));
}

/**
 * @param {Wire.QuestionDocument} question
 * @param {Wire.CandidateDocument} candidate
 */
function answerView(question, candidate) {
  const face = isTile(candidate.value);
  const share = candidate.probability >= WORTH_SAYING ? t("question.percent", { percent: number(Math.round(candidate.probability * 100)) }) : "";
  return h("button", {
    class: face ? "candidate" : "", "data-key": candidate.value,
    "data-do": "answer", "data-arg": question.id, "data-value": candidate.value,
  }, face ? tileView(candidate.value) : candidate.label, share && h("span", { class: "share" }, share));
}

/** Any other tile. `sheet`: question, its id.
 * @param {Documents} documents
 * @param {AnswerSheet} sheet */
export function answerSheet(documents, sheet) {
  const question = documents.questions.questions.find((item) => item.id === sheet.question);
  if (!question) return { title: t("repair.gone"), body: h("p", {}, t("question.settled")) };
  return {
    title: t(question.can_wait ? "question.nameless_title" : "question.title"),
    body: [
      h("div", { class: "asked" }, pictureView(question), h("div", {}, ...sentences(documents, question))),
      question.can_wait && noneView(question),
      paletteView(documents.state.system, t("tile_sheet.palette"), "answer_tile"),
    ],
  };
}
