// The page of a hall: cards arrive, wishes change, everything is drawn anew (only what differs is touched).

import { byId, eventTarget, fill, h } from "./shared/dom.js";
import { fitting } from "./hall/hall_layout.js";
import { hallBar, hallView, SHOWN } from "./hall/hall_view.js";
import { HallStream } from "./hall/hall_stream.js";
import { LANGUAGES, loadMore, preferredLanguage, t, useLanguage } from "./shared/i18n.js";

const OLD_S = 5;
const PAUSE_MS = 250;
const EDGE_PX = 26; // of the page, on both sides together
/** @type {Map<string, HallCard>} */
const cards = new Map();
const wishes = { theme: "auto", language: preferredLanguage(), shown: SHOWN[0], ...remembered() };
let hall = { connected: true, broker: "" };
let age = 0;
let scheduled = false;
let drawnAt = -PAUSE_MS;

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem("jantaku-hall") ?? "{}");
    const asked = new URLSearchParams(location.search).get("language") ?? "";
    return asked in LANGUAGES ? { ...kept, language: asked } : kept;
  } catch {
    return {};
  }
}

/** @param {Partial<typeof wishes>} changes */
function wish(changes) {
  Object.assign(wishes, changes);
  try {
    localStorage.setItem("jantaku-hall", JSON.stringify(wishes));
  } catch {
    // Private windows refuse: the wishes then last as long as the page.
  }
  schedule();
}

/** @param {Omit<HallCard, "heardAt">} card */
function heard(card) {
  if (card.gone) cards.delete(card.name);
  else cards.set(card.name, { ...card, heardAt: card.age_s === null ? null : performance.now() / 1000 - card.age_s });
  schedule();
}

/** At most four times a second: a hundred tables say more than anybody can read. */
function schedule() {
  if (scheduled) return;
  scheduled = true;
  setTimeout(() => requestAnimationFrame(() => {
    scheduled = false;
    drawnAt = performance.now();
    draw();
  }), Math.max(0, drawnAt + PAUSE_MS - performance.now()));
}

function draw() {
  document.documentElement.dataset.theme = wishes.theme;
  document.title = `${t("hall.title")} · Jantaku`;
  const all = [...cards.values()];
  fill(byId("bar"), hallBar(all, wishes));
  root.setAttribute("aria-label", t("hall.title"));
  fill(root, hallView(all, performance.now() / 1000, wishes.shown));
  fit(all.length);
  drawBanner();
}

/** Fill the screen with the cards; where they would be too small the page scrolls.
 * @param {number} count */
function fit(count) {
  const found = wishes.shown === SHOWN[0] && count > 0 ? fitting(count, innerWidth - EDGE_PX, innerHeight - root.offsetTop - EDGE_PX) : null;
  root.toggleAttribute("data-fits", found !== null);
  root.style.setProperty("--top", `${root.offsetTop}px`);
  root.style.setProperty("--columns", String(found?.columns ?? 1));
  root.style.setProperty("--letters", `${found?.letters ?? 16}px`);
}

/** What is shown is believed only while page, hall and broker hear each other. */
function drawBanner() {
  const old = age > OLD_S;
  document.body.classList.toggle("old", old || !hall.connected);
  fill(byId("banner"),
    old && h("p", {}, h("strong", {}, t("connection.lost")), " ", h("span", { "aria-live": "off" }, t("connection.age", { age: Math.floor(age) }))),
    !old && !hall.connected && h("p", {}, h("strong", {}, t("hall.no_broker", { broker: hall.broker }))));
}

document.documentElement.dataset.page = "hall";
document.head.append(h("link", { rel: "stylesheet", href: "/static/css/hall.css" }));
document.querySelector("link[rel=manifest]")?.remove(); // a hall is no table that could be installed
const root = /** @type {HTMLElement} */ (document.querySelector("main"));
root.id = "hall";
document.addEventListener("click", (event) => {
  const { do: action, arg } = eventTarget(event).closest("button[data-do]")?.dataset ?? {};
  if (action === "theme") wish({ theme: arg });
  if (action === "shown") wish({ shown: arg });
});
document.addEventListener("change", async (event) => {
  if (eventTarget(event).dataset.change !== "language") return;
  await useLanguage(eventTarget(event).value);
  wish({ language: eventTarget(event).value });
});

const stream = new HallStream(heard, (said) => {
  hall = said;
  schedule();
}, (seconds) => {
  age = seconds;
  drawBanner();
});
loadMore();
await useLanguage(wishes.language);
draw();
setInterval(schedule, 5000);
addEventListener("resize", schedule);
stream.start();
