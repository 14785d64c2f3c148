// A question or a wish to the daemon where it may be away: in the middle of an update, or of a new firmware.

/** Longer than the daemon takes for its answer, shorter than a person waits for nothing. Chosen. */
const PATIENCE_MS = 10_000;

/** What the daemon answers; null where it does not.
 * @param {string} address
 * @param {object} [wish] sent where there is one
 * @returns {Promise<any>} */
export async function askedOf(address, wish) {
  const how = wish && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
  try {
    return await (await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...how })).json();
  } catch {
    return null;
  }
}
