// How a hall uses its screen: as few columns as keep every card whole, and letters as large as they then can be.

const ASPECT = 1.35; // of a card with four players, wide to high
const SMALLEST_PX = 308; // below that cards are no longer read: the page scrolls instead
const LARGEST_PX = 1000; // a single table needs no larger card on any screen
const CARD_EM = 22; // a card of so many letters' widths shows four names and scores, a fault and its foot

/** Columns and the size of letters in px for `count` cards on so much room; null where they do not fit and scroll.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @returns {{ columns: number, letters: number } | null} */
export function fitting(count, width, height) {
  let best = { columns: 0, across: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const across = Math.min(width / columns, (height / Math.ceil(count / columns)) * ASPECT, LARGEST_PX);
    if (across > best.across) best = { columns, across };
  }
  return best.across < SMALLEST_PX ? null : { columns: best.columns, letters: best.across / CARD_EM };
}
