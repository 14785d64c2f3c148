// Commands to the table. The id makes a repetition harmless: the table answers a known id with its first answer.

import { askPin } from "./login_view.js";

const TRIES = 3;
const PAUSE_MS = 700;

function newId() {
  // crypto.randomUUID is withheld on plain HTTP, getRandomValues is not.
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return "page-" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send a command, after its role's PIN if need be; resolves to the table's answer, `error.code` "unreachable" when
 * nobody answered in so many `tries`.
 * @param {string} name
 * @param {CommandData} data
 * @param {number | null} [expectSeq]
 * @param {number} [tries]
 * @returns {Promise<Answer>} */
export function send(name, data, expectSeq = null, tries = TRIES) {
  return sent(name, { expect_seq: expectSeq, data }, tries);
}

/** The same for what a player says of a deal: tiles that are read meanwhile change nothing of it, another deal does.
 * @param {string} name
 * @param {CommandData} data
 * @param {number} deal its number
 * @returns {Promise<Answer>} */
export function sendOfDeal(name, data, deal) {
  return sent(name, { expect_deal: deal, data }, TRIES);
}

/**
 * @param {string} name
 * @param {object} command
 * @param {number} tries
 * @returns {Promise<Answer>}
 */
async function sent(name, command, tries) {
  const id = newId();
  const body = JSON.stringify({ id, ...command });
  const answer = await transmit(name, id, body, tries);
  const isRefused = !answer.ok && answer.error.code === "login_needed";
  return isRefused && await askPin(answer.error.role ?? "table") ? transmit(name, id, body, tries) : answer;
}

/**
 * @param {string} name
 * @param {string} id
 * @param {string} body
 * @param {number} tries
 * @returns {Promise<Answer>}
 */
async function transmit(name, id, body, tries) {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      const response = await fetch(`/api/cmd/${name}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body, signal: AbortSignal.timeout(4000),
      });
      return await response.json();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return { id, ok: false, seq: 0, error: { code: "unreachable", message: "" } };
}

/** What the table says of its calibration: problem and report; null while it has no picture or does not answer. */
export async function calibrationFigures() {
  try {
    const response = await fetch("/api/calibration", { signal: AbortSignal.timeout(10_000) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
