// The event stream from the table: newest documents, the age of what is shown, connecting again.
//
// Rules this file keeps: "connected" is never believed; only the age of the last heartbeat counts.

import { heardTime } from "../shared/clock.js";

const GIVE_UP_S = 6;
/** A connection on the table's own network is there by then, or its first packet was lost. */
const CONNECT_S = 2;
const RETRY_MS = 1000;

/** @type {Topic[]} */
const TOPICS = ["status", "info", "state", "board", "result", "game", "questions", "calls", "sticks", "audit", "eyes",
  "diag/machine", "diag/camera", "diag/link", "diag/host"];

export class Stream {
  /** `onDocument(topic, payload)` for each document, `onAge(seconds)` twice a second.
   * @param {(topic: Topic, payload: HeardMessage) => void} onDocument
   * @param {(seconds: number) => void} onAge */
  constructor(onDocument, onAge) {
    this.onDocument = onDocument;
    this.onAge = onAge;
    /** @type {EventSource | null} */
    this.source = null;
    this.heardAt = now();
    this.smallestOffset = Infinity;
    this.lag = 0;
    this.startedAt = now();
  }

  start() {
    this.#connect();
    setInterval(() => this.#check(), 500);
    document.addEventListener("visibilitychange", () => this.#check());
    window.addEventListener("online", () => this.#connect());
  }

  /** Seconds since the table last said that all this is current. */
  age() {
    return (since(this.heardAt) + this.lag) / 1000;
  }

  #connect() {
    this.source?.close();
    this.startedAt = now();
    const source = new EventSource("/api/events");
    this.source = source;
    for (const topic of TOPICS) {
      source.addEventListener(topic, (event) => this.onDocument(topic, JSON.parse(event.data)));
    }
    source.addEventListener("heartbeat", (event) => this.#heard(JSON.parse(event.data).ts));
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.source === source && this.#connect(), RETRY_MS);
    });
  }

  /** @param {string} serverTime */
  #heard(serverTime) {
    heardTime(serverTime);
    // Clocks differ by an unknown constant; a message that took longer than the quickest one is that much older.
    const offset = Date.now() - Date.parse(serverTime);
    this.smallestOffset = Math.min(this.smallestOffset, offset);
    this.lag = Math.min(offset - this.smallestOffset, 60_000);
    if (this.lag > 30_000) this.smallestOffset = offset; // somebody set a clock
    this.heardAt = now();
    this.onAge(this.age());
  }

  #check() {
    this.onAge(this.age());
    const waited = since(this.startedAt) / 1000;
    const patience = this.source?.readyState === EventSource.CONNECTING ? CONNECT_S : GIVE_UP_S;
    if (this.age() > GIVE_UP_S && waited > patience) this.#connect();
  }
}

function now() {
  return { steady: performance.now(), wall: Date.now() };
}

/** Milliseconds: the steady clock of many devices stands still while they sleep, the other one may be set; the longer
    time counts.
 * @param {{ steady: number, wall: number }} moment */
function since({ steady, wall }) {
  return Math.max(performance.now() - steady, Date.now() - wall);
}
