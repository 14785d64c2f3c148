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

/** Which flowers of a player's row have no name yet: their places in it.
 * @param {Pick<Documents, "questions" | "board">} documents
 * @param {number} seat */
export function namelessPlaces(documents, seat) {
  const row = documents.board.events.flowers[seat];
  return new Set(namelessFlowers(documents).map(({ event }) => (event === null ? -1 : row.indexOf(event))));
}
