// From which side of the table somebody has tapped, and what is open there: dialogs and toasts turn that way.

import { eventTarget } from "../shared/dom.js";

const SIDES = 4;

/** The handlers by the `data-do` of their button. @type {Record<string, Handler>} */
export const SIDE_ACTIONS = {
  side_open: (page, seat, what) => page.wish({ ownSide: isOpen(page.wishes.ownSide, seat, what) ? null : { seat: Number(seat), what } }),
  side_close: (page) => page.wish({ ownSide: null }),
  turn_dialog: () => turnTo((Number(document.body.dataset.side ?? 0) + 1) % SIDES),
};

/**
 * @param {OwnSide | null | undefined} own
 * @param {string} seat
 * @param {string} what
 */
function isOpen(own, seat, what) {
  return own?.seat === Number(seat) && own.what === what;
}

/** @param {number} side */
function turnTo(side) {
  document.body.dataset.side = String(side);
}

/** Before anything is done: what is tapped in a note or menu of a side is answered towards that side, all else as ever.
 * @param {Page} page */
export function listenToSides(page) {
  document.addEventListener("click", (event) => {
    const button = eventTarget(event).closest("button[data-do]");
    if (!button || button.closest("dialog")) return;
    const note = button.closest(".own-note");
    turnTo(note ? Number(button.closest("[data-seat]")?.dataset.seat ?? 0) : 0);
    if (note && page.wishes.ownSide && button.dataset.do !== "side_open") page.wish({ ownSide: null });
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.wishes.ownSide && !document.querySelector("dialog[open]")) page.wish({ ownSide: null });
  });
}
