// Whether this window wants keys on the screen: most have a keyboard and never load them.

const WISH = "jantaku-keys";

/** Keys for fields where the address asks for them; remembered while this window is open, for links to other views. */
export async function startKeys() {
  try {
    if (new URLSearchParams(location.search).has("keys")) sessionStorage.setItem(WISH, "1");
    if (sessionStorage.getItem(WISH) !== "1") return;
  } catch {
    return; // a window that may remember nothing has a keyboard
  }
  (await import("./keys.js")).listenForFields();
}
