// What happened between two looks at the table, as what can be heard of it: pure.
//
// Rule this file keeps: nothing is heard of what was only put right; where several things happened at once (a screen that
// was away) each kind is heard once.

import { callingQuestions } from "../shared/questions.js";

/** What the sounds follow of the documents.
 * @param {Documents} documents
 * @returns {Heard} */
export function lookAt({ state, board, questions, result }) {
  return {
    deal: `${state.deal_label}/${state.honba}/${state.names.join("/")}`,
    phase: state.phase,
    discards: board.rivers.map((river) => river.length),
    melds: board.melds.map((melds) => melds.map((meld) => meld.kind)),
    riichi: state.riichi,
    questions: callingQuestions({ questions }).length,
    areTilesIn: state.machine.state === "closing" || (state.machine.state === "counting" && state.machine.progress === 1),
    isCounting: state.machine.state === "counting",
    hasFault: state.machine.fault !== null,
    dealsLeft: state.deals_left,
    result: result?.number ?? 0,
    outcome: result?.outcome ?? "",
  };
}

/** The cues between two looks, in the order in which they are to be heard; a call or a win is a word.
 * @param {Heard} before
 * @param {Heard} after
 * @returns {Cue[]} */
export function cuesBetween(before, after) {
  const isSameDeal = before.deal === after.deal;
  return [
    after.hasFault && !before.hasFault && { tone: "fault" },
    isSameDeal && after.phase === "play" && playCue(before, after),
    endCue(before, after),
    before.isCounting && after.areTilesIn && !before.areTilesIn && { tone: "all_in" },
    after.questions > before.questions && { tone: "question" },
    after.dealsLeft === 1 && before.dealsLeft !== 1 && { tone: "last_deal" },
  ].filter((cue) => cue !== false && cue !== null);
}

/** The newest thing that somebody did in a deal: a call, else a riichi, else a discard.
 * @param {Heard} before
 * @param {Heard} after
 * @returns {Cue | null} */
function playCue(before, after) {
  for (const [seat, melds] of after.melds.entries()) {
    const known = before.melds[seat] ?? [];
    if (melds.length > known.length) return { word: wordOf(melds[melds.length - 1]) };
    if (melds.some((kind, index) => kind === "added_kong" && known[index] !== kind)) return { word: "kong" };
  }
  if (after.riichi.some((is, seat) => is && !before.riichi[seat])) return { word: "riichi" };
  return after.discards.some((count, seat) => count > before.discards[seat]) ? { tone: "discard" } : null;
}

/** @param {string} kind of a meld */
function wordOf(kind) {
  return kind.endsWith("kong") ? "kong" : kind;
}

/**
 * @param {Heard} before
 * @param {Heard} after
 * @returns {Cue | null} */
function endCue(before, after) {
  const isNew = after.result !== before.result && after.result > 0 && ["play", "result"].includes(before.phase) && after.phase !== "play";
  if (!isNew) return null;
  return after.outcome === "ron" || after.outcome === "tsumo" ? { word: after.outcome } : { tone: "draw" };
}
