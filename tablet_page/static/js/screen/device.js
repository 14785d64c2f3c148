// What this browser can do as a device of the table: stay awake, be installed, open without the network.
//
// Rules this file keeps: on plain HTTP a browser withholds all of it; nothing is tried there and nothing is promised.

/** @type {InstallPrompt | null} */
let prompt = null;
/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;
let changed = () => {};

/** Begin: keep the page's files where that is allowed, and notice whether it can be installed.
 * @param {() => void} onChange
 * @param {boolean} keepAwake */
export function startDevice(onChange, keepAwake) {
  changed = onChange;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event;
    changed();
  });
  window.addEventListener("appinstalled", () => {
    prompt = null;
    changed();
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hold());
  stayAwake(keepAwake);
  if (window.isSecureContext && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("/service_worker.js").catch((error) => console.warn("no service worker:", error.message));
  }
}

/** What can be offered here. */
export function device() {
  return {
    isSecure: window.isSecureContext,
    canStayAwake: window.isSecureContext && "wakeLock" in navigator,
    isAwake: lock !== null,
    canInstall: prompt !== null,
    isInstalled: matchMedia("(display-mode: standalone)").matches || navigator.standalone === true,
  };
}

/** Keep the screen on from now on, or let it sleep.
 * @param {boolean} on */
export function stayAwake(on) {
  wanted = on;
  if (on) return hold();
  const held = lock;
  lock = null;
  changed();
  return held?.release();
}

/** Show the browser's own question whether to install the page. */
export async function install() {
  const asked = prompt;
  prompt = null;
  await asked?.prompt();
  changed();
}

/** The system takes the lock away whenever the page is hidden; it is asked for again when the page is back. */
async function hold() {
  if (!wanted || lock !== null || !device().canStayAwake) return;
  try {
    const held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => {
      if (lock === held) lock = null;
      changed();
    });
    lock = held;
    if (!wanted) stayAwake(false);
  } catch {
    // An empty battery refuses; the button then shows that the screen may sleep.
  }
  changed();
}
