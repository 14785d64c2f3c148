// Which questions somebody is called for, and which only stand there to be answered: flowers without a name.
//
// Rule this file keeps: a flower whose name no points depend on calls nobody, but whoever likes may tell its name.

/** The questions that somebody is called for.
 * @param {Pick<Documents, "questions">} documents */
export function callingQuestions({ questions }) {
  return questions?.questions.filter((question) => !question.can_wait) ?? [];
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
