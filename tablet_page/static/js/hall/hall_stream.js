// The hall's event stream: cards of tables, what the hall says of itself, and how long ago it said anything.
//
// Rules this file keeps: as stream.js, only the age of the last heartbeat counts.

import { heardTime } from "../shared/clock.js";

const GIVE_UP_S = 6;
const RETRY_MS = 1000;

export class HallStream {
  /** `onTable(card)`, `onHall(document)`, `onAge(seconds)` twice a second.
   * @param {(card: HallCard) => void} onTable
   * @param {(document: { connected: boolean, broker: string }) => void} onHall
   * @param {(seconds: number) => void} onAge */
  constructor(onTable, onHall, onAge) {
    this.onTable = onTable;
    this.onHall = onHall;
    this.onAge = onAge;
    this.heardAt = performance.now();
    this.startedAt = performance.now();
  }

  start() {
    this.#connect();
    setInterval(() => this.#check(), 500);
    document.addEventListener("visibilitychange", () => this.#check());
  }

  /** Seconds since the hall last said that all this is current. */
  age() {
    return (performance.now() - this.heardAt) / 1000;
  }

  #connect() {
    this.source?.close();
    this.startedAt = performance.now();
    const source = new EventSource("/api/events");
    this.source = source;
    source.addEventListener("table", (event) => this.onTable(JSON.parse(event.data)));
    source.addEventListener("hall", (event) => this.onHall(JSON.parse(event.data)));
    source.addEventListener("heartbeat", (event) => {
      heardTime(JSON.parse(event.data).ts);
      this.heardAt = performance.now();
      this.onAge(this.age());
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.source === source && this.#connect(), RETRY_MS);
    });
  }

  #check() {
    this.onAge(this.age());
    const waited = (performance.now() - this.startedAt) / 1000;
    if (this.age() > GIVE_UP_S && waited > GIVE_UP_S) this.#connect();
  }
}
