// Keeps the page's own files, so that it opens without the table; what the table says is never kept.
//
// Rules this file keeps: the network comes first, a kept file is used only when the table does not answer; documents,
// events, commands and pictures are not touched, so that no old number can look like a new one.

const CACHE = "jantaku-shell";
const PATIENCE_MS = 3000;

/** What this file runs in. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isShell = origin === worker.location.origin && (pathname === "/" || pathname.startsWith("/static/"));
  if (method === "GET" && isShell) event.respondWith(newest(event.request, pathname));
});

async function keepShell() {
  const { files } = await (await fetch("/api/shell")).json();
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  const kept = new Set(files);
  const old = (await cache.keys()).filter((request) => !kept.has(new URL(request.url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** The table's version; the kept one when the table does not answer in time.
 * @param {Request} request
 * @param {string} pathname */
async function newest(request, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok && !response.redirected) await cache.put(pathname, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw error;
  }
}
