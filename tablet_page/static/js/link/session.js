// Who this browser is to the table: viewer, table or admin. The token itself is the cookie's, no script sees it.

const ROLES = ["viewer", "table", "admin"];
const PATIENCE_MS = 10_000;
const PLATFORMS = ["iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux"];

/** @type {Session} */
let session = { role: "viewer", is_asked: false, device: "", until: null, https_port: null };
let changed = () => {};

/** Call `listener` whenever the role has changed.
 * @param {() => void} listener */
export function onSession(listener) {
  changed = listener;
}

export function currentSession() {
  return session;
}

/** True when this browser may do what needs `role`; the table has the last word.
 * @param {string} role */
export function mayAct(role) {
  return ROLES.indexOf(session.role) >= ROLES.indexOf(role);
}

/** Ask the table who we are; without an answer nothing is taken for granted. */
export async function loadSession() {
  try {
    const response = await fetch("/api/session", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) become(await response.json());
  } catch {
    // The banner says that the table does not answer.
  }
}

/** Show a PIN to the table; its answer, `error.code` "unreachable" when nobody answered.
 * @param {string} pin */
export async function login(pin) {
  const answer = await post("/api/login", { pin, device: deviceName() });
  if (answer.ok) become(answer);
  return answer;
}

export async function logout() {
  const answer = await post("/api/logout", {});
  if (answer.ok) become(answer);
  return answer;
}

/** @param {Session} answer */
function become({ role, is_asked, device, until, https_port }) {
  session = { role, is_asked, device, until, https_port };
  changed();
}

/**
 * @param {string} path
 * @param {Record<string, string>} body
 */
async function post(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return await response.json();
  } catch {
    return { ok: false, error: { code: "unreachable", message: "" } };
  }
}

/** What the audit list calls this device. */
function deviceName() {
  return PLATFORMS.find((name) => navigator.userAgent.includes(name)) ?? "";
}
