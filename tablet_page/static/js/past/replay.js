// A deal that was played, step by step: where one is, and how it plays on by itself. Draws nothing.

const STEP_MS = 900;
export const SPEEDS = [1, 2, 4];

/** What an event is to whoever looks for the moments of a deal; "" for the others.
 * @param {GameEvent} event
 * @returns {string} */
export function momentOf(event) {
  switch (event.type) {
    case "called": case "kong_declared": return "call";
    case "discarded": return event.riichi ? "riichi" : "";
    case "wins_declared": case "wins_counted": case "result_typed": return "win";
    case "exhaustive_draw": case "abort_claimed": case "penalty_declared": case "deal_voided": return "end";
    default: return "";
  }
}

export class Replay {
  /** `moved` is called after every step.
   * @param {ReplayedDeal} deal
   * @param {number} step
   * @param {() => void} moved */
  constructor(deal, step, moved) {
    this.deal = deal;
    this.moved = moved;
    this.speed = 1;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.step = this.#within(step);
    this.moments = deal.steps.map(({ event }) => momentOf(event));
    /** Each step whole: what differs, over the step before. @type {{ state: Wire.StateDocument, board: Wire.BoardDocument }[]} */
    this.shown = [];
    deal.steps.forEach(({ state, board }, index) => {
      const before = this.shown[index - 1];
      this.shown.push({ state: { ...before?.state, ...state }, board: { ...before?.board, ...board } });
    });
  }

  get last() {
    return this.deal.steps.length - 1;
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  get isAtEnd() {
    return this.step === this.last;
  }

  /** The documents of the present step, for the views of the table; the result is there once the deal has ended.
   * @returns {Documents} */
  get documents() {
    const { state, board } = this.shown[this.step];
    return /** @type {Documents} */ (/** @type {unknown} */ ({ state, board, result: this.isAtEnd ? this.deal.result : null, game: null, questions: { questions: [] } }));
  }

  get event() {
    return /** @type {GameEvent} */ (this.deal.steps[this.step].event);
  }

  /** @param {number} step */
  #within(step) {
    return Math.max(0, Math.min(this.last, Number.isInteger(step) ? step : 0));
  }

  /** @param {number} step */
  to(step) {
    const wanted = this.#within(step);
    if (wanted === this.step) return;
    this.step = wanted;
    this.moved();
  }

  /** To the next moment (1) or the one before (-1), the first or last step where there is none.
   * @param {number} direction */
  jump(direction) {
    for (let step = this.step + direction; step > 0 && step < this.last; step += direction) {
      if (this.moments[step]) return this.to(step);
    }
    return this.to(direction > 0 ? this.last : 0);
  }

  /** Play on, from the beginning where the end is reached, or stand still. */
  toggle() {
    if (this.isPlaying) return this.pause();
    if (this.isAtEnd) this.step = 0;
    this.timer = setInterval(() => {
      if (this.step + 1 >= this.last) this.#end();
      this.to(this.step + 1);
    }, STEP_MS / this.speed);
    return this.moved();
  }

  #end() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  pause() {
    if (!this.isPlaying) return;
    this.#end();
    this.moved();
  }

  /** @param {number} speed */
  atSpeed(speed) {
    this.speed = speed;
    const wasPlaying = this.isPlaying;
    this.#end();
    if (wasPlaying) this.toggle();
    else this.moved();
  }

  /** Forget the deal; nothing plays on. */
  close() {
    this.#end();
    this.moved = () => {};
  }
}
