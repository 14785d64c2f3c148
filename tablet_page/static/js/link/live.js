// The table's documents for a small view: kept current, drawn once a frame, with their age.
//
// Rules this file keeps: a view draws from documents and age alone; what is older than `OLD_S` says so.

import { LANGUAGES, preferredLanguage, useLanguage, useSystem } from "../shared/i18n.js";
import { Stream } from "./stream.js";

const OLD_S = 5;
const KEPT_KEY = "jantaku";

/** The parts of the address after the question mark. */
export const asked = new URLSearchParams(location.search);

/** The language that the address asks for, that was chosen on the table's page, or that the browser prefers. */
export function wantedLanguage() {
  const wanted = asked.get("language") ?? "";
  return wanted in LANGUAGES ? wanted : rememberedLanguage() ?? preferredLanguage();
}

function rememberedLanguage() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_KEY) ?? "{}").language;
  } catch {
    return undefined;
  }
}

/** Switch, and remember it for every page of this browser.
 * @param {string} code */
export async function changeLanguage(code) {
  await useLanguage(code);
  try {
    localStorage.setItem(KEPT_KEY, JSON.stringify({ ...JSON.parse(localStorage.getItem(KEPT_KEY) ?? "{}"), language: code }));
  } catch {
    // Private windows refuse: the language then lasts as long as the page.
  }
}

export class Live {
  /** `draw(live)` is called for every change; `needed` are the topics without which nothing is drawn.
   * @param {(keyof Documents)[]} needed
   * @param {(live: Live) => void} draw */
  constructor(needed, draw) {
    /** Filled as they are heard: complete once `isReady`. @type {Documents} */
    this.documents = /** @type {any} */ ({});
    this.heard = new Set();
    /** @type {number | null} */
    this.seq = null;
    this.deal = 0;
    /** The entry that each topic was said with. @type {Partial<Record<keyof Documents, number>>} */
    this.seqs = {};
    this.age = 0;
    this.needed = needed;
    this.drawView = draw;
    this.isScheduled = false;
    this.stream = new Stream((topic, payload) => this.#received(topic, payload), (seconds) => this.#aged(seconds));
  }

  get isReady() {
    return this.needed.every((topic) => this.heard.has(topic));
  }

  get isOld() {
    return this.age > OLD_S;
  }

  async start() {
    await useLanguage(wantedLanguage());
    this.redraw();
    this.stream.start();
  }

  /** Draw at the next frame. */
  redraw() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      if (this.documents.state) useSystem(this.documents.state.system);
      document.body.classList.toggle("old", this.isOld);
      this.drawView(this);
      document.body.dataset.seq = this.isReady ? String(this.seq) : "";
    });
  }

  /**
   * @param {Topic} topic
   * @param {HeardMessage} payload
   */
  #received(topic, payload) {
    if (topic === "status") return;
    this.documents[topic] = payload.data;
    this.heard.add(topic);
    this.seqs[topic] = payload.seq;
    if (topic === "state") ({ seq: this.seq, deal: this.deal } = payload);
    this.redraw();
  }

  /** @param {number} seconds */
  #aged(seconds) {
    const wasOld = this.isOld;
    this.age = seconds;
    if (this.isOld || wasOld) this.redraw();
  }
}
