// Which questions somebody is called for, and which only stand there to be answered: flowers without a name.
//
// Rule this file keeps: a flower whose name no points depend on calls nobody, but whoever likes may tell its name.

/** The questions that somebody is called for.
 * @param {Pick<Documents, "questions">} documents */
export function callingQuestions({ questions }) {
  return questions?.questions.filter((question) => !question.can_wait) ?? [];
}

/** The same, card by card: where names of several flowers of one player are needed they share one.
 * @param {Pick<Documents, "questions" | "board">} documents */
export function questionCards(documents) {
  /** @type {Map<string, Wire.QuestionDocument[]>} */
  const cards = new Map();
  for (const question of callingQuestions(documents)) {
    const key = isAboutFlower(documents, question) ? `flowers-${question.seat}` : question.id;
    cards.set(key, [...(cards.get(key) ?? []), question]);
  }
  return [...cards.values()];
}

/** Whether it is about a flower that counts.
 * @param {Pick<Documents, "board">} documents
 * @param {Wire.QuestionDocument} question */
function isAboutFlower({ board }, { event, seat }) {
  return event !== null && seat !== null && board.events.flowers[seat].includes(event);
}

/** The questions about flowers whose names may be told.
 * @param {Pick<Documents, "questions">} documents */
export function namelessFlowers({ questions }) {
  return questions?.questions.filter((question) => question.can_wait) ?? [];
}

/** Which flowers of a player's row have no name yet, whether anybody is called for them or not: their places in it.
 * @param {Pick<Documents, "questions" | "board">} documents
 * @param {number} seat */
export function namelessPlaces({ questions, board }, seat) {
  const row = board.events.flowers[seat];
  return new Set(questions?.questions.map(({ event }) => (event === null ? -1 : row.indexOf(event))) ?? []);
}
